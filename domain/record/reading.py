"""Reads from events their facts, the pointers to secrets, and which steps are in force."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from domain.kernel.audience import Viewer
from domain.kernel.chance import Chance
from domain.kernel.choice import Move
from domain.kernel.fact import Fact, hidden_fields, visible_fields
from domain.kernel.ruleset import AnyRuleset
from domain.kernel.table import State
from domain.record.disputes import Dispute
from domain.record.events import (
    AnyEvent,
    DisputeRaised,
    DisputeRuled,
    GameOpened,
    GameStarted,
    MovePlayed,
    MoveTakenBack,
    PlayEvent,
    SeatResigned,
)

SALT = "/signed/salt"
"""From a signature and its salt, anybody can find the move by trying all moves, so the salt is as secret as the move.
"""


def steps_in_force(events: Sequence[AnyEvent]) -> tuple[int, ...]:
    """Return the steps of play that are in force: neither taken back nor undone by a ruling.

    Resignations after which the others play on do not count: they make no position, and no ruling undoes them.
    """
    line: list[int] = []
    for event in events:
        if isinstance(event, MoveTakenBack):
            line = [n for n in line if n != event.undone]
        elif isinstance(event, DisputeRuled):
            line = [n for n in line if n not in event.undone]
        elif isinstance(event, PlayEvent) and not _plays_on(event):
            line.append(event.n)
    return tuple(line)


def _plays_on(event: AnyEvent) -> bool:
    return isinstance(event, SeatResigned) and event.result is msgspec.UNSET


def hidden_pointers(facts: Sequence[Fact[State]] = (), move: Move | None = None) -> tuple[str, ...]:
    """Return the pointers, in an event with these facts and this move, to values that not everyone may see."""
    found = [f"/move/{field}" for field in hidden_fields(type(move))] if move is not None else []
    for place, fact in enumerate(facts):
        found += [f"/facts/{place}/{field}" for field in hidden_fields(type(fact))]
    return tuple(found)


def visible_pointers(event: AnyEvent, ruleset: AnyRuleset, viewer: Viewer) -> tuple[str, ...]:
    """Return the pointers to hidden values of an event that this viewer may see; the seed is never among them."""
    found = []
    if isinstance(event, MovePlayed):
        move = ruleset.decode_move(bytes(event.move))
        seen = [f"/move/{field}" for field in visible_fields(move, viewer, (event.seat,))]
        found += seen
        if SALT in (event.hidden or ()) and len(seen) == len(hidden_fields(type(move))):
            found.append(SALT)
    for place, fact in enumerate(facts_of(event, ruleset)):
        found += [f"/facts/{place}/{field}" for field in visible_fields(fact, viewer, fact.owners())]
    return tuple(found)


def event_hidden_pointers(event: AnyEvent, ruleset: AnyRuleset) -> tuple[str, ...]:
    """Return the pointers to the hidden values of an event: as recorded, or by the current rules."""
    if isinstance(event.hidden, tuple):
        return event.hidden
    if isinstance(event, GameOpened):
        seed = () if event.teaching else ("/seed",)
        return (*seed, "/position") if event.position else seed
    move = ruleset.decode_move(bytes(event.move)) if isinstance(event, MovePlayed) else None
    return hidden_pointers(facts_of(event, ruleset), move)


def facts_of(event: AnyEvent, ruleset: AnyRuleset) -> tuple[Fact[State], ...]:
    """Return the facts of an event; none if it is not a consequence of the rules."""
    return ruleset.decode_facts(event.facts) if isinstance(event, GameStarted | MovePlayed) else ()


def is_sealed(facts: Sequence[Fact[State]], chance: Chance) -> bool:
    """Return whether a move that led to these facts cannot be taken back: chance decided, or somebody learned
    something."""
    return bool(chance.outcomes) or any(fact.reveals for fact in facts)


def read_dispute(event: DisputeRaised) -> Dispute:
    """Return the dispute that begins with an event."""
    claim = event.clause, event.claim, event.timestamp
    return Dispute(event.dispute, event.n, event.seat, event.player, event.step, *claim)
