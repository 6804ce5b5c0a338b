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

if TYPE_CHECKING:
    from domain.proof.checkpoints import Proof

LARGEST = 1 << 16


@click.command(
    cls=Command,
    examples=("kifu proof proof.json --keys kifu-keys.json", "curl -s $KIFU/games/$GAME/proofs/5 | kifu proof -"),
)
@click.argument("file", type=click.File("rb"))
@keys_option
@as_json
def proof(file: BinaryIO, keys: Path | None, json_wanted: bool) -> None:
    """Check a proof of the log, without server or database.

    FILE is what the service answered at .../proofs/N or .../consistency; - is standard input. The exit code is 0 only
    if the heads in the proof are signed by the keys and its path leads from one to the other.
    """
    from domain.proof.checkpoints import check_proof
    from service import signing
    from service.settings import read_settings

    sent = _parse_proof(file.read(LARGEST + 1))
    found = check_proof(sent, read_keys(keys) if keys else signing.load_keyring(read_settings()))
    if json_wanted:
        show_json(found)
    else:
        click.echo(f"{'Genuine' if found.genuine else 'NOT genuine'}: {found.why}")
    if not found.genuine:
        raise SystemExit(1)


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
