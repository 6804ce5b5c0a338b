"""`kifu play`: a game against random bots in the terminal."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterable, Sequence
from random import Random

import click
from rich.console import Console

from domain.kernel.audience import ARBITER, Viewer, seat_viewer
from domain.kernel.fact import Fact
from domain.kernel.table import State
from domain.kernel.words import counted
from kifu.commands.clauses import show_clause
from kifu.selfplay.match import Match, Option
from kifu.shared.faults import Fault
from kifu.shared.rules import clause_named, game_options, installed, parse_options, ruleset_named, seats_for
from kifu.shared.terminal import console

HELP = "A number plays that move; ? explains the rule, ? CLAUSE another one; b takes back; q quits."


@click.command()
@click.argument("ruleset", required=False)
@game_options
@click.option("--seat", "own", type=click.IntRange(min=0), default=0, show_default=True, help="Where you sit.")
@click.option("--name", default="Player", show_default=True, help="What you are called.")
@click.option("--seed", help="Any text; the same seed deals the same game. Random by default.")
def play(ruleset: str | None, pairs: Sequence[str], seats: int | None, own: int, name: str, seed: str | None) -> None:
    """Play RULESET (the first one that there is, by default) against bots that move at random."""
    rulesets = installed()
    rules = ruleset_named(ruleset, rulesets) if ruleset is not None else next(iter(rulesets))
    options = parse_options(rules, pairs)
    count = seats_for(rules, options, seats)
    if own >= count:
        raise Fault(f"{rules.title} has seats 0 to {count - 1} here, no seat {own}.")
    seed = seed if seed is not None else secrets.token_hex(4)
    Session(Match(rules, options, count, seed), own, name).run()


class Quit(Exception):
    """The player leaves."""


class Session:
    """One person at the terminal, bots on the other seats."""

    def __init__(self, match: Match, own: int, name: str) -> None:
        self.match = match
        self.own = own
        bots = "Bot" if match.seats == 2 else "Bot {}"
        players = [name if seat == own else bots.format(seat) for seat in range(match.seats)]
        self.names = [*players, *match.ruleset.side_names(match.options, match.seats)]
        self.out: Console = console()
        self._random = Random(f"{match.seed}/bots")  # noqa: S311 - a bot's whim, no secret

    def run(self) -> None:
        """Play until the game is over or the player leaves."""
        rules = self.match.ruleset
        self.say(f"{rules.title}, seed {self.match.seed}. {HELP}")
        self.tell(self.match.opening)
        try:
            while not self.match.over:
                if self.own in self.match.asked:
                    self.own_move()
                else:
                    self.bot_move()
        except Quit:
            self.say(f"You leave the game after step {self.match.step}.")
            return
        self.board()
        self.scores()

    def own_move(self) -> None:
        """Show the board and the legal moves, and do what the player says."""
        self.board()
        legal = self.match.legal(self.own)
        self.offer(legal)
        while True:
            word = self.read()
            if word == "q":
                raise Quit
            if word.startswith("?"):
                self.explain(word[1:].strip())
            elif word == "b":
                if self.match.take_back(self.own):
                    self.say("Taken back.")
                    return
                self.say("There is nothing to take back: chance has decided, or someone else has moved since.")
            elif (chosen := self.numbered(legal, word)) is not None:
                self.tell(self.match.play(self.own, chosen.move))
                return
            else:
                self.say(f"{word!r} is none of the numbers 1 to {len(legal)}. {HELP}")

    def bot_move(self) -> None:
        """A bot that is asked plays a random legal move."""
        seat = self.match.asked[0]
        chosen = self._random.choice(self.match.legal(seat))
        self.tell(self.match.play(seat, chosen.move))

    def offer(self, legal: Sequence[Option]) -> None:
        """Print the questions with numbered answers."""
        asked = None
        for number, option in enumerate(legal, 1):
            if option.choice is not asked:
                asked = option.choice
                self.say(asked.question(self.names), style="bold")
            self.say(f"{number:>3}  {option.choice.label(self.match.state, option.move, self.names)}")

    @staticmethod
    def numbered(legal: Sequence[Option], word: str) -> Option | None:
        """The legal move with this number; None if there is none."""
        if word.isascii() and word.isdecimal() and len(word) < 6 and 1 <= int(word) <= len(legal):
            return legal[int(word) - 1]
        return None

    def read(self) -> str:
        """The next line that is not empty; raises Quit at the end of the input."""
        while True:
            self.out.print("> ", end="", markup=False)
            try:
                word = input().strip()
            except EOFError:
                self.say("")
                raise Quit from None
            if not sys.stdin.isatty():
                self.say(word)
            if word:
                return word

    def explain(self, name: str) -> None:
        """Show the clauses by which the player is asked, or the one named."""
        rulebook = self.match.ruleset.rulebook
        if name:
            try:
                show_clause(clause_named(self.match.ruleset, name))
            except Fault as fault:
                self.say(fault.message)
            return
        for question in self.match.questions(self.own):
            show_clause(rulebook[question.clause])

    def board(self) -> None:
        """Print what the player sees of the table."""
        rules = self.match.ruleset
        self.say("")
        self.say(rules.board(rules.view(self.match.state, self.viewer), self.names))

    def tell(self, facts: Iterable[Fact[State]]) -> None:
        """Say what happened, in one line."""
        words = (fact.words(self.names, self.viewer) for fact in facts)
        line = " ".join(word for word in words if word)
        if line:
            self.say(line)

    def scores(self) -> None:
        """Print the points of every seat and side with what they were for."""
        result = self.match.state.result
        assert result is not None
        for score in result.scores:
            self.say(
                f"{self.names[score.seat]}: {counted(score.points, 'point')}, rank {score.rank}",
                style="bold",
            )
            for line in score.lines:
                self.say(f"{line.points:>4}  {line.what} ({line.clause})")

    @property
    def viewer(self) -> Viewer:
        """What the player may see: everything once the game is over."""
        return ARBITER if self.match.over else seat_viewer(self.own)

    def say(self, text: str, style: str = "") -> None:
        """Print a line as it is."""
        self.out.print(text, markup=False, soft_wrap=True, style=style)
