"""Sources: the reasons for points and choices, as ids in facts and as words."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.yedo.facts.base import CARD_NOUNS, card_name, card_noun
from domain.games.yedo.printed.term_words import MEASURES
from domain.kernel.fact import is_id
from domain.kernel.language import mark, say, translate
from domain.kernel.words import title

ACTION, BEGGING, BLACKMAIL, ENVY, FIRST_AGAIN = "action", "begging", "blackmail", "envy", "first-again"
GEISHA, GEISHA_PRICE, LUXURY, MISSION_MON, MON_LEFT = "geisha", "geisha-price", "luxury", "mission-mon", "mon-left"
SHOGUN, START = "shogun", "start"
EMPTY_CHURCH, EMPTY_MARKET, NO_GEISHA, NO_DISCIPLE = "empty-church", "empty-market", "no-geisha", "no-disciple"
SHOWN_SPECIALIST = "shown-specialist"
KILL_THE_SHOGUN, ERRANDS = "kill-the-shogun", "errands-completed"
LOWEST, HIGHEST = "lowest-prestige", "highest-prestige"
SOURCES = {
    ACTION: mark("an action"),
    BEGGING: mark("begging"),
    BLACKMAIL: mark("Blackmail"),
    ENVY: mark("nobody in the Temple"),
    FIRST_AGAIN: mark("the Daimyo first again"),
    GEISHA: mark("a Geisha"),
    GEISHA_PRICE: mark("the price of a Geisha"),
    LUXURY: mark("luxury goods"),
    MISSION_MON: mark("Mon gained from a Mission"),
    MON_LEFT: mark("left-over Mon"),
    SHOGUN: mark("an audience with the Shogun"),
    START: mark("the start of the game"),
    EMPTY_CHURCH: mark("the Church is empty"),
    EMPTY_MARKET: mark("no Weapon is on sale"),
    NO_GEISHA: mark("no Geisha is left"),
    NO_DISCIPLE: mark("no Disciple of the Daimyo is in the Reserve"),
    SHOWN_SPECIALIST: mark("take the Specialist shown on the Reserve"),
    KILL_THE_SHOGUN: mark("Kill the Shogun"),
    LOWEST: mark("Lowest Prestige"),
    HIGHEST: mark("Highest Prestige"),
    ERRANDS: mark("Errands Completed"),
}
"""The sources without a prefix, the reasons why the Daimyo does nothing, and what goals count."""
KINDS: dict[str, Callable[[str], str]] = {
    "card": card_name,
    "bonus-card": lambda card: say("the Bonus Card {card}", card=card_name(card)),
    "annex": lambda kind: say("the {kind}", kind=title(kind)),
    "measure": lambda measure: translate(MEASURES[measure][1]) if measure in MEASURES else measure,
    "swap": lambda deck: say("swap {cards}", cards=card_noun(deck) if deck in CARD_NOUNS else deck),
    "drawn-weapon": lambda price: say("a Weapon for {mon}", mon=say("{amount} Mon", amount=price)),
}
"""The kinds of sources: the prefix before the slash, and a function that names such a source."""


def is_source(text: str) -> bool:
    """Return whether a text is the id of a source, not a phrase stored by older rules."""
    kind, _, one = text.partition("/")
    return is_id(text) and (text in SOURCES or (kind in KINDS and bool(one)))


def name_source(source: str) -> str:
    """Name a source in the current language: "bonus-card/rich-widow" -> "the Bonus Card Rich Widow"."""
    kind, _, one = source.partition("/")
    return KINDS[kind](one) if one else translate(SOURCES[source])
