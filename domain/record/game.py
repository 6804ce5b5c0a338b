"""The Game aggregate: what the events of one game add up to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, Self, TypeAlias, get_args
from uuid import UUID

import msgspec

from domain.kernel.chance import Chance
from domain.kernel.choice import Asking
from domain.kernel.errors import NotFound
from domain.kernel.language import Later, later, translate
from domain.kernel.options import Clock, GameOptions, OnResignation
from domain.kernel.ruleset import AnyRuleset
from domain.kernel.rulesets import Rulesets
from domain.kernel.scoring import Result
from domain.kernel.table import Asked, Outcome, State
from domain.kernel.words import count_noun
from domain.record.clocks.events import ClockStarted, ClockStopped, TimeRanOut
from domain.record.clocks.fold import Clocks, follow_step, start_clocks
from domain.record.disputes import Dispute, RecordedRuling, close_dispute
from domain.record.event import Step
from domain.record.events import (
    AnyEvent,
    DisputeRaised,
    DisputeRuled,
    DisputeWithdrawn,
    GameOpened,
    GameStarted,
    MovePlayed,
    MoveTakenBack,
    SeatResigned,
    SeatTaken,
    recorded_digest,
)
from domain.record.locked_seed import is_locked, locked_seed_error
from domain.record.reading import read_dispute
from domain.record.resigned_seats import seats_to_play
from domain.record.seating.events import GameCancelled, ReservationWithdrawn, SeatLeft, SeatReserved
from domain.record.seating.lobby import Lobby, change_seat, empty_lobby, seat_names
from domain.record.seed import counts_draws, derive_seed

Status: TypeAlias = Literal["waiting", "playing", "finished", "resigned", "cancelled"]
GAME_STATUSES: tuple[Status, ...] = get_args(Status)


class UnknownSeat(NotFound):
    """The game has no such seat."""

    code = "unknown-seat"


class CannotRewind(Exception):
    """A take-back or ruling goes back beyond the snapshot from which the fold began: fold from the first event."""


class Earlier(msgspec.Struct, frozen=True):
    """A position that a take-back can return to: the state, the step that made it, and the move that left it."""

    state: State
    origin: int
    undone: int


class Game(msgspec.Struct, frozen=True):
    """A game at a version (the number of its events). `step` is the last step, 0 before the set-up.

    `origin` is the step that made the current state: the last one in force. `open_moves` are the moves of `mover` that
    can still be taken back, the latest last. `digest` is that of the last event, `entropies` are what players added, by
    seat. `resigned_seats` are those that resigned, in order, and `resigned` is the step in which a resignation ended
    the game, 0 if none did. `draws` counts the steps with random outcomes, whether or not they still count; it stays 0
    if chance is numbered by step. `keys` are the public keys by seat that sign its actions, `clocks` the seats' time.
    """

    ruleset: AnyRuleset
    opened: GameOpened
    players: tuple[str | None, ...]
    version: int = 1
    step: int = 0
    origin: int = 0
    state: State | None = None
    mover: int | None = None
    open_moves: tuple[Earlier, ...] = ()
    resignation: Result | None = None
    entropies: tuple[str | None, ...] = ()
    digest: str | None = None
    disputes: tuple[Dispute, ...] = ()
    resigned: int = 0
    draws: int = 0
    resigned_seats: tuple[int, ...] = ()
    keys: tuple[tuple[str, ...], ...] = ()
    lobby: Lobby = Lobby()
    clocks: Clocks | None = None

    @property
    def id(self) -> UUID:
        """The id of the game."""
        return self.opened.originator_id

    @property
    def result(self) -> Result | None:
        """The result of the game, once it has ended."""
        return self.resignation or (self.state.result if self.state is not None else None)

    @property
    def status(self) -> Status:
        """The stage of the game."""
        if self.state is None:
            return "cancelled" if self.lobby.cancelled else "waiting"
        if self.resignation is not None:
            return "resigned"
        return "playing" if self.state.result is None else "finished"

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that have to move."""
        if self.state is None or self.status != "playing" or self.is_paused:
            return ()
        return tuple(seat for seat in self.ruleset.asked(self.state) if seat not in self.resigned_seats)

    @property
    def asking(self) -> Asking:
        """The seats that the rules ask and whose players have not resigned, even while the game is paused."""
        if self.state is None or self.is_over:
            return Asking(())
        return self.ruleset.asking(self.state).without(self.resigned_seats)

    @property
    def clock(self) -> Clock | None:
        """The time that each seat has; None without a limit."""
        return self.options.clock or None

    @property
    def on_resignation(self) -> OnResignation:
        """The effect of a resignation; games opened before the option existed end."""
        return self.options.on_resignation or "end"

    @property
    def seats_to_play(self) -> tuple[int, ...]:
        """The seats that must move now although their players have resigned."""
        if not self.resigned_seats or self.state is None or self.status != "playing" or self.is_paused:
            return ()
        return seats_to_play(self.ruleset, self.state, self.resigned_seats)

    @property
    def names(self) -> list[str]:
        """The players by seat, as facts name them, then the sides without a seat.

        The seat is added if the player alone would be ambiguous.
        """
        return [*seat_names(self.players), *map(translate, self.sides)]

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides without a seat; they are numbered after the seats."""
        return self.ruleset.side_names(self.options, self.opened.seats)

    @property
    def open_disputes(self) -> tuple[int, ...]:
        """The numbers of the disputes that wait for the arbiter."""
        return tuple(dispute.number for dispute in self.disputes if dispute.is_open)

    @property
    def correction_due(self) -> int | None:
        """The number of the dispute whose correcting move must come next; None if there is none."""
        rulings = ((dispute.number, dispute.ruling) for dispute in self.disputes if dispute.ruling is not None)
        return next((number for number, r in rulings if r.ruling == "correct" and r.n == self.step), None)

    def is_play(self, step: int) -> bool:
        """Return whether a step of the game is a step of play, not one about a dispute."""
        return not any(step in dispute.steps for dispute in self.disputes)

    def open_dispute_of(self, seat: int, step: int) -> Dispute | None:
        """Return the open dispute of a seat about a step."""
        return next((d for d in self.disputes if d.is_open and (d.seat, d.step) == (seat, step)), None)

    @property
    def is_paused(self) -> bool:
        """Whether nobody may move until the arbiter has ruled."""
        return bool(self.open_disputes) and not self.is_over and self.options.pause_on_dispute

    @property
    def options(self) -> GameOptions:
        """The options that the game was opened with."""
        return self.ruleset.read_options(self.opened.options)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended in any way; then nothing about it is secret."""
        return self.result is not None

    def was_over_before(self, event: AnyEvent) -> bool:
        """Return whether an event came after a seat had resigned."""
        return self.resignation is not None and event.originator_version > self.version_of(self.resigned)

    @property
    def secret(self) -> bytes:
        """The server's seed; raises SeedLocked if it cannot be decrypted here."""
        if is_locked(self.opened.seed):
            raise locked_seed_error(self.opened.seed)
        return bytes.fromhex(self.opened.seed)

    @property
    def public_secret(self) -> str | None:
        """The server's seed in hexadecimal if it is public; None while it is secret, or if it is unknown here."""
        public = self.is_over or self.opened.teaching
        return self.opened.seed if public and not is_locked(self.opened.seed) else None

    @property
    def seed(self) -> bytes:
        """The seed of all chance: fixed when the last seat is taken, secret while the game runs."""
        derivation = self.opened.derivation
        return derive_seed(self.secret, self.entropies, derivation) if derivation else self.secret

    @property
    def counts_draws(self) -> bool:
        """Whether the chance of this game is numbered by the steps that drew, and not by all steps."""
        return counts_draws(self.opened.derivation)

    def chance(self) -> Chance:
        """Return the random outcomes of the next step of this game."""
        return Chance(self.seed, self.draws + 1 if self.counts_draws else self.step + 1)

    def draw_after(self, chance: Chance) -> int | msgspec.UnsetType:
        """Return the number of the next step among those with random outcomes; unset if `chance` drew none in it."""
        return self.draws + 1 if self.counts_draws and chance.outcomes else msgspec.UNSET

    def set_up(self, chance: Chance) -> Outcome[State]:
        """Carry out step 1: the set-up by the rules, or in a branch just the questions that were open."""
        if not self.opened.position:
            return self.ruleset.open(self.options, self.opened.seats, chance)
        start = self._start
        clause = next((choice.clause for choice in self.ruleset.choices(start)), "")
        return Outcome((Asked(clause, start.agenda),), start)

    @property
    def _start(self) -> State:
        """The state before the first fact."""
        if self.opened.position:
            return self.ruleset.decode_state(bytes(self.opened.position))
        return self.ruleset.start(self.options, self.opened.seats)

    def describe_missing_step(self, step: int) -> Later:
        """Return the error text for a step that the game does not have."""
        return later("The game has {steps}, no step {step}.", steps=Later(count_noun, self.step, "step"), step=step)

    def version_of(self, step: int) -> int:
        """Return the version whose event is this step; those of the opening and the seats come before step 1."""
        return self.version - self.step + step

    def step_of(self, version: int) -> int:
        """Return the last step at a version; 0 before the set-up."""
        return max(version - self.version_of(0), 0)

    def check_seat(self, seat: int) -> None:
        """Raise UnknownSeat unless the game has this seat."""
        if not 0 <= seat < self.opened.seats:
            raise UnknownSeat(
                later("The game has seats 0 to {last}, no seat {seat}.", last=self.opened.seats - 1, seat=seat)
            )

    def after(self, event: AnyEvent, earlier: Mapping[int, State] | None = None) -> Self:
        """Return the game after one more event; `earlier` has the states, by step, that a ruling may go back to.

        Raises CannotRewind.
        """
        match event:
            case MovePlayed():
                return self.after_move(event, self.ruleset.fold(self.position, self.ruleset.decode_facts(event.facts)))
            case SeatTaken() | SeatLeft():
                players, entropies, keys = change_seat(event, self.players, self.entropies, self.keys)
                lobby = self.lobby.after(event)
                return self._with(event, players=players, entropies=entropies, keys=keys, lobby=lobby)
            case SeatReserved() | ReservationWithdrawn() | GameCancelled():
                return self._with(event, lobby=self.lobby.after(event))
            case GameStarted():
                return self.after_start(event, self.ruleset.fold(self._start, self.ruleset.decode_facts(event.facts)))
            case MoveTakenBack():
                return self._after_take_back(event)
            case SeatResigned() | TimeRanOut():
                return self._after_resignation(event)
            case ClockStopped() | ClockStarted():
                return self._with(event, step=event.n)
            case DisputeRaised():
                return self._with(event, step=event.n, disputes=(*self.disputes, read_dispute(event)))
            case DisputeWithdrawn():
                return self._with(event, step=event.n, disputes=_close(self, event, withdrawn=event.n))
            case DisputeRuled():
                return self._after_ruling(event, earlier or {})
            case GameOpened():
                raise ValueError("a game can only be opened once")

    def after_start(self, event: GameStarted, state: State) -> Self:
        """Return the game after its set-up, which led to `state`."""
        clocks = self.clock and start_clocks(self.clock, event.timestamp, self.opened.seats)
        now = {"state": state, "draws": event.draw or self.draws, "lobby": Lobby(), "clocks": clocks}
        return self._with(event, step=event.n, origin=event.n, **now)

    def after_move(self, event: MovePlayed, state: State) -> Self:
        """Return the game after a move that led to `state`."""
        open_moves: tuple[Earlier, ...] = ()
        if not event.sealed and self.state is not None:
            before = self.open_moves if self.mover == event.seat else ()
            open_moves = (*before, Earlier(self.state, self.origin, event.n))
        now = {"state": state, "mover": event.seat, "open_moves": open_moves, "draws": event.draw or self.draws}
        return self._with(event, step=event.n, origin=event.n, **now)

    def _after_resignation(self, event: SeatResigned | TimeRanOut) -> Self:
        seats, ended = (*self.resigned_seats, event.seat), {}
        if not isinstance(event.result, msgspec.UnsetType):
            ended = {"resignation": event.result, "resigned": event.n, "open_moves": ()}
        return self._with(event, step=event.n, resigned_seats=seats, **ended)

    def _after_take_back(self, event: MoveTakenBack) -> Self:
        if not self.open_moves:
            raise CannotRewind(f"step {event.n} of game {self.id}")
        earlier = self.open_moves[-1]
        return self._with(
            event, step=event.n, origin=earlier.origin, state=earlier.state, open_moves=self.open_moves[:-1]
        )

    def _after_ruling(self, event: DisputeRuled, earlier: Mapping[int, State]) -> Self:
        ruling = RecordedRuling(event.n, event.ruling, event.clause, event.words, event.undone, event.arbiter or None)
        disputes = _close(self, event, ruling=ruling)
        if not event.undone:
            return self._with(event, step=event.n, disputes=disputes)
        if event.to not in earlier:
            raise CannotRewind(f"step {event.n} of game {self.id}")
        back = {"origin": event.to, "state": earlier[event.to], "mover": None, "open_moves": ()}
        return self._with(event, step=event.n, disputes=disputes, **back)

    @property
    def position(self) -> State:
        """The state; raises ValueError before the set-up."""
        if self.state is None:
            raise ValueError("the game has not started")
        return self.state

    def _with(self, event: AnyEvent, **changes: object) -> Self:
        at = {"version": event.originator_version, "digest": recorded_digest(event)}
        game = msgspec.structs.replace(self, **at, **changes)
        if game.clocks is None or game.clock is None or not isinstance(event, Step):
            return game
        clocks = follow_step(game.clock, game.clocks, event, game.asking, game.is_paused)
        return msgspec.structs.replace(game, clocks=clocks)

    def result_if_resigned(self, seat: int) -> Result | None:
        """Return the result by the rules if this seat resigns now; None if the others play on."""
        left = self.opened.seats - len({*self.resigned_seats, seat})
        if self.on_resignation != "end" and self.ruleset.plays_on(self.options, left):
            return None
        return self.ruleset.resigned(self.position, seat, self.resigned_seats)


def game_at_opening(event: GameOpened, rulesets: Rulesets) -> Game:
    """Return the game that an opening begins; raises UnknownRuleset or ContentMissing."""
    ruleset = rulesets.with_content(event.ruleset, event.content).with_version(event.rules_version)
    nobody = (None,) * event.seats
    keys, lobby = ((),) * event.seats, empty_lobby(event.seats)
    return Game(ruleset, event, nobody, entropies=nobody, digest=recorded_digest(event), keys=keys, lobby=lobby)


def _close(game: Game, event: DisputeWithdrawn | DisputeRuled, **outcome: RecordedRuling | int) -> tuple[Dispute, ...]:
    return close_dispute(game.disputes, event.dispute, event.timestamp, **outcome)


def replay(
    events: Iterable[AnyEvent], rulesets: Rulesets, game: Game | None = None
) -> Iterator[tuple[AnyEvent, Game | None]]:
    """Yield each event with the game after it, from the beginning or from `game` on; raises CannotRewind.

    The game is None until one is opened.
    """
    events = list(events)
    rewound = {event.to for event in events if isinstance(event, DisputeRuled) and event.undone}
    earlier: dict[int, State] = {}
    if game is not None and game.state is not None and game.origin in rewound:
        earlier[game.origin] = game.state
    for event in events:
        if isinstance(event, GameOpened):
            game = game_at_opening(event, rulesets)
        elif game is not None:
            game = game.after(event, earlier)
            if game.step in rewound and game.state is not None:
                earlier[game.step] = game.state
        yield event, game


def fold(events: Iterable[AnyEvent], rulesets: Rulesets, game: Game | None = None) -> Game | None:
    """Return the game after all events, from the beginning or from `game` on, None without any; raises CannotRewind."""
    for _, after in replay(events, rulesets, game):
        game = after
    return game


def rules_label(ruleset: AnyRuleset) -> str:
    """Return the ruleset and its version as a step records them."""
    return f"{ruleset.id}@{ruleset.version}"
