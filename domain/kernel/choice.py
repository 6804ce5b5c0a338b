"""Choices are questions of the rules to a seat; moves are the answers.

An *agenda* is a tuple of items, the last one on top, held as plain data by every state. A choice waits for a seat, a
task runs by itself when it comes to the top. Items never hold a copy of the state: legal moves are always computed from
the current state. When three seats bid at once, the agenda may read:

    top   Bid seat 2, lane 3  |
          Bid seat 1, lane 2  |  open side by side, in any order
          Bid seat 0, lane 1  |
          RevealBids             a task: runs when the lanes above it are empty
          PlayAnyTime seat 0     a standing choice: open all the while
          NextPhase              hidden until everything above it is gone

Everyone can tell how many items are on an agenda, so hidden information must never decide whether one is added. A
window, in which seats may react to what has just been done, asks one seat after the other and never in lanes, because
what a reaction sets off would run beside the questions that are still open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeAlias, TypeGuard, TypeVar, get_args, get_origin

import msgspec
from msgspec import Meta

from domain.kernel.audience import Record
from domain.kernel.errors import IllegalMove
from domain.kernel.fact import kebab_case
from domain.kernel.language import translate

S = TypeVar("S")
T = TypeVar("T")
M = TypeVar("M", bound="Move")
K = TypeVar("K")

LONGEST_WORD = 100
"""The most characters of a text in a move, which names something in the game, and the most digits of a number."""
BEYOND = 10**LONGEST_WORD
MOST_WORDS = 100
"""The most items of a list in a move."""


class Move(Record, frozen=True, gc=False, tag_field="type", tag=kebab_case, forbid_unknown_fields=True):
    """The answer to a choice. A subclass adds its arguments, each with an audience; the mover is the owner."""

    def label(self) -> str:
        """Say what the move does, in a few words for a button."""
        raise NotImplementedError

    def refuse_size(self) -> str | None:
        """Return the fault of an argument larger than in any legal move, with its place; None if all are small enough.

        The format is that of msgspec's errors.
        """
        return _refuse_size(self, "$")


def _refuse_size(value: object, place: str) -> str | None:
    if isinstance(value, str):
        return f"Expected `str` of length <= {LONGEST_WORD} - at `{place}`" if len(value) > LONGEST_WORD else None
    if isinstance(value, int):
        return None if abs(value) < BEYOND else f"Expected `int` of {LONGEST_WORD} digits - at `{place}`"
    if isinstance(value, msgspec.Struct):
        inside = [(getattr(value, name), f"{place}.{name}") for name in value.__struct_fields__]
    elif isinstance(value, tuple):
        if len(value) > MOST_WORDS:
            return f"Expected `array` of length <= {MOST_WORDS} - at `{place}`"
        inside = [(item, f"{place}[{index}]") for index, item in enumerate(value)]
    else:
        return None
    return next((why for part, where in inside if (why := _refuse_size(part, where))), None)


class Several(msgspec.Struct, frozen=True):
    """The possible values of a multi-valued argument: `least` to `most` of `of`, each at most as often as it occurs
    there. Their order does not matter."""

    of: Annotated[tuple[str | int, ...], Meta(description="What there is to choose from; a value may occur again.")]
    least: Annotated[int, Meta(description="The least number of values.")]
    most: Annotated[int, Meta(description="The greatest number of values.")]

    def allows(self, chosen: Sequence[str | int]) -> bool:
        """Return whether these values can be chosen."""
        return self.least <= len(chosen) <= self.most and not Counter(chosen) - Counter(self.of)


class Template(msgspec.Struct, frozen=True):
    """A family of moves too large to list: the move's type and, by argument, the values it may take.

    `bounds` maps an argument to its least and greatest value, `sets` a tuple argument to what it may hold; the choice
    checks what they cannot express. `seats` are the players whom the move can be about, such as those to trade with.
    """

    type: Annotated[str, Meta(description="The type of the move.")]
    bounds: Annotated[dict[str, tuple[int, int]], Meta(description="The least and the greatest value, by argument.")]
    note: Annotated[str, Meta(description="What else the move must satisfy.")] = ""
    sets: Annotated[dict[str, Several], Meta(description="The values to choose from, by argument that is a list.")] = (
        msgspec.field(default_factory=dict)
    )
    seats: Annotated[tuple[int, ...], Meta(description="The seats that the move can be about, in order.")] = ()

    def fits(self, move: Move) -> bool:
        """Return whether `move` is of this family, judging by its type, the bounds and the sets."""
        return (
            move.__struct_config__.tag == self.type
            and all(low <= getattr(move, name) <= high for name, (low, high) in self.bounds.items())
            and all(several.allows(getattr(move, name)) for name, several in self.sets.items())
        )


class Need(msgspec.Struct, frozen=True, omit_defaults=True):
    """A requirement: of what, how much, and how much of it the asked seat has."""

    what: Annotated[str, Meta(description="What is asked for, in a word or two.")]
    needed: Annotated[int, Meta(description="How much of it is asked for.")]
    held: Annotated[int, Meta(description="How much of it the seat has; less than needed is a lack.")]
    symbol: Annotated[str, Meta(description="The symbol or art of drawings that means it, if there is one.")] = ""


SubjectKind: TypeAlias = Literal["card", "event", "lot", "offer", "piece", "place", "tile", "weapon"]


class Subject(msgspec.Struct, frozen=True, omit_defaults=True):
    """A thing that a question is about, such as a card, with its text and its requirements."""

    kind: Annotated[SubjectKind, Meta(description="What kind of thing it is.")]
    id: Annotated[str, Meta(description="Its id, the same as in views and moves; missing for an offer.")] = ""
    title: Annotated[str, Meta(description="Its name.")] = ""
    text: Annotated[str, Meta(description="What it says or does.")] = ""
    clause: Annotated[str, Meta(description="The clause that says more about it, if there is one.")] = ""
    needs: Annotated[tuple[Need, ...], Meta(description="What it asks for, and what the seat has of that.")] = ()


class Item(msgspec.Struct, Generic[S, T], frozen=True, gc=False, kw_only=True, tag_field="type", tag=kebab_case):
    """An item on the agenda of a game with states S and tables T.

    An item in lane 0 is sequential: it hides everything below it. Items in different lanes above 0 are open side by
    side, which is how several seats are asked at once; whatever a choice puts on the agenda stays in its lane.

    Agendas are stored, and equal agendas must give equal bytes. Fields that are left out at their default may default
    only to None, a bool, a small number or something empty, because other defaults are compared by identity.
    """

    lane: int = 0

    clause: ClassVar[str]
    """The clause that puts it on the agenda; facts cite this clause unless the code cites a nearer one."""
    standing: ClassVar[bool] = False
    """Whether it stays open alongside items above it, and stays in place when it is answered."""
    automatic: ClassVar[bool] = False
    """Whether it may be carried out without an answer: a task always, a choice if only one move is legal.

    A choice may be automatic only if everyone can see why nothing else is legal.
    """


class Task(Item[S, T], frozen=True, gc=False):
    """A part of the rules that needs no decision: it runs when everything above it is done."""

    automatic = True

    def run(self, table: T) -> None:
        """Carry out the task; may put further items on the agenda."""
        raise NotImplementedError


class Choice(Item[S, T], Generic[S, T, M], frozen=True, gc=False):
    """A question to one seat, answered by moves of type M. `moves` says what is legal, `resolve` what a move does."""

    seat: int

    prompt: ClassVar[str]
    """The question, in words that reveal only what is public."""
    window: ClassVar[bool] = False
    """Whether it only lets a seat react to something, so that a clock gives it a time of its own."""
    public: ClassVar[bool] = False
    """Whether everyone may see which moves are legal; True only if they depend on nothing hidden."""

    def moves(self, state: S) -> Iterable[M]:
        """List the legal moves, as far as they can be listed; must not use chance."""
        raise NotImplementedError

    def suggestions(self, state: S) -> Iterable[M]:
        """List legal moves for a bot to choose from; with a template, also some that `moves` does not list."""
        return self.moves(state)

    @classmethod
    def asks_for(cls, move: Move) -> TypeGuard[M]:
        """Return whether a move is of a type that answers this choice, legal or not."""
        return isinstance(move, find_answers(cls))

    def template(self, state: S) -> Template | None:
        """Return the family of legal moves that `moves` does not list."""
        return None

    def allows(self, state: S, move: Move) -> bool:
        """Return whether `move` is legal here: among `moves`, or in the family of a template, which overrides this."""
        return self.asks_for(move) and move in self.moves(state)

    def only_move(self, state: S) -> M | None:
        """Return the only legal move, or None if there are several."""
        moves = iter(self.moves(state))
        first = next(moves, None)
        return first if next(moves, None) is None and self.template(state) is None else None

    def label(self, state: S, move: M, names: Sequence[str]) -> str:
        """Say what a legal move does here, in a few words for a button; `names` are those of seats and sides."""
        return move.label()

    def amount(self, move: M) -> int | None:
        """Return the number that a move answers with, if this choice asks for one; None for other moves."""
        return None

    def group_of(self, state: S, move: M, names: Sequence[str]) -> str | None:
        """Say in a few words what a legal move shares with others: for example which figure acts, before asking where.

        A long list of moves can then be asked as two questions. None for a move without a group.
        """
        return None

    def question(self, names: Sequence[str]) -> str:
        """Return the prompt with the details of this choice, which must be public too; `names` as for `label`."""
        return translate(self.prompt)

    def subjects(self, state: S) -> tuple[Subject, ...]:
        """Return what the question is about, in the order to show it.

        Everyone who may know the moves sees it, so it must reveal no more than they do.
        """
        return ()

    def resolve(self, table: T, move: M) -> None:
        """Carry out a legal move: write facts, put what follows on the agenda."""
        raise NotImplementedError

    def refuse(self, state: S, move: Move) -> IllegalMove:
        """Explain why `move` is not legal here, with the clause."""
        raise NotImplementedError


AnyItem: TypeAlias = Item[Any, Any]
AnyChoice: TypeAlias = Choice[Any, Any, Any]


@cache
def find_answers(choice: type[AnyChoice]) -> tuple[type[Move], ...]:
    """Find the types of moves that answer a choice: the M of its class, or of the nearest base that names one."""
    for kind in choice.__mro__:
        for base in kind.__dict__.get("__orig_bases__", ()):
            named = get_args(base)[-1] if issubclass(get_origin(base) or base, Choice) and get_args(base) else None
            if named is not None and not isinstance(named, TypeVar):
                return get_args(named) or (named,)
    raise TypeError(f"{choice.__name__} does not name the moves that answer it")


MOST_LISTED = 20
"""A question with more legal moves than this is asked as two, if its moves have groups."""


def group_moves(choice: AnyChoice, state: object, names: Sequence[str]) -> list[tuple[Move, str | None]]:
    """List the legal moves of a choice in order, each with the group to ask for first; None for a move without one.

    A short list has no groups, nor does one whose moves would all be in the same group. `names` as for `label`.
    """
    moves = [*choice.moves(state)]
    if len(moves) <= MOST_LISTED:
        return [(move, None) for move in moves]
    groups = [choice.group_of(state, move, names) for move in moves]
    sizes = Counter(groups)
    if len(sizes) == 1:
        return [(move, None) for move in moves]
    return [(move, group if sizes[group] > 1 else None) for move, group in zip(moves, groups, strict=True)]


def find_kinds(*bases: type[K]) -> tuple[type[K], ...]:
    """Find every kind of item, move or fact with one of these bases in the modules that have been imported."""
    found: dict[type[K], None] = {}
    for base in bases:
        for kind in base.__subclasses__():
            found |= dict.fromkeys((kind, *find_kinds(kind)))
    return tuple(found)


def find_moves(package: str) -> tuple[type[Move], ...]:
    """Find the moves that imported modules of a package declare, leaving out base classes."""
    declared = (kind for kind in find_kinds(Move) if kind.__module__.startswith(f"{package}."))
    return tuple(kind for kind in declared if not kind.__subclasses__())


def open_choices(agenda: Sequence[Item[S, T]]) -> list[Choice[S, T, Any]]:
    """List the open choices, topmost first: standing ones, and those not hidden by anything above them."""
    return [item for place in open_places(agenda) if isinstance(item := agenda[place], Choice)]


class Asking(msgspec.Struct, frozen=True, omit_defaults=True):
    """The seats that a position asks, in order; `windows` are those of them that are only asked to react."""

    seats: tuple[int, ...]
    windows: tuple[int, ...] = ()

    def without(self, gone: Iterable[int]) -> Asking:
        """Return the same without these seats."""
        left = frozenset(self.seats) - frozenset(gone)
        return Asking(*(tuple(seat for seat in seats if seat in left) for seats in (self.seats, self.windows)))


def find_asking(agenda: Sequence[AnyItem]) -> Asking:
    """Return the seats that an agenda asks, each once; standing offers do not count.

    A seat that is asked something else as well is not in a window.
    """
    asked = [item for item in open_choices(agenda) if not item.standing]
    waited_for = {item.seat for item in asked if not item.window}
    seats = sorted({item.seat for item in asked})
    return Asking(tuple(seats), tuple(seat for seat in seats if seat not in waited_for))


def open_places(agenda: Sequence[AnyItem]) -> Iterator[int]:
    """Yield the positions of the open items on the agenda, topmost first; the top one is always open."""
    top = len(agenda) - 1
    if top < 0:
        return
    if agenda[top].lane or agenda[top].standing:
        yield from _open_places(agenda)
        return
    yield top
    for place in range(top - 1, -1, -1):
        if agenda[place].standing:
            yield place


def _open_places(agenda: Sequence[AnyItem]) -> Iterator[int]:
    lanes: set[int] = set()
    covered = False
    for place in range(len(agenda) - 1, -1, -1):
        item = agenda[place]
        if item.standing:
            yield place
        elif not covered and item.lane not in lanes and (item.lane or not lanes):
            yield place
            lanes.add(item.lane)
            covered = item.lane == 0
        else:
            covered = covered or item.lane == 0
