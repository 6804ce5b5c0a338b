"""The base of all facts of Yedo, and helpers for their words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.parts import Figure, Goods
from domain.games.yedo.printed.term_words import DAIMYO
from domain.games.yedo.state import YedoState, annex_on, errand_on
from domain.kernel.audience import Viewer
from domain.kernel.fact import Fact
from domain.kernel.language import ENGLISH, current_language, mark, say, translate
from domain.kernel.words import count_noun, join_words, title

SMALL_WORDS = frozenset(
    {"a", "after", "against", "among", "an", "and", "at", "before", "by", "for", "from", "in", "of", "off"}
    | {"on", "or", "over", "the", "to", "with", "without"}
)
DECK_NAMES = {
    "action": mark("the Action Card deck"),
    "bonus": mark("the Bonus Card deck"),
    "events": mark("the Event Card deck"),
    "weapons": mark("the bag of Weapons"),
    "green": mark("the Green Mission deck"),
    "yellow": mark("the Yellow Mission deck"),
    "red": mark("the Red Mission deck"),
    "black": mark("the Black Mission deck"),
    "jesuits-yellow": mark("the Yellow Mission deck of the Jesuits"),
    "jesuits-red": mark("the Red Mission deck of the Jesuits"),
    "jesuits-black": mark("the Black Mission deck of the Jesuits"),
}
CARD_NOUNS: dict[str, Callable[[int], str]] = {
    "mission": lambda n: count_noun(n, "Mission"),
    "action": lambda n: count_noun(n, "Action Card"),
    "bonus": lambda n: count_noun(n, "Bonus Card"),
    "events": lambda n: count_noun(n, "Event Card"),
    "weapons": lambda n: count_noun(n, "Weapon"),
    "green": lambda n: count_noun(n, "Green Mission"),
    "yellow": lambda n: count_noun(n, "Yellow Mission"),
    "red": lambda n: count_noun(n, "Red Mission"),
    "black": lambda n: count_noun(n, "Black Mission"),
    "jesuits-yellow": lambda n: count_noun(n, "Yellow Jesuits Mission"),
    "jesuits-red": lambda n: count_noun(n, "Red Jesuits Mission"),
    "jesuits-black": lambda n: count_noun(n, "Black Jesuits Mission"),
}
DISCIPLES = {"a": mark("a Disciple"), "the": mark("the Disciple"), "another": mark("another Disciple")}
THE_FIGURES: dict[str, str] = {
    "samurai": mark("the Samurai"),
    "onna-bugeisha": mark("the Onna-bugeisha"),
    "messenger": mark("the Messenger"),
    "ninja": mark("the Ninja"),
    "weaponsmith": mark("the Weaponsmith"),
    "monk": mark("the Monk"),
    "ronin": mark("the Ronin"),
    "errand-boy": mark("the Errand Boy"),
}
"""The figures that are unique to a player, within a sentence."""


class YedoFact(Fact[YedoState], frozen=True, gc=False):
    """A fact of Yedo."""

    def say_effects(self, content: YedoContent) -> str | None:
        """Say in the current language what its card or its effects do; None if it has none that the content knows."""
        return None

    def list_effects(self, content: YedoContent) -> str | None:
        """Say the same as versions 1 and 2 of the rules stored it; None if they stored something else."""
        return None


def card_name(card: str) -> str:
    """Write the id of a card as its title: "listen-at-the-gate" -> "Listen at the Gate"."""
    if current_language() != ENGLISH and (found := title(card)) != card.replace("-", " ").title():
        return found
    first, *words = card.split("-")
    return " ".join([first.capitalize(), *(word if word in SMALL_WORDS else word.capitalize() for word in words)])


def deck_name(deck: str) -> str:
    """Name a deck within a sentence: "the Action Card deck"."""
    return translate(DECK_NAMES[deck])


def card_names(cards: Iterable[str]) -> str:
    """List cards or Weapons by their titles: "Feint and Good Harvest"."""
    return join_words(map(card_name, cards))


def card_noun(deck: str, count: int = 1) -> str:
    """Count the cards of a deck: "1 Action Card", "2 Red Missions"."""
    return CARD_NOUNS[deck](count)


def shown_cards(cards: tuple[str, ...], deck: str, viewer: Viewer, owners: tuple[int, ...]) -> str:
    """Name the cards of a deck for those who may see them, and count them for the others."""
    count = card_noun(deck, len(cards))
    return f"{count} ({card_names(cards)})" if cards and viewer.shares(owners) else count


def players_among(names: Sequence[str]) -> Sequence[str]:
    """Return the players' names, without the Daimyo's, which comes last."""
    return names[:-1] if names[-1] == DAIMYO else names


def space_name(space: str, names: Sequence[str]) -> str:
    """Name a space: "gates-2" -> "Gates 2", "annex/1/dojo" -> "the Dojo of Bela", "errand/sweep-the-shrine"."""
    if annex_on(space) is not None:
        _, seat, kind = space.split("/")
        return say("the {kind} of {who}", kind=title(kind), who=names[int(seat)])
    errand = errand_on(space)
    return title(space) if errand is None else say("the Errand {errand}", errand=card_name(errand))


def figure_name(figure: Figure, article: str = "a", capital: bool = False) -> str:
    """Name a figure: "a Disciple", or "the Ninja" and "the Ronin", who are unique to a player."""
    name = translate(DISCIPLES[article] if figure == "disciple" else THE_FIGURES[figure])
    return f"{name[0].upper()}{name[1:]}" if capital else name


def mon(amount: int) -> str:
    """Write an amount of money: "7 Mon"."""
    return say("{amount} Mon", amount=amount)


def goods_text(goods: Goods) -> str:
    """List one side of a trade: "3 Mon, Katana and 2 Red Missions"; "nothing" if there is nothing.

    Cards are only counted (yedo.trade.no-specifics).
    """
    parts = [mon(goods.mon)] if goods.mon else []
    parts += map(card_name, goods.weapons)
    parts += (say("a Geisha of value {value}", value=value) for value in goods.geishas)
    parts += [count_noun(goods.blackmail, "Blackmail Card")] if goods.blackmail else []
    cards: dict[str, int] = {"action": goods.actions, "bonus": goods.bonus, **Counter(goods.missions)}
    parts += (card_noun(deck, count) for deck, count in cards.items() if count)
    return join_words(parts) or say("nothing")


def points(number: int) -> str:
    """Write a number of Prestige Points: "1 Prestige Point"."""
    return count_noun(number, "Prestige Point")
