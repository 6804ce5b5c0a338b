"""The ruleset: the contract of every game, and what all games have in common."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import lru_cache, partial
from typing import (
    Any,
    ClassVar,
    Generic,
    Self,
    TypeAlias,
    TypeVar,
    cast,
    get_type_hints,
)

import msgspec
from msgspec.structs import replace

from domain.kernel.audience import Viewer
from domain.kernel.chance import Chance, Purpose
from domain.kernel.choice import Asking, Choice, Move, find_asking, open_choices
from domain.kernel.content import Content, decode_word, encode_content
from domain.kernel.drawing.looks import Looks
from domain.kernel.fact import Fact, is_id
from domain.kernel.language import later, translate
from domain.kernel.moves import Decline
from domain.kernel.options import (
    FEW_SEATS,
    BadOptions,
    GameOptions,
    Introduction,
    OnResignation,
    explain_bad_options,
    listed_values,
)
from domain.kernel.rulebook import Rulebook
from domain.kernel.scoring import Result, SeatScore, points_ahead, rank_resigned_last
from domain.kernel.table import (
    Ended,
    Listed,
    Outcome,
    State,
    Stored,
    Table,
    asked,
    check_no_dead_end,
    find_asked_type,
    flatten,
    make_union,
)
from domain.kernel.words import title

MOST_READ = 256
"""How many games' parsed options are cached."""

_FACT_LIST = msgspec.json.Decoder(list[msgspec.Raw])


class MalformedMove(ValueError):
    """JSON that does not describe a move of this ruleset."""


S = TypeVar("S", bound=State)
Judge: TypeAlias = Callable[[S, int], float]
"""Estimates how good a state is for a seat, for bots that look ahead: higher is better, 0 is an even game."""
Options = TypeVar("Options", bound=GameOptions)
V = TypeVar("V", bound=msgspec.Struct)


class Ruleset(Generic[S, Options, V]):
    """One game, bound to one content pack and to one version of its rules. Pure: equal arguments give equal answers.

    A version is added when `decide` would produce other facts for some stored game; see `docs/decisions`. `S` is the
    state of the game, `Options` are its options, and `V` is what a viewer sees of a state. `looks` draws views, and
    `judge` estimates states.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    versions: ClassVar[range] = range(1, 2)
    """The versions of the rules that can be carried out, numbered from 1. New games are opened under the last."""
    prose_until: ClassVar[int] = 0
    """The last version of the rules under which facts hold phrases in fields of type `English`; 0 for no version."""
    introduction: ClassVar[Introduction | None] = None
    options_type: ClassVar[type[GameOptions]]
    move_types: ClassVar[tuple[type[Move], ...]]
    fact_types: ClassVar[tuple[object, ...]]
    purposes: ClassVar[Mapping[str, Purpose]] = {}
    """The purposes for which the rules draw, as found by `find_purposes`."""
    state_type: ClassVar[type[Stored]]
    most_seats: ClassVar[range]
    """The numbers of seats that at least one set of options allows."""
    silent_moves: ClassVar[tuple[type[Move], ...]] = ()
    """The moves that may produce no fact with words."""
    passing_moves: ClassVar[tuple[type[Move], ...]] = (Decline,)
    """The moves by which a resigned seat passes; the first legal one is made."""

    def __init__(self, rulebook: Rulebook, content: Content, looks: Looks[V], judge: Judge[S] | None = None) -> None:
        self.rulebook = rulebook
        self.content = content
        self.looks = looks
        self.judge: Judge[S] = judge or (lambda state, seat: points_ahead(self.scores(state), seat))
        self._version = self.versions[-1]
        self._moves = msgspec.json.Decoder(make_union(self.move_types))
        stored = tuple.__class_getitem__((make_union(self.fact_types), ...))
        self._facts = msgspec.json.Decoder(stored, dec_hook=decode_word)
        asked_type = find_asked_type(self.fact_types)
        self._asked = msgspec.json.Decoder(asked_type, dec_hook=decode_word)
        self._encoder = msgspec.json.Encoder(enc_hook=encode_content)
        self._read = lru_cache(MOST_READ)(lambda stored: self.parse_options(msgspec.json.decode(stored)))

    @property
    def version(self) -> str:
        """The version of the rules in force, as recorded in games and steps."""
        return str(self._version)

    def has_version(self, version: str) -> bool:
        """Return whether this version of the rules can be carried out."""
        return version in map(str, self.versions)

    def with_version(self, version: str) -> Self:
        """Return this ruleset under the nearest version; text that is not a version means the last."""
        number = int(version) if is_version(version) else self.versions[-1]
        wanted = min(max(number, self.versions[0]), self.versions[-1])
        if wanted == self._version:
            return self
        other = copy(self)
        other._version = wanted
        return other

    def option_values(self) -> dict[str, tuple[object, ...]]:
        """List the possible values of each option of the rules, the default first; empty if they cannot be listed.

        The options that every game has are left out, since they do not affect play.
        """
        hints = get_type_hints(self.options_type)
        return {
            field.encode_name: tuple(sorted(listed_values(hints[field.name]), key=lambda value: value != field.default))
            for field in msgspec.structs.fields(self.options_type)
            if field.name not in GameOptions.__struct_fields__
        }

    def option_items(self) -> Mapping[str, Sequence[str]]:
        """The values allowed in list options, by the name of the option."""
        return {}

    def parse_options(self, options: object) -> Options:
        """Read options from plain JSON values; raises BadOptions with a pointer to the first fault."""
        try:
            return cast(Options, msgspec.convert(options, self.options_type))
        except msgspec.ValidationError as error:
            raise explain_bad_options(error, options, self.options_type) from None

    def read_options(self, stored: msgspec.Raw) -> Options:
        """Read the options that a game was opened with, once for all its questions; raises BadOptions."""
        return self._read(bytes(stored))

    def seats(self, options: Options) -> range:
        """Return the numbers of players that these options allow."""
        return self.most_seats

    def refuse_seats(self, options: Options, seats: int) -> BadOptions:
        """Explain why this number of players is not allowed here, citing the clause if the rulebook has one."""
        allowed = self.seats(options)
        if len(allowed) == 1:
            why = later(
                "{title} is for {number} players, not {seats}.", title=self.title, number=allowed[0], seats=seats
            )
            return BadOptions("/seats", why)
        least, most = allowed[0], allowed[-1]
        why = later(
            "{title} is for {least} to {most} players, not {seats}.",
            title=self.title,
            least=least,
            most=most,
            seats=seats,
        )
        return BadOptions("/seats", why)

    def check_options(self, options: Options, seats: int) -> None:
        """Raise BadOptions if these options cannot be combined with this number of seats, which `seats` allows."""

    def check_opening(self, options: Options, seats: int) -> None:
        """Raise BadOptions unless a game can be opened with these options and this number of seats."""
        if seats not in self.seats(options):
            raise self.refuse_seats(options, seats)
        if (fault := options.find_fault()) is not None:
            raise fault
        if seats <= FEW_SEATS and options.on_resignation in ("pass", "bot"):
            why = later(
                "With one or two players a resignation ends the game; {wanted!r} needs more.",
                wanted=options.on_resignation,
            )
            raise BadOptions("/options/on_resignation", why, f"{self.id}.end.resignation")
        self.check_options(options, seats)

    def on_resignation(self, options: Options, seats: int) -> OnResignation:
        """Return the default effect of a resignation in new games: with more than two seats, the seat passes."""
        return "pass" if seats > FEW_SEATS else "end"

    def settle_options(self, options: Options, seats: int) -> Options:
        """Return the options of a new game; with more than two seats, the effect of a resignation is filled in."""
        if seats <= FEW_SEATS or options.on_resignation is not msgspec.UNSET:
            return options
        return msgspec.structs.replace(options, on_resignation=self.on_resignation(options, seats))

    def plays_on(self, options: Options, left: int) -> bool:
        """Return whether a game in which others play on continues with this many seats that have not resigned."""
        return left > 1

    def side_names(self, options: Options, seats: int) -> tuple[str, ...]:
        """Return the names of the sides without a seat; they are numbered after the seats."""
        return ()

    def first_order(self, state: S) -> tuple[int, ...]:
        """Return the seats in the order in which they begin, as the state after `open` says; empty if seat 0 begins."""
        return ()

    def every_side(self) -> tuple[str, ...]:
        """Return every name that `side_names` can return, under any options."""
        return ()

    def edition(self, options: Options) -> str:
        """Return the edition whose clauses govern a game, "" if the game has only one."""
        return ""

    def start(self, options: Options, seats: int) -> S:
        """Return the state before the first fact, under this version of the rules."""
        return self._bind(self.initial_state(options, seats))

    def initial_state(self, options: Options, seats: int) -> S:
        """Build the state before the first fact; each game defines its own."""
        raise NotImplementedError

    def open(self, options: Options, seats: int, chance: Chance) -> Outcome[S]:
        """Set the game up and return the facts of step 1."""
        raise NotImplementedError

    def table(self, state: S, chance: Chance) -> Table[S]:
        """Return the table on which this game carries out a move."""
        raise NotImplementedError

    def choices(self, state: S) -> list[Choice[S, Table[S], Any]]:
        """List the choices that are open now."""
        return open_choices(state.agenda)

    def asked(self, state: S) -> tuple[int, ...]:
        """List the seats that must move now."""
        return asked(state.agenda)

    def asking(self, state: S) -> Asking:
        """Return the seats that must move now, and which of them are only asked to react."""
        return find_asking(state.agenda)

    def decide(
        self,
        state: S,
        seat: int,
        move: Move,
        chance: Chance,
        resigned: Sequence[int] = (),
        listed: Listed[S] | None = None,
    ) -> Outcome[S]:
        """Carry out a move and return its facts and the state after it; raises IllegalMove or NotAsked.

        If the game ends, the seats `resigned` rank behind the others, the first to resign last. A move that was
        `listed` from this very state is not checked against its choice again.
        """
        table = self.table(state, chance)
        if resigned:
            table.settle_result = partial(self.rank_resigned, resigned=resigned)
        table.answer(seat, move, listed if listed is not None and listed.state is state else None)
        table.advance()
        return table.outcome()

    def evolve(self, state: S, fact: Fact[S]) -> None:
        """Apply a fact to the state: the only way in which a state changes."""
        fact.evolve(state)

    def fold(self, state: S, facts: Iterable[Fact[S]]) -> S:
        """Return the state after these facts; `state` itself does not change."""
        state = state.__copy__()
        for fact in facts:
            fact.evolve(state)
        return state

    def redeal(self, state: S, viewer: Viewer, chance: Chance) -> S:
        """Deal everything again that this viewer may not know; a branch of a running game starts from the result.

        States that the viewer cannot tell apart must give the same result. A game that hides nothing returns `state`.
        """
        return state

    def view(self, state: S, viewer: Viewer) -> V:
        """Build what this viewer may see of a state, from nothing. Once the game is over, everything is visible."""
        raise NotImplementedError

    def scores(self, state: S) -> list[SeatScore]:
        """Count the current points, broken down by clause."""
        raise NotImplementedError

    def resigned(self, state: S, seat: int, earlier: Sequence[int] = ()) -> Result:
        """Return the result if this seat resigns now and the game ends; the seats `earlier` resigned before.

        By default resigned seats come last, the first to resign at the very end, and the rest rank by their points. A
        game that is won or lost together overrides this.
        """
        clause = f"{self.id}.end.resignation"
        result = Result(ended_by=clause, decided_by=clause, scores=tuple(self.scores(state)))
        return self.rank_resigned(result, (*earlier, seat))

    def rank_resigned(self, result: Result, resigned: Sequence[int]) -> Result:
        """Return a result in which resigned seats rank behind the others; games won or lost together stay as they are.

        Cites the clause on resignations if it changes who won.
        """
        return rank_resigned_last(result, resigned, f"{self.id}.end.resignation")

    def check_state(self, state: S) -> None:
        """Raise RulesError with the broken law if a state is impossible; games add their limits and conserved sums."""
        check_no_dead_end(state)

    def decode_move(self, raw: bytes) -> Move:
        """Read a move from JSON; raises MalformedMove with the place and the reason."""
        try:
            move: Move = self._moves.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise MalformedMove(str(error)) from None
        if too_large := move.refuse_size():
            raise MalformedMove(too_large)
        return move

    def encode_facts(self, facts: Sequence[Fact[S]]) -> bytes:
        """Encode facts as the JSON that is stored."""
        return self._encoder.encode(facts)

    def decode_facts(self, raw: bytes | msgspec.Raw) -> tuple[Fact[S], ...]:
        """Decode facts from stored JSON."""
        facts: tuple[Fact[S], ...] = self._facts.decode(raw)
        return facts

    def tell(self, fact: Fact[S], names: Sequence[str], viewer: Viewer) -> str | None:
        """Say a fact in words, as `Fact.words` does; a game may add what only its content knows."""
        if isinstance(fact, Ended):
            fact = replace(fact, result=self.name_goals(fact.result))
        return fact.words(names, viewer)

    def name_source(self, what: str) -> str:
        """Say in the current language what the points of a `ScoreLine` were for, or what a `Goal` counts.

        Versions of the rules that store it in English translate it.
        """
        return title(what) if is_id(what) else translate(what)

    def name_goals(self, result: Result) -> Result:
        """Return a result whose goals say what they count in words, in the current language."""
        return replace(result, goals=tuple(replace(goal, what=self.name_source(goal.what)) for goal in result.goals))

    def decode_asked_seats(self, raw: bytes | msgspec.Raw) -> tuple[int, ...]:
        """Decode which seats are asked for a move after a step from the stored JSON of its facts.

        Decodes only the last fact, which holds the agenda. Raises msgspec.DecodeError if it does not.
        """
        facts = _FACT_LIST.decode(raw)
        return asked(self._asked.decode(facts[-1]).agenda) if facts else ()

    def encode_state(self, state: S) -> bytes:
        """Encode a state as flat JSON, with the digest of its content in place of the content."""
        return self._encoder.encode(flatten(state))

    def decode_state(self, raw: bytes) -> S:
        """Decode a state; its content and rules version are always this ruleset's."""
        stored = msgspec.json.decode(raw, type=self.state_type, dec_hook=self._decode_held)
        return self._bind(cast(S, stored.unfold()))

    def _decode_held(self, kind: object, value: object) -> object:
        """Decode the parts of a state that are not plain values: its content, and the words of cards."""
        return self.content if isinstance(kind, type) and issubclass(kind, Content) else decode_word(kind, value)

    def _bind(self, state: S) -> S:
        state.rules = self._version
        return state


AnyRuleset: TypeAlias = Ruleset[State, GameOptions, msgspec.Struct]
"""The ruleset of some game."""


def is_version(text: str) -> bool:
    """Return whether a text can be the version of a ruleset: a whole number of at least 1."""
    return re.fullmatch("[1-9][0-9]{0,8}", text) is not None
