"""`kifu proof`: whether a proof of the log is genuine, without server or database."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from kifu.shared.faults import Fault
from kifu.shared.files import keys_option, read_keys
from kifu.shared.groups import Command
from kifu.shared.options import as_json
from kifu.shared.terminal import show_json
from kifu.shared.witnesses import read_witnesses, witness_options

if TYPE_CHECKING:
    from domain.proof.checkpoints import Proof, ProofCheck
    from domain.proof.witnesses import Witnesses

LARGEST = 1 << 16


@click.command(
    cls=Command,
    examples=(
        "kifu proof proof.json --keys kifu-keys.json",
        "kifu proof proof.json --witnesses witnesses.txt --quorum 2",
        "curl -s $KIFU/games/$GAME/proofs/5 | kifu proof -",
    ),
)
@click.argument("file", type=click.File("rb"))
@keys_option
@witness_options
@as_json
def proof(file: BinaryIO, keys: Path | None, named: tuple[str, ...], quorum: int | None, json_wanted: bool) -> None:
    """Check a proof of the log, without server or database.

    FILE is what the service answered at .../proofs/N or .../consistency; - is standard input. The exit code is 0 only
    if the heads in the proof are signed by the keys and its path leads from one to the other. With --witnesses, enough
    of them must have cosigned the checkpoint that the proof leads to: --quorum, or more than half of them.
    """
    from domain.proof.checkpoints import check_proof
    from service.keys import signing
    from service.settings import read_settings

    sent = _parse_proof(file.read(LARGEST + 1))
    found = check_proof(sent, read_keys(keys) if keys else signing.load_keyring(read_settings()))
    witnesses = read_witnesses(named, quorum)
    if found.genuine and witnesses is not None:
        found = _check_witnesses(sent, witnesses, found)
    if json_wanted:
        show_json(found)
    else:
        click.echo(f"{'Genuine' if found.genuine else 'NOT genuine'}: {found.why}")
    if not found.genuine:
        raise SystemExit(1)


def _check_witnesses(sent: Proof, witnesses: Witnesses, found: ProofCheck) -> ProofCheck:
    """Demand that witnesses cosigned the checkpoint that a genuine proof leads to."""
    from domain.proof.checkpoints import ProofCheck, checkpoint_of
    from domain.proof.notes import BadNote
    from domain.proof.witnesses import check_quorum

    note = checkpoint_of(sent)
    if note is None:
        return ProofCheck(False, f"{found.why} It leads to no checkpoint that witnesses could have cosigned.")
    try:
        cosigned = check_quorum(note, witnesses)
    except BadNote as error:
        return ProofCheck(False, f"{found.why} {error}")
    return ProofCheck(cosigned.enough, f"{found.why} {cosigned.why}")


def _parse_proof(raw: bytes) -> Proof:
    import msgspec

    from domain.proof.checkpoints import Proof

    if len(raw) > LARGEST:
        raise Fault(f"The file is too long for a proof, which has at most {LARGEST:,} bytes.")
    try:
        sent: Proof = msgspec.json.decode(raw, type=Proof)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Fault(f"The file holds no proof: {error}. Save the whole answer of the service.") from None
    return sent
