"""Single effects and modifiers in plain English."""

from __future__ import annotations

from functools import singledispatch

from domain.games.yedo.printed.effect_words import (
    ActAgain,
    Blessing,
    BuildAnnex,
    BurnChurch,
    Church,
    CloseRandom,
    Draw,
    Effect,
    Foresight,
    GainDisciple,
    Geisha,
    Lose,
    LoseMon,
    LosePrestige,
    Mon,
    MoveDisciple,
    Negate,
    OpenJesuits,
    PatrolColour,
    PatrolMove,
    PatrolTo,
    PlayerOrder,
    Prestige,
    ReturnDisciple,
    Save,
    Sell,
    SendToReserve,
    Swap,
    TakeWeapon,
)
from domain.games.yedo.printed.need_words import Needs
from domain.games.yedo.printed.vocabulary import Closed, CostLess, CountsAs, Forbids, Income, Limit, Modifier, Safe
from domain.games.yedo.words.describe_needs import describe_needs, describe_who
from domain.games.yedo.words.describe_voice import LIST, Voice
from domain.games.yedo.words.describe_words import (
    ASSETS,
    COSTS,
    DISTRICT_NAMES,
    PHASE_WORDS,
    PROHIBITIONS,
    SOURCES,
    WHOM,
    some,
)
from domain.kernel.words import count_noun, join_words, title

CARDS = {"action": ("Action Card", "Action Cards"), "bonus": ("Bonus Card", "Bonus Cards")}
FIXED: dict[type[Effect], str] = {
    OpenJesuits: "from now on the Missions of the Jesuits can be drawn at the Harbor",
    BurnChurch: "the Church burns down for the rest of the game, and its Mon go to the bank",
    Negate: "the card that this one answers does nothing",
}
"""Effects that are always described in the same words."""


@singledispatch
def phrase(effect: Effect, voice: Voice = LIST) -> str:
    """Describe one effect; raises TypeError for a kind without words."""
    if type(effect) not in FIXED:
        raise TypeError(f"no words for {type(effect).__name__}")
    return FIXED[type(effect)]


@singledispatch
def modifier_phrase(modifier: Modifier, voice: Voice = LIST) -> str:
    """Describe one modifier; raises TypeError for a kind without words."""
    raise TypeError(f"no words for {type(modifier).__name__}")


@phrase.register
def _(effect: Prestige, voice: Voice = LIST) -> str:
    return f"{voice.does('gain')} {count_noun(effect.points, 'Prestige Point')}"


@phrase.register
def _(effect: LosePrestige, voice: Voice = LIST) -> str:
    return f"{voice.does('lose')} {count_noun(effect.points, 'Prestige Point')} (never below 0)"


@phrase.register
def _(effect: Mon, voice: Voice = LIST) -> str:
    return f"{voice.does('take')} {effect.amount} Mon"


@phrase.register
def _(effect: LoseMon, voice: Voice = LIST) -> str:
    mon = f"all {voice.their} Mon" if effect.amount == "all" else f"{effect.amount} Mon"
    enough = "" if effect.amount == "all" else f" (or what {voice.they} have)"
    if effect.to == "owner":
        return f"{_give(mon, voice)}{enough}"
    verb, where = {"bank": ("pay", "to the bank"), "church": ("lay", "on the Church")}[effect.to]
    return f"{voice.does(verb)} {mon} {where}{enough}"


def _give(what: str, voice: Voice) -> str:
    """Say that something goes to the player whose card it is."""
    return (
        f"{voice.does('give')} you {what}" if voice.owner == "you" else f"{voice.does('give')} {what} to {voice.owner}"
    )


@phrase.register
def _(effect: Blessing, voice: Voice = LIST) -> str:
    return f"{voice.does('take')} a Blessing from the Temple, if {voice.they} have none"


@phrase.register
def _(effect: Draw, voice: Voice = LIST) -> str:
    one, more = _cards(effect)
    chosen = f" of a deck of {voice.their} choice" if effect.deck == "mission" and effect.colour == "choice" else ""
    draw = voice.does("draw")
    if effect.look == 1:
        return f"{draw} the top {one}{chosen}"
    rest = "the other" if effect.look - effect.keep == 1 else "the others"
    lay = f", {voice.also('keep')} {effect.keep} and {voice.also('lay')} {rest} under the deck"
    return f"{draw} the top {effect.look} {more}{chosen}{lay if effect.keep < effect.look else ''}"


def _cards(effect: Draw) -> tuple[str, str]:
    if effect.deck != "mission":
        return CARDS[effect.deck]
    colour = "" if effect.colour == "choice" else f"{title(effect.colour)} "
    return f"{colour}Mission", f"{colour}Missions"


@phrase.register
def _(effect: TakeWeapon, voice: Voice = LIST) -> str:
    kind = "a Weapon" if effect.kind == "choice" else f"a {title(effect.kind)}"
    if effect.source != "bag":
        where = "from the Market, for nothing" if effect.source == "market" else "from the discarded Weapons"
        return f"{voice.does('take')} {kind} {where}"
    if effect.look == 1:
        return f"{voice.does('draw')} {kind} from the bag"
    rest = "the other" if effect.look == 2 else "the others"
    keep = f"{voice.also('keep')} 1 and {voice.also('discard')} {rest}"
    return f"{voice.does('draw')} {effect.look} Weapons from the bag, {keep}"


@phrase.register
def _(effect: Lose, voice: Voice = LIST) -> str:
    chooser = f" that {voice.owner} {'choose' if voice.owner == 'you' else 'chooses'}"
    picks = {"loser": f" of {voice.their} choice", "owner": chooser, "chance": " by chance"}
    words = ASSETS[effect.what] if effect.kind == "choice" else (title(effect.kind), f"{title(effect.kind)}s")
    picked = "" if effect.kind != "choice" and effect.picks == "loser" else picks[effect.picks]
    what = f"{some(effect.count, words)}{picked}"
    if effect.to == "owner":
        return _give(what, voice)
    if effect.what == "disciple":
        return f"{voice.does('send')} {what} to {voice.their} Reserve (home, if {voice.they} have only two)"
    return f"{voice.does('give')} up {what}"


@phrase.register
def _(effect: Swap, voice: Voice = LIST) -> str:
    kinds = join_words((some(1, ASSETS[kind]) for kind in effect.what), "or")
    swap = f"{voice.does('swap')} {kinds} with {voice.owner}"
    if voice.owner != "you":
        return f"{swap}, who chooses the type and takes one of {voice.their}s by chance"
    choose = "choose the type and " if len(effect.what) > 1 else ""
    return f"{swap}; you {choose}take one of {voice.their}s by chance"


@phrase.register
def _(effect: BuildAnnex, voice: Voice = LIST) -> str:
    price = "for its price" if effect.price == "full" else f"for {effect.price} Mon" if effect.price else "for nothing"
    points = f" and {voice.also('gain')} {count_noun(effect.points, 'Prestige Point')}" if effect.points else ""
    return f"{voice.does('build')} an Annex of a type that {voice.they} do not have {price}{points}"


@phrase.register
def _(effect: Geisha, voice: Voice = LIST) -> str:
    gain = f"and {voice.also('gain')} as many Prestige Points as her value"
    points = gain if effect.points else "without Prestige Points"
    return f"{voice.does('take')} a Geisha of the {effect.which} value that is left {points}"


@phrase.register
def _(effect: GainDisciple, voice: Voice = LIST) -> str:
    disciples = some(effect.count, ASSETS["disciple"])
    return f"{voice.does('take')} {disciples} from {voice.their} Reserve to {voice.their} Clan House"


@phrase.register
def _(effect: SendToReserve, voice: Voice = LIST) -> str:
    enough = f"if {voice.they} have 3 Disciples or more outside it"
    return f"{voice.does('send')} the activated Disciple to {voice.their} Reserve, {enough}"


@phrase.register
def _(effect: ActAgain, voice: Voice = LIST) -> str:
    return f"{voice.does('activate')} another Disciple after this one"


@phrase.register
def _(effect: Church, voice: Voice = LIST) -> str:
    if not effect.put:
        return f"{voice.does('take')} all Mon of the Church"
    if voice.whole:
        return f"{effect.put} Mon of the bank {'is' if effect.put == 1 else 'are'} laid on the Church"
    return f"lay {effect.put} Mon of the bank on the Church"


@phrase.register
def _(effect: PatrolColour, voice: Voice = LIST) -> str:
    turns = "the Watch Patrol turns over" if voice.whole else "turn the Watch Patrol over"
    return f"{turns}, so that it goes the other way round"


@phrase.register
def _(effect: PatrolMove, voice: Voice = LIST) -> str:
    return f"the Watch Patrol moves on by {count_noun(effect.steps, 'District')} in its direction"


@phrase.register
def _(effect: PatrolTo, voice: Voice = LIST) -> str:
    choice = f"a District of {voice.whose} choice"
    return f"the Watch Patrol goes to {choice if effect.district == 'choice' else DISTRICT_NAMES[effect.district]}"


@phrase.register
def _(effect: Save, voice: Voice = LIST) -> str:
    own = voice.their if effect.price else voice.whose
    whose = f"{own} Disciples" if effect.whose == "own" else "the Disciples of all players"
    price = f"{_paid(effect.price, voice)}: " if effect.price else ""
    return f"{price}in this round the Watch Patrol spares {effect.count} of {whose} in its District"


def _paid(price: Needs, voice: Voice) -> str:
    return f"{voice.subject} {describe_who(price) if voice.single else describe_needs(price)}".lstrip()


@phrase.register
def _(effect: ReturnDisciple, voice: Voice = LIST) -> str:
    return f"{voice.does('send')} {_figure(effect.whose, voice)} back to the Clan House"


@phrase.register
def _(effect: MoveDisciple, voice: Voice = LIST) -> str:
    where = "in an open District" if effect.to == "choice" else f"in {DISTRICT_NAMES[effect.to]}"
    return f"{voice.does('move')} {_figure(effect.whose, voice)} to a free space {where}"


def _figure(whose: str, voice: Voice) -> str:
    own = f"one of {voice.their} placed Disciples"
    return own if whose == "own" else f"a placed Disciple of {WHOM['target']}"


@phrase.register
def _(effect: Foresight, voice: Voice = LIST) -> str:
    look, lay = voice.does("look"), voice.also("lay")
    if effect.deck == "weapons":
        return f"{look} at the next {effect.look} Weapons of the bag and {lay} them back in any order"
    decks = {
        "choice": f"a deck of {voice.their} choice",
        "mission": f"a Mission deck of {voice.their} choice",
        "action": "the Action Card deck",
        "bonus": "the Bonus Card deck",
        "events": "the Event Card deck",
    }
    deck = decks.get(effect.deck) or f"the {title(effect.deck)} Mission deck"
    return f"{look} at the top {effect.look} cards of {deck} and {lay} them back on top in any order"


@phrase.register
def _(effect: PlayerOrder, voice: Voice = LIST) -> str:
    place = f"a place of {voice.their} choice" if effect.to == "choice" else f"the {effect.to} place"
    return f"{voice.does('move')} {voice.their} marker to {place} on the Player Order Track"


@phrase.register
def _(effect: Sell, voice: Voice = LIST) -> str:
    keep = f", {voice.also('keep')} {effect.keep} of them" if effect.keep else ""
    return (
        f"{voice.does('draw')} {effect.look} Weapons from the bag{keep}; then each opponent in Player Order may buy 1"
        f" of the others for {effect.price} Mon, and what is left is discarded"
    )


@phrase.register
def _(effect: CloseRandom, voice: Voice = LIST) -> str:
    parts = []
    if effect.districts:
        parts.append(count_noun(effect.districts, "District"))
    if effect.spaces:
        parts.append(count_noun(effect.spaces, "free space"))
    return f"{join_words(parts)}, drawn by chance, are closed until the next Event is revealed"


@modifier_phrase.register
def _(modifier: CostLess, voice: Voice = LIST) -> str:
    but = f", but not in {PHASE_WORDS[modifier.except_phase]}" if modifier.except_phase else ""
    costs = f"everything {voice.they} pay for costs" if modifier.of == "any" else COSTS[modifier.of]
    return f"{costs} {modifier.by} Mon less{but}"


@modifier_phrase.register
def _(modifier: Limit, voice: Voice = LIST) -> str:
    return f"{voice.they} may have {_more(modifier.by)} {ASSETS[modifier.of][abs(modifier.by) != 1]}"


def _more(number: int) -> str:
    return f"{number} more" if number > 0 else f"{-number} fewer"


@modifier_phrase.register
def _(modifier: CountsAs, voice: Voice = LIST) -> str:
    thing = some(1, ASSETS[modifier.need])
    if modifier.sends_home is None:
        return f"this stands in for {thing} that a Mission asks for"
    annex = title(modifier.sends_home)
    return f"{voice.their} Disciple on the {annex} stands in for {thing} that a Mission asks for, and goes home"


@modifier_phrase.register
def _(modifier: Safe, voice: Voice = LIST) -> str:
    where = "" if modifier.where == "anywhere" else f" in {DISTRICT_NAMES[modifier.where]}"
    return f"the Watch Patrol does not arrest {voice.their} Disciples{where}"


@modifier_phrase.register
def _(modifier: Closed, voice: Voice = LIST) -> str:
    closed = [DISTRICT_NAMES[district] for district in modifier.districts]
    closed += [f"the space {title(space)}" for space in modifier.spaces]
    return f"no Disciple can be assigned to {join_words(closed, 'or')}"


@modifier_phrase.register
def _(modifier: Forbids, voice: Voice = LIST) -> str:
    return f"{voice.they} cannot {PROHIBITIONS[modifier.what]}"


@modifier_phrase.register
def _(modifier: Income, voice: Voice = LIST) -> str:
    change = f"{modifier.by} Mon more" if modifier.by >= 0 else f"{-modifier.by} Mon less"
    return f"{SOURCES[modifier.of]} {change}"
