"""The texts of whole cards, for views and labels: what a card asks for, when it may be played, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from domain.games.yedo.printed.effect_words import describe, tell
from domain.games.yedo.printed.entries import ActionCard, Annex, BonusCard, EventCard, Favor, Mission, Part, Partner
from domain.games.yedo.printed.needs import AnyNeed, Needs
from domain.games.yedo.printed.term_words import measure_noun, name_district, sentence
from domain.games.yedo.printed.terms import ALL, District, When
from domain.games.yedo.printed.vocabulary import Effects
from domain.games.yedo.voice import ALL_PLAYERS, THEY, YOU
from domain.games.yedo.words.describe import KEPT, describe_modifiers
from domain.games.yedo.words.describe_needs import describe_condition, describe_needs
from domain.kernel.language import fill, mark, once_a_language, say, translate
from domain.kernel.words import count_noun, join_parts, join_words, title

MOMENTS: dict[When, str] = {
    "any": mark("In any Phase"),
    "own-bidding": mark("When it is your turn in the Bidding Phase"),
    "own-assignment": mark("When it is your turn to assign a Disciple"),
    "own-activation": mark("When it is your turn to activate a Disciple"),
    "mission": mark("Before you complete a Mission"),
    "patrol-move": mark("After the Watch Patrol moved"),
    "patrol-save": mark("Before the Watch Patrol arrests"),
    "answer": mark("When another player plays an Action Card"),
}
"""When an Action Card may be played."""
FIRST = (
    mark("a Disciple in {district}"),
    mark("{n} Disciples in {district}"),
    mark("another Disciple in {district}"),
    mark("{n} other Disciples in {district}"),
)
"""The words for Disciples in the first named District: one, several, another one, several others."""
FURTHER = (
    mark("one in {district}"),
    mark("{n} in {district}"),
    mark("another in {district}"),
    mark("{n} other in {district}"),
)
"""The same for a further District."""


@once_a_language(KEPT)
def mission_text(mission: Mission) -> str:
    """Say what a Mission asks for and what it brings, with its bonus part."""
    parts = [say("{category}.", category=title(mission.category))]
    parts.append(_part(Part(mission.districts, mission.needs, mission.reward)))
    if mission.partner is not None:
        parts += _partner(mission.partner)
    if mission.punishment:
        rival = mission.target == "rival-annex"
        whom = say("the owner of that Annex") if rival else say("an opponent of your choice")
        parts.append(say("Punishment: {effects}.", effects=tell(mission.punishment, YOU.others(whom))))
    if mission.ends_game:
        parts.append(say("This round is the last one."))
    if mission.bonus is not None:
        parts.append(say("Bonus: {part}", part=_part(mission.bonus, mission.districts)))
    return " ".join(parts)


def _part(part: Part, besides: tuple[District, ...] = ()) -> str:
    """Write one part of a Mission: "A Disciple in the Castle; a Katana. Reward: take 3 Mon.".

    The bonus part asks for Disciples besides those of the standard part.
    """
    asked = list_asked(part.districts, part.needs, besides) or say("nothing more")
    return say("{asked} Reward: {reward}.", asked=sentence(asked), reward=_reward(part.reward))


def list_asked(districts: tuple[District, ...], needs: Needs, besides: tuple[District, ...] = ()) -> str:
    """List what a Mission or an Errand asks for, Disciples first; nothing if it asks for nothing."""
    return join_parts(filter(None, (asked_disciples(districts, besides), join_words(map(mission_need, needs)))))


def _reward(effects: Effects) -> str:
    """List what the reader gets; if others get something too, say who gets what."""
    return tell(effects) if any(effect.whom for effect in effects) else describe(effects)


def _partner(partner: Partner) -> Iterator[str]:
    """Say what one other player must have, what they are paid, and what they get."""
    yield say("Your partner, another player, must {needs}.", needs=describe_needs(partner.needs))
    if partner.mon:
        yield say("You pay them {n} Mon.", n=partner.mon)
    if partner.reward:
        yield say("As their reward {effects}.", effects=tell(partner.reward, THEY))


def asked_disciples(districts: tuple[District, ...], besides: tuple[District, ...] = ()) -> str:
    """List where a Mission or an Errand needs Disciples: "a Disciple in the Castle and 2 in the Gates".

    Disciples in Districts already named in `besides` are called others.
    """
    places: list[str] = []
    for district in dict.fromkeys(districts):
        texts = FURTHER if places else FIRST
        text = translate(texts[2 * (district in besides) + (districts.count(district) > 1)])
        places.append(fill(text, n=districts.count(district), district=name_district(district)))
    return join_words(places)


def mission_need(need: AnyNeed) -> str:
    """Name what a Mission or an Errand asks for, and whether it is given up: "a Katana", "3 Mon to pay"."""
    verb, thing = need.phrase()
    if verb == "give":
        return say("a Blessing to give back")
    if verb == "discard":
        return say("{thing} to discard", thing=thing)
    return say("{thing} to pay", thing=thing) if verb == "pay" else thing


@once_a_language(KEPT)
def action_card_text(card: ActionCard) -> str:
    """Say when an Action Card may be played, what it needs and what it does."""
    moment, effects = translate(MOMENTS[card.when]), tell(card.effects)
    if not card.needs:
        return say("{moment}: {effects}.", moment=moment, effects=effects)
    condition = describe_condition(card.needs)
    return say("{moment}, {condition}: {effects}.", moment=moment, condition=condition, effects=effects)


def tell_event(event: EventCard, jesuits: bool = False) -> str:
    """Say what an Event does, as the end of a sentence; `jesuits` says that the module is in play, which it can end."""
    told = tell(event.effects, ALL_PLAYERS)
    if not (jesuits and event.ends_jesuits):
        return told
    return say("{effects}. The Missions of the Jesuits leave the game, uncompleted ones in hands too", effects=told)


def event_text(event: EventCard, tell: Callable[[EventCard], str] = tell_event) -> str:
    """Say what an Event does, in the words of `tell`."""
    return sentence(tell(event))


@once_a_language(KEPT)
def bonus_card_text(card: BonusCard) -> str:
    """Say what a Bonus Card gives points for at the end, with the value in brackets."""
    points = count_noun(card.points, "Prestige Point")
    if card.measure is not None:
        return f"{_measured(card, points)}."
    text = say("{points} {condition}", points=points, condition=describe_condition(card.needs))
    if card.shared is not None:
        text = say("{text}; {n} if another player does as well", text=text, n=card.shared)
    return f"{text}."


def _measured(card: BonusCard, points: str) -> str:
    """Say how many points a Bonus Card gives for how much of a measure."""
    assert card.measure is not None
    one, more = measure_noun(card.measure, card.of)
    if card.each == 1:
        text = say("{points} for each of your {things}", points=points, thing=one, things=more)
    else:
        text = say("{points} for every {n} of your {things}", points=points, n=card.each, things=more)
    if card.most < ALL:
        text = say("{text}, for {n} at most", text=text, n=card.most)
    if card.needs:
        text = say("{text}, {condition}", text=text, condition=describe_condition(card.needs))
    return text


@once_a_language(KEPT)
def favor_text(favor: Favor) -> str:
    """Say what a Favor of the Shogun gives."""
    return sentence(describe(favor.effects))


@once_a_language(KEPT)
def annex_text(annex: Annex) -> str:
    """Say what a Disciple on an Annex does, and what the Annex does by itself."""
    active = say("A Disciple here: {effects}.", effects=describe(annex.active))
    return f"{active} {sentence(describe_modifiers(annex.modifiers))}" if annex.modifiers else active
