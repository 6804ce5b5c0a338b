"""The words in which the cards of Yedo say what they do, one thing each."""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.games.yedo.printed.need_words import Needs
from domain.games.yedo.printed.terms import Asset, CardDeck, Colour, Deck, District, SpecialistKind, WeaponKind
from domain.kernel.fact import kebab_case


class Effect(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="do", tag=kebab_case):
    """Something that a card does."""


class Prestige(Effect, frozen=True, kw_only=True):
    """Gain Prestige Points."""

    points: int


class LosePrestige(Effect, frozen=True, kw_only=True):
    """Lose Prestige Points, down to 0."""

    points: int


class Mon(Effect, frozen=True, kw_only=True):
    """Take Mon from the bank."""

    amount: int


class LoseMon(Effect, frozen=True, kw_only=True):
    """Lose Mon, as much as there is, to the bank, the Church or the seat whose card it is."""

    amount: int | Literal["all"]
    to: Literal["bank", "owner", "church"] = "bank"


class Blessing(Effect, frozen=True, kw_only=True):
    """Take a Blessing from the Temple."""


class Draw(Effect, frozen=True, kw_only=True):
    """Look at `look` cards of a deck, keep some, and lay the rest under it."""

    deck: CardDeck
    look: int = 1
    keep: int = 1
    colour: Colour | Literal["choice"] = "choice"


class TakeWeapon(Effect, frozen=True, kw_only=True):
    """Take a Weapon for nothing: one of the Market, one of `look` from the bag, or one of the discard pile."""

    source: Literal["market", "bag", "discard"] = "market"
    look: int = 1
    kind: WeaponKind | Literal["choice"] = "choice"


class Lose(Effect, frozen=True, kw_only=True):
    """Give up assets or a Disciple; the loser picks, or the seat whose card it is, or chance."""

    what: Asset | Literal["disciple"]
    count: int = 1
    kind: str = "choice"
    to: Literal["supply", "owner"] = "supply"
    picks: Literal["loser", "owner", "chance"] = "loser"


class Swap(Effect, frozen=True, kw_only=True):
    """Swap a card of a type with the seat whose card this is, which chooses the type and takes a card by chance."""

    what: tuple[Literal["mission", "action-card", "bonus-card"], ...]


class BuildAnnex(Effect, frozen=True, kw_only=True, tag="annex"):
    """Build an Annex of a type not owned, for a price or "full" for the printed one, and gain points."""

    price: int | Literal["full"] = 0
    points: int = 0


class Geisha(Effect, frozen=True, kw_only=True):
    """Take a Geisha, and her Prestige Points."""

    which: Literal["highest", "lowest"] = "lowest"
    points: bool = True


class GainDisciple(Effect, frozen=True, kw_only=True, tag="disciple"):
    """Take Disciples from the Reserve to the Clan House."""

    count: int = 1


class SendToReserve(Effect, frozen=True, kw_only=True):
    """Send the activated Disciple to the Reserve."""


class BecomeSpecialist(Effect, frozen=True, kw_only=True):
    """Replace the activated Disciple by a Specialist, which goes to the Clan House."""

    kind: SpecialistKind


class Church(Effect, frozen=True, kw_only=True):
    """Take all Mon of the Church, or with `put` lay so much on it."""

    put: int = 0


class BurnChurch(Effect, frozen=True, kw_only=True):
    """Burn the Church for the rest of the game; its Mon goes to the bank."""


class OpenJesuits(Effect, frozen=True, kw_only=True):
    """Put the Missions of the Jesuits at the Harbor, where they can be drawn from now on."""


class PatrolColour(Effect, frozen=True, kw_only=True):
    """Turn the Watch Patrol over, so that it goes the other way round."""


class PatrolMove(Effect, frozen=True, kw_only=True):
    """Move the Watch Patrol in its direction."""

    steps: int


class PatrolTo(Effect, frozen=True, kw_only=True):
    """Put the Watch Patrol into a District."""

    district: District | Literal["choice"]


class Save(Effect, frozen=True, kw_only=True):
    """Keep Disciples in the patrol's District from being arrested in this round, for a price."""

    count: int | Literal["all"] = "all"
    whose: Literal["own", "everybody"] = "own"
    price: Needs = ()


class ReturnDisciple(Effect, frozen=True, kw_only=True):
    """Send a placed Disciple home; while Disciples are assigned it may be assigned again."""

    whose: Literal["own", "target"] = "own"


class MoveDisciple(Effect, frozen=True, kw_only=True):
    """Move a placed Disciple to a free space of an accessible District."""

    whose: Literal["own", "target"] = "own"
    to: District | Literal["choice"] = "choice"


class Foresight(Effect, frozen=True, kw_only=True):
    """Look at the top of a deck and lay the cards back in any order."""

    deck: Deck | Literal["mission", "choice"] = "choice"
    look: int = 3


class PlayerOrder(Effect, frozen=True, kw_only=True):
    """Move the owner's marker on the Player Order Track; the others keep their order."""

    to: Literal["first", "last", "choice"]


class Sell(Effect, frozen=True, kw_only=True):
    """Draw Weapons: the owner keeps some, opponents may buy one each, the rest is discarded."""

    look: int
    keep: int = 0
    price: int = 0


class Negate(Effect, frozen=True, kw_only=True):
    """The card that is answered does nothing."""


class ActAgain(Effect, frozen=True, kw_only=True):
    """The owner activates another Disciple after this one."""


class CloseRandom(Effect, frozen=True, kw_only=True):
    """Close free spaces and Districts, drawn by chance, until the next Event."""

    districts: int = 0
    spaces: int = 0


class Recruit(Effect, frozen=True, kw_only=True):
    """Recruit a Character of the Teahouse for the next round."""


class BringRonin(Effect, frozen=True, kw_only=True):
    """The Ronin comes to the Clan House for this round."""
