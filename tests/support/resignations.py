"""Games in memory in which seats resign while the others play on; `python -m tests.support.resignations` records
two."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random

import msgspec

from domain.application import commands as command
from domain.application import resigning
from domain.application.commands import AnyAnswer, Decision, Request
from domain.archive import writing
from domain.kernel.bots import suggest_any
from domain.kernel.ruleset import AnyRuleset
from domain.kernel.rulesets import Rulesets
from domain.record.events import AnyEvent, MovePlayed
from domain.record.game import Game, fold
from kifu.selfplay.recording import BEGAN, Recording, Setup
from tests.support.rulesets import product_rulesets
from tests.support.services import ROOT

GAMES = ROOT / "tests/games"


class Leaving:
    """A game of players who move at random, event by event; `events` has all of them."""

    def __init__(self, ruleset: AnyRuleset, seats: int, seed: int, **options: object) -> None:
        rulesets = Rulesets([ruleset])
        recording = Recording(rulesets, Setup(ruleset, ruleset.parse_options(options), seats), Random(seed))
        recording.start()
        self.rulesets = rulesets
        self.events: list[AnyEvent] = list(recording.events)
        self.game: Game = recording.game
        self.random = Random(seed)

    def by(self, seat: int) -> Request:
        """A request of the player on a seat."""
        return Request(self.game.players[seat])

    def do(self, decide: Callable[[Game], Decision[AnyAnswer]]) -> Decision[AnyAnswer]:
        """Carry out a command as the application does, with the moves by rule that follow."""
        now = BEGAN + timedelta(seconds=len(self.events))
        decision = resigning.play_on(decide(self.game), Request(), now)
        self.events += decision.events
        self.game = decision.game
        return decision

    def resign(self, seat: int) -> Decision[AnyAnswer]:
        """Let a seat resign."""
        return self.do(lambda game: resigning.resign(game, self.by(seat), seat, BEGAN))

    def move(self) -> Decision[AnyAnswer]:
        """Let a seat that is asked make a random move."""
        state, asked = self.game.position, self.game.to_move
        choices = [choice for choice in self.game.ruleset.choices(state) if choice.seat in asked]
        listed = suggest_any(state, choices)
        choice, moves = listed.choice, listed.answers
        sent = msgspec.json.encode(self.random.choice(moves))
        return self.do(lambda game: command.play_move(game, self.by(choice.seat), choice.seat, sent, BEGAN))

    def moves(self, count: int) -> Leaving:
        """Make `count` random moves, or fewer if the game ends before."""
        for _ in range(count):
            if self.game.to_move:
                self.move()
        return self

    def play_out(self, resigns: float = 0.0) -> Game:
        """Play to the end; before each move somebody may resign with this probability, if the others play on."""
        while not self.game.is_over:
            left = [seat for seat in range(self.game.opened.seats) if seat not in self.game.resigned_seats]
            if self.random.random() < resigns and self.game.ruleset.plays_on(self.game.options, len(left) - 1):
                self.resign(self.random.choice(left))
            else:
                self.move()
        return self.game

    def file(self) -> bytes:
        """The .kifu file of the game."""
        return b"".join(writing.write_events(self.events, self.rulesets))

    @property
    def by_rule(self) -> list[MovePlayed]:
        """The moves made by rule."""
        return [event for event in self.events if isinstance(event, MovePlayed) and event.automatic]

    def folded(self) -> Game | None:
        """The game that its events add up to."""
        return fold(self.events, self.rulesets)


def main() -> None:
    """Record games in which seats pass, which must stay byte for byte: how a seat passes is a rule."""
    known = product_rulesets()
    games = {
        "daimyo-playing-on-4": Leaving(known["daimyo"], 4, 29, on_resignation="pass"),
        "yedo-playing-on-5": Leaving(known["yedo"], 5, 29, on_resignation="pass", teahouse=True, specialists=True),
    }
    for name, game in games.items():
        game.moves(30).resign(2)
        game.moves(20).resign(0)
        game.play_out()
        (GAMES / f"{name}.kifu").write_bytes(game.file())


if __name__ == "__main__":
    main()
