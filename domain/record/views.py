"""What leaves the house: games, states, steps and legal moves for one viewer, each built from nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

import msgspec

from domain.kernel.audience import ARBITER, Viewer
from domain.kernel.choice import AnyChoice, AnyItem, Move, Template, open_choices
from domain.kernel.fact import Shown, shown
from domain.kernel.scoring import Result
from domain.kernel.table import Asked, State
from domain.record.disputes import RulingKind
from domain.record.events import (
    AnyEvent,
    Branch,
    DisputeEvent,
    DisputeRaised,
    DisputeRuled,
    MovePlayed,
    MoveTakenBack,
    Step,
    StepKind,
)
from domain.record.game import Game, Status, facts_of
from domain.record.words import Reader


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat and the player on it."""

    seat: int
    player: str | None


class GameInfo(msgspec.Struct, frozen=True):
    """A game without what happens on its table. `seed` is the server's, of which `commitment` is the digest.

    It is given once the game is over, or if it was never secret. `entropies` are what players added to it, by seat.
    While disputes are open that make the game wait for the arbiter, it is `paused`.

    `sides` are the names of the sides that are no seats; a result numbers them after the seats.
    """

    id: UUID
    ruleset: str
    rules_version: str
    options: msgspec.Raw
    seats: tuple[SeatInfo, ...]
    sides: tuple[str, ...]
    status: Status
    version: int
    step: int
    to_move: tuple[int, ...]
    commitment: str
    teaching: bool
    seed: str | None
    content: str
    unlisted: bool
    opened_by: str | None
    opened_at: datetime
    result: Result | None
    derivation: str | None
    entropies: tuple[str | None, ...]
    branch: Branch | None
    paused: bool
    open_disputes: tuple[int, ...]

    @property
    def over(self) -> bool:
        """Whether the game has ended, one way or the other."""
        return self.result is not None


class OpenChoice(msgspec.Struct, frozen=True):
    """A question to a seat, as everyone may know it."""

    seat: int
    prompt: str
    clause: str


class LegalMove(msgspec.Struct, frozen=True):
    """A legal move, as it is to be sent, and what it does."""

    move: Move
    label: str


class ChoiceView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question with its answers; `moves` is missing for those who may not know them."""

    seat: int
    prompt: str
    clause: str
    moves: tuple[LegalMove, ...] | None = None
    template: Template | None = None


class LegalMoves(msgspec.Struct, frozen=True):
    """The open questions of a game at a version."""

    version: int
    choices: tuple[ChoiceView, ...]


class StateView(msgspec.Struct, frozen=True):
    """What a viewer sees of a state; `state` is null before the set-up."""

    version: int
    step: int
    state: msgspec.Struct | None


class StepView(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One step for a viewer.

    `to` is the step that a take-back or a ruling went back to, `undone` the move that was taken back and `annulled` the
    steps that a ruling undid. `dispute` is the number of the dispute that the step is about; the move that corrects
    has one, too. A dispute and a ruling on it say which step is `disputed`; `claim` are the words of the seat, `reason`
    those of the arbiter, and `clause` is the one that either names.
    """

    n: int
    version: int
    kind: StepKind
    seat: int | None = None
    player: str | None = None
    move: Shown | None = None
    facts: tuple[Shown, ...]
    open: tuple[OpenChoice, ...]
    words: str
    time: datetime
    to: int | None = None
    undone: int | None = None
    dispute: int | None = None
    annulled: tuple[int, ...] = ()
    disputed: int | None = None
    clause: str | None = None
    claim: str | None = None
    ruling: RulingKind | None = None
    reason: str | None = None


class Explanation(msgspec.Struct, frozen=True):
    """Whether a move would be legal, and if not, the clause that forbids it, its text and the reason."""

    legal: bool
    clause: str | None = None
    text: str | None = None
    why: str | None = None


def view_game(game: Game) -> GameInfo:
    """The public description of a game."""
    opened = game.opened
    return GameInfo(
        id=game.id,
        ruleset=opened.ruleset,
        rules_version=opened.rules_version,
        options=opened.options,
        seats=tuple(SeatInfo(seat, player) for seat, player in enumerate(game.players)),
        sides=game.sides,
        status=game.status,
        version=game.version,
        step=game.step,
        to_move=game.to_move,
        commitment=opened.commitment,
        teaching=opened.teaching,
        seed=opened.seed if game.over or opened.teaching else None,
        content=opened.content,
        unlisted=opened.unlisted,
        opened_by=opened.opened_by,
        opened_at=opened.timestamp,
        result=game.result,
        derivation=opened.derivation or None,
        entropies=game.entropies,
        branch=opened.branch or None,
        paused=game.paused,
        open_disputes=game.open_disputes,
    )


def view_state(game: Game, viewer: Viewer) -> StateView:
    """What a viewer sees of the table."""
    seen = game.ruleset.view(game.state, viewer) if game.state is not None else None
    return StateView(game.version, game.step, seen)


def view_choices(game: Game, viewer: Viewer, seat: int | None) -> LegalMoves:
    """The open questions, of one seat if it is given; secret moves only of seats whose secrets the viewer shares."""
    return LegalMoves(game.version, () if game.paused else legal_choices(game, viewer, seat))


def legal_choices(game: Game, viewer: Viewer, seat: int | None = None) -> tuple[ChoiceView, ...]:
    """What the rules ask, of one seat if it is given, whether the game waits for the arbiter or not."""
    if game.status != "playing" or game.state is None:
        return ()
    return tuple(
        view_choice(choice, game.state, viewer, game.names)
        for choice in game.ruleset.choices(game.state)
        if seat is None or choice.seat == seat
    )


def view_choice(choice: AnyChoice, state: State, viewer: Viewer, names: Sequence[str] = ()) -> ChoiceView:
    """A question with its answers, as far as the viewer may know them; `names` are those of seats and sides."""
    if not choice.public and not viewer.shares((choice.seat,)):
        return ChoiceView(choice.seat, choice.question(names), choice.clause)
    moves = tuple(LegalMove(move, choice.label(state, move, names)) for move in choice.moves(state))
    return ChoiceView(choice.seat, choice.question(names), choice.clause, moves, choice.template(state))


def view_step(event: AnyEvent, game: Game, stands: AnyEvent | None, viewer: Viewer, reader: Reader) -> StepView:
    """A step for a viewer. `game` is the game as it is now; `stands` the event of the step `position_of(event)`."""
    assert isinstance(event, Step)
    facts = facts_of(event, game.ruleset)
    undone = event.undone if isinstance(event, MoveTakenBack) else None
    ruled = event if isinstance(event, DisputeRuled) else None
    about = event if isinstance(event, DisputeRaised | DisputeRuled) else None
    rewinding = isinstance(event, MoveTakenBack | DisputeRuled) and bool(event.undone)
    return StepView(
        n=event.n,
        version=event.originator_version,
        kind=event.KIND,
        seat=getattr(event, "seat", None),
        player=getattr(event, "player", None),
        move=_view_move(event, game, viewer) if isinstance(event, MovePlayed) else None,
        facts=tuple(shown(fact, viewer, fact.owners()) for fact in facts if not isinstance(fact, Asked)),
        open=() if stands is not None and game.over_before(event) else open_questions(stands or event, game),
        words=reader.words(event, game.names, viewer),
        time=event.timestamp,
        to=position_of(event) if rewinding else None,
        undone=undone,
        dispute=getattr(event, "dispute", None) or None,
        annulled=ruled.undone if ruled is not None else (),
        disputed=about.step if about is not None else None,
        clause=about.clause if about is not None else None,
        claim=event.claim if isinstance(event, DisputeRaised) else None,
        ruling=ruled.ruling if ruled is not None else None,
        reason=ruled.words if ruled is not None else None,
    )


def position_of(event: AnyEvent) -> int | None:
    """The step that made the position in which the game stands after this one; None where it made one itself."""
    return event.to if isinstance(event, MoveTakenBack | DisputeEvent) else None


def _view_move(event: MovePlayed, game: Game, viewer: Viewer) -> Shown:
    move = game.ruleset.decode_move(bytes(event.move))
    return shown(move, viewer, (event.seat,))


def open_questions(event: AnyEvent, game: Game) -> tuple[OpenChoice, ...]:
    """The questions that a step left open, as everyone may know them."""
    for fact in facts_of(event, game.ruleset):
        if isinstance(fact, Asked):
            agenda: tuple[AnyItem, ...] = fact.agenda
            return tuple(OpenChoice(c.seat, c.question(game.names), c.clause) for c in open_choices(agenda))
    return ()


def viewer_of(game: Game, by: str | None, arbiter: bool) -> Viewer:
    """Someone's view of a game as it is now: once it is over, everything is open to all."""
    if arbiter or game.over:
        return ARBITER
    return Viewer(frozenset(seat for seat, player in enumerate(game.players) if by is not None and player == by))
