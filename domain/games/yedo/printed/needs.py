"""The base of all needs of Yedo's cards; `effects` has a class for each kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from domain.games.yedo.printed.card_word import CardWord
from domain.games.yedo.printed.terms import AnnexKind, Cost, District, WeaponKind
from domain.games.yedo.worth import Lack
from domain.kernel.choice import Need as Requirement

S = TypeVar("S")
T = TypeVar("T")
D = TypeVar("D")

ANY = "any"
"""The kind of a need that any kind of Weapon or Annex meets."""
Verb: TypeAlias = Literal["have", "be", "give", "pay", "discard"]
Thing: TypeAlias = Literal["geisha", "blessing", "weapon", "annex"]


class Phrase(NamedTuple):
    """A need in two parts, so that needs with the same verb can share it: "have", "a Katana"."""

    verb: Verb
    thing: str


class Claims:
    """What the needs of a card have claimed so far: a thing meets only one need, and prices add up.

    `things` counts things by type and kind, with "" for any kind. `mon` is the Mon to pay.
    """

    __slots__ = ("mon", "things")

    def __init__(self) -> None:
        self.things = Counter[tuple[str, str]]()
        self.mon = 0


class Need(CardWord, Generic[S, T, D]):
    """Something that must be present or given up, in terms of a state S, a table T and a deed D."""

    __slots__ = ()
    clause: ClassVar[str] = "yedo.mission.standard-all"
    """The clause of its icon on Missions."""
    for_missions_only: ClassVar[bool] = False
    """Whether it only makes sense on Missions."""
    for_errands: ClassVar[bool] = False
    """Whether Errands may ask for it, as a thing that players contribute."""
    on_annex: ClassVar[bool] = False
    """Whether it needs a Disciple on an Annex."""
    knows_ties: ClassVar[bool] = False
    """Whether it compares a seat with the others, who may have as much."""

    def phrase(self) -> Phrase:
        """Say what it asks for, in the current language."""
        raise NotImplementedError

    def name_missing(self) -> str:
        """Name what is missing, with its number."""
        raise NotImplementedError

    def count_missing(self, state: S, seat: int, cost: Cost, claims: Claims) -> int:
        """Count how much of it a seat lacks in addition to earlier `claims`, and add it to them."""
        raise NotImplementedError

    def list_lacks(self, state: S, seats: Sequence[int], weapons: list[WeaponKind]) -> Iterator[Lack]:
        """Estimate for bots what seats lack of it together: yield each missing thing with its factor.

        `weapons` are those that earlier needs have left; it takes away those that it uses.
        """
        return iter(())

    def with_number(self, number: int) -> AnyNeed:
        """Return it with another number of things; a need without a number is unchanged."""
        return self

    def give(self, table: T, deed: D, cost: Cost) -> None:
        """Give up what it costs the deed's owner, who has it; asks if there is a choice."""

    def as_price(self, state: S, seat: int) -> Requirement | None:
        """Return what it costs as a question shows it, with what a seat has of that; None if it costs nothing."""
        return None

    def items(self) -> Iterator[AnyNeed]:
        """Yield its things one by one, without Mon."""
        yield self

    def is_met_by(self, figure: str | None) -> bool:
        """Return whether the figure that a Mission activates meets it by itself."""
        return False

    @property
    def number(self) -> int:
        """How many things it asks for."""
        return 1

    @property
    def mon(self) -> int:
        """The printed Mon that it costs."""
        return 0

    @property
    def kind(self) -> str:
        """The kind of its things: a Weapon, an Annex, a Specialist; `ANY` if any will do."""
        return ANY

    @property
    def pool(self) -> str:
        """The assets of a seat from which it is met."""
        return self.tag

    @property
    def replaceable(self) -> Thing | None:
        """The thing that something else may replace on a Mission, or None."""
        return None

    @property
    def rival_annex(self) -> AnnexKind | None:
        """The kind of opponents' Annex on which it needs a Disciple, or None."""
        return None

    @property
    def districts(self) -> tuple[District, ...]:
        """The District of each Disciple that it needs."""
        return ()

    @property
    def is_shown(self) -> bool:
        """Whether it asks for assets that are kept (yedo.mission.assets-kept)."""
        return False


AnyNeed: TypeAlias = Need[Any, Any, Any]
Needs: TypeAlias = tuple[AnyNeed, ...]
