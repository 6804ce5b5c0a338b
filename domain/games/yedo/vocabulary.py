"""The words in which the cards of Yedo say what they do.

Missions, Action Cards, Events, Bonus Cards, Favors and Annexes share one vocabulary.

There are three families. *Needs* say what must be there or is given up, *effects* are done in order, *modifiers* hold
without being done. The *owner* of an effect is the seat for which it is done; `for` changes the owner.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from domain.kernel.fact import kebab_case

District: TypeAlias = Literal["castle", "gates", "tavern", "harbor", "red-light", "market", "temple"]
DISTRICTS: tuple[District, ...] = ("castle", "gates", "tavern", "harbor", "red-light", "market", "temple")
"""The Districts by their numbers, 1 to 7 (yedo.board.districts)."""
WeaponKind: TypeAlias = Literal["doku", "katana", "shuko", "metsubushi", "fukiya", "yumi", "nawa", "shuriken"]
WEAPONS: tuple[WeaponKind, ...] = ("doku", "katana", "shuko", "metsubushi", "fukiya", "yumi", "nawa", "shuriken")
AnnexKind: TypeAlias = Literal["dojo", "karesansui", "kobudo-ryu", "yashiki"]
ANNEXES: tuple[AnnexKind, ...] = ("dojo", "karesansui", "kobudo-ryu", "yashiki")
Colour: TypeAlias = Literal["green", "yellow", "red", "black"]
COLOURS: tuple[Colour, ...] = ("green", "yellow", "red", "black")
Category: TypeAlias = Literal["espionage", "theft", "kidnapping", "assassination", "warfare"]
CATEGORIES: tuple[Category, ...] = ("espionage", "theft", "kidnapping", "assassination", "warfare")
CardDeck: TypeAlias = Literal["action", "bonus", "mission"]
"""The decks from which effects draw; of Missions a colour is chosen first."""
JesuitsDeck: TypeAlias = Literal["jesuits-yellow", "jesuits-red", "jesuits-black"]
JESUITS_DECKS: tuple[JesuitsDeck, ...] = ("jesuits-yellow", "jesuits-red", "jesuits-black")
"""The decks at the Harbor once the Jesuits have come (yedo.jesuits.event)."""
Deck: TypeAlias = Literal["action", "bonus", "events", "green", "yellow", "red", "black", "weapons"] | JesuitsDeck
DECKS: tuple[Deck, ...] = ("action", "bonus", "events", "green", "yellow", "red", "black", "weapons")
"""The decks of which Foresight looks at the top; the Weapons are those in the bag and on the stack beside it."""
Lot: TypeAlias = Literal["action", "bonus", "weapons", "annexes", "geishas", "disciples", "missions"]
LOTS: tuple[Lot, ...] = ("action", "bonus", "weapons", "annexes", "geishas", "disciples", "missions")
"""The types of assets put up for auction (yedo.board.asset-areas)."""
LotGroup: TypeAlias = Literal["white", "black", "red"]
"""The categories of assets put up for auction by two or three players."""
SpecialistKind: TypeAlias = Literal["samurai", "onna-bugeisha", "messenger", "ninja", "weaponsmith", "monk"]
SPECIALISTS: tuple[SpecialistKind, ...] = ("samurai", "onna-bugeisha", "messenger", "ninja", "weaponsmith", "monk")
Asset: TypeAlias = Literal["action-card", "bonus-card", "mission", "weapon", "geisha", "annex", "blackmail", "blessing"]
Phase: TypeAlias = Literal["preparation", "bidding", "event", "assign", "patrol", "trade", "actions"]
PHASES: tuple[Phase, ...] = ("preparation", "bidding", "event", "assign", "patrol", "trade", "actions")
When: TypeAlias = Literal[
    "any", "own-bidding", "own-assignment", "own-activation", "mission", "patrol-move", "patrol-save", "answer"
]
"""The moments at which an Action Card may be played; a card has one."""
Until: TypeAlias = Literal["phase", "round", "next-use", "game"]
"""How long a modifier holds: to the end of the phase, until the next Preparation, until it mattered once, for ever."""
Whom: TypeAlias = Literal["each-player", "each-opponent", "target", "partner", "owner"]
Measure: TypeAlias = Literal[
    "prestige",
    "mon",
    "weapons",
    "weapon-kinds",
    "annexes",
    "geishas",
    "disciples",
    "blessings",
    "action-cards",
    "bonus-cards",
    "missions-held",
    "missions-done",
    "blackmail",
    "order-place",
    "disciples-in",
    "church-mon",
    "rounds-left",
]
"""The measures of a seat; see `measures.py` for what each counts, and what its `of` names."""
Cost: TypeAlias = Literal["any", "recruit", "annex", "luxury", "geisha", "action-card", "weapon", "mission", "bid"]
"""What a modifier makes cheaper. "weapon" is the price at the Market."""
IncomeSource: TypeAlias = Literal["church", "beg", "sell-card", "mission", "any"]
Prohibition: TypeAlias = Literal["trade", "luxury", "recruit", "church", "annexes", "action-cards", "bower", "bidding"]

ALL = 99
"""The default of `most`: no bound that matters."""


class Need(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="need", tag=kebab_case):
    """Something that must be there, or that is given up."""


class InDistrict(Need, frozen=True, kw_only=True):
    """So many own Disciples stand on spaces of a District."""

    district: District
    count: int = 1


class OnAnnex(Need, frozen=True, kw_only=True):
    """An own Disciple stands on an Annex of a kind, which an opponent or the owner of the Disciple has built."""

    annex: AnnexKind
    of: Literal["own", "opponent"] = "own"


class HasWeapon(Need, frozen=True, kw_only=True, tag="weapon"):
    """Own Weapons of a kind, or of any kind. They stay, unless `spent`. Each Weapon meets one need."""

    kind: WeaponKind | Literal["any"] = "any"
    count: int = 1
    spent: bool = False


class HasAnnex(Need, frozen=True, kw_only=True, tag="annex"):
    """Own Annexes of a kind, or of any kinds."""

    kind: AnnexKind | Literal["any"] = "any"
    count: int = 1


class HasGeisha(Need, frozen=True, kw_only=True, tag="geisha"):
    """So many Geishas, whatever their values."""

    count: int = 1


class GiveBlessing(Need, frozen=True, kw_only=True, tag="blessing"):
    """A Blessing, which goes back to the Temple."""


class PayMon(Need, frozen=True, kw_only=True, tag="mon"):
    """Mon, paid to the bank."""

    amount: int


class Discard(Need, frozen=True, kw_only=True, tag="discard"):
    """Own assets, given up to where they belong; the owner chooses which."""

    what: Asset
    count: int = 1


class IsSpecialist(Need, frozen=True, kw_only=True, tag="specialist"):
    """The activated Disciple is a Specialist of this kind; only Missions ask for it."""

    kind: SpecialistKind


class AtLeast(Need, frozen=True, kw_only=True):
    """A measure of the owner is so high; nothing is given up. `of` names the kind, category or District counted."""

    measure: Measure
    count: int = 1
    of: str = ""


class AtMost(Need, frozen=True, kw_only=True):
    """A measure of the owner is this high at most."""

    measure: Measure
    count: int = 0
    of: str = ""


class MostOf(Need, frozen=True, kw_only=True):
    """Nobody has more of it than the owner; if strict, nobody has as much either."""

    measure: Measure
    of: str = ""
    strict: bool = False


AnyNeed: TypeAlias = (
    InDistrict
    | OnAnnex
    | HasWeapon
    | HasAnnex
    | HasGeisha
    | GiveBlessing
    | PayMon
    | Discard
    | IsSpecialist
    | AtLeast
    | AtMost
    | MostOf
)
Needs: TypeAlias = tuple[AnyNeed, ...]


class Modifier(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="mod", tag=kebab_case):
    """Something that holds without being done."""


class CostLess(Modifier, frozen=True, kw_only=True, tag="cost"):
    """A cost is so much less, never below 0; several add up."""

    of: Cost
    by: int
    except_phase: Phase | None = None


class Limit(Modifier, frozen=True, kw_only=True):
    """A limit of what a seat may own is so much higher."""

    of: Asset | Literal["disciple"]
    by: int


class CountsAs(Modifier, frozen=True, kw_only=True):
    """Stands in for one thing that a Mission asks for.

    With `sends_home` the Disciple on that own Annex does so, and goes home for it.
    """

    need: Literal["geisha", "blessing", "weapon", "annex"]
    sends_home: AnnexKind | None = None


class Safe(Modifier, frozen=True, kw_only=True):
    """The Watch Patrol does not arrest the holder's Disciples, there or anywhere."""

    where: District | Literal["anywhere"] = "anywhere"


class EachPreparation(Modifier, frozen=True, kw_only=True):
    """The holder gets these effects in each Preparation."""

    effects: tuple[AnyEffect, ...]


class Closed(Modifier, frozen=True, kw_only=True):
    """No Disciple can be assigned to these Districts and spaces."""

    districts: tuple[District, ...] = ()
    spaces: tuple[str, ...] = ()


class Forbids(Modifier, frozen=True, kw_only=True):
    """Something cannot be done."""

    what: Prohibition


class Income(Modifier, frozen=True, kw_only=True):
    """Mon gained from a source is so much more; a negative number makes it less."""

    of: IncomeSource
    by: int


class DrawMore(Modifier, frozen=True, kw_only=True):
    """Whenever the holder draws cards of a deck or Weapons of the bag, `look` more are looked at."""

    look: int


class WinsTies(Modifier, frozen=True, kw_only=True):
    """The holder wins every tie."""


class RivalAnnexes(Modifier, frozen=True, kw_only=True):
    """The Annexes of opponents count as the holder's where a Mission asks for Annexes."""


class AtEnd(Modifier, frozen=True, kw_only=True):
    """Points at the end of the game for each unit of a measure of the holder, by a clause."""

    measure: Measure
    points: int
    clause: str


class OwnSpace(Modifier, frozen=True, kw_only=True):
    """The holder has a space in a District that no other Disciple enters and nothing closes.

    `luxury` maps the Mon paid there to the points received.
    """

    space: str
    district: District
    luxury: dict[str, int]


class Fee(Modifier, frozen=True, kw_only=True):
    """Others pay the holder Mon for each action of a District that they perform."""

    on: District
    amount: int


class NoFee(Modifier, frozen=True, kw_only=True):
    """The holder pays nobody a fee."""


class LookMore(Modifier, frozen=True, kw_only=True):
    """A Foresight action of this Disciple looks at more cards."""

    look: int


class AfterMission(Modifier, frozen=True, kw_only=True):
    """The holder gets these effects after each Mission that this Disciple completes."""

    effects: tuple[AnyEffect, ...]


class MonToPrestige(Modifier, frozen=True, kw_only=True):
    """After a Mission of this Disciple, Mon gained from it can be turned into points, `rate` of them into each."""

    rate: int


AnyModifier: TypeAlias = (
    CostLess
    | Limit
    | CountsAs
    | Safe
    | EachPreparation
    | Closed
    | Forbids
    | Income
    | Fee
    | NoFee
    | DrawMore
    | WinsTies
    | RivalAnnexes
    | AtEnd
    | OwnSpace
    | LookMore
    | AfterMission
    | MonToPrestige
)
Modifiers: TypeAlias = tuple[AnyModifier, ...]


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


class Modify(Effect, frozen=True, kw_only=True):
    """Modifiers hold for a while: for the owner, or on an Event for all who did not ignore it."""

    modifiers: Modifiers
    until: Until


class CloseRandom(Effect, frozen=True, kw_only=True):
    """Close free spaces and Districts, drawn by chance, until the next Event."""

    districts: int = 0
    spaces: int = 0


class Recruit(Effect, frozen=True, kw_only=True):
    """Recruit a Character of the Teahouse for the next round."""


class BringRonin(Effect, frozen=True, kw_only=True):
    """The Ronin comes to the Clan House for this round."""


class Choose(Effect, frozen=True, kw_only=True):
    """Do one of several lists of effects, as the owner chooses."""

    options: tuple[tuple[AnyEffect, ...], ...]


class May(Effect, frozen=True, kw_only=True):
    """Do effects, or not, as the owner chooses."""

    effects: tuple[AnyEffect, ...]


class ForPrice(Effect, frozen=True, kw_only=True):
    """Do effects for a price, if the owner can and wants to pay it; otherwise other effects."""

    price: Needs
    effects: tuple[AnyEffect, ...]
    otherwise: tuple[AnyEffect, ...] = ()


class If(Effect, frozen=True, kw_only=True):
    """Do effects if the owner meets needs, of which nothing is given up; otherwise other effects."""

    needs: Needs
    effects: tuple[AnyEffect, ...]
    otherwise: tuple[AnyEffect, ...] = ()


class Per(Effect, frozen=True, kw_only=True):
    """Do effects once for each unit of a measure of the owner: `each` makes a unit, `most` bounds the times."""

    measure: Measure
    effects: tuple[AnyEffect, ...]
    each: int = 1
    most: int = ALL
    of: str = ""


class For(Effect, frozen=True, kw_only=True):
    """Do effects for others, one after the other in Player Order, as far as they meet the needs."""

    whom: Whom
    effects: tuple[AnyEffect, ...]
    needs: Needs = ()


AnyEffect: TypeAlias = (
    Prestige
    | LosePrestige
    | Mon
    | LoseMon
    | Blessing
    | Draw
    | TakeWeapon
    | Lose
    | Swap
    | BuildAnnex
    | Geisha
    | GainDisciple
    | SendToReserve
    | BecomeSpecialist
    | Church
    | BurnChurch
    | OpenJesuits
    | PatrolColour
    | PatrolMove
    | PatrolTo
    | Save
    | ReturnDisciple
    | MoveDisciple
    | Foresight
    | PlayerOrder
    | Sell
    | Negate
    | ActAgain
    | Modify
    | CloseRandom
    | Recruit
    | BringRonin
    | Choose
    | May
    | ForPrice
    | If
    | Per
    | For
)
Effects: TypeAlias = tuple[AnyEffect, ...]
