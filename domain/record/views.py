"""Public views: games, states, steps and legal moves for one viewer, each built from scratch."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, TypeAlias
from uuid import UUID

import msgspec
from msgspec import Meta

from domain.kernel.audience import ARBITER, SPECTATOR, Viewer, seat_viewer
from domain.kernel.choice import AnyChoice, AnyItem, Move, Subject, Template, group_moves, open_choices
from domain.kernel.errors import Malformed
from domain.kernel.fact import Shown, show_record
from domain.kernel.language import later, translate
from domain.kernel.options import FEW_SEATS, GameOptions
from domain.kernel.scoring import Result
from domain.kernel.table import Asked, State
from domain.record.clocks.views import ShownTime, view_clocks
from domain.record.counting import Foreseen, foresee_uncounted
from domain.record.disputes import RulingKind, show_statement
from domain.record.event import Step, StepKind
from domain.record.events import (
    AnyEvent,
    Branch,
    DisputeEvent,
    DisputeRaised,
    DisputeRuled,
    MovePlayed,
    MoveTakenBack,
    SignedEvent,
    recorded_digest,
)
from domain.record.game import Game, Status
from domain.record.reading import SALT, facts_of, visible_pointers
from domain.record.resigned_seats import Automatic
from domain.record.words import Reader

OfRuleset: TypeAlias = Annotated[str, Meta(description="The id of the ruleset, which tells the types of games apart.")]


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat and the player on it."""

    seat: Annotated[int, Meta(description="The seat, counted from 0.")]
    player: Annotated[str | None, Meta(description="The player on it; null while it is free.")]
    keys: Annotated[
        tuple[str, ...], Meta(description="The public keys, in hexadecimal, that sign what the seat does; often none.")
    ]
    reserved_for: Annotated[str | None, Meta(description="The only player who may take it, if it is reserved.")] = None
    by_invitation: Annotated[bool, Meta(description="Whether it can only be taken by an invitation.")] = False
    bot: Annotated[bool, Meta(description="Whether the player is a bot.")] = False


class GameInfo(msgspec.Struct, frozen=True):
    """A game without what happens on its table. `seed` is the server's, and `commitment` its digest.

    The seed is given once the game is over, or if it was never secret. `entropies` are what players added to it, by
    seat. While open disputes make the game wait for the arbiter, it is `paused`.

    `sides` are the names of the sides without a seat; a result numbers them after the seats.
    """

    id: UUID
    ruleset: Annotated[str, Meta(description="The id of the ruleset.")]
    rules_version: Annotated[str, Meta(description="The version of the rules that the game was opened with.")]
    options: Annotated[
        msgspec.Raw,
        Meta(description="The options of the game; those that came later than the game have their defaults."),
    ]
    seats: tuple[SeatInfo, ...]
    sides: Annotated[tuple[str, ...], Meta(description="Not seats; results number them after the seats.")]
    status: Status
    version: Annotated[int, Meta(description="How often the game has changed. It is the entity tag.")]
    step: Annotated[int, Meta(description="The number of the last step; 0 before the set-up.")]
    to_move: Annotated[tuple[int, ...], Meta(description="The seats that are asked for a move now.")]
    commitment: Annotated[str, Meta(description="SHA-256 of the server's secret seed.")]
    teaching: Annotated[bool, Meta(description="Whether the game was opened with a known seed.")]
    seed: Annotated[str | None, Meta(description="The server's seed; null while it is secret.")]
    content: Annotated[str, Meta(description="SHA-256 of the content pack.")]
    unlisted: Annotated[bool, Meta(description="Whether the game is kept out of every list.")]
    linked: Annotated[bool, Meta(description="Whether others can only read it with the secret of its link.")]
    opened_by: Annotated[str | None, Meta(description="The player who opened it; null for the operator.")]
    opened_at: datetime
    result: Annotated[Result | None, Meta(description="How the game ended; null while it runs.")]
    derivation: Annotated[str | None, Meta(description="How the seed of chance is derived; null: it is the server's.")]
    entropies: Annotated[
        tuple[str | None, ...],
        Meta(description="What each player added to the seed, by seat; null for nothing."),
    ]
    branch: Annotated[Branch | None, Meta(description="The step of another game that this one starts from, if any.")]
    paused: Annotated[bool, Meta(description="Whether the game waits for the arbiter's ruling.")]
    open_disputes: Annotated[tuple[int, ...], Meta(description="The numbers of the disputes that wait for a ruling.")]
    digest: Annotated[str | None, Meta(description="The digest of the last event, over all events of the game.")]
    resigned: Annotated[
        tuple[int, ...] | msgspec.UnsetType,
        Meta(description="The seats that were resigned, in order; missing if there are none."),
    ] = msgspec.UNSET
    uncounted: Foreseen = msgspec.UNSET
    clocks: ShownTime = msgspec.UNSET

    @property
    def is_over(self) -> bool:
        """Whether the game has ended in any way."""
        return self.result is not None or self.status == "cancelled"


class OpenChoice(msgspec.Struct, frozen=True):
    """A question to a seat, as everyone may know it."""

    seat: Annotated[int, Meta(description="The seat that is asked.")]
    prompt: Annotated[str, Meta(description="The question.")]
    clause: Annotated[str, Meta(description="The clause by which it is asked.")]


class LegalMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """A legal move, ready to be sent, and its effect in words."""

    move: Annotated[Move, Meta(description="The move, to be sent as it is.")]
    label: Annotated[str, Meta(description="What the move does, in a few words.")]
    group: Annotated[str | None, Meta(description="What it shares with others in a long list, asked first.")] = None


class ChoiceView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question with its answers; `moves` is missing for those who may not know them."""

    seat: Annotated[int, Meta(description="The seat that is asked.")]
    prompt: Annotated[str, Meta(description="The question.")]
    clause: Annotated[str, Meta(description="The clause by which it is asked.")]
    moves: Annotated[
        tuple[LegalMove, ...] | None, Meta(description="The legal moves; missing if the viewer may not know them.")
    ] = None
    template: Annotated[Template | None, Meta(description="How to make legal moves that are too many to list.")] = None
    standing: Annotated[
        bool, Meta(description="Whether it is an offer that need not be taken up, beside a question or another's turn.")
    ] = False
    subjects: Annotated[
        tuple[Subject, ...], Meta(description="The things that the question is about; missing with `moves`.")
    ] = ()


class LegalMoves(msgspec.Struct, frozen=True):
    """The open questions of a game at a version."""

    ruleset: OfRuleset
    version: Annotated[int, Meta(description="The version of the game.")]
    digest: Annotated[str | None, Meta(description="The digest of the game at this version.")]
    choices: tuple[ChoiceView, ...]


class StateView(msgspec.Struct, frozen=True):
    """A viewer's view of a state; `state` is null before the set-up."""

    ruleset: OfRuleset
    version: Annotated[int, Meta(description="The version of the game.")]
    digest: Annotated[str | None, Meta(description="The digest of the game at this version.")]
    step: Annotated[int, Meta(description="The number of the last step.")]
    state: Annotated[msgspec.Struct | None, Meta(description="The state by its ruleset; null before the set-up.")]


class StepSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a game without its facts.

    `to` is the step that a take-back or a ruling went back to, `undone` the move taken back, and `annulled` the steps
    that a ruling undid. `dispute` is the number of the dispute that the step is about; a correcting move has one too. A
    dispute and its ruling name the `disputed` step; `claim` is what the seat says, `reason` what the `arbiter` says,
    and `clause` the one that either names.
    """

    n: Annotated[int, Meta(description="The number of the step, from 1.")]
    version: Annotated[int, Meta(description="The version of the game after the step.")]
    kind: Annotated[StepKind, Meta(description="What was done.")]
    seat: Annotated[int | None, Meta(description="The seat that acted; none at the set-up and at rulings.")] = None
    player: Annotated[str | None, Meta(description="The player on that seat.")] = None
    move: Annotated[Shown | None, Meta(description="The move that was played, if one was.")] = None
    words: Annotated[str, Meta(description="The step in words.")]
    time: datetime
    to: Annotated[
        int | None,
        Meta(description="For a take-back or an annulment: the step that the game went back to."),
    ] = None
    undone: Annotated[int | None, Meta(description="For a take-back: the step that it undid.")] = None
    dispute: Annotated[
        int | None,
        Meta(description="The dispute that the step is about; for a move, the one that it corrects."),
    ] = None
    annulled: Annotated[tuple[int, ...], Meta(description="For a ruling: the steps that it undid.")] = ()
    disputed: Annotated[int | None, Meta(description="For a dispute and for a ruling: the step that it is about.")] = (
        None
    )
    clause: Annotated[
        str | None,
        Meta(description="For a dispute: the clause that the claim names; for a ruling: its clause."),
    ] = None
    claim: Annotated[
        str | None, Meta(description="For a dispute: the objection in the player's own words; empty if erased.")
    ] = None
    ruling: Annotated[RulingKind | None, Meta(description="For a ruling: what it does.")] = None
    reason: Annotated[
        str | None, Meta(description="For a ruling: why, in the words of the arbiter; empty if erased.")
    ] = None
    arbiter: Annotated[str | None, Meta(description="For a ruling: the player who ruled, if that was recorded.")] = None
    automatic: Annotated[
        Automatic | None,
        Meta(description="For a move of a seat that was resigned: whether the seat passes or a bot plays for it."),
    ] = None


class SignatureView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The signature of a player on a step. The salt is missing while the viewer may not see the whole move."""

    key: Annotated[str, Meta(description="The key of the seat that signed.")]
    content: Annotated[str, Meta(description="SHA-256 of the salt and of what was done.")]
    signature: Annotated[str, Meta(description="Ed25519 over the text that docs/tampering.md describes.")]
    salt: Annotated[str | None, Meta(description="The salt; missing while something of the move is hidden.")] = None


class StepView(StepSummary, frozen=True, omit_defaults=True, kw_only=True):
    """One step for a viewer."""

    ruleset: OfRuleset
    facts: Annotated[tuple[Shown, ...], Meta(description="What happened, and by which clause.")]
    open: Annotated[tuple[OpenChoice, ...], Meta(description="The questions that the step left open.")]
    digest: Annotated[str | None, Meta(description="The digest of the game after the step.")] = None
    signed: Annotated[SignatureView | None, Meta(description="The signature of the player, if the seat signs.")] = None


def view_game(game: Game) -> GameInfo:
    """Return the public description of a game."""
    opened = game.opened
    return GameInfo(
        id=game.id,
        ruleset=opened.ruleset,
        rules_version=opened.rules_version,
        options=msgspec.Raw(msgspec.json.encode(_shown_options(game))),
        seats=tuple(_view_seat(game, seat) for seat in range(opened.seats)),
        sides=tuple(map(translate, game.sides)),
        status=game.status,
        version=game.version,
        step=game.step,
        to_move=game.to_move,
        commitment=opened.commitment,
        teaching=opened.teaching,
        seed=game.public_secret,
        content=opened.content,
        unlisted=opened.unlisted,
        linked=bool(opened.link),
        opened_by=opened.opened_by,
        opened_at=opened.timestamp,
        result=game.result,
        derivation=opened.derivation or None,
        entropies=game.entropies,
        branch=opened.branch or None,
        paused=game.is_paused,
        open_disputes=game.open_disputes,
        resigned=game.resigned_seats or msgspec.UNSET,
        digest=game.digest,
        uncounted=foresee_uncounted(game),
        clocks=view_clocks(game),
    )


def _view_seat(game: Game, seat: int) -> SeatInfo:
    info, held = SeatInfo(seat, game.players[seat], game.keys[seat]), game.lobby.reservation(seat)
    if held is None:
        return info
    return msgspec.structs.replace(info, reserved_for=held.player, by_invitation=held.player is None)


def _shown_options(game: Game) -> GameOptions:
    """Return the options of a game, with the effect of a resignation if it can do more than end the game."""
    if game.opened.seats <= FEW_SEATS:
        return game.options
    return msgspec.structs.replace(game.options, on_resignation=game.on_resignation)


def view_state(game: Game, viewer: Viewer) -> StateView:
    """Return what a viewer sees of the table."""
    seen = game.ruleset.view(game.state, viewer) if game.state is not None else None
    return StateView(game.ruleset.id, game.version, game.digest, game.step, seen)


def view_choices(game: Game, viewer: Viewer, seat: int | None) -> LegalMoves:
    """Return the open questions, of one seat if it is given; secret moves only if the viewer shares the secrets."""
    choices = () if game.is_paused else legal_choices(game, viewer, seat)
    return LegalMoves(game.ruleset.id, game.version, game.digest, choices)


def legal_choices(game: Game, viewer: Viewer, seat: int | None = None) -> tuple[ChoiceView, ...]:
    """Return what the rules ask, of one seat if it is given, whether or not the game waits for the arbiter."""
    if game.status != "playing" or game.state is None:
        return ()
    return tuple(
        view_choice(choice, game.state, viewer, game.names)
        for choice in game.ruleset.choices(game.state)
        if seat is None or choice.seat == seat
    )


def view_choice(choice: AnyChoice, state: State, viewer: Viewer, names: Sequence[str] = ()) -> ChoiceView:
    """Return a question with the answers that the viewer may know; `names` are those of seats and sides."""
    asked = (choice.seat, choice.question(names), choice.clause)
    if not choice.public and not viewer.shares((choice.seat,)):
        return ChoiceView(*asked, standing=choice.standing)
    grouped = group_moves(choice, state, names)
    moves = tuple(LegalMove(move, choice.label(state, move, names), group) for move, group in grouped)
    return ChoiceView(*asked, moves, choice.template(state), choice.standing, choice.subjects(state))


def view_step(event: AnyEvent, game: Game, position_event: AnyEvent | None, viewer: Viewer, reader: Reader) -> StepView:
    """Return a step for a viewer.

    `game` is the current game, `position_event` the event of the step `position_of(event)`. Values that are sealed in
    `event` are shown as erased.
    """
    assert isinstance(event, Step)
    facts = facts_of(event, game.ruleset)
    undone = event.undone if isinstance(event, MoveTakenBack) else None
    ruled = event if isinstance(event, DisputeRuled) else None
    about = event if isinstance(event, DisputeRaised | DisputeRuled) else None
    rewinding = isinstance(event, MoveTakenBack | DisputeRuled) and bool(event.undone)
    closed = position_event is not None and game.was_over_before(event)
    return StepView(
        ruleset=game.ruleset.id,
        n=event.n,
        version=event.originator_version,
        kind=event.KIND,
        seat=getattr(event, "seat", None),
        player=getattr(event, "player", None),
        move=_view_move(event, game, viewer) if isinstance(event, MovePlayed) else None,
        facts=tuple(show_record(fact, viewer, fact.owners()) for fact in facts if not isinstance(fact, Asked)),
        open=() if closed else open_questions(position_event or event, game),
        words=reader.words(event, game.names, viewer),
        time=event.timestamp,
        to=position_of(event) if rewinding else None,
        undone=undone,
        dispute=getattr(event, "dispute", None) or None,
        annulled=ruled.undone if ruled is not None else (),
        disputed=about.step if about is not None else None,
        clause=about.clause if about is not None else None,
        claim=show_statement(event.claim) if isinstance(event, DisputeRaised) else None,
        ruling=ruled.ruling if ruled is not None else None,
        reason=show_statement(ruled.words) if ruled is not None else None,
        arbiter=(ruled.arbiter or None) if ruled is not None else None,
        automatic=(event.automatic or None) if isinstance(event, MovePlayed) else None,
        digest=recorded_digest(event),
        signed=_view_signature(event, game, viewer),
    )


def position_of(event: AnyEvent) -> int | None:
    """Return the step whose position the game has after this event; None if the event made its own."""
    return event.to if isinstance(event, MoveTakenBack | DisputeEvent) else None


def _view_move(event: MovePlayed, game: Game, viewer: Viewer) -> Shown:
    move = game.ruleset.decode_move(bytes(event.move))
    return show_record(move, viewer, (event.seat,))


def _view_signature(event: AnyEvent, game: Game, viewer: Viewer) -> SignatureView | None:
    signed = event.signed if isinstance(event, SignedEvent) else None
    if not signed:
        return None
    secret = SALT in (event.hidden or ()) and SALT not in visible_pointers(event, game.ruleset, viewer)
    salt = signed.salt if isinstance(signed.salt, str) and not secret else None
    return SignatureView(signed.key, signed.content, signed.signature, salt)


def open_questions(event: AnyEvent, game: Game) -> tuple[OpenChoice, ...]:
    """Return the questions that a step left open, as everyone may know them."""
    for fact in facts_of(event, game.ruleset):
        if isinstance(fact, Asked):
            agenda: tuple[AnyItem, ...] = fact.agenda
            return tuple(OpenChoice(c.seat, c.question(game.names), c.clause) for c in open_choices(agenda))
    return ()


def viewer_of(game: Game, by: str | None) -> Viewer:
    """Return someone as a viewer of a game: once it is over, everyone sees everything."""
    if game.is_over:
        return ARBITER
    return Viewer(frozenset(seat for seat, player in enumerate(game.players) if by is not None and player == by))


def parse_viewer(game: Game, text: str) -> Viewer:
    """Parse the query parameter `as`; raises Malformed, UnknownSeat."""
    if text == "spectator":
        return SPECTATOR
    if text == "arbiter":
        return ARBITER
    kind, _, seat = text.partition(":")
    if kind != "seat" or not seat.isascii() or not seat.isdecimal() or len(seat) > 3:
        raise Malformed(later("`as` is seat:N, spectator or arbiter."), pointer="?as")
    game.check_seat(int(seat))
    return seat_viewer(int(seat))
