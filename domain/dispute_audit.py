"""A dispute with all that helps to rule on it: the audit of its step, and what the rules engine says of that step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal
from uuid import UUID

import msgspec

from domain import ledger
from domain.arbitration import disputed_in
from domain.auditing import Audit, StepAudit
from domain.disputes import Dispute, DisputeStatus, Ruling
from domain.events import AnyEvent, MoveTakenBack, Step
from domain.games import Games
from domain.kernel.audience import Viewer
from domain.kernel.words import listed
from domain.reading import KINDS


class DisputeView(msgspec.Struct, frozen=True):
    """A dispute as everyone may see it; fields as in `domain.disputes.Dispute`, with the times of its steps."""

    number: int
    status: DisputeStatus
    n: int
    step: int
    seat: int
    player: str
    clause: str | None
    claim: str
    raised_at: datetime
    closed_at: datetime | None
    ruling: Ruling | None
    withdrawn: int | None


class Finding(msgspec.Struct, frozen=True):
    """What the rules engine says of a disputed step.

    `follows`: carried out again, the recorded move gives the recorded facts. `differs` and `refused`: it does not, and
    `expected` and `recorded` are the first facts that differ, null for those who may not see them. `no-move`: the rules
    of the game have no part in the step. `cites` are the clauses that its facts follow from; `disputed_clause_cited`
    is null where the claim names no clause.
    """

    verdict: Literal["follows", "differs", "refused", "no-move"]
    words: str
    cites: tuple[str, ...]
    disputed_clause_cited: bool | None
    expected: msgspec.Raw | None = None
    recorded: msgspec.Raw | None = None


class DisputeAudit(msgspec.Struct, frozen=True):
    """A dispute with the audit of its step as the viewer may see it, and the finding of the rules engine."""

    dispute: DisputeView
    audit: StepAudit
    finding: Finding


def all_of(games: Games, game_id: UUID) -> list[DisputeView]:
    """The disputes of a game in the order of their numbers; raises UnknownGame."""
    game = games.current(game_id)
    if not game.disputes:
        return []
    times = _times(games.recorded(game_id))
    return [_view(dispute, times) for dispute in game.disputes]


def one_of(games: Games, audit: Audit, game_id: UUID, number: int, viewer: Viewer) -> DisputeAudit:
    """A dispute with what helps to rule on it; raises UnknownGame, UnknownDispute, DamagedRecord."""
    dispute = disputed_in(games.current(game_id), number)
    step = audit.step(game_id, dispute.step, viewer)
    events = games.recorded(game_id)
    finding = _finding(games, events, dispute, step, viewer)
    return DisputeAudit(_view(dispute, _times(events)), step, finding)


def _times(events: Sequence[AnyEvent]) -> dict[int, datetime]:
    """When each step was recorded."""
    return {event.n: event.timestamp for event in events if isinstance(event, Step)}


def _view(dispute: Dispute, times: Mapping[int, datetime]) -> DisputeView:
    closed = dispute.ruling.n if dispute.ruling is not None else dispute.withdrawn
    return DisputeView(
        number=dispute.number,
        status=dispute.status,
        n=dispute.n,
        step=dispute.step,
        seat=dispute.seat,
        player=dispute.player,
        clause=dispute.clause,
        claim=dispute.claim,
        raised_at=times[dispute.n],
        closed_at=None if closed is None else times[closed],
        ruling=dispute.ruling,
        withdrawn=dispute.withdrawn,
    )


def _finding(games: Games, events: Sequence[AnyEvent], dispute: Dispute, step: StepAudit, viewer: Viewer) -> Finding:
    cites = tuple(dict.fromkeys(fact.clause for fact in step.facts))
    cited = None if dispute.clause is None else dispute.clause in cites
    if step.kind == KINDS[MoveTakenBack]:
        return Finding("no-move", "A take-back follows no rule of the game; it only goes back.", cites, cited)
    difference = ledger.difference(events, dispute.step, games.rulesets)
    if difference is None:
        told = "Carried out again, the step gives the facts that are recorded"
        by = f"; they follow from {listed(cites)}" if cites else ""
        return Finding("follows", f"{told}{by}.", cites, cited)
    verdict: Literal["refused", "differs"] = "refused" if difference.refused else "differs"
    if not viewer.sees_all:
        words = "Carried out again, the step gives something else; the arbiter sees what."
        return Finding(verdict, words, cites, cited)
    return Finding(verdict, difference.why, cites, cited, difference.expected, difference.recorded)
