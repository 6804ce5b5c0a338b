"""The cooperative board of Shogun Must Die as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.yedo.facts.base import card_name, card_names, figure_name, mon
from domain.games.yedo.facts.bidding import lot_name
from domain.games.yedo.state import errand_on
from domain.games.yedo.views.board_lines import item, labelled, list_words
from domain.games.yedo.views.view_coop import CoopView, DaimyoView, EmperorView, ErrandView, StakeView
from domain.kernel.words import count_noun, join_words, title


def coop_text(seen: CoopView, names: Sequence[str]) -> Iterator[str]:
    """Yield the lines of the cooperative board: goals, Errands, Winning Conditions, the Daimyo."""
    yield from labelled("Goals", "; ".join(f"{goal.what} {goal.reached} of {goal.target}" for goal in seen.goals))
    stack = ", ".join(colour.capitalize() for colour in seen.stack)
    yield from labelled("Emperor", f"{stack} (face down, from the top)" if stack else "no card left")
    yield from _emperor("Upcoming", seen.upcoming, names)
    yield from _emperor("Current", seen.current, names)
    yield from _winning(seen, names)
    if seen.errands:
        yield from labelled("Completed", card_names(seen.errands))
    if seen.gone:
        yield from labelled("Gone", card_names(seen.gone))
    for refusal in seen.refused:
        yield from labelled("Refused", f"{names[refusal.seat]} gives nothing for {card_name(refusal.errand)} now.")
    yield from _stakes(seen.stakes, names)
    yield from _daimyo(seen.daimyo)
    if (boy := seen.errand_boy) is not None:
        where = "at home" if boy.space is None else f"on {_place(boy.space)}"
        yield from labelled("Errand Boy", where)


def _emperor(label: str, card: EmperorView | None, names: Sequence[str]) -> Iterator[str]:
    """Yield an open Emperor Card with its prices, its Event, its Errand and the penalty."""
    if card is None:
        return
    prices = ", ".join(f"{lot_name(lot)} {price}" for lot, price in card.prices.items())
    yield from labelled(label, _heading(card.errand, names))
    if label == "Current":
        # In words of their own, so that they are among the lines that changed when the card has moved here.
        yield from item(f"Needed in this round: {card.errand.text}")
        yield from item(f"Otherwise the penalty strikes: {card.penalty}")
    else:
        yield from item(f"Errand: {card.errand.text}")
        yield from item(f"Penalty: {card.penalty}")
        yield from item(f"Event: {card.event}")
        yield from item(f"Prices printed: {prices}")


def _heading(errand: ErrandView, names: Sequence[str]) -> str:
    """Write the title of an Errand and its colour, and who stands on its space: "A Gift of Tea (green), [Anna]"."""
    if errand.space is None:
        return f"{errand.title} ({errand.colour})"
    figure = errand.space.figure or "disciple"
    kind = "" if figure == "disciple" else f": {figure_name(figure).removeprefix('the ')}"
    who = " " if errand.space.seat is None else f"{names[errand.space.seat]}{kind}"
    return f"{errand.title} ({errand.colour}), space [{who}]"


def _winning(seen: CoopView, names: Sequence[str]) -> Iterator[str]:
    """Yield Winning Conditions: Kill the Shogun, later an open Errand, above face-down cards."""
    below = f"{count_noun(seen.bonus_hidden, 'card')} face down"
    if seen.shogun is not None:
        yield from labelled("Winning", f"{seen.shogun.title}, above {below}")
        yield from item(seen.shogun.text)
    elif seen.bonus is not None:
        yield from labelled("Winning", f"{_heading(seen.bonus, names)}, above {below}")
        yield from item(f"Errand: {seen.bonus.text}")
    else:
        yield from labelled("Winning", below)


def _stakes(stakes: Sequence[StakeView], names: Sequence[str]) -> Iterator[str]:
    """Yield the stakes of those who have decided; nothing before anybody has."""
    decided = [stake for stake in stakes if stake.decided]
    yield from labelled("Stakes", ", ".join(f"{names[stake.seat]} {_amount(stake.mon)}" for stake in decided))


def _amount(stake: int | None) -> str:
    return "has decided" if stake is None else mon(stake) if stake else "stays out"


def _daimyo(daimyo: DaimyoView) -> Iterator[str]:
    """Yield the Daimyo's Disciples and cards, and what it makes dearer."""
    figures = f"{daimyo.pool} in its pool, {daimyo.reserve} in the Reserve"
    if daimyo.placed:
        figures += f", on {join_words(map(_place, daimyo.placed))}"
    yield from labelled("The Daimyo", figures)
    cards = ((slot.card.title if slot.card else "face down") + ("*" if slot.figure else "") for slot in daimyo.display)
    yield from labelled("  Cards", f"{list_words(cards, empty='none')} (* with a Disciple); {daimyo.deck} in the deck")
    for slot in daimyo.display:
        if slot.card is not None:
            yield from item(f"{slot.card.title}. {slot.card.text}")
    if daimyo.discard:
        yield from labelled("  Discarded", card_names(daimyo.discard))
    dearer = ["all lots while it is first"] if daimyo.interferes else []
    dearer += [f"Annexes by {mon(daimyo.coins)} for good"] if daimyo.coins else []
    yield from labelled("  Dearer", join_words(dearer))


def _place(space: str) -> str:
    """Name a space: of an Errand its card, of an Annex its kind."""
    errand = errand_on(space)
    return title(space.rpartition("/")[2]) if errand is None else card_name(errand)
