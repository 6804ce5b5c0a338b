"""The table, on which the rules carry out a move and write its facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, Union, cast, get_origin

import msgspec

from domain.kernel.audience import Hidden, Public
from domain.kernel.chance import Chance
from domain.kernel.choice import AnyChoice, AnyItem, Choice, Item, Move, Task, open_places
from domain.kernel.errors import NotAsked, RulesError
from domain.kernel.fact import Fact
from domain.kernel.language import fill, mark, say, translate
from domain.kernel.scoring import Result
from domain.kernel.words import inside, join_parts, join_words


class Part(msgspec.Struct, gc=False):
    """A part of a state: fields that change together. All its containers are immutable."""

    if TYPE_CHECKING:

        def __copy__(self) -> Self:
            """Return a copy that shares the containers."""


class State(msgspec.Struct, kw_only=True):
    """The base of every game's state. All containers of a state are immutable, so a shallow copy is enough.

    A state may hold its fields in `Part`s. Then it copies them in `__copy__`, spelled out for speed, since every move
    copies a state. It is still stored flat: a field may move to another part, but no two fields may have the same name.

    `rules` is the version of the rules under which the game is played. The ruleset sets it; no fact changes it.
    """

    agenda: tuple[AnyItem, ...] = ()
    result: Result | None = None
    rules: int = 1

    if TYPE_CHECKING:

        def __copy__(self) -> Self:
            """Return a copy with its own parts, which share the containers."""


S = TypeVar("S", bound=State)
V = TypeVar("V", bound=msgspec.Struct)
ItemT = TypeVar("ItemT", bound=AnyItem)


class Asked(Fact[State], Generic[ItemT], frozen=True, gc=False):
    """The agenda after the step; written once, as the last fact of each step."""

    agenda: Hidden[tuple[ItemT, ...]]

    def evolve(self, state: State) -> None:
        state.agenda = self.agenda


class Ended(Fact[State], frozen=True, gc=False):
    """The game is over."""

    result: Public[Result]

    def evolve(self, state: State) -> None:
        state.result = self.result

    def words(self, names: Sequence[str], viewer: object) -> str:
        return say("The game ends. {standings}", standings=standings(self.result, names))


def standings(result: Result, names: Sequence[str]) -> str:
    """Say who won, and with how many points; for a game won or lost together, also which goals were met."""
    if result.goals:
        return _standings_together(result, names)
    points = {score.seat: score.points for score in result.scores}
    winners = join_words(names[seat] for seat in result.winners)
    tally = ", ".join(f"{names[seat]} {points[seat]}" for seat in points)
    if len(result.winners) > 1:
        return say("{winners} share the game: {tally}.", winners=winners, tally=tally)
    return say("{winner} wins: {tally}.", winner=winners, tally=tally)


def _standings_together(result: Result, names: Sequence[str]) -> str:
    goals = join_parts(goal.words() for goal in result.goals)
    tally = ", ".join(f"{names[score.seat]} {score.points}" for score in result.scores[:-1])
    outcome = joint_outcome(result, names)
    return say("{outcome} Goals: {goals}. Points: {tally}.", outcome=outcome, goals=goals, tally=tally)


def joint_outcome(result: Result, names: Sequence[str]) -> str:
    """Say whether the players, or the solo player, won or lost, and against whom."""
    *seats, rival = (names[score.seat] for score in result.scores)
    against, won = inside(rival), result.won_together
    if len(seats) == 1:
        text = mark("{who} wins against {rival}.") if won else mark("{who} loses against {rival}.")
        return fill(translate(text), who=seats[0], rival=against)
    text = (
        mark("The players win together against {rival}.") if won else mark("The players lose together against {rival}.")
    )
    return fill(translate(text), rival=against)


class Outcome(msgspec.Struct, Generic[S], frozen=True):
    """The result of a move: its facts in order and the state after them."""

    facts: tuple[Fact[S], ...]
    state: S


class Listed(msgspec.Struct, Generic[S], frozen=True):
    """The legal moves of an open choice, listed from a state, and what standing offers allow its seat instead."""

    state: S
    choice: AnyChoice
    moves: Sequence[Move]
    offers: Sequence[Move] = ()

    @property
    def answers(self) -> Sequence[Move]:
        """All moves of the seat: those of the choice, then the offers."""
        return [*self.moves, *self.offers] if self.offers else self.moves


class Table(Generic[S]):
    """One move being carried out, on a copy of the state. Games subclass it with the verbs of their rulebook."""

    __slots__ = ("_agenda", "_clauses", "_lane", "_place", "chance", "clause", "facts", "settle_result", "state")

    def __init__(self, state: S, chance: Chance) -> None:
        self.state = state.__copy__()
        self.chance = chance
        self.facts: list[Fact[S]] = []
        self.clause = ""
        self.settle_result: Callable[[Result], Result] | None = None
        self._clauses: list[str] = []
        self._agenda: list[Item[S, Self]] = list(state.agenda)
        self._place = len(self._agenda)
        self._lane = 0

    def citing(self, clause: str) -> Self:
        """Cite a clause: facts written inside `with table.citing(clause):` follow from it."""
        self._clauses.append(self.clause)
        self.clause = clause
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clause = self._clauses.pop()

    def emit(self, fact: Fact[S]) -> None:
        """Record `fact` and apply it to the state."""
        self.facts.append(fact)
        fact.evolve(self.state)

    def then(self, *items: Item[S, Self]) -> None:
        """Put items on the agenda in place of the current one and in its lane; the first item given comes first.

        Does nothing once the game is over.
        """
        if self.state.result is not None:
            return
        if self._lane:
            items = tuple(item if item.lane else move_to_lane(item, self._lane) for item in items)
        self._agenda[self._place : self._place] = items[::-1]

    def first(self, *items: Item[S, Self]) -> None:
        """Put items on top of the agenda, as an interruption before everything else."""
        if self.state.result is None:
            self._agenda.extend(items[::-1])

    def withdraw(self, kind: type[AnyItem]) -> None:
        """Take all items of exactly this type off the agenda: this ends a standing offer."""
        kept = [item for item in self._agenda if type(item) is not kind]
        self._place -= sum(type(item) is kind for item in self._agenda[: self._place])
        self._agenda[:] = kept

    def has_item(self, kind: type[AnyItem]) -> bool:
        """Return whether an item of exactly this type is on the agenda."""
        return kind in map(type, self._agenda)

    def ask_together(self, *choices: Choice[S, Self, Any]) -> None:
        """Ask several seats at once: their choices are open side by side, and what follows waits for all of them."""
        self.then(*(move_to_lane(choice, choice.seat + 1) for choice in choices))

    def end(self, result: Result) -> None:
        """End the game: nobody is asked anything from here on.

        `settle_result` turns this result into the final one if anything outside the rules of the game matters.
        """
        self._agenda.clear()
        self._place = 0
        self.emit(Ended(self.clause, self.settle_result(result) if self.settle_result is not None else result))

    def settle(self) -> None:
        """Check limits and triggers after each item that is carried out; does nothing unless a game overrides it."""

    def answer(self, seat: int, move: Move, listed: Listed[S] | None = None) -> None:
        """Carry out `move` as the answer of `seat`; raises NotAsked or IllegalMove, changing nothing.

        Moves `listed` from this table's initial state count as legal; others are looked up in their choice.
        """
        agenda = self._agenda
        refusing: Choice[S, Self, Any] | None = None
        for place in open_places(agenda):
            choice = agenda[place]
            if isinstance(choice, Choice) and choice.seat == seat:
                known = listed is not None and listed.choice is choice and move in listed.moves
                if known or choice.allows(self.state, move):
                    self._resolve(place, choice, move)
                    return
                if refusing is None or refusing.standing:
                    # The refusal explains the question, not a standing offer beside it.
                    refusing = choice
        if refusing is None:
            raise NotAsked(seat, asked(agenda))
        raise refusing.refuse(self.state, move)

    def advance(self) -> None:
        """Run the open tasks, and the automatic choices with only one legal move."""
        agenda = self._agenda
        while agenda:
            top = agenda[-1]
            if top.lane or top.standing:
                proceeded = any(self._proceed(place, agenda[place]) for place in open_places(agenda))
            else:
                proceeded = top.automatic and self._proceed(len(agenda) - 1, top)
            if not proceeded:
                return

    def _proceed(self, place: int, item: AnyItem) -> bool:
        """Carry out an open item if it needs no answer; return whether it was carried out."""
        if not item.automatic:
            return False
        if isinstance(item, Task):
            self._begin(place, item)
            item.run(self)
            self.settle()
            return True
        if isinstance(item, Choice) and (move := item.only_move(self.state)) is not None:
            self._resolve(place, item, move)
            return True
        return False

    def outcome(self) -> Outcome[S]:
        """Return the facts written and the state after them; the agenda is the last fact."""
        self.state.agenda = agenda = tuple(self._agenda)
        return Outcome((*self.facts, Asked(self.clause, agenda)), self.state)

    def _resolve(self, place: int, choice: Choice[S, Self, Any], move: Move) -> None:
        self._begin(place, choice)
        choice.resolve(self, move)
        self.settle()

    def _begin(self, place: int, item: Item[S, Self]) -> None:
        self.clause = item.clause
        self._lane = item.lane
        if item.standing:
            self._place = len(self._agenda)
        else:
            self._place = place
            del self._agenda[place]


ItemOf = TypeVar("ItemOf", bound=AnyItem)


def move_to_lane(item: ItemOf, lane: int) -> ItemOf:
    """Return the same item in another lane of the agenda."""
    return msgspec.structs.replace(item, lane=lane)


def asked(agenda: Sequence[AnyItem]) -> tuple[int, ...]:
    """Return the seats that an agenda asks now, in order, each once; standing offers do not count."""
    seats = {
        item.seat
        for item in map(agenda.__getitem__, open_places(agenda))
        if isinstance(item, Choice) and not item.standing
    }
    return tuple(sorted(seats))


def check_no_dead_end(state: State) -> None:
    """Raise RulesError if a running game asks nothing, or offers no legal move to a seat that it asks."""
    if state.result is None and not state.agenda:
        raise RulesError("the game is not over, but nobody is asked")
    for place in open_places(state.agenda):
        item = state.agenda[place]
        if isinstance(item, Choice) and not item.standing and not _has_answer(item, state):
            raise RulesError(f"{item.__class__.__name__} offers no move")


def _has_answer(choice: AnyChoice, state: State) -> bool:
    return choice.template(state) is not None or next(iter(choice.moves(state)), None) is not None


def make_asked_type(items: Sequence[type[AnyItem]]) -> object:
    """Make the type of the fact that holds the agenda of a game with these kinds of items."""
    return Asked.__class_getitem__(make_union(items))  # type: ignore[attr-defined]


class Stored(msgspec.Struct):
    """The base of the stored forms of states: flat, with the fields of all parts side by side."""

    state_type: ClassVar[type[State]]

    def unfold(self) -> State:
        """Return the state, with its parts."""
        return _unfold(self.state_type, self)


def _unfold(kind: type[V], stored: Stored) -> V:
    values = {}
    for name, part in _list_fields(kind):
        values[name] = getattr(stored, name) if part is None else _unfold(part, stored)
    return kind(**values)


@cache
def _list_fields(kind: type[msgspec.Struct]) -> Sequence[tuple[str, type[Part] | None]]:
    """List the fields of a state or part with their types, those of parts only."""
    return [(field.name, field.type if _is_part(field) else None) for field in msgspec.structs.fields(kind)]


def flatten(struct: State | Part) -> dict[str, object]:
    """Return the fields of a state by name, replacing each part with its fields."""
    found: dict[str, object] = {}
    for name in struct.__struct_fields__:
        value = getattr(struct, name)
        if isinstance(value, Part):
            found.update(flatten(value))
        else:
            found[name] = value
    return found


def make_stored_type(state: type[State], items: Sequence[type[AnyItem]]) -> type[Stored]:
    """Make the type of a stored state, with these kinds of items on its agenda.

    Raises TypeError if two fields have the same name.
    """
    agenda = ("agenda", tuple.__class_getitem__((make_union(items), ...)), ())
    fields = [agenda if name == "agenda" else (name, kind, value) for name, kind, value in _flat_fields(state)]
    names = [name for name, *_ in fields]
    if len(set(names)) < len(names):
        raise TypeError(f"{state.__name__} stores two fields as {max(names, key=names.count)}")
    made = msgspec.defstruct("Stored", fields, bases=(Stored,), namespace={"state_type": state}, kw_only=True)
    return cast(type[Stored], made)


def _is_part(field: msgspec.structs.FieldInfo) -> bool:
    return isinstance(field.type, type) and issubclass(field.type, Part)


def _flat_fields(kind: type[msgspec.Struct]) -> Iterator[tuple[str, object, object]]:
    for field in msgspec.structs.fields(kind):
        if _is_part(field):
            yield from _flat_fields(field.type)
        else:
            made = field.default_factory is not msgspec.NODEFAULT
            default = msgspec.field(default_factory=field.default_factory) if made else field.default
            yield field.name, field.type, default


def find_asked_type(types: Sequence[object]) -> type[Asked[AnyItem]]:
    """Find the type of the agenda's fact among the types of a game's facts."""
    return next(cast(type[Asked[AnyItem]], fact) for fact in types if get_origin(fact) is Asked)


def make_union(types: Sequence[object]) -> object:
    """Make the union of types that are known only at run time, for msgspec to decode."""
    return Union.__getitem__(tuple(types))


def check_laws(state: S, laws: Mapping[str, Callable[[S], bool]], where: str) -> None:
    """Raise RulesError with the first law that does not hold; `where` says which state this is: "round 2, turn 1"."""
    for law, holds in laws.items():
        if not holds(state):
            raise RulesError(f"{law} does not hold in {where}")
