"""What Yedo draws by chance."""

from __future__ import annotations

from domain.games.yedo.facts.cards import CardDiscarded, CardDrawn, CardHandedOver, CardsLookedAt
from domain.games.yedo.facts.coop.coop_setup import DisplayLaidOut, WinningConditionsLaidOut
from domain.games.yedo.facts.coop.daimyo import DaimyoCardTurned
from domain.games.yedo.facts.coop.emperor import BonusErrandRevealed
from domain.games.yedo.facts.coop.stakes import EmperorRevealed
from domain.games.yedo.facts.events import EventRevealed
from domain.games.yedo.facts.goods import AnnexLost, GeishaLost
from domain.games.yedo.facts.modules.clan_powers import PowersDrawn
from domain.games.yedo.facts.modules.jesuits import EventShuffledIn, EventVoided
from domain.games.yedo.facts.modules.specialists import TokenDrawn
from domain.games.yedo.facts.modules.teahouse import CharactersLaidOut
from domain.games.yedo.facts.pieces import DiscipleHome, DiscipleToReserve, PatrolTurned
from domain.games.yedo.facts.setup import HandDealt, MissionDecksLaidOut, SeatsOrdered
from domain.games.yedo.facts.turns import Lasts
from domain.games.yedo.facts.weapons import MarketFilled, WeaponDiscarded, WeaponHandedOver, WeaponsDrawn
from domain.games.yedo.printed.terms import Deck
from domain.kernel.chance import NOBODY, Purpose
from domain.kernel.language import mark

BASIC_MISSIONS = Purpose(
    name="basic-missions",
    kind="pick",
    of=mark("the 20 Basic Missions, of which four a player are in the game"),
    when=mark("in the set-up"),
    least=1,
    most=20,
    facts=(MissionDecksLaidOut,),
    always=(MissionDecksLaidOut,),
    clauses=("yedo.setup.basic-mission-count",),
    seen_by=NOBODY,
)
KILL_THE_SHOGUN = Purpose(
    name="kill-the-shogun",
    kind="pick",
    of=mark("the ten Kill the Shogun cards, of which one is in the game"),
    when=mark("in the set-up, but not of the shortest game; with Shogun Must Die, with the Winning Conditions"),
    least=10,
    most=10,
    facts=(MissionDecksLaidOut, WinningConditionsLaidOut),
    always=(WinningConditionsLaidOut,),
    clauses=("yedo.setup.kill-the-shogun-one", "yedo.coop.winning-conditions"),
    seen_by="nobody; with Shogun Must Die everyone",
)
PATROL_COLOUR = Purpose(
    name="patrol-colour",
    kind="flip",
    of=mark("the two sides of the Watch Patrol"),
    when=mark("in the set-up"),
    least=2,
    most=2,
    facts=(PatrolTurned,),
    clauses=("yedo.setup.patrol-color",),
)
STARTING_PLAYER = Purpose(
    name="starting-player",
    kind="below",
    of=mark("the seats: 1 to 5"),
    when=mark("in the set-up"),
    least=1,
    most=5,
    facts=(SeatsOrdered,),
    always=(SeatsOrdered,),
    clauses=("yedo.setup.starting-player", "yedo.ruling.start-player"),
)
CLAN_POWERS = Purpose(
    name="clan-powers",
    kind="pick",
    of=mark("the Clan Powers that were not drawn yet, six at first"),
    when=mark("with Clan Powers: for each one that a player draws to choose from"),
    least=1,
    most=6,
    facts=(PowersDrawn,),
    always=(PowersDrawn,),
    clauses=("yedo.clan.draft",),
    seen_by=NOBODY,
)
GREEN_DECK = Purpose(
    name="green-deck",
    kind="pile",
    of=mark("the Green Missions of which nobody knows where in the deck they lie"),
    when=mark("for each one that is dealt, drawn or looked at, unless its place is known"),
    least=1,
    most=27,
    facts=(HandDealt, CardDrawn, CardsLookedAt),
    clauses=(
        "yedo.setup.start-missions",
        "yedo.coop.start-missions",
        "yedo.ruling.decks-run-out",
        "yedo.foresight.short-deck",
    ),
    seen_by=NOBODY,
)
YELLOW_DECK = Purpose(
    name="yellow-deck",
    kind="pile",
    of=mark("the Yellow Missions of which nobody knows where in the deck they lie"),
    when=mark("for each one that is dealt, drawn or looked at, unless its place is known"),
    least=1,
    most=35,
    facts=(HandDealt, CardDrawn, CardsLookedAt),
    clauses=("yedo.coop.start-missions", "yedo.ruling.decks-run-out", "yedo.foresight.short-deck"),
    seen_by=NOBODY,
)
RED_DECK = Purpose(
    name="red-deck",
    kind="pile",
    of=mark("the Red Missions of which nobody knows where in the deck they lie"),
    when=mark("for each one that is dealt, drawn or looked at, unless its place is known"),
    least=1,
    most=35,
    facts=(HandDealt, CardDrawn, CardsLookedAt),
    clauses=(
        "yedo.setup.start-missions",
        "yedo.coop.start-missions",
        "yedo.ruling.decks-run-out",
        "yedo.foresight.short-deck",
    ),
    seen_by=NOBODY,
)
BLACK_DECK = Purpose(
    name="black-deck",
    kind="pile",
    of=mark("the Black Missions of which nobody knows where in the deck they lie"),
    when=mark("for each one that is dealt, drawn or looked at, unless its place is known"),
    least=1,
    most=29,
    facts=(HandDealt, CardDrawn, CardsLookedAt),
    clauses=("yedo.ruling.decks-run-out", "yedo.foresight.short-deck"),
    seen_by=NOBODY,
)
JESUITS_DECK = Purpose(
    name="jesuits-{colour}-deck",
    kind="pile",
    of=mark("the Jesuit Missions of a colour that nobody has seen, two at first"),
    when=mark("for each one that is drawn"),
    least=1,
    most=2,
    facts=(CardDrawn,),
    clauses=("yedo.ruling.jesuits-decks-apart", "yedo.ruling.decks-run-out"),
    seen_by=NOBODY,
)
ACTION_DECK = Purpose(
    name="action-deck",
    kind="pile",
    of=mark("the Action Cards of the chosen sets of which nobody knows where in the deck they lie, 72 in all sets"),
    when=mark("for each one that is dealt, drawn or looked at, unless its place is known"),
    least=1,
    most=72,
    facts=(HandDealt, CardDrawn, CardsLookedAt),
    always=(HandDealt,),
    clauses=("yedo.setup.start-action-card", "yedo.ruling.decks-run-out", "yedo.foresight.short-deck"),
    seen_by=NOBODY,
)
BONUS_DECK = Purpose(
    name="bonus-deck",
    kind="pile",
    of=mark("the Bonus Cards of which nobody knows where in the deck they lie, 31 at first"),
    when=mark("for each one that is drawn or looked at, unless its place is known"),
    least=1,
    most=31,
    facts=(CardDrawn, CardsLookedAt),
    clauses=("yedo.ruling.decks-run-out", "yedo.foresight.short-deck"),
    seen_by=NOBODY,
)
EVENT_DECK = Purpose(
    name="event-deck",
    kind="pile",
    of=mark("the Event Cards of which nobody knows where in the deck they lie"),
    when=mark(
        "for each one that is turned up, unless its place is known, and with the Jesuits for the top three "
        "in the set-up"
    ),
    least=1,
    most=50,
    facts=(EventRevealed, EventVoided, EventShuffledIn),
    always=(EventShuffledIn,),
    clauses=("yedo.event.reveal", "yedo.jesuits.setup", "yedo.jesuits.sakoku-before"),
    seen_by=NOBODY,
)
EVENTS_DECK = Purpose(
    name="events-deck",
    kind="pile",
    of=mark("the Event Cards of which nobody knows where in the deck they lie"),
    when=mark("for each one that somebody looks at, unless its place is known"),
    least=1,
    most=50,
    facts=(CardsLookedAt,),
    clauses=("yedo.foresight.short-deck",),
    seen_by=NOBODY,
)
WEAPON_BAG = Purpose(
    name="weapon-bag",
    kind="pile",
    of=mark("the Weapons in the bag whose place nobody knows, 40 at first"),
    when=mark("for each one that goes to the Market or that somebody draws, unless its place is known"),
    least=1,
    most=40,
    facts=(MarketFilled, WeaponsDrawn),
    clauses=("yedo.market.refill", "yedo.market.bag-refill"),
    seen_by=NOBODY,
)
WEAPONS_DECK = Purpose(
    name="weapons-deck",
    kind="pile",
    of=mark("the Weapons in the bag whose place nobody knows"),
    when=mark("for each one that somebody looks at, unless its place is known"),
    least=1,
    most=40,
    facts=(CardsLookedAt,),
    clauses=("yedo.foresight.short-deck", "yedo.market.bag-refill"),
    seen_by=NOBODY,
)
SPECIALIST_TOKEN = Purpose(
    name="specialist-token",
    kind="pick",
    of=mark("the Specialist tokens in the bag, nine at first"),
    when=mark("with Specialists: for each token that is drawn"),
    least=1,
    most=9,
    facts=(TokenDrawn,),
    always=(TokenDrawn,),
    clauses=("yedo.specialists.setup-tokens", "yedo.specialists.prep-token", "yedo.ruling.specialist-tokens-run-out"),
)
CHARACTER_DECK = Purpose(
    name="character-deck",
    kind="pick",
    of=mark("the Characters in the deck: 15, or 14 with Shogun Must Die, without those that came with Favors"),
    when=mark("with the Teahouse: for each one that is laid out"),
    least=1,
    most=14,
    facts=(CharactersLaidOut,),
    always=(CharactersLaidOut,),
    clauses=("yedo.teahouse.deck", "yedo.teahouse.display-size"),
)
CLOSED_DISTRICT = Purpose(
    name="closed-district",
    kind="pick",
    of=mark("the seven Districts, as far as they have free spaces"),
    when=mark("when an Event closes Districts by chance"),
    least=1,
    most=7,
    facts=(Lasts,),
    clauses=("yedo.event.closed-district-marker",),
)
CLOSED_SPACE = Purpose(
    name="closed-space",
    kind="pick",
    of=mark("the 24 spaces of the board, as far as they are open and free"),
    when=mark("when an Event closes spaces by chance"),
    least=1,
    most=24,
    facts=(Lasts,),
    clauses=("yedo.event.closed-locations-tokens",),
)
SWAP = Purpose(
    name="swap",
    kind="pick",
    of=mark("the cards of a kind in the hand of the other player"),
    when=mark("when two players swap cards, and one of them does not choose"),
    least=1,
    most=72,
    facts=(CardHandedOver,),
    clauses=("yedo.ruling.swapped-card",),
    seen_by="the two players",
)
LOSS = Purpose(
    name="loss",
    kind="pick",
    of=mark("the things of a kind that a player has"),
    when=mark("when a player loses one that nobody may choose"),
    least=1,
    most=72,
    facts=(
        AnnexLost,
        CardDiscarded,
        CardHandedOver,
        DiscipleHome,
        DiscipleToReserve,
        GeishaLost,
        WeaponDiscarded,
        WeaponHandedOver,
    ),
    seen_by="the loser, if the things are hidden from others; else everyone",
)
EMPEROR_CARD = Purpose(
    name="emperor-{colour}",
    kind="pick",
    of=mark("the Emperor Cards of a colour that nobody has seen: 9 green, 9 yellow, 12 red at first"),
    when=mark("with Shogun Must Die: for each one that is turned up"),
    least=4,
    most=12,
    facts=(EmperorRevealed, BonusErrandRevealed),
    always=(EmperorRevealed, BonusErrandRevealed),
    clauses=("yedo.coop.emperor-separate",),
)
DAIMYO_CARD = Purpose(
    name="daimyo-card",
    kind="pick",
    of=mark("the cards of the Daimyo that may lie there, eight at first"),
    when=mark("with Shogun Must Die: for each one that is turned up"),
    least=1,
    most=8,
    facts=(DaimyoCardTurned, DisplayLaidOut),
    always=(DaimyoCardTurned, DisplayLaidOut),
    clauses=("yedo.coop.prep-daimyo-layout", "yedo.coop.prep-daimyo-reshuffle"),
)

_DECKS = {
    "green": GREEN_DECK,
    "yellow": YELLOW_DECK,
    "red": RED_DECK,
    "black": BLACK_DECK,
    "action": ACTION_DECK,
    "bonus": BONUS_DECK,
    "events": EVENTS_DECK,
    "weapons": WEAPONS_DECK,
}


def of_deck(deck: Deck) -> Purpose:
    """Return the purpose for dealing, drawing or looking at cards of a deck."""
    return _DECKS.get(deck) or JESUITS_DECK.about(deck.removeprefix("jesuits-"))
