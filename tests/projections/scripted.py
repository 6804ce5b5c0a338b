"""Games written directly into the event store, and a reader that needs no rules for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import msgspec
from eventsourcing.persistence import StoredEvent

from domain.kernel.choice import Asking
from domain.kernel.scoring import Result, ScoreLine, SeatScore
from domain.record.events import (
    MAPPER,
    DisputeRaised,
    DisputeRuled,
    Event,
    GameOpened,
    GameStarted,
    MovePlayed,
    MoveTakenBack,
    SeatResigned,
    SeatTaken,
)
from domain.record.seating.events import GameCancelled, ReservationWithdrawn, SeatLeft, SeatReserved
from eventstore.feed import FeedEvent
from eventstore.postgres.datastore import Datastore
from eventstore.recorder import FeedRecorder
from projections.contract import Rows
from projections.read_models.leaderboard import LeaderboardProjection

START = datetime(2026, 5, 1, 12, tzinfo=UTC)
SEED = "5eed" * 16


class ScriptReader:
    """Reads the events of `Script`: a move whose facts contain a result ends its game."""

    def decode(self, topic: str, game_id: UUID, version: int, payload: bytes) -> Any:
        return MAPPER.to_domain_event(StoredEvent(game_id, version, topic, payload))

    def words(self, event: Any, names: Sequence[str]) -> str:
        seat = getattr(event, "seat", None)
        return f"{'The table' if seat is None else names[seat]} made step {event.n}."

    def sides(self, event: Any) -> Sequence[str]:
        return msgspec.json.decode(event.options).get("sides", ())

    def may_end(self, topic: str, payload: bytes) -> bool:
        return topic == SeatResigned.TOPIC or b'"facts":[]' not in payload

    def result(self, event: Any) -> Result | None:
        if isinstance(event, SeatResigned):
            return event.result or None
        if isinstance(event, MovePlayed) and bytes(event.facts) != b"[]":
            return msgspec.json.decode(event.facts, type=Result)
        return None

    def asked(self, event: Any) -> Sequence[int] | None:
        return (event.n % 2,) if isinstance(event, GameStarted | MovePlayed) else None


def result(*points: int, lost: int | None = None) -> Result:
    """A result with these points by seat; `lost` is last whatever its points."""
    keys = [(-1 if seat == lost else value) for seat, value in enumerate(points)]
    scores = tuple(
        SeatScore(seat, value, 1 + sum(other > keys[seat] for other in keys), (ScoreLine("t.points", "all", value),))
        for seat, value in enumerate(points)
    )
    return Result("t.end", "t.most-points", scores)


class Script:
    """A game written event by event; its clock ticks one second an event."""

    def __init__(
        self, recorder: FeedRecorder, players: Sequence[str] = ("Ann", "Bob"), start: datetime = START, **opening: Any
    ) -> None:
        self.id = opening.pop("game_id", None) or uuid4()
        self.players = players
        self.events: list[Event] = []
        self.position = ""
        self._recorder = recorder
        self._clock = start
        self._step = 0
        self._disputes = 0
        own = {name: opening.pop(name) for name in ("sides", "pause_on_dispute", "clock") if name in opening}
        options = {"board": 3} | own
        self._has_clock = "clock" in own
        values = {"ruleset": "tic", "teaching": False, "unlisted": False, "opened_by": players[0]} | opening
        self._add(
            GameOpened,
            rules_version="1",
            options=msgspec.Raw(msgspec.json.encode(options)),
            seats=len(players),
            seed=SEED,
            commitment="c0",
            content="d0",
            **values,
        )

    def sit(self) -> Script:
        """All sit down and the game starts."""
        for seat, player in enumerate(self.players):
            self._add(SeatTaken, seat=seat, player=player)
        self._add_step(GameStarted, facts=msgspec.Raw(b'[{"type":"t","clause":"t.set-up"}]'))
        return self

    def take(self, seat: int, player: str) -> Script:
        """Somebody sits down; the game waits for more."""
        self._add(SeatTaken, seat=seat, player=player)
        return self

    def get_up(self, seat: int, player: str) -> Script:
        """They get up again."""
        self._add(SeatLeft, seat=seat, player=player)
        return self

    def reserve(self, seat: int, player: str | None = None) -> Script:
        """The opener reserves a seat, for a player or by an invitation."""
        self._add(SeatReserved, seat=seat, player=player, invitation=msgspec.UNSET if player else "0" * 64)
        return self

    def withdraw(self, seat: int) -> Script:
        """The reservation is withdrawn: everyone may take the seat again."""
        self._add(ReservationWithdrawn, seat=seat)
        return self

    def cancel(self) -> Script:
        """The opener cancels the game."""
        self._add(GameCancelled)
        return self

    def moves(self, count: int) -> Script:
        """Moves of the seats in turn."""
        for _ in range(count):
            self._move(msgspec.Raw(b"[]"))
        return self

    def take_back(self) -> Script:
        """The seat that moved last takes that move back."""
        last = self.events[-1]
        assert isinstance(last, MovePlayed)
        self._add_step(MoveTakenBack, seat=last.seat, player=last.player, undone=last.n, to=last.n - 1)
        return self

    def dispute(self, step: int, clause: str | None = None) -> Script:
        """The first seat disputes a step."""
        self._disputes += 1
        claim = {"step": step, "clause": clause, "claim": "Not so.", "to": self._step}
        self._add_step(DisputeRaised, dispute=self._disputes, seat=0, player=self.players[0], **claim)
        return self

    def rule(self, ruling: str, step: int, *undone: int) -> Script:
        """The arbiter rules on the last dispute, which is about this step."""
        words = {"clause": "t.rule", "words": "So it is.", "undone": undone, "to": step - 1}
        self._add_step(DisputeRuled, dispute=self._disputes, step=step, ruling=ruling, **words)
        return self

    def end(self, *points: int) -> Script:
        """A last move that ends the game with these points by seat."""
        self._move(msgspec.Raw(msgspec.json.encode(result(*points))))
        return self

    def resign(self, seat: int, *points: int) -> Script:
        """A seat resigns."""
        ending = result(*points, lost=seat)
        self._add_step(SeatResigned, seat=seat, player=self.players[seat], result=ending)
        return self

    def leave(self, seat: int) -> Script:
        """A seat resigns, and the others play on."""
        self._add_step(SeatResigned, seat=seat, player=self.players[seat])
        return self

    def passes(self, seat: int) -> Script:
        """A move is made by rule for a seat that resigned."""
        self._move(msgspec.Raw(b"[]"), seat, automatic="pass")
        return self

    def _move(self, facts: msgspec.Raw, seat: int | None = None, **more: Any) -> None:
        seat = self._step % len(self.players) if seat is None else seat
        player = self.players[seat]
        self._add_step(MovePlayed, seat=seat, player=player, move=msgspec.Raw(b"{}"), facts=facts, **more)

    def _add_step(self, kind: Callable[..., Event], **values: Any) -> None:
        self._step += 1
        if self._has_clock and kind in (GameStarted, MovePlayed):
            values["asking"] = Asking((self._step % 2,))
        self._add(kind, n=self._step, rules="tic@1", **values)

    def _add(self, kind: Callable[..., Event], **values: Any) -> None:
        self._clock += timedelta(seconds=1)
        event = kind(originator_id=self.id, originator_version=len(self.events) + 1, timestamp=self._clock, **values)
        self.events.append(event)
        (position,) = self._recorder.insert_events([MAPPER.to_stored_event(event)]) or ()
        self.position = f"{self._recorder.partition_of(self.id)}:{position}"


def event_store(url: str) -> FeedRecorder:
    """The event store of a database."""
    return FeedRecorder(Datastore(url, pool_size=4))


def play_many(store: FeedRecorder, games: int, moves: int = 6, first: int = 0) -> list[Script]:
    """Write finished games of four players who meet in turn, numbered from `first`; each starts a minute after the
    last."""
    names = ("Ann", "Bob", "Cem", "Dia")
    played = []
    for number in range(first, first + games):
        pair = (names[number % 4], names[(number + 1 + number // 4 % 3) % 4])
        script = Script(store, pair, START + timedelta(minutes=number)).sit().moves(moves)
        played.append(script.end(number % 5, number % 3))
    return played


class Poisoned:
    """A leaderboard that raises at the events of one game while `poison` names it."""

    name = "leaderboard"
    tables = LeaderboardProjection.tables

    def __init__(self) -> None:
        self.poison: UUID | None = None
        self._sound = LeaderboardProjection(ScriptReader())

    def handle(self, cursor: Rows, events: Sequence[FeedEvent]) -> None:
        self._sound.handle(cursor, events)
        for event in events:
            if event.game_id == self.poison and event.version > 3:
                raise ArithmeticError(f"no sum with seed {SEED} for {event.game_id}")
