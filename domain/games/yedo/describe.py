"""Effects, needs and modifiers in plain English, for labels, views and histories; "you" is who does the effect."""

from __future__ import annotations

from functools import cache, singledispatch

from domain.games.yedo.describe_needs import describe_condition, describe_needs, describe_who, measure_noun
from domain.games.yedo.describe_words import (
    ASSETS,
    COSTS,
    DISTRICT_NAMES,
    DURATIONS,
    PHASE_WORDS,
    PROHIBITIONS,
    SOURCES,
    WHOM,
    some,
)
from domain.games.yedo.effect_words import (
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
from domain.games.yedo.terms import ALL, Until
from domain.games.yedo.vocabulary import (
    Choose,
    Closed,
    CostLess,
    CountsAs,
    EachPreparation,
    Effects,
    For,
    Forbids,
    ForPrice,
    If,
    Income,
    Limit,
    May,
    Modifier,
    Modifiers,
    Modify,
    Per,
    Safe,
)
from domain.kernel.words import count_noun, join_words, title

CARDS = {"action": ("Action Card", "Action Cards"), "bonus": ("Bonus Card", "Bonus Cards")}
FIXED: dict[type[Effect], str] = {
    Blessing: "take a Blessing from the Temple, if you have none",
    SendToReserve: "send the activated Disciple to your Reserve, if you have 3 Disciples or more outside it",
    OpenJesuits: "from now on the Missions of the Jesuits can be drawn at the Harbor",
    BurnChurch: "the Church burns down for the rest of the game, and its Mon go to the bank",
    PatrolColour: "turn the Watch Patrol over, so that it goes the other way round",
    Negate: "the card that this one answers does nothing",
    ActAgain: "activate another Disciple after this one",
}
"""Effects that are always described in the same words."""


@cache
def describe(effects: Effects) -> str:
    """Say what effects do, in the order in which they are done: "draw the top Action Card; take 3 Mon"."""
    return "; ".join(map(phrase, effects)) or "nothing"


def _inside(effects: Effects) -> str:
    """Say what effects do that are part of another one."""
    return " and then ".join(map(phrase, effects)) or "do nothing"


def describe_modifiers(modifiers: Modifiers) -> str:
    """Say what holds as long as modifiers last."""
    return "; ".join(map(modifier_phrase, modifiers)) or "nothing"


def describe_lasting(until: Until, modifiers: Modifiers) -> str:
    """Say what holds and for how long; of modifiers for the next use only the first one that is used counts."""
    span = DURATIONS[until]
    if until == "next-use" and len(modifiers) > 1:
        span = "once, for the first of these that you use"
    elif until == "round" and any(isinstance(modifier, Closed) for modifier in modifiers):
        span = "until the next Event is revealed"
    return f"{span}: {describe_modifiers(modifiers)}"


@singledispatch
def phrase(effect: Effect) -> str:
    """Describe one effect; raises TypeError for a kind without words."""
    if type(effect) not in FIXED:
        raise TypeError(f"no words for {type(effect).__name__}")
    return FIXED[type(effect)]


@singledispatch
def modifier_phrase(modifier: Modifier) -> str:
    """Describe one modifier; raises TypeError for a kind without words."""
    raise TypeError(f"no words for {type(modifier).__name__}")


@phrase.register
def _(effect: Prestige) -> str:
    return f"gain {count_noun(effect.points, 'Prestige Point')}"


@phrase.register
def _(effect: LosePrestige) -> str:
    return f"lose {count_noun(effect.points, 'Prestige Point')} (never below 0)"


@phrase.register
def _(effect: Mon) -> str:
    return f"take {effect.amount} Mon"


@phrase.register
def _(effect: LoseMon) -> str:
    to = {"bank": "pay", "church": "lay", "owner": "give"}[effect.to]
    where = {"bank": "to the bank", "church": "on the Church", "owner": "to the player whose card this is"}[effect.to]
    if effect.amount == "all":
        return f"{to} all your Mon {where}"
    return f"{to} {effect.amount} Mon {where} (or what you have)"


@phrase.register
def _(effect: Draw) -> str:
    one, more = _cards(effect)
    chosen = " of a deck of your choice" if effect.deck == "mission" and effect.colour == "choice" else ""
    if effect.look == 1:
        return f"draw the top {one}{chosen}"
    rest = "the other" if effect.look - effect.keep == 1 else "the others"
    lay = f", keep {effect.keep} and lay {rest} under the deck" if effect.keep < effect.look else ""
    return f"draw the top {effect.look} {more}{chosen}{lay}"


def _cards(effect: Draw) -> tuple[str, str]:
    if effect.deck != "mission":
        return CARDS[effect.deck]
    colour = "" if effect.colour == "choice" else f"{title(effect.colour)} "
    return f"{colour}Mission", f"{colour}Missions"


@phrase.register
def _(effect: TakeWeapon) -> str:
    kind = "a Weapon" if effect.kind == "choice" else f"a {title(effect.kind)}"
    if effect.source != "bag":
        where = "from the Market, for nothing" if effect.source == "market" else "from the discarded Weapons"
        return f"take {kind} {where}"
    if effect.look == 1:
        return f"draw {kind} from the bag"
    rest = "the other" if effect.look == 2 else "the others"
    return f"draw {effect.look} Weapons from the bag, keep 1 and discard {rest}"


@phrase.register
def _(effect: Lose) -> str:
    picks = {"loser": " of your choice", "owner": " that the player whose card this is chooses", "chance": " by chance"}
    words = ASSETS[effect.what] if effect.kind == "choice" else (title(effect.kind), f"{title(effect.kind)}s")
    picked = "" if effect.kind != "choice" and effect.picks == "loser" else picks[effect.picks]
    what = f"{some(effect.count, words)}{picked}"
    if effect.to == "owner":
        return f"give {what} to the player whose card this is"
    if effect.what == "disciple":
        return f"send {what} to your Reserve (home, if you have only two)"
    return f"give up {what}"


@phrase.register
def _(effect: Swap) -> str:
    kinds = join_words((some(1, ASSETS[kind]) for kind in effect.what), "or")
    return f"swap {kinds} with the player whose card this is, who chooses the type and takes one of yours by chance"


@phrase.register
def _(effect: BuildAnnex) -> str:
    price = "for its price" if effect.price == "full" else f"for {effect.price} Mon" if effect.price else "for nothing"
    points = f" and gain {count_noun(effect.points, 'Prestige Point')}" if effect.points else ""
    return f"build an Annex of a type that you do not have {price}{points}"


@phrase.register
def _(effect: Geisha) -> str:
    points = "and gain as many Prestige Points as her value" if effect.points else "without Prestige Points"
    return f"take a Geisha of the {effect.which} value that is left {points}"


@phrase.register
def _(effect: GainDisciple) -> str:
    return f"take {some(effect.count, ASSETS['disciple'])} from your Reserve to your Clan House"


@phrase.register
def _(effect: Church) -> str:
    return f"lay {effect.put} Mon of the bank on the Church" if effect.put else "take all Mon of the Church"


@phrase.register
def _(effect: PatrolMove) -> str:
    return f"the Watch Patrol moves on by {count_noun(effect.steps, 'District')} in its direction"


@phrase.register
def _(effect: PatrolTo) -> str:
    where = "a District of your choice" if effect.district == "choice" else DISTRICT_NAMES[effect.district]
    return f"the Watch Patrol goes to {where}"


@phrase.register
def _(effect: Save) -> str:
    whose = "your Disciples" if effect.whose == "own" else "the Disciples of all players"
    who = f"{effect.count} of {whose}"
    price = f"{describe_needs(effect.price)}: " if effect.price else ""
    return f"{price}in this round the Watch Patrol spares {who} in its District"


@phrase.register
def _(effect: ReturnDisciple) -> str:
    return f"send {_figure(effect.whose)} back to the Clan House"


@phrase.register
def _(effect: MoveDisciple) -> str:
    where = "in an open District" if effect.to == "choice" else f"in {DISTRICT_NAMES[effect.to]}"
    return f"move {_figure(effect.whose)} to a free space {where}"


def _figure(whose: str) -> str:
    return "one of your placed Disciples" if whose == "own" else "a placed Disciple of the player at whom this is aimed"


@phrase.register
def _(effect: Foresight) -> str:
    if effect.deck == "weapons":
        return f"look at the next {effect.look} Weapons of the bag and lay them back in any order"
    decks = {
        "choice": "a deck of your choice",
        "mission": "a Mission deck of your choice",
        "action": "the Action Card deck",
        "bonus": "the Bonus Card deck",
        "events": "the Event Card deck",
    }
    deck = decks.get(effect.deck) or f"the {title(effect.deck)} Mission deck"
    return f"look at the top {effect.look} cards of {deck} and lay them back on top in any order"


@phrase.register
def _(effect: PlayerOrder) -> str:
    place = "a place of your choice" if effect.to == "choice" else f"the {effect.to} place"
    return f"move your marker to {place} on the Player Order Track"


@phrase.register
def _(effect: Sell) -> str:
    keep = f", keep {effect.keep} of them" if effect.keep else ""
    return (
        f"draw {effect.look} Weapons from the bag{keep}; then each opponent in Player Order may buy 1 of the others"
        f" for {effect.price} Mon, and what is left is discarded"
    )


@phrase.register
def _(effect: Modify) -> str:
    return describe_lasting(effect.until, effect.modifiers)


@phrase.register
def _(effect: CloseRandom) -> str:
    parts = []
    if effect.districts:
        parts.append(count_noun(effect.districts, "District"))
    if effect.spaces:
        parts.append(count_noun(effect.spaces, "free space"))
    return f"{join_words(parts)}, drawn by chance, are closed until the next Event is revealed"


@phrase.register
def _(effect: Choose) -> str:
    return f"choose one: {', or '.join(map(_inside, effect.options))}"


@phrase.register
def _(effect: May) -> str:
    return f"if you want, {_inside(effect.effects)}"


@phrase.register
def _(effect: ForPrice) -> str:
    price = describe_needs(effect.price)
    if effect.effects and not effect.otherwise:
        return f"you may {price}: {_inside(effect.effects)}"
    if effect.effects:
        return f"you may {price}: {_inside(effect.effects)}; if you do not, {_inside(effect.otherwise)}"
    return f"either {price}, or {_inside(effect.otherwise)}"


@phrase.register
def _(effect: If) -> str:
    otherwise = f", otherwise {_inside(effect.otherwise)}" if effect.otherwise else ""
    return f"{describe_condition(effect.needs)}, {_inside(effect.effects)}{otherwise}"


@phrase.register
def _(effect: Per) -> str:
    one, more = measure_noun(effect.measure, effect.of)
    if effect.measure in ("order-place", "church-mon", "rounds-left", "players"):
        each = f"every {one}" if effect.each == 1 else f"every {effect.each} {more}"
    else:
        each = f"each of your {more}" if effect.each == 1 else f"every {effect.each} of your {more}"
    most = f" (at most {effect.most} times)" if effect.most < ALL else ""
    return f"for {each}{most}, {_inside(effect.effects)}"


@phrase.register
def _(effect: For) -> str:
    who = f" who {describe_who(effect.needs)}" if effect.needs else ""
    order = "in Player Order, " if effect.whom in ("each-player", "each-opponent") else ""
    return f"{order}{WHOM[effect.whom]}{who}: {_inside(effect.effects)}"


@modifier_phrase.register
def _(modifier: CostLess) -> str:
    but = f", but not in {PHASE_WORDS[modifier.except_phase]}" if modifier.except_phase else ""
    return f"{COSTS[modifier.of]} {modifier.by} Mon less{but}"


@modifier_phrase.register
def _(modifier: Limit) -> str:
    return f"you may have {_more(modifier.by)} {ASSETS[modifier.of][abs(modifier.by) != 1]}"


def _more(number: int) -> str:
    return f"{number} more" if number > 0 else f"{-number} fewer"


@modifier_phrase.register
def _(modifier: CountsAs) -> str:
    thing = some(1, ASSETS[modifier.need])
    if modifier.sends_home is None:
        return f"this stands in for {thing} that a Mission asks for"
    annex = title(modifier.sends_home)
    return f"your Disciple on the {annex} stands in for {thing} that a Mission asks for, and goes home"


@modifier_phrase.register
def _(modifier: Safe) -> str:
    where = "" if modifier.where == "anywhere" else f" in {DISTRICT_NAMES[modifier.where]}"
    return f"the Watch Patrol does not arrest your Disciples{where}"


@modifier_phrase.register
def _(modifier: EachPreparation) -> str:
    return f"in each Preparation, {_inside(modifier.effects)}"


@modifier_phrase.register
def _(modifier: Closed) -> str:
    closed = [DISTRICT_NAMES[district] for district in modifier.districts]
    closed += [f"the space {title(space)}" for space in modifier.spaces]
    return f"no Disciple can be assigned to {join_words(closed, 'or')}"


@modifier_phrase.register
def _(modifier: Forbids) -> str:
    return f"you cannot {PROHIBITIONS[modifier.what]}"


@modifier_phrase.register
def _(modifier: Income) -> str:
    change = f"{modifier.by} Mon more" if modifier.by >= 0 else f"{-modifier.by} Mon less"
    return f"{SOURCES[modifier.of]} {change}"
