"""One person at the terminal, bots on the other seats: asks, answers, and plays what is typed."""

from __future__ import annotations

import hashlib
import secrets
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import chain, count
from random import Random, SystemRandom
from typing import NamedTuple

import msgspec
from rich.console import Console

from domain.application.errors import CannotTakeBack
from domain.application.lobby.rematch import rotate
from domain.kernel.audience import ARBITER, Viewer, seat_viewer
from domain.kernel.bots import BOTS, Bot, suggest_any
from domain.kernel.choice import AnyChoice, Move
from domain.kernel.language import fill, mark, say, translate
from domain.kernel.rulesets import Rulesets
from domain.kernel.table import State, joint_outcome
from domain.kernel.words import count_noun, join_words
from domain.record.events import LONGEST_NAME
from domain.record.game import Game
from domain.record.words import Reader
from kifu.playing import filling
from kifu.playing.offers import Offer, amount, label, list_offers
from kifu.playing.screen import Screen
from kifu.selfplay.bots import parse_bots
from kifu.selfplay.play import lineup
from kifu.selfplay.recording import Recording, Setup
from kifu.shared.faults import Fault
from kifu.shared.rules import find_clause

WORDS = {
    mark("NUMBER"): mark("play the move with this number"),
    "b": mark("show the whole board"),
    "m": mark("list your moves again"),
    "u": mark("take back your last move"),
    "?": mark("show the rule behind the question"),
    mark("? CLAUSE"): mark("show the rule with this id"),
    "resign": mark("give the game up: it ends, and you come last, or all lose together"),
    "q": mark("leave: the game stays unfinished"),
    "help": mark("show this list"),
}
"""The commands of a session and what they do."""


LETTERS = "acdefgijklnorstvwxyz"
"""The letters for answers that are not numbers, without those in `WORDS` and the one for passing."""


class Leave(Exception):
    """The person leaves the session."""


class Person(NamedTuple):
    """Who sits on a seat: a bot, or with None the person at the terminal."""

    name: str
    bot: Bot | None


class Session:
    """A game of one person, on seat `own`, against bots; `people` has everyone by seat.

    It is dealt from `seed`, which also determines the bots' random choices.
    """

    def __init__(self, rulesets: Rulesets, setup: Setup, people: Sequence[Person], seed: str, screen: Screen) -> None:
        players = [person.name for person in people]
        secret = hashlib.sha256(f"kifu/{seed}".encode()).digest()
        clock = partial(datetime.now, UTC)
        self.recording = Recording(rulesets, setup, SystemRandom(), secret, players=players, clock=clock)
        self.own = next(seat for seat, person in enumerate(people) if person.bot is None)
        self.bots = {seat: person.bot for seat, person in enumerate(people) if person.bot is not None}
        self._people = people
        self._setup = setup
        self._rulesets = rulesets
        self._seed = seed
        self._random = Random(f"{seed}/bots")  # noqa: S311 - picks moves, no secret
        self._reader = Reader(rulesets)
        self._screen = screen
        self._told = 0

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.recording.game

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        title = self.game.ruleset.title
        hello = say(
            "{title}, seed {seed}. Type the number of a move, or help.", title=translate(title), seed=self._seed
        )
        self._screen.say(hello, style="bold")
        self.recording.start()
        try:
            while self.game.to_move:
                self._tell_news()
                if self.own in self.game.to_move:
                    self._take_turn()
                else:
                    self._move_bot()
        except (Leave, KeyboardInterrupt):
            self._screen.say(say("You leave the game after {steps}.", steps=count_noun(self.game.step, "step")))
            return
        self._tell_news()
        self._screen.show_board(self._board(), whole=True)
        self._show_scores()

    def follow(self) -> Session | None:
        """Ask whether the same people play again, and return that game, in which each sits one seat further on.

        Returns None if the game is not over, or the person does not want to.
        """
        if not self.game.is_over:
            return None
        alone = say("Type again for another game, or q to leave.")
        others = say("Type again for another game with the same people, each one place further on, or q to leave.")
        question = others if self.bots else alone
        self._screen.say(question, style="bold")
        try:
            while (typed := self._read().lower()) != "again":
                if typed in ("q", "quit", "exit"):
                    return None
                self._screen.say(question)
        except (Leave, KeyboardInterrupt):
            return None
        return Session(self._rulesets, self._setup, rotate(self._people), secrets.token_hex(4), self._screen)

    def _take_turn(self) -> None:
        """Show the board and the legal moves, and follow the input until a move is played."""
        self._screen.show_board(self._board())
        offers = self._offers()
        self._show_offers(offers)
        while not self._follow(self._read(), offers):
            pass

    def _follow(self, typed: str, offers: Sequence[Offer]) -> bool:
        """Carry out a line of input; return whether it changed the game."""
        word, _, rest = typed.partition(" ")
        match word.lower():
            case "q" | "quit" | "exit":
                raise Leave
            case "b" | "board":
                self._screen.show_board(self._board(), whole=True)
            case "m" | "moves":
                self._show_offers(offers)
            case "u" | "undo":
                return self._take_back()
            case "resign":
                self.recording.resign(self.own)
                return True
            case "h" | "help":
                self._show_help()
            case _ if typed.startswith("?"):
                self._explain(typed[1:].strip())
            case key if not rest and key in (keys := self._keys(offers)):
                return self._play(offers[keys.index(key)])
            case _:
                self._screen.say(_refuse_input(typed, offers))
        return False

    def _keys(self, offers: Sequence[Offer]) -> list[str]:
        """Return the input for each offer: its place in the list, or the number itself if one is asked for.

        Next to numbers, passing is p and other moves have letters.
        """
        if not _asks_for_amount(offers):
            return [str(number) for number in range(1, len(offers) + 1)]
        letters = chain(LETTERS, (f"a{number}" for number in count(1)))
        passing = self.game.ruleset.passing_moves
        return [
            str(number)
            if (number := amount(offer)) is not None
            else "p"
            if isinstance(offer.move, passing)
            else next(letters)
            for offer in offers
        ]

    def _play(self, offer: Offer) -> bool:
        """Play a move, after picking it if it is in a group or a family; return whether it was played."""
        if offer.inside:
            return self._pick_inside(offer.inside)
        move = self._fill_in(offer.choice) if offer.move is None else offer.move
        if move is not None:
            self.recording.play(self.own, move)
        return move is not None

    def _pick_inside(self, offers: Sequence[Offer]) -> bool:
        """Ask which move of a group to play, until one is played or the person goes back to the whole list."""
        self._show_offers(offers)
        self._screen.say(say("(m goes back to all moves)"), style="dim")
        while (typed := self._read()).lower() not in ("m", "moves"):
            if self._follow(typed, offers):
                return True
        self._show_offers(self._offers())
        return False

    def _fill_in(self, choice: AnyChoice) -> Move | None:
        """Ask for the arguments of a move; returns None if the person gives up or the rules refuse the move."""
        template = choice.template(self._state())
        assert template is not None
        values = filling.least_values(template)
        asked = list(filling.arguments(template))
        how = say(
            "(- for the least or nothing, {rest} for that with all that follow, m to do something else)",
            rest=filling.REST,
        )
        self._screen.say(how, style="dim")
        while asked:
            self._screen.say(filling.question(template, asked[0], self.game.names))
            typed = self._read()
            match typed.lower():
                case "q" | "quit" | "exit":
                    raise Leave
                case "m" | "moves":
                    self._show_offers(self._offers())
                    return None
                case filling.REST:
                    break
            try:
                values[asked[0]] = filling.parse(template, asked[0], typed)
                del asked[0]
            except Fault as fault:
                self._screen.say(fault.message)
        move = self.game.ruleset.decode_move(msgspec.json.encode({"type": template.type, **values}))
        if choice.allows(self._state(), move):
            return move
        self._screen.say(str(choice.refuse(self._state(), move)))
        return None

    def _take_back(self) -> bool:
        try:
            self.recording.take_back(self.own)
        except CannotTakeBack as refusal:
            self._screen.say(refusal.detail)
            return False
        return True

    def _move_bot(self) -> None:
        rules, state = self.game.ruleset, self._state()
        asked = [choice for choice in rules.choices(state) if choice.seat in self.bots]
        listed = suggest_any(state, asked)
        bot = self.bots[listed.choice.seat]
        self.recording.play(listed.choice.seat, bot.choose(rules, listed, self._random))

    def _offers(self) -> list[Offer]:
        state = self._state()
        return [offer for choice in self._questions() for offer in list_offers(choice, state, self.game.names)]

    def _questions(self) -> list[AnyChoice]:
        return [choice for choice in self.game.ruleset.choices(self._state()) if choice.seat == self.own]

    def _show_offers(self, offers: Sequence[Offer]) -> None:
        """Print the questions with their numbered answers; standing offers without answers are left out."""
        state, names = self._state(), self.game.names
        keyed = list(zip(self._keys(offers), offers, strict=True))
        for choice in self._questions():
            answers = [(key, label(offer, state, names)) for key, offer in keyed if offer.choice is choice]
            if choice.standing and not answers:
                continue
            hint = ""
            if any(amount(offer) is not None for offer in offers if offer.choice is choice):
                passing = "p" in dict(keyed)
                hint = say("Type the number itself, or p to pass.") if passing else say("Type the number itself.")
            self._screen.ask(f"{choice.question(names)} {hint}".rstrip(), answers, choice.subjects(state))

    def _read(self) -> str:
        """Return the next non-empty line; raises Leave at the end of the input."""
        while True:
            try:
                typed = " ".join(input("> ").split())
            except EOFError:
                self._screen.say("")
                raise Leave from None
            except KeyboardInterrupt:
                self._screen.say("")
                raise
            if not sys.stdin.isatty():
                self._screen.say(typed)
            if typed:
                return typed

    def _explain(self, name: str) -> None:
        """Show the clauses behind the open questions, or the clause with this name."""
        rules = self.game.ruleset
        if not name:
            for clause in {question.clause: None for question in self._questions()}:
                self._screen.show_clause(rules.rulebook[clause])
            return
        try:
            self._screen.show_clause(find_clause(rules, name))
        except Fault as fault:
            self._screen.say(fault.message)

    def _show_help(self) -> None:
        for word, meaning in WORDS.items():
            self._screen.say(f"  {translate(word):<10}{translate(meaning)}")

    def _tell_news(self) -> None:
        """Say in words what has happened since the last call."""
        names = self.game.names
        for event in self.recording.events[self._told :]:
            if event.originator_version > self.game.version_of(0):
                words = self._reader.words(event, names, self._viewer)
                if words:
                    self._screen.say(words)
        self._told = len(self.recording.events)

    def _show_scores(self) -> None:
        """Print the winners, the goals met, and the points of every seat and side by origin."""
        result = self.game.result
        assert result is not None
        names = self.game.names
        winners = [names[seat] for seat in result.winners]
        if result.goals:
            self._screen.say(joint_outcome(result, names), style="bold")
            for goal in self.game.ruleset.name_goals(result).goals:
                self._screen.say(f"      {goal.words()} ({goal.clause})")
        elif winners:
            who = join_words(winners)
            won = say("{who} wins.", who=who) if len(winners) == 1 else say("{who} share the victory.", who=who)
            self._screen.say(won, style="bold")
        for score in sorted(result.scores, key=lambda score: score.rank):
            points = count_noun(score.points, "point")
            said = say("{who}: {points}, rank {rank}", who=names[score.seat], points=points, rank=score.rank)
            self._screen.say(said, style="bold")
            for line in score.lines:
                self._screen.say(f"{line.points:>4}  {self.game.ruleset.name_source(line.what)} ({line.clause})")

    def _board(self) -> str:
        game = self.game
        return game.ruleset.looks.board(game.ruleset.view(self._state(), self._viewer), game.names)

    def _state(self) -> State:
        return self.game.position

    @property
    def _viewer(self) -> Viewer:
        """The person's view: everything once the game is over."""
        return ARBITER if self.game.is_over else seat_viewer(self.own)


def _refuse_input(typed: str, offers: Sequence[Offer]) -> str:
    """Say that an input cannot be played, and what can be."""
    if _asks_for_amount(offers):
        return say("{typed!r} cannot be played. Type one of the answers listed, or help.", typed=typed)
    if len(offers) == 1:
        return say("{typed!r} cannot be played. Type 1, or help.", typed=typed)
    most = len(offers)
    return say("{typed!r} cannot be played. Type a number from 1 to {most}, or help.", typed=typed, most=most)


def _asks_for_amount(offers: Sequence[Offer]) -> bool:
    return any(amount(offer) is not None for offer in offers)


def open_session(
    rulesets: Rulesets,
    setup: Setup,
    own: int,
    name: str,
    bots: str,
    seed: str | None,
    out: Console,
) -> Session:
    """Return a new game of the person called `name` on seat `own`; raises Fault.

    `bots` are names as for `parse_bots`. The same `seed` deals the same game; without one, the deal is random.
    """
    rules, options, seats = setup
    if own >= seats:
        raise Fault(say("The game has seats 1 to {last}, no seat {seat}.", last=seats, seat=own + 1))
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        text = mark("{name!r} cannot be a name. A name has 1 to {most} characters, all of them printable.")
        raise Fault(fill(translate(text), name=name, most=LONGEST_NAME))
    others = [BOTS[bot]() for bot in lineup(parse_bots(bots, seats - 1), seats - 1)]
    people = [Person("Bot" if seats == 2 else f"Bot {seat + (seat >= own)}", bot) for seat, bot in enumerate(others)]
    people.insert(own, Person(name, None))
    # With the only person gone, nobody is left to play on for.
    setup = Setup(rules, msgspec.structs.replace(options, on_resignation="end"), seats)
    return Session(rulesets, setup, people, seed if seed is not None else secrets.token_hex(4), Screen(out))
