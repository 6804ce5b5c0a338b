"""`kifu proof`: whether a proof of the log is genuine, without server or database."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

import click
import msgspec

from domain.proof.checkpoints import Proof, check_proof
from kifu.commands.archive import keys_from, keys_option
from kifu.shared.faults import Fault
from kifu.shared.terminal import as_json, show_json
from service import signing
from service.settings import read_settings

LARGEST = 1 << 16

_proof: msgspec.json.Decoder[Proof] = msgspec.json.Decoder(Proof)


@click.command()
@click.argument("file", type=click.File("rb"))
@keys_option
@as_json
def proof(file: BinaryIO, keys: Path | None, json_wanted: bool) -> None:
    """Check the proof in FILE (`-`: standard input), as .../proofs/N or .../consistency of the service gave it.

    Ends with 0 only if the heads in it are signed by the keys and the path leads where it says.
    """
    raw = file.read(LARGEST + 1)
    if len(raw) > LARGEST:
        raise Fault(f"a proof has no more than {LARGEST} bytes.")
    try:
        sent = _proof.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Fault(f"this is no proof: {error}.") from None
    found = check_proof(sent, keys_from(keys) if keys else signing.load_keyring(read_settings()))
    if json_wanted:
        show_json(found)
    else:
        click.echo(f"{'Genuine' if found.genuine else 'NOT genuine'}: {found.why}")
    if not found.genuine:
        raise SystemExit(1)
