"""Checks of card effects: sensible numbers, existing things, words that fit the kind of card."""

from __future__ import annotations

import msgspec

from domain.games.yedo.effects.lasting import Modify
from domain.games.yedo.printed.card_word import CardWord
from domain.games.yedo.printed.content import MISSION_FILES, YedoContent
from domain.games.yedo.printed.modifiers import Modifiers
from domain.games.yedo.printed.needs import AnyNeed, Needs
from domain.games.yedo.printed.terms import Measure
from domain.games.yedo.printed.vocabulary import Effects, parts
from domain.games.yedo.verbs.measures import KINDS
from domain.kernel.content_checks import in_field, refuse_fault, require
from domain.kernel.language import Later, later

MAY_BE_NOTHING = {"count", "price", "points", "put", "keep", "districts", "spaces", "by"}
"""The numbers that may be 0; all others are 1 or more."""


def check_cards(content: YedoContent) -> None:
    """Raise BadContent with file, entry and reason if a card cannot be carried out."""
    for mission in content.missions.values():
        file, place = MISSION_FILES[mission.set], f"mission {mission.id!r}"
        bonus = mission.bonus
        partner = mission.partner
        rewards = (*mission.reward, *(bonus.reward if bonus else ()))
        check_effects(content, file, place, rewards, "reward")
        check_effects(content, file, place, (*mission.punishment, *(partner.reward if partner else ())))
        asked = (*mission.needs, *(bonus.needs if bonus else ()), *(partner.needs if partner else ()))
        check_needs(file, place, asked, mission=True)
        why = later("a Mission lies open while it is completed, so it asks for no Missions of the hand")
        require(not any(map(_counts_missions_held, asked)), file, in_field(place, "needs"), why)
    for card in content.action_cards.values():
        place = f"action_card {card.id!r}"
        require(bool(card.effects), "action_cards.toml", place, later("it does nothing"))
        check_effects(content, "action_cards.toml", place, card.effects, card.when)
        check_needs("action_cards.toml", place, card.needs)
    for event in content.events.values():
        place = f"event {event.id!r}"
        require(bool(event.effects), "events.toml", place, later("it does nothing"))
        check_effects(content, "events.toml", place, event.effects, event.set)
        for effect in event.effects:
            why = later("{word!r} is for one player: an Event touches players by 'for'", word=effect.tag)
            require(effect.is_for_the_board(), "events.toml", place, why)
    for bonus_card in content.bonus_cards.values():
        place = f"bonus_card {bonus_card.id!r}"
        check_needs("bonus_cards.toml", place, bonus_card.needs)
        scores = bool(bonus_card.needs) != (bonus_card.measure is not None)
        if bonus_card.measure is not None:
            why = later("it cannot count {measure} of {of!r}", measure=bonus_card.measure, of=bonus_card.of)
            counted = in_field(place, "of")
            require(_can_count(bonus_card.measure, bonus_card.of), "bonus_cards.toml", counted, why)
        why = later("it has either needs or a measure")
        require(scores, "bonus_cards.toml", place, why)
    for annex in content.annexes.values():
        check_effects(content, "assets.toml", f"annex {annex.id!r}", annex.active)
        check_modifiers(content, "assets.toml", f"annex {annex.id!r}", annex.modifiers)
    for power in content.clan_powers.values():
        check_effects(content, "clan_powers.toml", f"clan_power {power.id!r}", power.start)
        check_modifiers(content, "clan_powers.toml", f"clan_power {power.id!r}", power.modifiers)
    for favor in content.favors.values():
        check_effects(content, "favors.toml", f"favor {favor.id!r}", favor.effects)


def check_effects(content: YedoContent, file: str, place: str | Later, effects: Effects, card: str = "") -> None:
    """Raise BadContent unless a card can have these effects; `card` names what some effects must suit."""
    for effect in parts(effects):
        require(
            not effect.suits or card in effect.suits,
            file,
            place,
            later(
                "{word!r} makes no sense on this kind of card: it is for {suits}",
                word=effect.tag,
                suits=", ".join(effect.suits),
            ),
        )
        why = _number_fault(effect)
        refuse_fault(file, place, why)
        for needs in effect.asks():
            check_needs(file, place, needs)
        if isinstance(effect, Modify):
            check_modifiers(content, file, place, effect.modifiers)


def check_needs(file: str, place: str | Later, needs: Needs, mission: bool = False) -> None:
    """Raise BadContent unless these needs make sense on the card; `mission` says whether it is one."""
    for need in needs:
        require(mission or not need.for_missions_only, file, place, later("only Missions ask for a Specialist"))
        why = _number_fault(need)
        refuse_fault(file, place, why)


def check_modifiers(content: YedoContent, file: str, place: str | Later, modifiers: Modifiers) -> None:
    """Raise BadContent unless these modifiers make sense."""
    for modifier in modifiers:
        why = _number_fault(modifier) or modifier.fault(content.spaces)
        refuse_fault(file, place, why)
        check_effects(content, file, place, (*modifier.in_preparation, *modifier.after_mission))


def _number_fault(thing: CardWord) -> Later | None:
    """Explain which number or list of a word makes no sense, or return None."""
    assert isinstance(thing, msgspec.Struct)
    if (counted := thing.counted) is not None and not _can_count(*counted):
        return later("{word!r} cannot count {measure} of {of!r}", word=thing.tag, measure=counted[0], of=counted[1])
    for field, value in msgspec.structs.asdict(thing).items():
        if isinstance(value, int) and not isinstance(value, bool) and value < (field not in MAY_BE_NOTHING):
            return later("{word!r} with {field} = {value}", word=thing.tag, field=field, value=value)
        if value == () and not thing.may_be_empty(field):
            return later("{word!r} with an empty list {field!r}", word=thing.tag, field=field)
    return None


def _counts_missions_held(need: AnyNeed) -> bool:
    return need.pool == "mission" or (need.counted is not None and need.counted[0] == "missions-held")


def _can_count(measure: Measure, of: str) -> bool:
    return not of or of in KINDS.get(measure, ())
