"""Games with a clock, in memory, whose time a test passes; `python -m tests.support.timed_games` records some."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from random import Random

import msgspec

from domain.application import commands as command
from domain.application import resigning, taking_back
from domain.application.clocks.keeping import keep_time
from domain.application.commands import AnyAnswer, Decision, Request
from domain.application.lobby import opening
from domain.application.lobby.opening import Opening
from domain.archive import writing
from domain.kernel.bots import suggest_any
from domain.kernel.ruleset import AnyRuleset
from domain.kernel.rulesets import Rulesets
from domain.record.clocks.fold import SeatClock
from domain.record.event import Moment
from domain.record.events import AnyEvent
from domain.record.game import Game, fold
from domain.rows import Uptime
from tests.support.rulesets import product_rulesets
from tests.support.services import ROOT

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


class Timed:
    """A game of random moves with this clock, event by event; `now` is the time of the next event."""

    def __init__(
        self, ruleset: AnyRuleset, seats: int, clock: Mapping[str, int], seed: int = 1, **options: object
    ) -> None:
        self.rulesets, self.random, self.now = Rulesets([ruleset]), Random(seed), BEGAN
        wanted = Opening(ruleset.id, {**options, "clock": clock}, seats, seed.to_bytes(32, "big").hex(), False)
        opened = opening.open_game(wanted, self.rulesets, Request("player 0"), BEGAN, self.random.randbytes)
        self.events: list[AnyEvent] = [opened]
        game = fold(self.events, self.rulesets)
        assert game is not None
        self.game = game
        for seat in range(seats):
            self.do(lambda game, seat=seat: command.take_seat(game, Request(f"player {seat}"), seat, self.now))

    def wait(self, seconds: float) -> Timed:
        """Let time pass."""
        self.now += timedelta(seconds=seconds)
        return self

    def by(self, seat: int) -> Request:
        """A request of the player on a seat."""
        return Request(self.game.players[seat])

    def moment(self) -> Moment:
        """The moment of the next event, for commands with texts."""
        return Moment(self.now, self.random.randbytes)

    def do(self, decide: Callable[[Game], Decision[AnyAnswer]]) -> Decision[AnyAnswer]:
        """Carry out a command, with the moves by rule that follow."""
        decision = resigning.play_on(decide(self.game), Request(), self.now)
        self.events += decision.events
        self.game = decision.game
        return decision

    def move(self, seat: int | None = None) -> Decision[AnyAnswer]:
        """Let a seat that is asked make a random move."""
        asked = self.game.to_move if seat is None else (seat,)
        choices = [choice for choice in self.game.ruleset.choices(self.game.position) if choice.seat in asked]
        listed = suggest_any(self.game.position, choices)
        sent, seat = msgspec.json.encode(self.random.choice(listed.answers)), listed.choice.seat
        return self.do(lambda game: command.play_move(game, self.by(seat), seat, sent, self.now))

    def take_back(self, seat: int) -> Decision[AnyAnswer]:
        """Let a seat take back its last move."""
        return self.do(lambda game: taking_back.take_back(game, self.by(seat), seat, self.now))

    def keep_time(self, uptimes: Sequence[Uptime] = ()) -> list[AnyEvent]:
        """Do what the time until now does to the game, and return the events of that."""
        events: list[AnyEvent] = []
        while (decision := keep_time(self.game, Request(), uptimes, self.now)) is not None:
            self.do(lambda _, decided=decision: decided)
            events += decision.events
        return events

    def until(self, holds: Callable[[Game], bool]) -> Timed:
        """Let a second pass before each random move, until the game is in such a position."""
        while not holds(self.game):
            self.wait(1).move()
        return self

    def clock(self, seat: int) -> SeatClock:
        """The time of a seat at the last step."""
        assert self.game.clocks is not None
        return self.game.clocks.seats[seat]

    def file(self) -> bytes:
        """The .kifu file of the game."""
        return b"".join(writing.write_events(self.events, self.rulesets))

    def folded(self) -> Game | None:
        """The game that its events add up to."""
        return fold(self.events, self.rulesets)


def main() -> None:
    """Record games with clocks, which must stay byte for byte: verifiers compute them."""
    known = product_rulesets()
    daimyo = Timed(known["daimyo"], 3, {"spell": 60, "bank": 300, "most": 400}, 31, on_resignation="pass")
    for _ in range(40):
        daimyo.wait(daimyo.random.randint(1, 40)).move()
    alive = daimyo.now + timedelta(seconds=5)
    daimyo.wait(7200).keep_time([Uptime(BEGAN, alive), Uptime(daimyo.now, daimyo.now)])
    daimyo.wait(5).move()
    daimyo.wait(500).keep_time()
    daimyo.until(lambda game: game.is_over)
    yedo = Timed(known["yedo"], 3, {"spell": 90, "bank": 600, "window": 120}, 32, sets="classic", on_resignation="bot")
    for _ in range(60):
        yedo.wait(yedo.random.randint(1, 25)).move()
    yedo.wait(1000).keep_time()
    yedo.until(lambda game: game.is_over)
    dojo = Timed(known["micro-dojo"], 2, {"spell": 20, "bank": 100}, 33)
    for _ in range(20):
        dojo.wait(dojo.random.randint(1, 24)).move()
    dojo.wait(130).keep_time()
    for name, game in {"daimyo-clock-3": daimyo, "yedo-clock-3": yedo, "micro-dojo-clock-2": dojo}.items():
        (ROOT / f"tests/games/{name}.kifu").write_bytes(game.file())


if __name__ == "__main__":
    main()
