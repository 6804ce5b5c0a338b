"""Events that would be signed into the log without a receipt although no import brought them."""

from __future__ import annotations

from domain.application.checks.receipts_due import count_before_signing
from domain.application.checks.streams import read_game_of_talk
from domain.proof.receipts import Keyring
from eventstore.tables.log import LogWriter


def find_missing_receipt(log: LogWriter, keyring: Keyring, partition: int, after: int, until: int) -> str | None:
    """Return the first event after position `after`, up to `until`, that lacks a required receipt, if there is one.

    No receipt is required before the service has first signed the size of the partition.
    """
    before = count_before_signing(log, keyring, partition)
    if before is None:
        return None
    without = log.receipts.streams(partition, max(before, after), until)
    if not without:
        return None
    games = {}
    for stream in without:
        spoken_in = read_game_of_talk(log.receipts.first_event(partition, stream))
        games[stream] = spoken_in if spoken_in is not None else stream
    came = log.receipts.imported({*games, *games.values()})
    for stream, position in without.items():
        if not {stream, games[stream]} & came:
            return f"the event at position {position}, of game {stream}, has no receipt, and no import brought it"
    return None
