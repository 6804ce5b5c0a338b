"""Ruleset: the contract that a game fulfils, with what every game does alike."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from itertools import chain
from types import NoneType, UnionType
from typing import ClassVar, Generic, Literal, Self, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from domain.kernel.audience import Viewer
from domain.kernel.chance import Chance
from domain.kernel.choice import Choice, Move, open_choices
from domain.kernel.content import Content
from domain.kernel.fact import Fact
from domain.kernel.rulebook import Rulebook
from domain.kernel.scoring import SeatScore
from domain.kernel.table import Outcome, State, Table, asked, no_dead_end
from domain.kernel.words import located

S = TypeVar("S", bound=State)


class GameOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The options that every game has beside those of its rules.

    With `pause_on_dispute` nobody may move while a dispute waits for the arbiter.
    """

    pause_on_dispute: bool = False


class BadOptions(ValueError):
    """Options that cannot be played: `pointer` is the JSON pointer of the culprit, `clause` the rule, if it is one."""

    def __init__(self, pointer: str, why: str, clause: str | None = None) -> None:
        super().__init__(f"{pointer}: {why}")
        self.pointer = pointer
        self.why = why
        self.clause = clause


class MalformedMove(ValueError):
    """JSON that is no move of this ruleset at all."""


class Ruleset(Generic[S]):
    """One game, bound to one content pack and to one version of its rules. Pure: equal arguments give equal answers.

    A version is added when `decide` would produce other facts for some stored game; see `docs/decisions`.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    versions: ClassVar[range] = range(1, 2)
    """The versions of the rules that can be carried out, numbered from 1. New games are opened under the last."""
    options_type: ClassVar[type[GameOptions]]
    move_types: ClassVar[tuple[type[Move], ...]]
    fact_types: ClassVar[tuple[object, ...]]
    state_type: ClassVar[type]
    most_seats: ClassVar[range]
    """The numbers of seats that some choice of options allows."""
    silent_moves: ClassVar[tuple[type[Move], ...]] = ()
    """The moves that may pass without a word."""

    def __init__(self, rulebook: Rulebook, content: Content) -> None:
        self.rulebook = rulebook
        self.content = content
        self._version = self.versions[-1]
        self._moves = msgspec.json.Decoder(_union(self.move_types))
        self._facts = msgspec.json.Decoder(tuple[_union(self.fact_types), ...])  # type: ignore[misc]
        self._encoder = msgspec.json.Encoder(enc_hook=_content_digest)

    @property
    def version(self) -> str:
        """The version of the rules that is carried out, as it is written into games and steps."""
        return str(self._version)

    def keeps(self, version: str) -> bool:
        """Whether this version of the rules can be carried out."""
        return version in map(str, self.versions)

    def under(self, version: str) -> Self:
        """The same ruleset carrying out another version; the nearest one that is kept if that one is not.

        What is no version at all stands for the last one.
        """
        number = int(version) if is_version(version) else self.versions[-1]
        wanted = min(max(number, self.versions[0]), self.versions[-1])
        if wanted == self._version:
            return self
        other = copy(self)
        other._version = wanted
        return other

    def option_values(self) -> dict[str, tuple[object, ...]]:
        """The values that each option of the rules may take, the default first; none where they cannot be listed.

        The options that every game has are left out: they change nothing of how it is played.
        """
        hints = get_type_hints(self.options_type)
        return {
            field.encode_name: tuple(sorted(listed_values(hints[field.name]), key=lambda value: value != field.default))
            for field in msgspec.structs.fields(self.options_type)
            if field.name not in GameOptions.__struct_fields__
        }

    def option_items(self) -> Mapping[str, Sequence[str]]:
        """The values that may stand in the options that are lists, by the name of the option."""
        return {}

    def parse_options(self, options: object) -> GameOptions:
        """Options from plain JSON values; raises BadOptions with the pointer of the first fault."""
        try:
            return msgspec.convert(options, self.options_type)
        except msgspec.ValidationError as error:
            raise _bad_options(error, options, self.options_type) from None

    def seats(self, options: msgspec.Struct) -> range:
        """How many may play with these options."""
        return self.most_seats

    def refuse_seats(self, options: msgspec.Struct, seats: int) -> BadOptions:
        """Why so many cannot play with these options; a game whose rulebook says why cites its clause."""
        allowed = self.seats(options)
        numbers = str(allowed[0]) if len(allowed) == 1 else f"{allowed[0]} to {allowed[-1]}"
        return BadOptions("/seats", f"{self.title} is for {numbers} players, not {seats}.")

    def check_options(self, options: msgspec.Struct, seats: int) -> None:
        """Raise BadOptions for options that only this number of seats, which is allowed, makes unplayable."""

    def check_opening(self, options: msgspec.Struct, seats: int) -> None:
        """Raise BadOptions unless a game can be opened with these options and so many seats."""
        if seats not in self.seats(options):
            raise self.refuse_seats(options, seats)
        self.check_options(options, seats)

    def side_names(self, options: msgspec.Struct, seats: int) -> tuple[str, ...]:
        """The names of the sides that are no seats; they are numbered after the seats."""
        return ()

    def edition(self, options: msgspec.Struct) -> str:
        """The edition by whose clauses a game is played; "" where there is but one."""
        return ""

    def start(self, options: msgspec.Struct, seats: int) -> S:
        """The state before the first fact, under this version of the rules."""
        return self._bind(self.fresh(options, seats))

    def fresh(self, options: msgspec.Struct, seats: int) -> S:
        """The state before the first fact, as each game lays it out."""
        raise NotImplementedError

    def open(self, options: msgspec.Struct, seats: int, chance: Chance) -> Outcome[S]:
        """Set the game up: the facts of step 1."""
        raise NotImplementedError

    def table(self, state: S, chance: Chance) -> Table[S]:
        """The pen of this game."""
        raise NotImplementedError

    def choices(self, state: S) -> list[Choice[S, Table[S]]]:
        """Who is asked what, now."""
        return open_choices(state.agenda)

    def asked(self, state: S) -> tuple[int, ...]:
        """The seats that must move now."""
        return asked(state.agenda)

    def decide(self, state: S, seat: int, move: Move, chance: Chance) -> Outcome[S]:
        """The facts of a move and the state after it; raises IllegalMove or NotAsked."""
        table = self.table(state, chance)
        table.answer(seat, move)
        table.advance()
        return table.outcome()

    def evolve(self, state: S, fact: Fact[S]) -> None:
        """Let a fact change the state: the only way in which a state changes."""
        fact.evolve(state)

    def fold(self, state: S, facts: Iterable[Fact[S]]) -> S:
        """The state after these facts; `state` itself stays as it is."""
        state = state.__copy__()
        for fact in facts:
            fact.evolve(state)
        return state

    def redeal(self, state: S, viewer: Viewer, chance: Chance) -> S:
        """The state with everything dealt anew that this viewer may not know; a branch of a running game starts so.

        Two states that the viewer cannot tell apart must lead to the same one. A game that hides nothing has nothing to
        deal.
        """
        return state

    def view(self, state: S, viewer: Viewer) -> msgspec.Struct:
        """What this viewer may see of a state, built from nothing. All is open once the game is over."""
        raise NotImplementedError

    def scores(self, state: S) -> list[SeatScore]:
        """The points as they stand, with the breakdown by clause."""
        raise NotImplementedError

    def value(self, state: S, seat: int) -> float:
        """How good a state is for a seat, for bots that look ahead: the more the better, 0 for an even game.

        Unless a game knows better: its points less those of the best other side.
        """
        points = {score.seat: score.points for score in self.scores(state)}
        own = points.pop(seat)
        return float(own - max(points.values(), default=0))

    def check_state(self, state: S) -> None:
        """Raise RulesError with what is broken if a state cannot be; games add their limits and conserved sums."""
        no_dead_end(state)

    def board(self, view: msgspec.Struct, names: Sequence[str]) -> str:
        """A view as text for a terminal; `names` are the players by seat, then the sides that are no seats."""
        raise NotImplementedError

    def decode_move(self, raw: bytes) -> Move:
        """A move from JSON; raises MalformedMove with the place and the reason."""
        try:
            move: Move = self._moves.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise MalformedMove(str(error)) from None
        return move

    def encode_facts(self, facts: Sequence[Fact[S]]) -> bytes:
        """Facts as the JSON that is stored."""
        return self._encoder.encode(facts)

    def decode_facts(self, raw: bytes | msgspec.Raw) -> tuple[Fact[S], ...]:
        """Facts from stored JSON."""
        facts: tuple[Fact[S], ...] = self._facts.decode(raw)
        return facts

    def encode_state(self, state: S) -> bytes:
        """Encode a state as JSON, with the digest of its content in place of the content."""
        return self._encoder.encode(state)

    def decode_state(self, raw: bytes) -> S:
        """Decode a state, with the content and the rules version of this ruleset whatever the JSON says."""
        state: S = msgspec.json.decode(raw, type=self.state_type, dec_hook=lambda _type, _digest: self.content)
        return self._bind(state)

    def _bind(self, state: S) -> S:
        state.rules = self._version
        return state


def is_version(text: str) -> bool:
    """Whether a text can be the version of a ruleset: a number from 1."""
    return re.fullmatch("[1-9][0-9]{0,8}", text) is not None


def listed_values(hint: object) -> tuple[object, ...]:
    """The values of a type that has a few: named ones, yes and no, or none of these; otherwise nothing."""
    if hint is bool:
        return (False, True)
    if hint is NoneType:
        return (None,)
    if get_origin(hint) is Literal:
        return get_args(hint)
    if get_origin(hint) in (Union, UnionType):
        parts = [listed_values(part) for part in get_args(hint)]
        return tuple(chain.from_iterable(parts)) if all(parts) else ()
    return ()


def _bad_options(error: msgspec.ValidationError, options: object, options_type: type[msgspec.Struct]) -> BadOptions:
    """What is wrong with options, with what would be right."""
    hints = get_type_hints(options_type)
    known = ", ".join(sorted(hints, key=lambda name: name in GameOptions.__struct_fields__))
    if not isinstance(options, dict):
        return BadOptions("/options", f"Options are an object with {known}.")
    for name, value in options.items():
        if name not in hints:
            return BadOptions(f"/options/{name}", f"There is no option {name!r}; there are: {known}.")
        allowed = listed_values(hints[name])
        if allowed and value not in allowed:
            if str(value) in allowed:
                return BadOptions(f"/options/{name}", f'{name} is a text: write it as "{value}".')
            names = ", ".join("null" if known is None else str(known) for known in allowed)
            return BadOptions(f"/options/{name}", f"{value!r} is not one of {names}.")
    why, place = located(error)
    return BadOptions(f"/options{place}", why)


def _union(types: Sequence[object]) -> object:
    union = types[0]
    for other in types[1:]:
        union = union | other  # type: ignore[operator]
    return union


def _content_digest(value: object) -> str:
    if isinstance(value, Content):
        return value.digest
    raise NotImplementedError(f"no JSON for {type(value)}")
