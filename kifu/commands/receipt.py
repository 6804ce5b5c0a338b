"""`kifu receipt`: whether a receipt is genuine, and whether the record has what it promises."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

import click
import msgspec

from domain.application.audit import Audit
from domain.proof import chain
from domain.proof.receipts import Keyring, Receipt, ReceiptCheck
from domain.verification.record import check_history, public_part_by_opening
from kifu.commands.archive import FILE, keys_from, keys_option, parsed
from kifu.shared.faults import Fault
from kifu.shared.terminal import as_json, show_json
from service import signing
from service.settings import read_settings

LARGEST = 1 << 20
VERDICTS = {
    "in-history": "Genuine, and in the history",
    "not-in-history": "Genuine, and NOT in the history",
    "not-genuine": "Not genuine",
}


class _Answer(msgspec.Struct):
    """The answer to a move, which holds its receipt."""

    receipt: Receipt


@click.command()
@click.argument("file", type=click.File("rb"))
@keys_option
@click.option("--archive", "path", type=FILE, help="Look it up in this .kifu file; unasked, in the database.")
@as_json
def receipt(file: BinaryIO, keys: Path | None, path: Path | None, json_wanted: bool) -> None:
    """Check the receipt in FILE (`-`: standard input), which may also be the whole answer to a move.

    Ends with 1 unless the receipt is genuine and the record has what it promises. With --keys and --archive it needs
    neither server nor database.
    """
    wanted = _receipt(file.read(LARGEST + 1))
    keyring = keys_from(keys) if keys else signing.load_keyring(read_settings())
    found = _in_file(wanted, keyring, path) if path else _in_database(wanted, keyring)
    if json_wanted:
        show_json(found)
    else:
        click.echo(f"{VERDICTS[found.verdict]}: {found.why}")
    if found.verdict != "in-history":
        raise SystemExit(1)


def _receipt(raw: bytes) -> Receipt:
    if len(raw) > LARGEST:
        raise Fault(f"a receipt has no more than {LARGEST} bytes.")
    try:
        whole = isinstance(msgspec.json.decode(raw, type=dict[str, msgspec.Raw]).get("receipt"), msgspec.Raw)
        return msgspec.json.decode(raw, type=_Answer).receipt if whole else msgspec.json.decode(raw, type=Receipt)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Fault(f"this is no receipt: {error}.") from None


def _in_file(wanted: Receipt, keyring: Keyring, path: Path) -> ReceiptCheck:
    fault = keyring.fault(wanted)
    if fault is not None:
        return ReceiptCheck("not-genuine", fault)
    archive = parsed(path)
    if archive.header.game != wanted.game:
        raise Fault(f"{path} is of another game than the receipt.")
    public = chain.redacted_public_part if archive.header.redacted else public_part_by_opening(archive.rows)
    return check_history(wanted, archive.rows, public)


def _in_database(wanted: Receipt, keyring: Keyring) -> ReceiptCheck:
    from kifu.shared.database import open_games

    with open_games() as games:
        return Audit(games, keyring).check(wanted)
