"""What Daimyo draws by chance."""

from __future__ import annotations

from domain.games.daimyo.facts.goals import GoalsLaidOut
from domain.games.daimyo.facts.heroes import ArmyRevealed, HeroDrawn, MarketLaidOut, MarketPlaceFilled, MarketRefilled
from domain.games.daimyo.facts.solo import SoloCardRevealed
from domain.games.daimyo.facts.tiles import BagTileDrawn, BlackMarketFilled, LandFilled, TileTaken
from domain.games.daimyo.facts.turn import DiceRolled, StartPlayerDrawn
from domain.games.daimyo.facts.villagers import VillagersLaidOut
from domain.kernel.chance import Purpose
from domain.kernel.language import mark

START_PLAYER = Purpose(
    name="start-player",
    kind="below",
    of=mark("the seats: 1 to 4"),
    when=mark("in the set-up"),
    least=1,
    most=4,
    facts=(StartPlayerDrawn,),
    always=(StartPlayerDrawn,),
    clauses=("daimyo.setup.start-player", "daimyo.ruling.start-player-random", "daimyo.solo.setup.start-player"),
)
RELIC_BAG = Purpose(
    name="relic-bag",
    kind="pick",
    of=mark(
        "the relic tiles that are left in the bag; in the set-up of a solo game, those of a kind that the empire lacks"
    ),
    when=mark(
        "when a no man's land or the black market is filled, and for each tile that somebody takes out of the bag"
    ),
    least=1,
    most=72,
    facts=(LandFilled, BlackMarketFilled, BagTileDrawn, TileTaken),
    always=(LandFilled, BlackMarketFilled, BagTileDrawn),
    clauses=(
        "daimyo.setup.no-mans-land-tiles",
        "daimyo.setup.black-market",
        "daimyo.relic.refill",
        "daimyo.storage.full-bag-draw",
        "daimyo.solo.setup.difficult",
    ),
)
HERO_DECK = Purpose(
    name="hero-deck",
    kind="pick",
    of=mark(
        "the common heroes that nobody has seen, 40 at first or 33 in a solo game; face-down heroes of the "
        "empire are among them"
    ),
    when=mark(
        "in the set-up for the market and the deck's top card, and whenever a hero of the market is "
        "replaced, while cards are left"
    ),
    least=1,
    most=40,
    facts=(MarketLaidOut, MarketRefilled, MarketPlaceFilled),
    always=(MarketLaidOut,),
    clauses=("daimyo.setup.hero-market", "daimyo.hire.refill", "daimyo.ruling.supplies"),
)
VILLAGERS = Purpose(
    name="villagers",
    kind="below",
    of=mark("the two sides of a villager tile"),
    when=mark("in the set-up, for each tile whose side the edition does not fix"),
    least=2,
    most=2,
    facts=(VillagersLaidOut,),
    always=(VillagersLaidOut,),
    clauses=("daimyo.setup.villager-tiles.2021", "daimyo.setup.villager-tiles.2019"),
)
GREEN_GOALS = Purpose(
    name="green-goals",
    kind="pick",
    of=mark("the nine green goals, of which three are laid out"),
    when=mark("in the set-up of the edition of 2021 for two and more"),
    least=7,
    most=9,
    facts=(GoalsLaidOut,),
    always=(GoalsLaidOut,),
    clauses=("daimyo.setup.goals",),
)
ORANGE_GOALS = Purpose(
    name="orange-goals",
    kind="pick",
    of=mark("the three orange goals, of which one is laid out"),
    when=mark("in the set-up of the edition of 2021 for two and more"),
    least=3,
    most=3,
    facts=(GoalsLaidOut,),
    always=(GoalsLaidOut,),
    clauses=("daimyo.setup.goals",),
)
ACTION_DICE = Purpose(
    name="action-dice",
    kind="roll",
    of=mark("the faces of a die; one outcome for each die of the pool, 7 to 13 by edition and number of seats"),
    when=mark("at the beginning of each round"),
    least=6,
    most=6,
    facts=(DiceRolled,),
    always=(DiceRolled,),
    clauses=("daimyo.round.roll",),
)
HERO_OF_SEAT = Purpose(
    name="hero-of-seat-{side}",
    kind="pick",
    of=mark(
        "the heroes in the side's deck, which is made of its discard pile when it is empty; which they are, "
        "its owner knows"
    ),
    when=mark("for each hero that the side draws"),
    least=1,
    most=43,
    facts=(HeroDrawn,),
    always=(HeroDrawn,),
    clauses=("daimyo.hero.deck-reshuffle", "daimyo.hero.faq.empty-deck-and-discard"),
    seen_by="the owner of the deck",
)
SOLO_CARDS = Purpose(
    name="solo-cards",
    kind="pick",
    of=mark("the cards of the round's group that were not turned up yet, seven at first"),
    when=mark("in a solo game, for each card that is turned up"),
    least=2,
    most=7,
    facts=(SoloCardRevealed,),
    always=(SoloCardRevealed,),
    clauses=("daimyo.solo.setup.decks",),
)
FACE_DOWN_HERO = Purpose(
    name="face-down-hero",
    kind="pick",
    of=mark("the common heroes that nobody has seen"),
    when=mark("at the end of a solo game, for each hero that the empire has face down"),
    least=1,
    most=27,
    facts=(ArmyRevealed,),
    always=(ArmyRevealed,),
    clauses=("daimyo.solo.scoring.usual",),
)
