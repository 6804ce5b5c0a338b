"""The work of `kifu receipt`."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

import click
import msgspec

from domain.application.audit import Audit
from domain.kernel.language import fill, mark, say, translate
from domain.kernel.words import say_json_fault
from domain.proof import chain
from domain.proof.receipts import Keyring, Receipt, ReceiptCheck
from domain.record.talk import talk_id
from domain.verification.record import check_history, public_part_by_opening
from kifu.shared.faults import Fault
from kifu.shared.files import parse_archive, read_keys
from kifu.shared.stored_games import load_keys, open_games
from kifu.shared.terminal import show_json
from service.keys import signing
from service.settings import read_settings

LARGEST = 1 << 20
VERDICTS = {
    "in-history": mark("Genuine, and in the history"),
    "not-in-history": mark("Genuine, and NOT in the history"),
    "not-genuine": mark("Not genuine"),
}


def receipt(file: BinaryIO, keys: Path | None, path: Path | None, json_wanted: bool) -> None:
    """Check a receipt, and that the record has what it promises."""
    wanted = _parse_receipt(file.read(LARGEST + 1))
    known = read_keys(keys) if keys else None
    if path:
        found = _check_in_file(wanted, known or signing.load_keyring(read_settings()), path)
    else:
        found = _check_in_database(wanted, known)
    if json_wanted:
        show_json(found)
    else:
        click.echo(say("{verdict}: {why}", verdict=translate(VERDICTS[found.verdict]), why=found.why))
    if found.verdict != "in-history":
        raise SystemExit(1)


def _parse_receipt(raw: bytes) -> Receipt:
    if len(raw) > LARGEST:
        most = f"{LARGEST:,}"
        raise Fault(say("The file is too long for a receipt, which has at most {most} bytes.", most=most))
    try:
        within = msgspec.json.decode(raw, type=dict[str, msgspec.Raw]).get("receipt")
        return msgspec.json.decode(raw if within is None else within, type=Receipt)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        why = say_json_fault(str(error))
        raise Fault(say("The file holds no receipt: {why}. Save the whole answer to a move.", why=why)) from None


def _check_in_file(wanted: Receipt, keyring: Keyring, path: Path) -> ReceiptCheck:
    fault = keyring.receipt_fault(wanted)
    if fault is not None:
        return ReceiptCheck("not-genuine", fault)
    archive = parse_archive(path)
    of_talk = wanted.game == talk_id(archive.header.game)
    if archive.header.game != wanted.game and not of_talk:
        text = mark("{path} is the file of another game. The receipt is of game {game}.")
        raise Fault(fill(translate(text), path=path, game=wanted.game))
    rows = archive.talk if of_talk else archive.rows
    public = chain.redacted_public_part if archive.header.redacted else public_part_by_opening(rows)
    return check_history(wanted, rows, public)


def _check_in_database(wanted: Receipt, keyring: Keyring | None) -> ReceiptCheck:
    with open_games() as games:
        return Audit(games.stored, games.queries, keyring or load_keys(read_settings())).check(wanted)
