"""A dispute with what helps an arbiter rule on it: the audit of its step, and the rules engine's finding."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec
from msgspec import Meta

from domain.application.arbitration import find_dispute
from domain.application.audit import Audit, StepAudit
from domain.application.checks.citing import CitedClause, cite_clause
from domain.application.stored.personal import open_seals
from domain.application.stored.stored_games import StoredGames
from domain.kernel.audience import Viewer
from domain.kernel.language import say
from domain.kernel.words import join_words
from domain.personal.values import Openings, SealedText, read_text
from domain.record.damage import reading_record
from domain.record.disputes import Dispute, DisputeStatus, RecordedRuling, RulingKind
from domain.record.events import AnyEvent, MoveTakenBack
from domain.record.reading import steps_in_force
from domain.verification import moves as ledger


class Ruling(msgspec.Struct, frozen=True):
    """The arbiter's ruling in step `n`, and the steps that it undid."""

    n: Annotated[int, Meta(description="The step of the ruling.")]
    ruling: Annotated[RulingKind, Meta(description="What the ruling does.")]
    clause: Annotated[str, Meta(description="The clause that it follows.")]
    words: Annotated[str, Meta(description="The reason, in the words of the arbiter; empty if erased.")]
    undone: Annotated[tuple[int, ...], Meta(description="The steps that it undid.")]
    arbiter: Annotated[
        str | None, Meta(description="The player who ruled; null for rulings from before arbiters had names.")
    ] = None


class DisputeView(msgspec.Struct, frozen=True):
    """A dispute as everyone may see it; fields as in `domain.record.disputes.Dispute`."""

    number: Annotated[int, Meta(description="The number of the dispute in its game, from 1.")]
    status: DisputeStatus
    n: Annotated[int, Meta(description="The step in which it was raised.")]
    step: Annotated[int, Meta(description="The step that it is about.")]
    seat: int
    player: str
    clause: Annotated[str | None, Meta(description="The clause that the claim names.")]
    claim: Annotated[str, Meta(description="The objection in the player's own words; empty if erased.")]
    raised_at: datetime
    closed_at: Annotated[datetime | None, Meta(description="When it was ruled on or withdrawn.")]
    ruling: Annotated[Ruling | None, Meta(description="How the arbiter ruled; null while there is no ruling.")]
    withdrawn: Annotated[int | None, Meta(description="The step in which it was withdrawn.")]


class Finding(msgspec.Struct, frozen=True):
    """The rules engine's finding about a disputed step.

    `follows`: the recorded move, replayed, gives the recorded facts. `differs` and `refused`: it does not; `expected`
    and `recorded` are then the first facts that differ, null for viewers who may not see them. `no-move`: the step does
    not involve the rules of the game. `cites` are the clauses that its facts follow from; `disputed_clause_cited` is
    null if the claim names no clause. `by_chance`: replayed, the step draws random outcomes.
    """

    verdict: Annotated[
        Literal["follows", "differs", "refused", "no-move"],
        Meta(description="follows: the rules give the same facts; no-move: no rule applies."),
    ]
    words: Annotated[str, Meta(description="The finding in words.")]
    cites: Annotated[tuple[str, ...], Meta(description="The clauses that the facts of the step follow from.")]
    disputed_clause_cited: Annotated[
        bool | None, Meta(description="Whether the disputed clause is among them; null: there is none.")
    ]
    by_chance: Annotated[bool, Meta(description="Whether the step draws random outcomes.")]
    expected: Annotated[
        msgspec.Raw | None,
        Meta(description="The first fact that differs, by the rules."),
    ] = None
    recorded: Annotated[msgspec.Raw | None, Meta(description="The same fact as it was recorded.")] = None


class DisputeAudit(msgspec.Struct, frozen=True):
    """A dispute with the audit of its step as the viewer may see it, and the finding of the rules engine.

    `stands`: since then the step was neither taken back nor undone by a ruling. `disputed_clause` is the clause that
    the claim names, `ruling_clause` the one by which the arbiter ruled.
    """

    dispute: DisputeView
    stands: Annotated[bool, Meta(description="False if the step was taken back or undone by a ruling.")]
    disputed_clause: Annotated[CitedClause | None, Meta(description="The clause that the claim names.")]
    ruling_clause: Annotated[CitedClause | None, Meta(description="The clause by which the arbiter ruled.")]
    audit: Annotated[StepAudit, Meta(description="The audit of the disputed step.")]
    finding: Annotated[Finding, Meta(description="What the rules engine says of the step.")]


def list_disputes(stored: StoredGames, game_id: UUID, after: int = 0, limit: int | None = None) -> list[DisputeView]:
    """List at most `limit` disputes of a game with numbers above `after`, in order; raises UnknownGame."""
    found = [dispute for dispute in stored.current(game_id).disputes if dispute.number > after]
    return _view_disputes(stored, found[:limit])


def audit_dispute(stored: StoredGames, audit: Audit, game_id: UUID, number: int, viewer: Viewer) -> DisputeAudit:
    """Return a dispute with its audit and finding; raises UnknownGame, UnknownDispute, DamagedRecord."""
    game = stored.current(game_id)
    dispute = find_dispute(game, number)
    step = audit.step(game_id, dispute.step, viewer)
    events = stored.recorded_events(game_id)
    with reading_record():
        return DisputeAudit(
            dispute=_view_disputes(stored, [dispute])[0],
            stands=step.kind == MoveTakenBack.KIND or dispute.step in steps_in_force(events),
            disputed_clause=None if dispute.clause is None else cite_clause(game, dispute.clause),
            ruling_clause=None if dispute.ruling is None else cite_clause(game, dispute.ruling.clause),
            audit=step,
            finding=_find(stored, events, dispute, step, viewer),
        )


def _view_disputes(stored: StoredGames, disputes: Sequence[Dispute]) -> list[DisputeView]:
    ruled = [dispute.ruling.words for dispute in disputes if dispute.ruling is not None]
    texts = [*(dispute.claim for dispute in disputes), *ruled]
    seals = [text.sealed for text in texts if isinstance(text, SealedText)]
    openings = open_seals(stored.store.personal, seals)
    return [_view_dispute(dispute, openings) for dispute in disputes]


def _view_dispute(dispute: Dispute, openings: Openings) -> DisputeView:
    return DisputeView(
        number=dispute.number,
        status=dispute.status,
        n=dispute.n,
        step=dispute.step,
        seat=dispute.seat,
        player=dispute.player,
        clause=dispute.clause,
        claim=read_text(dispute.claim, openings) or "",
        raised_at=dispute.raised_at,
        closed_at=dispute.closed_at,
        ruling=_view_ruling(dispute.ruling, openings) if dispute.ruling is not None else None,
        withdrawn=dispute.withdrawn,
    )


def _view_ruling(ruling: RecordedRuling, openings: Openings) -> Ruling:
    words = read_text(ruling.words, openings) or ""
    return Ruling(ruling.n, ruling.ruling, ruling.clause, words, ruling.undone, ruling.arbiter)


def _find(
    stored: StoredGames, events: Sequence[AnyEvent], dispute: Dispute, step: StepAudit, viewer: Viewer
) -> Finding:
    cites = tuple(dict.fromkeys(fact.clause for fact in step.facts))
    cited = None if dispute.clause is None else dispute.clause in cites
    if step.kind == MoveTakenBack.KIND:
        words = say("A take-back follows no rule of the game; it only goes back.")
        return Finding("no-move", words, cites, cited, by_chance=False)
    difference, outcomes = ledger.find_difference(events, dispute.step, stored.rulesets)
    by_chance = outcomes > 0
    if difference is None:
        words = (
            say(
                "Carried out again, the step gives the facts that are recorded; they follow from {clauses}.",
                clauses=join_words(cites),
            )
            if cites
            else say("Carried out again, the step gives the facts that are recorded.")
        )
        return Finding("follows", words, cites, cited, by_chance)
    verdict: Literal["refused", "differs"] = "refused" if difference.refused else "differs"
    if not viewer.sees_all:
        words = say("Carried out again, the step gives something else; the arbiter sees what.")
        return Finding(verdict, words, cites, cited, by_chance)
    return Finding(verdict, difference.why, cites, cited, by_chance, difference.expected, difference.recorded)
