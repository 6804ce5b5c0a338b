"""The cooperative board of Shogun Must Die as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.yedo.facts.base import card_name, card_names, mon
from domain.games.yedo.facts.bidding import lot_name
from domain.games.yedo.state import errand_on
from domain.games.yedo.views.board_lines import item, labelled, list_words, name_figure
from domain.games.yedo.views.view_coop import CoopView, DaimyoView, EmperorView, ErrandView, StakeView
from domain.kernel.language import say, translate
from domain.kernel.words import count_noun, join_parts, join_words, title


def coop_text(seen: CoopView, names: Sequence[str]) -> Iterator[str]:
    """Yield the lines of the cooperative board: goals, Errands, Winning Conditions, the Daimyo."""
    yield from labelled(
        say("Goals"),
        join_parts(
            say("{what} {reached} of {target}", what=goal.what, reached=goal.reached, target=goal.target)
            for goal in seen.goals
        ),
    )
    stack = ", ".join(title(colour) for colour in seen.stack)
    yield from labelled(
        say("Emperor"), say("{stack} (face down, from the top)", stack=stack) if stack else say("no card left")
    )
    yield from _emperor(say("Upcoming"), seen.upcoming, names)
    yield from _emperor(say("Current"), seen.current, names)
    yield from _winning(seen, names)
    if seen.errands:
        yield from labelled(say("Completed"), card_names(seen.errands))
    if seen.gone:
        yield from labelled(say("Gone"), card_names(seen.gone))
    for refusal in seen.refused:
        yield from labelled(
            say("Refused"),
            say("{who} gives nothing for {errand} now.", who=names[refusal.seat], errand=card_name(refusal.errand)),
        )
    yield from _stakes(seen.stakes, names)
    yield from _daimyo(seen.daimyo)
    if (boy := seen.errand_boy) is not None:
        where = say("at home") if boy.space is None else say("on {place}", place=_place(boy.space))
        yield from labelled(say("Errand Boy"), where)


def _emperor(label: str, card: EmperorView | None, names: Sequence[str]) -> Iterator[str]:
    """Yield an open Emperor Card with its prices, its Event, its Errand and the penalty."""
    if card is None:
        return
    prices = ", ".join(f"{lot_name(lot)} {price}" for lot, price in card.prices.items())
    yield from labelled(label, _heading(card.errand, names))
    if label == say("Current"):
        # Worded differently, so that they count as changed lines when the card has moved here.
        yield from item(say("Needed in this round: {words}", words=card.errand.text))
        yield from item(say("Otherwise the penalty strikes: {penalty}", penalty=card.penalty))
    else:
        yield from item(say("Errand: {words}", words=card.errand.text))
        yield from item(say("Penalty: {penalty}", penalty=card.penalty))
        yield from item(say("Event: {event}", event=card.event))
        yield from item(say("Prices printed: {prices}", prices=prices))


def _heading(errand: ErrandView, names: Sequence[str]) -> str:
    """Write the title and colour of an Errand, and who is on its space: "A Gift of Tea (green), [Anna]"."""
    if errand.space is None:
        return f"{errand.title} ({translate(errand.colour)})"
    space = errand.space
    who = " " if space.seat is None else name_figure(names[space.seat], space.figure)
    return say("{title} ({colour}), space [{who}]", title=errand.title, colour=translate(errand.colour), who=who)


def _winning(seen: CoopView, names: Sequence[str]) -> Iterator[str]:
    """Yield Winning Conditions: Kill the Shogun, later an open Errand, above face-down cards."""
    below = say("{cards} face down", cards=count_noun(seen.bonus_hidden, "card"))
    if seen.shogun is not None:
        yield from labelled(say("Winning"), say("{title}, above {below}", title=seen.shogun.title, below=below))
        yield from item(seen.shogun.text)
    elif seen.bonus is not None:
        yield from labelled(
            say("Winning"), say("{heading}, above {below}", heading=_heading(seen.bonus, names), below=below)
        )
        yield from item(say("Errand: {words}", words=seen.bonus.text))
    else:
        yield from labelled(say("Winning"), below)


def _stakes(stakes: Sequence[StakeView], names: Sequence[str]) -> Iterator[str]:
    """Yield the stakes of those who have decided, if anyone has."""
    decided = [stake for stake in stakes if stake.decided]
    yield from labelled(say("Stakes"), ", ".join(f"{names[stake.seat]} {_amount(stake.mon)}" for stake in decided))


def _amount(stake: int | None) -> str:
    return say("has decided") if stake is None else mon(stake) if stake else say("stays out")


def _daimyo(daimyo: DaimyoView) -> Iterator[str]:
    """Yield the Daimyo's Disciples, cards and surcharges."""
    figures = say("{pool} in its pool, {reserve} in the Reserve", pool=daimyo.pool, reserve=daimyo.reserve)
    if daimyo.placed:
        figures += say(", on {placed}", placed=join_words(map(_place, daimyo.placed)))
    yield from labelled(say("The Daimyo"), figures)
    cards = (
        (slot.card.title if slot.card else say("face down")) + ("*" if slot.figure else "") for slot in daimyo.display
    )
    yield from labelled(
        f"  {say('Cards')}",
        say(
            "{players} (* with a Disciple); {deck} in the deck",
            players=list_words(cards, empty=say("none")),
            deck=daimyo.deck,
        ),
    )
    for slot in daimyo.display:
        if slot.card is not None:
            yield from item(f"{slot.card.title}. {slot.card.text}")
    if daimyo.discard:
        yield from labelled(f"  {say('Discarded')}", card_names(daimyo.discard))
    dearer = [say("all lots while it is first")] if daimyo.interferes else []
    dearer += [say("Annexes by {mon} for good", mon=mon(daimyo.coins))] if daimyo.coins else []
    yield from labelled(f"  {say('Dearer')}", join_words(dearer))


def _place(space: str) -> str:
    """Name a space: of an Errand its card, of an Annex its kind."""
    errand = errand_on(space)
    return title(space.rpartition("/")[2]) if errand is None else card_name(errand)
