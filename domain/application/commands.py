"""Commands: what a request asks of a game, and the resulting events. Pure: time and entropy are arguments."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import Annotated, Generic, Protocol, TypeAlias, TypedDict, TypeVar
from uuid import UUID

import msgspec
from msgspec import Meta

from domain.application.clocks.moments import require_in_time, step_time
from domain.application.errors import (
    GameNotStarted,
    GameOver,
    HasResigned,
    Illegal,
    NotYourSeat,
    NotYourTurn,
    Paused,
    Unauthenticated,
)
from domain.application.lobby.answers import LobbyAnswer, OpenedGame, SeatAnswer, SignedReceipt
from domain.application.lobby.seats import cancelled_error, check_entropy, choose_seat
from domain.application.signing import keys_to_sit_down, link_signed
from domain.kernel import errors as rules
from domain.kernel.chance import Chance
from domain.kernel.choice import Move
from domain.kernel.errors import Malformed
from domain.kernel.language import ENGLISH, Later, current_language, later, say_many, speaking, translate
from domain.kernel.ruleset import MalformedMove
from domain.kernel.table import Outcome, State
from domain.kernel.words import join_words, say_fault, split_error
from domain.personal.values import NOTHING_SEALED, Openings
from domain.proof.signatures import Signature
from domain.record.clocks.of_game import recorded_asking
from domain.record.counting import NotCounted, foresee_uncounted
from domain.record.events import AnyEvent, GameStarted, MovePlayed, link
from domain.record.events import SeatTaken as SeatTakenEvent
from domain.record.foresight import Explanation, foresee
from domain.record.game import Game, Status, rules_label
from domain.record.reading import hidden_pointers, is_sealed
from domain.record.resigned_seats import Automatic
from domain.record.talk import MessageView
from domain.record.views import GameInfo, view_game
from domain.rows import LONGEST_REFUSAL, FirstAnswer


class AnswerKey(Protocol):
    """An idempotency key of one sender; `digest` is that of the request sent under it."""

    @property
    def owner(self) -> str: ...

    @property
    def key(self) -> str: ...

    @property
    def digest(self) -> bytes: ...

    @property
    def game(self) -> UUID | None: ...

    def first_answer(self, answer: msgspec.Struct) -> FirstAnswer:
        """Return the row that stores `answer` under this key, encoded as the sender gets it."""
        ...


class Request(msgspec.Struct, frozen=True):
    """The sender of a command: a player by name, the operator, or nobody.

    `if_version` is the version that they have seen. `arbiter` says whether the player is an arbiter. `signature` came
    with the command; `keys` are the player's, in hexadecimal, for sitting down. `language` is the one that they read:
    a refusal tells missed steps in it, and an answer names the sides without a seat.
    """

    by: str | None = None
    operator: bool = False
    arbiter: bool = False
    request_id: str = ""
    key: AnswerKey | None = None
    if_version: int | None = None
    signature: Signature | None = None
    keys: tuple[str, ...] = ()
    language: str = ENGLISH


class StepAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A step that was recorded."""

    step: Annotated[int, Meta(description="The number of the step.")]
    version: Annotated[int, Meta(description="The version of the game now.")]
    to_move: Annotated[tuple[int, ...], Meta(description="The seats that are asked next.")]
    status: Status
    receipt: SignedReceipt = msgspec.UNSET


class SentMessage(MessageView, frozen=True, kw_only=True):
    """A recorded message. In the receipt, the game is the stream of the talk, and the version is n."""

    receipt: SignedReceipt = msgspec.UNSET


AnyAnswer: TypeAlias = OpenedGame | SeatAnswer | LobbyAnswer | StepAnswer | SentMessage
A_co = TypeVar("A_co", bound=AnyAnswer, covariant=True)


class Decision(msgspec.Struct, Generic[A_co], frozen=True):
    """The events that a command adds, the game after them, and the answer without its receipt.

    The last `by_rule` events are moves for seats whose players have resigned; the receipt is that of the event before
    them. `openings` open the seals in the events.
    """

    events: list[AnyEvent]
    game: Game
    answer: A_co
    by_rule: int = 0
    openings: Openings = NOTHING_SEALED


class Recorded(msgspec.Struct, Generic[A_co], frozen=True):
    """A command that was carried out: its answer, and the feed position of its last event.

    `position` is "PARTITION:POSITION".
    """

    answer: A_co
    game_id: UUID
    position: str


def take_seat(
    game: Game,
    req: Request,
    seat: int | None,
    now: datetime,
    entropy: str | None = None,
    invitation: str | None = None,
) -> Decision[SeatAnswer]:
    """Take a seat, adding any `entropy` to the seed of the game; the last seat taken starts the game.

    `invitation` is the secret that opens a seat reserved by invitation.
    """
    player = require_player(req)
    if entropy is not None:
        check_entropy(game, entropy)
    seat = choose_seat(game, player, seat, invitation)
    taken = SeatTakenEvent(
        **event_head(game, req, now),
        seat=seat,
        player=player,
        entropy=msgspec.UNSET if entropy is None else entropy,
        keys=keys_to_sit_down(game, req.keys),
    )
    taken = link_signed(game, taken, (), req.signature)
    events: list[AnyEvent] = [taken]
    game = game.after(taken)
    if None not in game.players:
        started, game = _start_game(game, req, now)
        events.append(started)
    return Decision(events, game, SeatAnswer(seat, game.version, game.status, say_uncounted(req, game)))


def _start_game(game: Game, req: Request, now: datetime) -> tuple[GameStarted, Game]:
    chance = game.chance()
    outcome = game.set_up(chance)
    event = GameStarted(
        **step_head(game, req, now),
        facts=msgspec.Raw(game.ruleset.encode_facts(outcome.facts)),
        branch=game.opened.branch,
        draw=game.draw_after(chance),
        asking=recorded_asking(game, outcome.state),
    )
    event = link(event, hidden_pointers(outcome.facts), game.digest, game.secret)
    return event, game.after_start(event, outcome.state)


def play_move(game: Game, req: Request, seat: int, move: bytes, now: datetime) -> Decision[StepAnswer]:
    """Play a move.

    Raises Unauthenticated, UnknownSeat, NotYourSeat, HasResigned, GameNotStarted, GameOver, Paused, Malformed,
    NotYourTurn, Illegal.
    """
    require_playing(game, req, seat)
    return decide_step(*carry_out_move(game, req, seat, move, now))


def carry_out_move(
    game: Game,
    req: Request,
    seat: int,
    move: bytes,
    now: datetime,
    dispute: int | None = None,
    automatic: Automatic | None = None,
) -> tuple[MovePlayed, Game]:
    """Return the event of a move, and the game after it; `dispute` is the dispute that the move corrects.

    `automatic` says how the move of a resigned player's seat came about.

    Raises Malformed, NotYourTurn, Illegal.
    """
    player, chance = game.players[seat], game.chance()
    assert player is not None
    parsed = parse_move(game, move)
    outcome = _decide(game, game.position, seat, parsed, chance)
    event = MovePlayed(
        **step_head(game, req, now),
        seat=seat,
        player=player,
        move=msgspec.Raw(msgspec.json.encode(parsed)),
        facts=msgspec.Raw(game.ruleset.encode_facts(outcome.facts)),
        sealed=is_sealed(outcome.facts, chance) or dispute is not None,
        dispute=msgspec.UNSET if dispute is None else dispute,
        draw=game.draw_after(chance),
        automatic=automatic or msgspec.UNSET,
        asking=recorded_asking(game, outcome.state),
    )
    pointers = hidden_pointers(outcome.facts, parsed)
    event = link_signed(game, event, pointers, req.signature)
    return event, game.after_move(event, outcome.state)


def parse_move(game: Game, move: bytes, place: str = "/move") -> Move:
    """Read a move; raises Malformed with its place in the body."""
    try:
        return game.ruleset.decode_move(move)
    except MalformedMove as error:
        why, inside = split_error(error)
        raise Malformed(
            later("Not a move of {title}: {why}.", title=game.ruleset.title, why=say_fault(why)), pointer=place + inside
        ) from None


def _decide(game: Game, state: State, seat: int, move: Move, chance: Chance) -> Outcome[State]:
    try:
        return game.ruleset.decide(state, seat, move, chance, game.resigned_seats)
    except rules.IllegalMove as refusal:
        text = Later(translate, game.ruleset.rulebook[refusal.clause].text)
        why = Later(_say_refusal, game, state, seat, move, refusal.why, current_language())
        raise Illegal(why, clause=refusal.clause, text=text, why=why) from None
    except rules.NotAsked as refusal:
        raise NotYourTurn(
            later(
                "The game is waiting for seat {asked}, not for seat {seat}.",
                asked=Later(join_words, [str(asked) for asked in refusal.asked]),
                seat=seat,
            )
        ) from None


def _say_refusal(game: Game, state: State, seat: int, move: Move, said: str, language: str) -> str:
    """Say why a move was refused. In a language other than English, the rules are asked again."""
    if current_language() != language:
        with suppress(rules.NotAsked):
            try:
                # Under a number that no step has, as for an explanation.
                game.ruleset.decide(state, seat, move, Chance(game.seed, 0), game.resigned_seats)
            except rules.IllegalMove as refusal:
                said = refusal.why
    # It may quote what was sent, and is stored with the move, or as the answer under a key.
    return said if len(said) <= LONGEST_REFUSAL else f"{said[: LONGEST_REFUSAL - 1]}…"


class _Head(TypedDict):
    originator_id: UUID
    originator_version: int
    timestamp: datetime
    request_id: str


class _StepHead(_Head):
    n: int
    rules: str


def event_head(game: Game, req: Request, now: datetime) -> _Head:
    """Return the members common to every kind of event, for the next event of a game."""
    return {
        "originator_id": game.id,
        "originator_version": game.version + 1,
        "timestamp": now,
        "request_id": req.request_id,
    }


def step_head(game: Game, req: Request, now: datetime) -> _StepHead:
    """Return the members common to every kind of step, for the next step of a game; raises TimeIsUp."""
    return {**event_head(game, req, step_time(game, now)), "n": game.step + 1, "rules": rules_label(game.ruleset)}


def decide_step(event: AnyEvent, game: Game) -> Decision[StepAnswer]:
    """Return the decision of a command that adds one step."""
    answer = StepAnswer(step=game.step, version=game.version, to_move=game.to_move, status=game.status)
    return Decision([event], game, answer)


def describe_game(req: Request, game: Game) -> GameInfo:
    """Describe a game for the answer to a command, in the language of its sender."""
    with speaking(req.language):
        return view_game(game)


def say_uncounted(req: Request, game: Game) -> NotCounted | msgspec.UnsetType:
    """Say for the answer to a command why the result of a game will not count, in the language of its sender."""
    with speaking(req.language):
        return foresee_uncounted(game)


def explain(game: Game, req: Request, seat: int, move: bytes) -> Explanation:
    """Explain whether a move would be legal now."""
    _require_seat(game, req, seat)
    parsed = parse_move(game, move)
    try:
        # The outcomes are discarded, and drawn under a number that no step has, so nobody learns what chance has in
        # store.
        _decide(game, _require_running(game), seat, parsed, Chance(game.seed, 0))
    except Illegal as refusal:
        return Explanation(False, str(refusal.extra["clause"]), str(refusal.extra["text"]), refusal.detail)
    except (NotYourTurn, GameOver, GameNotStarted, Paused) as refusal:
        return Explanation(False, why=refusal.detail)
    return foresee(game, seat, parsed)


def require_player(req: Request) -> str:
    """Return the caller, a player; raises Unauthenticated, or NotYourSeat for the operator, who plays no game."""
    if req.by is None and req.operator:
        raise NotYourSeat(later("The operator has no seat; play with the token of a player."))
    if req.by is None:
        raise Unauthenticated(later("Send your token as `Authorization: Bearer TOKEN`."))
    return req.by


def _require_seat(game: Game, req: Request, seat: int) -> str:
    """Return the caller; raises NotYourSeat unless they hold the seat."""
    game.check_seat(seat)
    player = require_player(req)
    if game.players[seat] != player:
        raise not_yours_error(game, seat)
    return player


def not_yours_error(game: Game, seat: int) -> NotYourSeat:
    """Return the refusal of a player who does not hold a seat."""
    holder = game.players[seat]
    if holder is None:
        return NotYourSeat(later("Seat {seat} is not yours. Nobody sits there yet.", seat=seat))
    return NotYourSeat(later("Seat {seat} is not yours. It belongs to {player}.", seat=seat, player=holder))


def require_playing(game: Game, req: Request, seat: int) -> str:
    """Return the caller; raises NotYourSeat, HasResigned, or whatever forbids moves in this game."""
    player = _require_seat(game, req, seat)
    require_in_time(game, seat)
    require_not_resigned(game, seat)
    _require_running(game)
    return player


def require_not_resigned(game: Game, seat: int) -> None:
    """Raise HasResigned if the player on a seat has resigned while the others play on."""
    if seat in game.resigned_seats and not game.is_over:
        raise HasResigned(
            later(
                "{player} has resigned seat {seat}, which no longer has a say; the others play on.",
                player=game.players[seat],
                seat=seat,
            ),
            clause=f"{game.ruleset.id}.end.resignation",
        )


def _require_running(game: Game) -> State:
    if game.status == "cancelled":
        raise cancelled_error()
    if game.state is None:
        missing = sum(player is None for player in game.players)
        raise GameNotStarted(
            Later(
                say_many,
                "The game starts when {n} more seat is taken.",
                "The game starts when {n} more seats are taken.",
                missing,
            )
        )
    if game.status != "playing":
        raise GameOver(later("The game is over; it can be replayed, but not continued."))
    if game.is_paused:
        numbers = Later(join_words, [str(number) for number in game.open_disputes])
        raise Paused(later("The game is paused until the arbiter has ruled on dispute {numbers}.", numbers=numbers))
    return game.state
