"""The texts of whole cards, for views and labels: what a card asks for, when it may be played and what it does."""

from __future__ import annotations

from domain.games.yedo.printed.entries import ActionCard, Annex, BonusCard, EventCard, Favor, Mission, Part, Partner
from domain.games.yedo.printed.need_words import Discard, GiveBlessing, HasWeapon, Need
from domain.games.yedo.printed.terms import ALL, District, When
from domain.games.yedo.printed.vocabulary import Effects, For
from domain.games.yedo.words.describe import describe, describe_modifiers, tell
from domain.games.yedo.words.describe_needs import describe_condition, describe_needs, measure_noun, need_phrase
from domain.games.yedo.words.describe_voice import ALL_PLAYERS, THEY, YOU
from domain.games.yedo.words.describe_words import DISTRICT_NAMES, sentence
from domain.kernel.words import count_noun, join_words, title

MOMENTS: dict[When, str] = {
    "any": "In any Phase",
    "own-bidding": "When it is your turn in the Bidding Phase",
    "own-assignment": "When it is your turn to assign a Disciple",
    "own-activation": "When it is your turn to activate a Disciple",
    "mission": "Before you complete a Mission",
    "patrol-move": "After the Watch Patrol moved",
    "patrol-save": "Before the Watch Patrol arrests",
    "answer": "When another player plays an Action Card",
}
"""When an Action Card may be played."""


def mission_text(mission: Mission) -> str:
    """Say what a Mission asks for and what it brings, with its bonus part."""
    head = f"{title(mission.category)}. {_part(Part(mission.districts, mission.needs, mission.reward))}"
    if mission.partner is not None:
        head = f"{head} {_partner(mission.partner)}"
    if mission.punishment:
        whom = "the owner of that Annex" if mission.target == "rival-annex" else "an opponent of your choice"
        head = f"{head} Punishment: {tell(mission.punishment, YOU.others(whom))}."
    if mission.ends_game:
        head = f"{head} This round is the last one."
    return f"{head} Bonus: {_part(mission.bonus, mission.districts)}" if mission.bonus is not None else head


def _part(part: Part, besides: tuple[District, ...] = ()) -> str:
    """Write one part of a Mission: "A Disciple in the Castle; a Katana. Reward: take 3 Mon.".

    It is asked for besides the Disciples in the Districts of the standard part.
    """
    disciples = asked_disciples(part.districts, besides)
    asked = "; ".join(filter(None, (disciples, join_words(map(mission_need, part.needs)))))
    return f"{sentence(asked or 'nothing more')} Reward: {_reward(part.reward)}."


def _reward(effects: Effects) -> str:
    """List what the reader gets; where others get something as well, say who gets what."""
    return tell(effects) if any(isinstance(effect, For) for effect in effects) else describe(effects)


def _partner(partner: Partner) -> str:
    """Say what one other player must have, what they are paid, and what they get."""
    paid = f" You pay them {partner.mon} Mon." if partner.mon else ""
    reward = f" As their reward {tell(partner.reward, THEY)}." if partner.reward else ""
    return f"Your partner, another player, must {describe_needs(partner.needs)}.{paid}{reward}"


def asked_disciples(districts: tuple[District, ...], besides: tuple[District, ...] = ()) -> str:
    """List where a Mission or an Errand needs Disciples: "a Disciple in the Castle and 2 in the Gates".

    Those in Districts that are asked for `besides` already are called other ones.
    """
    places: list[str] = []
    for district in dict.fromkeys(districts):
        count, other = districts.count(district), district in besides
        number = f"{count} other" if count > 1 and other else str(count) if count > 1 else "another" if other else "a"
        noun = ("" if places else " Disciple") if count == 1 else ("" if places else " Disciples")
        number = "one" if places and number == "a" else number
        places.append(f"{number}{noun} in {DISTRICT_NAMES[district]}")
    return join_words(places)


def mission_need(need: Need) -> str:
    """Name what a Mission or an Errand asks for, and whether it is given up: "a Katana", "3 Mon to pay"."""
    if isinstance(need, GiveBlessing):
        return "a Blessing to give back"
    verb, _, thing = need_phrase(need).partition(" ")
    given = isinstance(need, Discard) or (isinstance(need, HasWeapon) and need.spent)
    return f"{thing} to discard" if given else f"{thing} to pay" if verb == "pay" else thing


def action_card_text(card: ActionCard) -> str:
    """Say when an Action Card may be played, what it needs and what it does."""
    moment = MOMENTS[card.when]
    needs = f", {describe_condition(card.needs)}" if card.needs else ""
    return f"{moment}{needs}: {tell(card.effects)}."


def event_text(event: EventCard, jesuits: bool = False) -> str:
    """Say what an Event does; `jesuits` says whether the module is in play, which an Event can end."""
    return sentence(tell_event(event, jesuits))


def tell_event(event: EventCard, jesuits: bool) -> str:
    """Say what an Event does, as the end of a sentence."""
    ends = ". The Missions of the Jesuits leave the game, uncompleted ones in hands too"
    return f"{tell(event.effects, ALL_PLAYERS)}{ends if jesuits and event.ends_jesuits else ''}"


def bonus_card_text(card: BonusCard) -> str:
    """Say for what a Bonus Card gives points at the end, with the value in brackets."""
    points = count_noun(card.points, "Prestige Point")
    if card.measure is not None:
        more = measure_noun(card.measure, card.of)[1]
        each = f"each of your {more}" if card.each == 1 else f"every {card.each} of your {more}"
        most = f", for {card.most} at most" if card.most < ALL else ""
        needs = f", {describe_condition(card.needs)}" if card.needs else ""
        return f"{points} for {each}{most}{needs}."
    shared = f"; {card.shared} if another player does as well" if card.shared is not None else ""
    return f"{points} {describe_condition(card.needs)}{shared}."


def favor_text(favor: Favor) -> str:
    """Say what a Favor of the Shogun gives."""
    return sentence(describe(favor.effects))


def annex_text(annex: Annex) -> str:
    """Say what a Disciple on an Annex does, and what the Annex does by itself."""
    passive = f" {sentence(describe_modifiers(annex.modifiers))}" if annex.modifiers else ""
    return f"A Disciple here: {describe(annex.active)}.{passive}"
