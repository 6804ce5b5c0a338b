"""The work of `kifu proof`."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

import click
import msgspec

from domain.kernel.language import say
from domain.kernel.words import say_json_fault
from domain.proof.checkpoints import Proof, ProofCheck, check_proof, checkpoint_of
from domain.proof.notes import BadNote
from domain.proof.witnesses import Witnesses, check_quorum
from kifu.shared.faults import Fault
from kifu.shared.files import read_keys
from kifu.shared.terminal import show_json
from kifu.shared.witnesses import read_witnesses
from service.keys import signing
from service.settings import read_settings

LARGEST = 1 << 16


def proof(file: BinaryIO, keys: Path | None, named: tuple[str, ...], quorum: int | None, json_wanted: bool) -> None:
    """Check a proof of the log, without server or database."""
    sent = _parse_proof(file.read(LARGEST + 1))
    found = check_proof(sent, read_keys(keys) if keys else signing.load_keyring(read_settings()))
    witnesses = read_witnesses(named, quorum)
    if found.genuine and witnesses is not None:
        found = _check_witnesses(sent, witnesses, found)
    if json_wanted:
        show_json(found)
    else:
        verdict = say("Genuine") if found.genuine else say("NOT genuine")
        click.echo(say("{verdict}: {why}", verdict=verdict, why=found.why))
    if not found.genuine:
        raise SystemExit(1)


def _check_witnesses(sent: Proof, witnesses: Witnesses, found: ProofCheck) -> ProofCheck:
    """Require that witnesses cosigned the checkpoint at the end of a genuine proof."""

    note = checkpoint_of(sent)
    if note is None:
        none = say("It leads to no checkpoint that witnesses could have cosigned.")
        return ProofCheck(False, f"{found.why} {none}")
    try:
        cosigned = check_quorum(note, witnesses)
    except BadNote as error:
        return ProofCheck(False, f"{found.why} {error}")
    return ProofCheck(cosigned.enough, f"{found.why} {cosigned.why}")


def _parse_proof(raw: bytes) -> Proof:
    if len(raw) > LARGEST:
        most = f"{LARGEST:,}"
        raise Fault(say("The file is too long for a proof, which has at most {most} bytes.", most=most))
    try:
        sent: Proof = msgspec.json.decode(raw, type=Proof)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        why = say_json_fault(str(error))
        raise Fault(say("The file holds no proof: {why}. Save the whole answer of the service.", why=why)) from None
    return sent
