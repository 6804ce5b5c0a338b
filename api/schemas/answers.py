"""Responses for which no other package has a struct, and the OpenAPI names of all responses.

Their schemas are generated from the structs that are sent (`api.documentation.components`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Generic, Literal, TypeVar
from uuid import UUID

import msgspec
from msgspec import Meta

from api.documentation.components import Schema, Types, nullable, ref
from api.schemas.moderation import MeasureView, ReportView
from api.schemas.requests import MoveOfSeat, MovesOfSeat
from api.schemas.seeks import SeekView
from domain.application.arbiters import ArbiterTerm
from domain.application.arbitration import DisputeAnswer
from domain.application.audit import StepAudit
from domain.application.checks.citing import CitedFact
from domain.application.commands import SentMessage, StepAnswer
from domain.application.dispute_audit import DisputeView, Finding
from domain.application.lobby.answers import OpenedGame, SeatAnswer
from domain.application.looking import LookView
from domain.kernel.bots import MOST_TRIED
from domain.kernel.choice import Several, Template
from domain.kernel.rulebook import Clause
from domain.proof.checkpoints import TreeHead
from domain.record import views
from domain.record.disputes import DISPUTE_STATUSES, RULINGS
from domain.record.events import STEP_KINDS
from domain.record.game import GAME_STATUSES
from domain.record.talk import MessageView
from domain.verification import chance, moves
from eventstore.tables.tokens import AccountEvent, TokenItem
from projections.queries.clauses import ClauseCount
from projections.queries.items import (
    DisputedClause,
    DisputeItem,
    GameItem,
    HistoryItem,
    Page,
    PlayerGame,
    PlayerPage,
    ProjectionState,
    ScoreItem,
    Standing,
    TakenSeat,
)
from projections.queries.ratings import PlayerRating, RatedPlayer, RatingChange
from projections.queries.standings import MonthLeaders, PeriodStanding
from projections.read_models.scores import ScoreSeat
from service.draws import PurposeView
from service.readiness import Check
from service.version import VERSION

T = TypeVar("T")


class Numbered(msgspec.Struct, Generic[T], frozen=True):
    """A page of a list whose items have numbers."""

    items: Sequence[T]
    next: Annotated[int | None, Meta(description="The after of the next page, if any.")]


class Registered(msgspec.Struct, frozen=True):
    """A new player with the token, which is shown only once."""

    name: Annotated[str, Meta(description="The name of the player.")]
    token: Annotated[str, Meta(description="Send it as Authorization: Bearer TOKEN.")]


class ShownToken(msgspec.Struct, frozen=True):
    """A new token, which is shown only once."""

    id: Annotated[UUID, Meta(description="By which the token is named in the list; it proves nothing.")]
    label: Annotated[str, Meta(description="What its owner calls it.")]
    created: datetime
    token: Annotated[str, Meta(description="Send it as Authorization: Bearer TOKEN.")]


class ListedTokens(msgspec.Struct, frozen=True):
    """The tokens of a player."""

    items: Annotated[Sequence[TokenItem], Meta(description="The oldest first.")]
    current: Annotated[UUID, Meta(description="The id of the token that this request was sent with.")]


class RecoveryCodes(msgspec.Struct, frozen=True):
    """New recovery codes, which are shown only once."""

    codes: Annotated[Sequence[str], Meta(description="Each gives one new token.")]


class CodesLeft(msgspec.Struct, frozen=True):
    """The number of unused recovery codes."""

    left: Annotated[int, Meta(description="How many can still be used.")]


class OptionPreset(msgspec.Struct, frozen=True):
    """Options that go well together."""

    id: Annotated[str, Meta(description="Its name for programs; first-game is the one to begin with.")]
    title: Annotated[str, Meta(description="Its name for people.")]
    words: Annotated[str, Meta(description="What is played with it.")]
    options: Annotated[Mapping[str, object], Meta(description="The options to open a game with.")]
    seats: Annotated[Sequence[int], Meta(description="The numbers of seats that it is for.")]


class OptionGroupInfo(msgspec.Struct, frozen=True):
    """Options about one subject."""

    title: Annotated[str, Meta(description="What they are about.")]
    options: Annotated[Sequence[str], Meta(description="Their names.")]
    needs: Annotated[str | None, Meta(description="The option without which the others say nothing; null: none.")]


class IntroductionInfo(msgspec.Struct, frozen=True):
    """What a newcomer wants to know about a game before opening it."""

    sentence: Annotated[str, Meta(description="What the game is about.")]
    minutes: Annotated[tuple[int, int], Meta(description="How long it takes people at a table, from and to.")]
    weight: Annotated[Literal["light", "medium", "heavy"], Meta(description="How much there is to learn.")]
    presets: Annotated[Sequence[OptionPreset], Meta(description="Choices of options, the first for a first game.")]
    groups: Annotated[Sequence[OptionGroupInfo], Meta(description="The options of the rules by subject.")]


class RulesetInfo(msgspec.Struct, frozen=True):
    """A game in one edition."""

    id: Annotated[str, Meta(description="The id of the ruleset.")]
    title: Annotated[str, Meta(description="The name of the game.")]
    version: Annotated[str, Meta(description="Changes when the rules decide otherwise.")]
    seats: Annotated[Sequence[int], Meta(description="The numbers of seats that can be played.")]
    options: Annotated[Mapping[str, object], Meta(description="JSON Schema of the options.")]
    content: Annotated[str, Meta(description="SHA-256 of the content pack.")]
    clauses: Annotated[int, Meta(description="How many clauses the rulebook has.")]
    introduction: Annotated[IntroductionInfo | None, Meta(description="What to know before a first game, if said.")]


class Caller(msgspec.Struct, frozen=True):
    """The sender of a token: a player, possibly an arbiter, or the operator."""

    player: Annotated[str | None, Meta(description="The name of the player; null for the operator's token.")]
    arbiter: Annotated[bool, Meta(description="Whether the operator has appointed the player as arbiter.")]
    operator: Annotated[bool, Meta(description="Whether it is the operator's token.")]
    guest: Annotated[bool, Meta(description="Whether the player is a guest, whose name was made up.")]
    bot: Annotated[bool, Meta(description="Whether the account is that of a bot.")]


class Health(msgspec.Struct, frozen=True):
    """The process answers."""

    status: Literal["alive"] = "alive"
    version: Annotated[str, Meta(description="The version of Kifu that answers.", examples=["0.2.0"])] = VERSION


class Readiness(msgspec.Struct, frozen=True):
    """The service's ability to do its work."""

    status: Annotated[
        Literal["ready", "degraded"],
        Meta(description="degraded: a read model has stopped, or is false, commits wait, or a check is not ok."),
    ]
    projections: Annotated[Sequence[ProjectionState], Meta(description="How far each read model is.")]
    checks: Annotated[Sequence[Check], Meta(description="What is watched besides: always the same names.")]
    commits: Annotated[
        Literal["confirmed", "waiting"] | msgspec.UnsetType,
        Meta(
            description="Only where a synchronous standby confirms what is recorded. waiting: it does not, so no move "
            "is acknowledged, although the database answers."
        ),
    ] = msgspec.UNSET


NAMES: dict[object, str] = {
    chance.ChanceView: "Chance",
    chance.OutcomeView: "RandomOutcome",
    DisputeAnswer: "RecordedDispute",
    DisputeItem: "ListedDispute",
    DisputeView: "Dispute",
    GameItem: "ListedGame",
    HistoryItem: "HistoryLine",
    MessageView: "Message",
    Numbered[AccountEvent]: "AccountEvents",
    Numbered[DisputeView]: "Disputes",
    Numbered[LookView]: "Looks",
    Numbered[MessageView]: "Messages",
    Numbered[TreeHead]: "TreeHeads",
    Numbered[views.StepView]: "Steps",
    LookView: "Look",
    Page[ArbiterTerm]: "Arbiters",
    Page[Clause]: "Clauses",
    Page[DisputedClause]: "DisputedClauses",
    Page[DisputeItem]: "ListedDisputes",
    Page[GameItem]: "Games",
    Page[HistoryItem]: "History",
    Page[PlayerGame]: "PlayerGames",
    Page[ClauseCount]: "ClauseCounts",
    Page[MonthLeaders]: "LeadersByMonth",
    Page[PeriodStanding]: "Standings",
    Page[PlayerRating]: "PlayerRatings",
    Page[RatedPlayer]: "Ranking",
    Page[RatingChange]: "RatingChanges",
    Page[RulesetInfo]: "Rulesets",
    Page[ScoreItem]: "Scores",
    MeasureView: "Measure",
    Page[MeasureView]: "Measures",
    Page[ReportView]: "Reports",
    ReportView: "Report",
    Page[SeekView]: "Seeks",
    Page[Standing]: "Leaderboard",
    PlayerPage: "Player",
    ProjectionState: "Projection",
    PurposeView: "Purpose",
    RulesetInfo: "Ruleset",
    ScoreItem: "ScoredGame",
    ScoreSeat: "ScoredSeat",
    SeatAnswer: "TakenSeat",
    StepAnswer: "RecordedStep",
    TakenSeat: "ListedSeat",
    SeekView: "Seek",
    Several: "MoveTemplateSet",
    Template: "MoveTemplate",
    TokenItem: "ListedToken",
    views.ChoiceView: "Choice",
    views.GameInfo: "Game",
    views.SeatInfo: "Seat",
    views.StateView: "State",
    views.StepView: "Step",
}
"""The names of structs in OpenAPI, and so in clients, where they differ from the class name."""


def name_of(struct: object) -> str:
    """The name of the component of a struct."""
    return NAMES.get(struct) or str(getattr(struct, "__name__", struct))


def _one_of(values: Sequence[str]) -> Schema:
    return {"type": "string", "enum": list(values)}


_STATUS = _one_of(GAME_STATUSES)
_KIND = _one_of(list(STEP_KINDS.values()))
_BRANCH = nullable(ref("Branch"))
_RAW: Schema = {"type": ["object", "null"], "additionalProperties": True}

TYPED: Types = {
    (views.GameInfo, "options"): ref("Options"),
    (OpenedGame, "options"): ref("Options"),
    (GameItem, "options"): ref("Options"),
    (GameItem, "status"): _STATUS,
    (GameItem, "branch"): _BRANCH,
    (MoveOfSeat, "move"): ref("Move"),
    (MovesOfSeat, "moves"): {"type": "array", "items": ref("Move"), "minItems": 1, "maxItems": MOST_TRIED},
    (views.LegalMove, "move"): ref("Move"),
    (views.StateView, "state"): nullable(ref("View")),
    (views.StepView, "move"): ref("Move"),
    (views.StepView, "facts"): {"type": "array", "items": ref("Fact")},
    (CitedFact, "fact"): ref("Fact"),
    (StepAudit, "move"): nullable(ref("Move")),
    (Finding, "expected"): _RAW,
    (Finding, "recorded"): _RAW,
    (moves.Difference, "expected"): _RAW,
    (moves.Difference, "recorded"): _RAW,
    (DisputeItem, "status"): _one_of(DISPUTE_STATUSES),
    (DisputeItem, "ruling"): nullable(_one_of(RULINGS)),
    (HistoryItem, "kind"): _KIND,
    (ScoreItem, "status"): _STATUS,
    (PlayerGame, "status"): _STATUS,
}
"""The types of struct members that hold text or raw JSON."""

SIGNED = (OpenedGame, SeatAnswer, StepAnswer, DisputeAnswer, SentMessage)
"""Answers that always have a receipt, since a service signs everything it records."""
