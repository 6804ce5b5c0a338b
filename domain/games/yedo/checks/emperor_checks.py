"""Checks of the Emperor Cards in a content pack: prices, Events, Errands that can be done, rewards and penalties."""

from __future__ import annotations

from collections import Counter

from domain.games.yedo.checks.card_checks import check_effects, check_needs
from domain.games.yedo.checks.interaction_checks import check_others
from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.coop_content import EMPEROR
from domain.games.yedo.printed.emperor_entries import RISE, EmperorEntry
from domain.games.yedo.printed.needs import ANY, Needs
from domain.games.yedo.printed.terms import LOTS
from domain.games.yedo.printed.vocabulary import Effects, parts
from domain.kernel.content_checks import in_field, require
from domain.kernel.language import Later, later, mark, translate

FEWEST = 2
"""The number of players whose spaces a solo player uses (yedo.coop.extra-player-solo)."""


def check_emperor_cards(content: YedoContent) -> None:
    """Raise BadContent with file, entry and reason unless every Emperor Card can be carried out."""
    others = content.action_cards.keys() | content.bonus_cards.keys() | content.missions.keys() | content.events.keys()
    others |= content.characters.keys() | content.daimyo_cards.keys()
    for card in content.emperor_cards.values():
        place = f"emperor_card {card.id!r}"
        require(card.id not in others, EMPEROR, in_field(place, "id"), later("a card of another kind has it already"))
        _check_prices(content, place, card)
        _check_event(content, place, card.event)
        _check_errand(content, place, card)
        _check_rewards(content, place, card)
        _check_penalty(content, place, card)


def _check_prices(content: YedoContent, place: str | Later, card: EmperorEntry) -> None:
    place = in_field(place, "prices")
    require(
        sorted(card.prices) == sorted(LOTS), EMPEROR, place, later("there is one for each of the seven types of assets")
    )
    rise = RISE[card.colour]
    for lot, price in card.prices.items():
        base = content.lots[lot].price
        why = later(
            "{lot} cost {base} to {most} on a {colour} card, not {price}",
            lot=lot,
            base=base,
            most=base + rise,
            colour=card.colour,
            price=price,
        )
        require(base <= price <= base + rise, EMPEROR, place, why)
    at_base = any(price == content.lots[lot].price for lot, price in card.prices.items())
    require(card.colour != "red" or at_base, EMPEROR, place, later("at least one is that of the board"))


def _check_event(content: YedoContent, place: str | Later, effects: Effects) -> None:
    place = in_field(place, "event")
    require(bool(effects), EMPEROR, place, later("it does nothing"))
    _check_effects(content, place, effects)
    for effect in effects:
        why = later("{word!r} is for one player: an Event touches players by 'for'", word=effect.tag)
        require(effect.is_for_the_board(), EMPEROR, place, why)


def _check_effects(content: YedoContent, place: str | Later, effects: Effects) -> None:
    check_effects(content, EMPEROR, place, effects)
    check_others(EMPEROR, place, effects)
    teahouse = any(effect.module == "teahouse" for effect in parts(effects))
    require(not teahouse, EMPEROR, place, later("it speaks of the Teahouse, which is not in every game"))


def _check_errand(content: YedoContent, place: str | Later, card: EmperorEntry) -> None:
    """Refuse an Errand impossible for a solo player with the Errand Boy on the spaces of two players."""
    errand = card.errand
    districts = in_field(place, "errand.districts")
    require(bool(errand.districts), EMPEROR, districts, later("name at least one District"))
    for district, count in Counter(errand.districts).items():
        spaces = [content.spaces[space] for space in content.spaces_of[district]]
        free = sum(space.seats <= FEWEST for space in spaces)
        why = later(
            "{district} is named {count} times, but has {free} spaces for two players",
            district=district,
            count=count,
            free=free,
        )
        require(count <= free, EMPEROR, districts, why)
    figures = len(errand.districts) + errand.space
    most = content.limits.disciples + 1
    why = later(
        "it takes {figures} figures with its own space, but one player has {most} at most", figures=figures, most=most
    )
    require(figures <= most, EMPEROR, districts, why)
    _check_asked(content, in_field(place, "errand.needs"), errand.needs)


def _check_asked(content: YedoContent, place: str | Later, needs: Needs) -> None:
    check_needs(EMPEROR, place, needs)
    for need in needs:
        why = later("an Errand asks for Weapons, Annexes, Geishas, Blessings and Mon")
        require(need.for_errands, EMPEROR, place, why)
    limits, pools, kinds = content.limits, Counter[str](), Counter[str]()
    for need in needs:
        pools[need.pool] += need.number
        if need.pool == "annex" and need.kind != ANY:
            kinds[need.kind] += need.number
    counted = (
        (mark("Weapons"), limits.weapons, pools["weapon"]),
        (mark("Geishas"), limits.geishas, pools["geisha"]),
        (mark("Blessings"), limits.blessing, pools["blessing"]),
        (mark("Annexes"), len(content.annexes), pools["annex"]),
    )
    for name, most, count in counted:
        require(
            count <= most,
            EMPEROR,
            place,
            later(
                "it asks for {count} {name}, but one player has {most} at most",
                count=count,
                name=Later(translate, name),
                most=most,
            ),
        )
    for kind, count in kinds.items():
        require(
            count <= 1,
            EMPEROR,
            place,
            later("it asks for {count} Annexes of the kind {kind}, but one player has 1", count=count, kind=kind),
        )


def _check_rewards(content: YedoContent, place: str | Later, card: EmperorEntry) -> None:
    place = in_field(place, "errand.rewards")
    rewards = card.errand.rewards
    single = card.colour == "green"
    why = later("a green card has a single reward") if single else later("there is at least one")
    require(len(rewards) == 1 if single else bool(rewards), EMPEROR, place, why)
    for reward in rewards:
        require(bool(reward), EMPEROR, place, later("a reward is nothing"))
        _check_effects(content, place, reward)


def _check_penalty(content: YedoContent, place: str | Later, card: EmperorEntry) -> None:
    place, penalty = in_field(place, "penalty"), card.penalty
    listed = penalty.one_each_of
    why = later("it has either `each` or, on a red card, `one_each_of` with `otherwise`")
    forms = bool(penalty.each) != bool(listed) and bool(listed) == bool(penalty.otherwise)
    require(forms and (not listed or card.colour == "red"), EMPEROR, place, why)
    require(len(set(listed)) == len(listed), EMPEROR, place, later("a type of asset is named twice"))
    require("blackmail" not in listed, EMPEROR, place, later("Blackmail is never given up"))
    _check_effects(content, place, (*penalty.each, *penalty.otherwise))
