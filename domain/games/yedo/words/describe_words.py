"""The words of what cards speak of: Districts, measures, assets, costs, prohibitions and spans of time."""

from __future__ import annotations

from domain.games.yedo.printed.terms import (
    Cost,
    District,
    IncomeSource,
    Phase,
    Prohibition,
    SpecialistKind,
    Until,
    Whom,
)

DAIMYO = "The Daimyo"
"""The side that nobody sits at in Shogun Must Die (yedo.coop.daimyo-color)."""
DISTRICT_NAMES: dict[District, str] = {
    "castle": "the Castle",
    "gates": "the Gates",
    "tavern": "the Tavern",
    "harbor": "the Harbor",
    "red-light": "the Red Light District",
    "market": "the Market",
    "temple": "the Temple",
}
MEASURES: dict[str, tuple[str, str]] = {
    "prestige": ("Prestige Point", "Prestige Points"),
    "mon": ("Mon", "Mon"),
    "weapons": ("Weapon", "Weapons"),
    "weapon-kinds": ("different Weapon", "different Weapons"),
    "annexes": ("Annex", "Annexes"),
    "geishas": ("Geisha", "Geishas"),
    "disciples": ("Disciple outside the Reserve", "Disciples outside the Reserve"),
    "blessings": ("Blessing", "Blessings"),
    "action-cards": ("Action Card in hand", "Action Cards in hand"),
    "bonus-cards": ("Bonus Card in hand", "Bonus Cards in hand"),
    "missions-held": ("Mission in hand", "Missions in hand"),
    "missions-done": ("completed Mission", "completed Missions"),
    "blackmail": ("Blackmail Card", "Blackmail Cards"),
    "order-place": ("place on the Player Order Track", "places on the Player Order Track"),
    "disciples-in": ("Disciple on the board", "Disciples on the board"),
    "church-mon": ("Mon on the Church", "Mon on the Church"),
    "rounds-left": ("round after this one", "rounds after this one"),
    "players": ("player", "players"),
}
"""What the measures count, one and more."""
ASSETS: dict[str, tuple[str, str]] = {
    "action-card": ("Action Card", "Action Cards"),
    "bonus-card": ("Bonus Card", "Bonus Cards"),
    "mission": ("Mission", "Missions"),
    "weapon": ("Weapon", "Weapons"),
    "geisha": ("Geisha", "Geishas"),
    "annex": ("Annex", "Annexes"),
    "blackmail": ("Blackmail Card", "Blackmail Cards"),
    "blessing": ("Blessing", "Blessings"),
    "disciple": ("Disciple", "Disciples"),
}
SPECIALIST_NAMES: dict[SpecialistKind, str] = {
    "samurai": "Samurai",
    "onna-bugeisha": "Onna-bugeisha",
    "messenger": "Messenger",
    "ninja": "Ninja",
    "weaponsmith": "Weaponsmith",
    "monk": "Monk",
}
SINGLE_FIGURES: dict[str, str] = {**dict(SPECIALIST_NAMES.items()), "ronin": "Ronin", "errand-boy": "Errand Boy"}
"""The figures of which a player has one at most."""
COSTS: dict[Cost, str] = {
    "any": "everything you pay for costs",
    "recruit": "recruiting at the Gates costs",
    "annex": "an Annex costs",
    "luxury": "luxury goods cost",
    "geisha": "a Geisha costs",
    "action-card": "an Action Card at the Market costs",
    "weapon": "a Weapon at the Market costs",
    "mission": "the Mon that a Mission asks for are",
    "bid": "a bid that you won costs",
}
SOURCES: dict[IncomeSource, str] = {
    "church": "a visit to the Church brings",
    "beg": "begging at the Gates brings",
    "sell-card": "selling a card at the Market brings",
    "mission": "a Mission that pays Mon brings",
    "any": "everything that pays Mon brings",
}
PROHIBITIONS: dict[Prohibition, str] = {
    "trade": "trade",
    "luxury": "buy luxury goods at the Harbor",
    "recruit": "recruit a Disciple at the Gates",
    "church": "visit the Church",
    "annexes": "have an Annex built by the Carpenter",
    "action-cards": "play an Action Card",
    "bower": "go to the Bower",
    "bidding": "bid",
}
DURATIONS: dict[Until, str] = {
    "phase": "until the end of this Phase",
    "round": "until the end of this round",
    "next-use": "once",
    "game": "for the rest of the game",
}
PHASE_WORDS: dict[Phase, str] = {
    "preparation": "the Preparation",
    "bidding": "the Bidding Phase",
    "event": "the Event Phase",
    "assign": "the Assign Disciples Phase",
    "patrol": "the Watch Patrol Phase",
    "trade": "the Trade Phase",
    "actions": "the Action Phase",
}
WHOM: dict[Whom, str] = {
    "each-player": "each player",
    "each-opponent": "each opponent",
    "target": "the player at whom this is aimed",
    "partner": "your partner",
    "owner": "the player whose card this is",
}
ACTIONS: dict[str, str] = {
    "shogun": "gain a Prestige Point",
    "bakufu": "draw a Mission",
    "bower": "change the Player Order",
    "recruit": "recruit a Disciple",
    "beg-3": "beg for 3 Mon",
    "beg-5": "beg for 5 Mon",
    "foresight": "Foresight",
    "carpenter": "build an Annex",
    "church": "visit the Church",
    "luxury-4": "luxury goods for 4 Mon",
    "luxury-9": "luxury goods for 9 Mon",
    "luxury-14": "luxury goods for 14 Mon",
    "geisha-mon": "recruit a Geisha for Mon",
    "geisha-prestige": "recruit a Geisha for Prestige Points",
    "buy-action": "buy an Action Card",
    "buy-weapon": "buy a Weapon",
    "sell": "sell a card",
    "jesuits": "draw a Mission of the Jesuits",
    "blessing": "receive a Blessing",
    "annex": "ability of the Annex",
    "character": "recruit a Character",
    "errand": "resolve an Errand",
    "go-home": "go home",
}
"""What a Disciple is activated for, by the name of the action without its details."""


def sentence(text: str) -> str:
    """Make a sentence of a phrase: "take 3 Mon" -> "Take 3 Mon."."""
    return f"{text[:1].upper()}{text[1:]}."


def some(count: int, words: tuple[str, str]) -> str:
    """Count things, or write "a" or "an" before one: "an Annex", "2 Weapons"."""
    if count != 1:
        return f"{count} {words[1]}"
    return words[0] if words[0] == "Mon" else f"{'an' if words[0][0] in 'AEIOU' else 'a'} {words[0]}"
