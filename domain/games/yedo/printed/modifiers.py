"""The base of all modifiers of Yedo's cards; `modifier_words` has a class for each kind."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import ClassVar, Literal, NamedTuple, TypeAlias

from domain.games.yedo.printed.card_word import CardWord
from domain.games.yedo.printed.needs import Thing
from domain.games.yedo.printed.terms import (
    AnnexKind,
    Asset,
    Cost,
    District,
    IncomeSource,
    Measure,
    Phase,
    Prohibition,
)
from domain.games.yedo.printed.vocabulary import Effects
from domain.games.yedo.voice import LIST, Voice
from domain.kernel.language import Later

Limited: TypeAlias = Asset | Literal["disciple"]
"""What a seat may have up to a limit."""


class FinalPoints(NamedTuple):
    """Points at the end of the game, with their clause and source."""

    clause: str
    what: str
    points: int


class Modifier(CardWord):
    """A passive effect: a class with its words and its answers to what the rules ask of every modifier.

    The answers of this base are those of a modifier that changes nothing.
    """

    __slots__ = ()
    suits_characters: ClassVar[bool] = False
    """Whether a Character may grant it, which can end at any moment."""
    suits_figures: ClassVar[bool] = False
    """Whether it can apply to a single figure."""
    suits_owners: ClassVar[bool] = False
    """Whether a Specialist may grant it to its owner, wherever it is."""
    is_closure: ClassVar[bool] = False
    """Whether it closes something; until the end of a round means until the next Event for it."""
    names_holder: ClassVar[bool] = True
    """Whether its words say to whom it applies, or it applies to everyone."""
    wins_ties: ClassVar[bool] = False
    """Whether the holder wins every tie."""
    counts_rival_annexes: ClassVar[bool] = False
    """Whether the Annexes of opponents count as the holder's for Missions."""
    pays_no_fees: ClassVar[bool] = False
    """Whether the holder is exempt from fees."""
    protects_figure: ClassVar[bool] = False
    """Whether the Watch Patrol never arrests the single figure that has it."""

    def phrase(self, voice: Voice = LIST) -> str:
        """Describe it in the current language."""
        raise NotImplementedError

    def personal_phrase(self) -> str:
        """Describe it for a single figure."""
        return self.phrase()

    def fault(self, spaces: Container[str]) -> Later | None:
        """Explain why it makes no sense on a board with these spaces, or return None."""
        return None

    def reduces(self, cost: Cost) -> bool:
        """Return whether it is a discount on a cost, in whatever phase."""
        return False

    def discount(self, cost: Cost, phase: Phase | None) -> int:
        """Return by how many Mon it reduces a cost in a phase."""
        return 0

    def raises(self, source: IncomeSource) -> bool:
        """Return whether it changes the Mon gained from a source."""
        return False

    def extra_income(self, source: IncomeSource) -> int:
        """Return how many Mon it adds to what a source gives; a negative number lowers it."""
        return 0

    def extra_limit(self, asset: Limited) -> int:
        """Return how many more assets of a type the holder may own."""
        return 0

    def forbids(self, what: Prohibition) -> bool:
        """Return whether it forbids something."""
        return False

    def protects(self, district: District | None) -> bool:
        """Return whether the Watch Patrol arrests none of the holder's Disciples in a District."""
        return False

    def fee(self, district: District) -> int:
        """Return how many Mon others pay the holder for an action of a District."""
        return 0

    def final_points(self, count: Callable[[Measure], int]) -> FinalPoints | None:
        """Return what the holder scores for it at the end, None if it scores nothing; `count` measures the holder."""
        return None

    @property
    def closed_districts(self) -> tuple[District, ...]:
        """The Districts to which no Disciple can be assigned."""
        return ()

    @property
    def closed_spaces(self) -> tuple[str, ...]:
        """The spaces to which no Disciple can be assigned, apart from those of closed Districts."""
        return ()

    @property
    def own_space(self) -> str:
        """The space that belongs to the holder alone, or ""."""
        return ""

    @property
    def stands_in_for(self) -> Thing | None:
        """The thing required by a Mission for which it stands in, or None."""
        return None

    @property
    def sends_home(self) -> AnnexKind | None:
        """The holder's Annex whose Disciple goes home when it stands in for something, or None."""
        return None

    @property
    def extra_drawn(self) -> int:
        """How many more cards or Weapons the holder looks at whenever drawing from a deck or the bag."""
        return 0

    @property
    def extra_foreseen(self) -> int:
        """How many more cards a Foresight action of the figure looks at."""
        return 0

    @property
    def in_preparation(self) -> Effects:
        """The effects that the holder gets in each Preparation."""
        return ()

    @property
    def after_mission(self) -> Effects:
        """The effects that the holder gets after each Mission that the figure completes."""
        return ()

    @property
    def mon_a_point(self) -> int:
        """The Mon gained from a Mission of the figure that can be converted into one point; 0 if none can."""
        return 0


Modifiers: TypeAlias = tuple[Modifier, ...]
