"""The terms used in card texts: Districts, measures, assets, costs, prohibitions and durations."""

from __future__ import annotations

from domain.games.yedo.printed.terms import (
    Cost,
    District,
    IncomeSource,
    Measure,
    Phase,
    Prohibition,
    SpecialistKind,
    Until,
    Whom,
)
from domain.kernel.language import fill, mark, say, translate
from domain.kernel.words import title

DAIMYO = "The Daimyo"
"""The side without a seat in Shogun Must Die (yedo.coop.daimyo-color)."""
CATEGORIES = {
    name.lower(): name
    for name in (mark("Espionage"), mark("Theft"), mark("Kidnapping"), mark("Assassination"), mark("Warfare"))
}
"""The categories of Missions as titles."""
DISTRICT_NAMES: dict[District, str] = {
    "castle": mark("the Castle"),
    "gates": mark("the Gates"),
    "tavern": mark("the Tavern"),
    "harbor": mark("the Harbor"),
    "red-light": mark("the Red Light District"),
    "market": mark("the Market"),
    "temple": mark("the Temple"),
}
MEASURES: dict[str, tuple[str, str]] = {
    "prestige": (mark("Prestige Point"), mark("Prestige Points")),
    "mon": (mark("Mon"), mark("Mon")),
    "weapons": (mark("Weapon"), mark("Weapons")),
    "weapon-kinds": (mark("different Weapon"), mark("different Weapons")),
    "annexes": (mark("Annex"), mark("Annexes")),
    "geishas": (mark("Geisha"), mark("Geishas")),
    "disciples": (mark("Disciple outside the Reserve"), mark("Disciples outside the Reserve")),
    "blessings": (mark("Blessing"), mark("Blessings")),
    "action-cards": (mark("Action Card in hand"), mark("Action Cards in hand")),
    "bonus-cards": (mark("Bonus Card in hand"), mark("Bonus Cards in hand")),
    "missions-held": (mark("Mission in hand"), mark("Missions in hand")),
    "missions-done": (mark("completed Mission"), mark("completed Missions")),
    "blackmail": (mark("Blackmail Card"), mark("Blackmail Cards")),
    "order-place": (mark("place on the Player Order Track"), mark("places on the Player Order Track")),
    "disciples-in": (mark("Disciple on the board"), mark("Disciples on the board")),
    "church-mon": (mark("Mon on the Church"), mark("Mon on the Church")),
    "rounds-left": (mark("round after this one"), mark("rounds after this one")),
    "players": (mark("player"), mark("players")),
}
"""What the measures count, one and more."""
ASSETS: dict[str, tuple[str, str]] = {
    "action-card": (mark("Action Card"), mark("Action Cards")),
    "bonus-card": (mark("Bonus Card"), mark("Bonus Cards")),
    "mission": (mark("Mission"), mark("Missions")),
    "weapon": (mark("Weapon"), mark("Weapons")),
    "geisha": (mark("Geisha"), mark("Geishas")),
    "annex": (mark("Annex"), mark("Annexes")),
    "blackmail": (mark("Blackmail Card"), mark("Blackmail Cards")),
    "blessing": (mark("Blessing"), mark("Blessings")),
    "disciple": (mark("Disciple"), mark("Disciples")),
}
"""Kinds of assets, one and more."""
COUNTED: dict[str, tuple[str, str]] = {
    "action-card": (mark("an Action Card"), mark("{n} Action Cards")),
    "bonus-card": (mark("a Bonus Card"), mark("{n} Bonus Cards")),
    "mission": (mark("a Mission"), mark("{n} Missions")),
    "weapon": (mark("a Weapon"), mark("{n} Weapons")),
    "geisha": (mark("a Geisha"), mark("{n} Geishas")),
    "annex": (mark("an Annex"), mark("{n} Annexes")),
    "blackmail": (mark("a Blackmail Card"), mark("{n} Blackmail Cards")),
    "blessing": (mark("a Blessing"), mark("{n} Blessings")),
    "disciple": (mark("a Disciple"), mark("{n} Disciples")),
}
"""One asset with its article, and several with their number."""
SPECIALIST_NAMES: dict[SpecialistKind, str] = {
    "samurai": mark("Samurai"),
    "onna-bugeisha": mark("Onna-bugeisha"),
    "messenger": mark("Messenger"),
    "ninja": mark("Ninja"),
    "weaponsmith": mark("Weaponsmith"),
    "monk": mark("Monk"),
}
SINGLE_FIGURES: dict[str, str] = {
    **dict(SPECIALIST_NAMES.items()),
    "ronin": mark("Ronin"),
    "errand-boy": mark("Errand Boy"),
}
"""The figures that are unique to a player."""
COSTS: dict[Cost, str] = {
    "any": mark("everything you pay for costs"),
    "recruit": mark("recruiting at the Gates costs"),
    "annex": mark("an Annex costs"),
    "luxury": mark("luxury goods cost"),
    "geisha": mark("a Geisha costs"),
    "action-card": mark("an Action Card at the Market costs"),
    "weapon": mark("a Weapon at the Market costs"),
    "mission": mark("the Mon that a Mission asks for are"),
    "bid": mark("a bid that you won costs"),
}
SOURCES: dict[IncomeSource, str] = {
    "church": mark("a visit to the Church brings"),
    "beg": mark("begging at the Gates brings"),
    "sell-card": mark("selling a card at the Market brings"),
    "mission": mark("a Mission that pays Mon brings"),
    "any": mark("everything that pays Mon brings"),
}
PROHIBITIONS: dict[Prohibition, str] = {
    "trade": mark("trade"),
    "luxury": mark("buy luxury goods at the Harbor"),
    "recruit": mark("recruit a Disciple at the Gates"),
    "church": mark("visit the Church"),
    "annexes": mark("have an Annex built by the Carpenter"),
    "action-cards": mark("play an Action Card"),
    "bower": mark("go to the Bower"),
    "bidding": mark("bid"),
}
DURATIONS: dict[Until, str] = {
    "phase": mark("until the end of this Phase"),
    "round": mark("until the end of this round"),
    "next-use": mark("once"),
    "game": mark("for the rest of the game"),
}
PHASE_WORDS: dict[Phase, str] = {
    "preparation": mark("the Preparation"),
    "bidding": mark("the Bidding Phase"),
    "event": mark("the Event Phase"),
    "assign": mark("the Assign Disciples Phase"),
    "patrol": mark("the Watch Patrol Phase"),
    "trade": mark("the Trade Phase"),
    "actions": mark("the Action Phase"),
}
WHOM: dict[Whom, str] = {
    "each-player": mark("each player"),
    "each-opponent": mark("each opponent"),
    "target": mark("the player at whom this is aimed"),
    "partner": mark("your partner"),
    "owner": mark("the player whose card this is"),
}
ACTIONS: dict[str, str] = {
    "shogun": mark("gain a Prestige Point"),
    "bakufu": mark("draw a Mission"),
    "bower": mark("change the Player Order"),
    "recruit": mark("recruit a Disciple"),
    "beg-3": mark("beg for 3 Mon"),
    "beg-5": mark("beg for 5 Mon"),
    "foresight": mark("Foresight"),
    "carpenter": mark("build an Annex"),
    "church": mark("visit the Church"),
    "luxury-4": mark("luxury goods for 4 Mon"),
    "luxury-9": mark("luxury goods for 9 Mon"),
    "luxury-14": mark("luxury goods for 14 Mon"),
    "geisha-mon": mark("recruit a Geisha for Mon"),
    "geisha-prestige": mark("recruit a Geisha for Prestige Points"),
    "buy-action": mark("buy an Action Card"),
    "buy-weapon": mark("buy a Weapon"),
    "sell": mark("sell a card"),
    "jesuits": mark("draw a Mission of the Jesuits"),
    "blessing": mark("receive a Blessing"),
    "annex": mark("ability of the Annex"),
    "character": mark("recruit a Character"),
    "errand": mark("resolve an Errand"),
    "go-home": mark("go home"),
}
"""What a Disciple is activated for, by the name of the action without its details."""

TOP: dict[str, tuple[str, str]] = {
    "action": (mark("the top Action Card"), mark("the top {n} Action Cards")),
    "bonus": (mark("the top Bonus Card"), mark("the top {n} Bonus Cards")),
    "mission": (mark("the top Mission"), mark("the top {n} Missions")),
}
TOP_OF_COLOUR = (mark("the top {mission}"), mark("the top {n} {missions}"))
"""The top of a deck: one card, and several with their number."""

MISSIONS: dict[str, tuple[str, str]] = {
    "green": (mark("Green Mission"), mark("Green Missions")),
    "yellow": (mark("Yellow Mission"), mark("Yellow Missions")),
    "red": (mark("Red Mission"), mark("Red Missions")),
    "black": (mark("Black Mission"), mark("Black Missions")),
}
"""The names of Missions by colour, singular and plural; in some languages an adjective must agree."""


def name_missions(colour: str) -> tuple[str, str]:
    """Name one Mission of a colour, and several: "Red Mission", "Red Missions"."""
    one, more = MISSIONS[colour]
    return translate(one), translate(more)


def sentence(text: str) -> str:
    """Make a sentence of a phrase: "take 3 Mon" -> "Take 3 Mon."."""
    return f"{text[:1].upper()}{text[1:]}."


def some(count: int, asset: str) -> str:
    """Count assets of a kind, or write "a" or "an" before one: "an Annex", "2 Weapons"."""
    one, many = COUNTED[asset]
    return translate(one) if count == 1 else fill(translate(many), n=count)


def some_of(kind: str, count: int) -> str:
    """Count things of a kind that has a name, or write "a" or "an" before one: "a Katana", "2 Dojos"."""
    thing = title(kind)
    if count != 1:
        return say("{n} {thing}s", n=count, thing=thing)
    return say("an {thing}", thing=thing) if kind[:1] in "aeiou" else say("a {thing}", thing=thing)


def name_district(district: str) -> str:
    """Name a District within a sentence: "the Castle"."""
    return translate(DISTRICT_NAMES[district])  # type: ignore[index]


def name_specialist(kind: SpecialistKind) -> str:
    """Name a Specialist without an article: "Ninja"."""
    return translate(SPECIALIST_NAMES[kind])


def measure_noun(measure: Measure, of: str = "") -> tuple[str, str]:
    """Name what a measure counts, one and more: "completed Theft Mission", "Disciples in the Harbor"."""
    one, more = MEASURES[measure]
    if of in ("", "any"):
        return translate(one), translate(more)
    if measure == "disciples-in":
        where = name_district(of)
        return say("Disciple in {district}", district=where), say("Disciples in {district}", district=where)
    if measure in ("weapons", "annexes"):
        return title(of), say("{thing}s", thing=title(of))
    return _mission_noun(measure, of)


def _mission_noun(measure: Measure, of: str) -> tuple[str, str]:
    """Name the Missions of a colour, a category or a set, in hand or completed: one and more."""
    if of in MISSIONS:
        one, more = name_missions(of)
        if measure == "missions-held":
            return say("{mission} in hand", mission=one), say("{missions} in hand", missions=more)
        return say("completed {mission}", mission=one), say("completed {missions}", missions=more)
    kind = title(of)
    if measure == "missions-held":
        return say("{kind} Mission in hand", kind=kind), say("{kind} Missions in hand", kind=kind)
    return say("completed {kind} Mission", kind=kind), say("completed {kind} Missions", kind=kind)
