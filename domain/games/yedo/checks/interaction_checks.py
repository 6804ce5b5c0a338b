"""Checks of interactions on cards: partners, targets and swaps appear only where they refer to somebody."""

from __future__ import annotations

from domain.games.yedo.printed.content import MISSION_FILES, YedoContent
from domain.games.yedo.printed.entries import Mission
from domain.games.yedo.printed.vocabulary import Effects, parts
from domain.kernel.content_checks import in_field, require
from domain.kernel.language import Later, later


def check_interaction(content: YedoContent) -> None:
    """Raise BadContent with file, entry and reason if a card refers to a player who is not involved."""
    for mission in content.missions.values():
        _check_mission(MISSION_FILES[mission.set], mission)
    for card in content.action_cards.values():
        check_others("action_cards.toml", f"action_card {card.id!r}", card.effects, target=True)
    for event in content.events.values():
        check_others("events.toml", f"event {event.id!r}", event.effects)
    for annex in content.annexes.values():
        check_others("assets.toml", f"annex {annex.id!r}", annex.active)
    for favor in content.favors.values():
        check_others("favors.toml", f"favor {favor.id!r}", favor.effects)
    for character in content.characters.values():
        check_others("characters.toml", f"character {character.id!r}", character.effects)


def _check_mission(file: str, mission: Mission) -> None:
    place = f"mission {mission.id!r}"
    target, partner = bool(mission.target), mission.partner
    rival = [need for need in mission.needs if need.rival_annex]
    why = later('it is "rival-annex" if one need is "on-annex" with an opponent, and only then')
    require(len(rival) == (mission.target == "rival-annex"), file, in_field(place, "target"), why)
    why = later("a target and a punishment go together")
    require(target == bool(mission.punishment), file, in_field(place, "punishment"), why)
    bonus = mission.bonus
    if bonus is not None:
        why = later("the bonus part asks for no Disciple on an Annex")
        require(not any(need.on_annex for need in bonus.needs), file, in_field(place, "bonus"), why)
    if partner is not None:
        shown = all(need.is_shown or need.districts for need in partner.needs)
        why = later("it asks for Disciples in Districts, Weapons, Annexes and Geishas, of which none is given up")
        require(bool(partner.needs) and shown, file, in_field(place, "partner"), why)
        require(partner.mon >= 0, file, in_field(place, "partner"), later("the Mon paid are 0 or more"))
        check_others(file, place, partner.reward)
    rewards = (*mission.reward, *(bonus.reward if bonus is not None else ()))
    check_others(file, place, rewards, target=target, partner=partner is not None)
    check_others(file, place, tuple(effect for effect in mission.punishment if not effect.is_swap))


def check_others(file: str, place: str | Later, effects: Effects, target: bool = False, partner: bool = False) -> None:
    """Raise BadContent for references to a missing target or partner, and for swaps with nobody."""
    found = [*parts(effects)]
    aimed = any(effect.is_aimed() for effect in found)
    require(target or not aimed, file, place, later("it speaks of a target, but has none"))
    with_partner = any(effect.whom == "partner" for effect in found)
    require(partner or not with_partner, file, place, later("it speaks of a partner, but has none"))
    named = [effect for effect in found if effect.whom in ("target", "each-opponent")]
    swaps = sum(inner.is_swap for effect in named for held in effect.held() for inner in parts(held))
    require(swaps == sum(effect.is_swap for effect in found), file, place, later("'swap' needs another player"))
