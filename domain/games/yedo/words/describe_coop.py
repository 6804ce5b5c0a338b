"""The texts of the cards of Shogun Must Die: Emperor Cards with their Errands and penalties, and Daimyo Cards."""

from __future__ import annotations

from domain.games.yedo.printed.effect_words import describe, tell
from domain.games.yedo.printed.emperor_entries import DaimyoCardEntry, DaimyoPatrol, EmperorEntry, Errand, Penalty
from domain.games.yedo.printed.entries import Mission
from domain.games.yedo.printed.term_words import name_district, sentence, some
from domain.games.yedo.voice import ALL_PLAYERS, YOU
from domain.games.yedo.words.describe_cards import list_asked
from domain.kernel.language import mark, say, translate
from domain.kernel.words import join_words, title

PATROL: dict[DaimyoPatrol, str] = {
    "colour": mark("The Watch Patrol is turned over, so that it goes the other way round."),
    "one-more": mark("The Watch Patrol moves on by 1 District more."),
    "two-more": mark("The Watch Patrol moves on by 2 Districts more."),
}


def errand_text(errand: Errand) -> str:
    """Say what an Errand asks of all players together, who can resolve it, and its rewards."""
    parts = [sentence(list_asked(errand.districts, errand.needs))]
    if errand.space:
        parts.append(say("Only the Disciple on the space of the card resolves it."))
    if len(errand.rewards) == 1:
        parts.append(say("Reward for one contributor: {reward}.", reward=describe(errand.rewards[0])))
    else:
        rewards = " / ".join(map(describe, errand.rewards))
        parts.append(say("Rewards, a different one for each contributor: {rewards}.", rewards=rewards))
    return " ".join(parts)


def kill_text(mission: Mission) -> str:
    """Say what the open Kill the Shogun card asks for; it brings no reward and does not end the game."""
    asked = sentence(list_asked(mission.districts, mission.needs))
    return say("{category}. {asked} No reward; the game continues.", category=title(mission.category), asked=asked)


def penalty_text(penalty: Penalty) -> str:
    """Say what an unresolved Errand costs."""
    if not penalty.one_each_of:
        return sentence(tell(penalty.each, YOU.others(mark("each player"))))
    otherwise = sentence(tell(penalty.otherwise, YOU.others(mark("each player who can give up none"))))
    return f"{_one_each(penalty)} {otherwise}"


def list_penalty(penalty: Penalty) -> str:
    """Describe the penalty in the form of stored facts."""
    if not penalty.one_each_of:
        return say("Each player: {effects}.", effects=describe(penalty.each))
    otherwise = describe(penalty.otherwise)
    return say("{penalty} Who can give up none: {effects}.", penalty=_one_each(penalty), effects=otherwise)


def _one_each(penalty: Penalty) -> str:
    assets = join_words((some(1, asset) for asset in penalty.one_each_of), "or")
    return say("Each player gives up a different one of these: {assets}.", assets=assets)


def emperor_event_text(card: EmperorEntry) -> str:
    """Say what the Event of an Emperor Card does."""
    return sentence(tell(card.event, ALL_PLAYERS))


def emperor_text(card: EmperorEntry) -> str:
    """Say what an Emperor Card does, apart from its prices."""
    return say(
        "Event: {event} Errand: {errand} Penalty: {penalty}",
        event=emperor_event_text(card),
        errand=errand_text(card.errand),
        penalty=penalty_text(card.penalty),
    )


def daimyo_card_text(card: DaimyoCardEntry) -> str:
    """Say where the Daimyo's Disciple goes, and what the card changes in the Watch Patrol Phase."""
    if card.district == "repeat":
        parts = [
            say(
                "The Disciple goes where the card to the left says; from the first card, where the one to the right"
                " says."
            )
        ]
    else:
        parts = [say("The Disciple goes to {district}.", district=name_district(card.district))]
    if card.patrol is not None:
        parts.append(translate(PATROL[card.patrol]))
    if card.blessing_saves:
        parts.append(say("A Blessing given back keeps a Disciple from being arrested."))
    return " ".join(parts)
