"""Decides whether the result of a game counts for its players, and if not, why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from domain.proof.envelope import UNREADABLE_JSON
from domain.record.counting import Uncounted, why_by_opening, why_by_players
from domain.record.events import DisputeRuled, MovePlayed, MoveTakenBack
from eventstore.codec import read_payload
from eventstore.feed import FeedEvent
from projections.contract import Rows
from projections.read_models.seating import Seating

FEWEST_MOVES = 2
"""How often each seat must have moved for the result to count."""
COUNTED = [MovePlayed.TOPIC, MoveTakenBack.TOPIC, DisputeRuled.TOPIC]

UNDOING = [MoveTakenBack.TOPIC, DisputeRuled.TOPIC]
FIRST_MOVES = 8
"""How many moves for each seat are read at first; unless some were undone, they nearly always suffice."""

# Found by the stream of the last event, since an imported game replaced by a better file is stored under another id.
GAME = """
WITH game AS MATERIALIZED (
  SELECT partition, game_id, version FROM kifu.event
   WHERE partition = %s::smallint AND position = %s::bigint
)
SELECT found.payload FROM game JOIN kifu.event AS found USING (partition, game_id)
 WHERE found.version <= game.version AND found.topic = ANY (%s::text[])
 ORDER BY found.version LIMIT %s::bigint
"""


class _Played(msgspec.Struct, frozen=True):
    """The relevant part of a move, of a take-back of the move `undone`, and of a ruling that undid several."""

    n: int
    seat: int | None = None
    undone: int | tuple[int, ...] = ()


def why_uncounted(cursor: Rows, seating: Seating, last: FeedEvent) -> Uncounted | None:
    """Return why the result of a game, which ended with its event `last`, does not count; None if it does."""
    if (why := why_by_opening(seating)) is not None:
        return why
    if seating.imported and not seating.vouched:
        return "imported"
    if (why := why_by_players(seating.players)) is not None:
        return why
    return "too-short" if _is_too_short(cursor, last, len(seating.players)) else None


def _is_too_short(cursor: Rows, last: FeedEvent, seats: int) -> bool:
    """Return whether some seat has not moved often enough."""
    first = None if _read(cursor, last, UNDOING, 1) else FIRST_MOVES * seats
    if _have_moved(_read(cursor, last, COUNTED, first), seats):
        return False
    return first is None or not _have_moved(_read(cursor, last, COUNTED, None), seats)


def _read(cursor: Rows, last: FeedEvent, topics: list[str], most: int | None) -> list[str]:
    """Read the first `most` events of these kinds of the game, or all of them."""
    cursor.execute(GAME, (last.partition, last.position, topics, most))
    return [payload for (payload,) in cursor.fetchall()]


def _have_moved(payloads: Iterable[str], seats: int) -> bool:
    moves = _count_moves(payloads)
    return all(moves[seat] >= FEWEST_MOVES for seat in range(seats))


def _count_moves(payloads: Iterable[str]) -> Counter[int]:
    """Count each seat's moves that are in force, neither taken back nor undone by a ruling.

    Moves by rule for a resigned seat count too, since the others have played a whole game.
    """
    by_step: dict[int, int] = {}
    for payload in payloads:
        try:
            played = msgspec.json.decode(read_payload(payload), type=_Played)
        except UNREADABLE_JSON:
            # Verification reports it; one changed event must not stop the list of all games.
            continue
        undone = (played.undone,) if isinstance(played.undone, int) else played.undone
        for n in undone:
            by_step.pop(n, None)
        if not undone and played.seat is not None:
            by_step[played.n] = played.seat
    return Counter(by_step.values())
