"""The texts of the cards of Shogun Must Die: Emperor Cards with their Errands and penalties, and Daimyo Cards."""

from __future__ import annotations

from domain.games.yedo.printed.emperor_entries import DaimyoCardEntry, DaimyoPatrol, EmperorEntry, Errand, Penalty
from domain.games.yedo.printed.entries import Mission
from domain.games.yedo.words.describe import describe, tell
from domain.games.yedo.words.describe_cards import asked_disciples, mission_need
from domain.games.yedo.words.describe_voice import ALL_PLAYERS, YOU
from domain.games.yedo.words.describe_words import ASSETS, DISTRICT_NAMES, sentence, some
from domain.kernel.words import join_words, title

PATROL: dict[DaimyoPatrol, str] = {
    "colour": "The Watch Patrol is turned over, so that it goes the other way round.",
    "one-more": "The Watch Patrol moves on by 1 District more.",
    "two-more": "The Watch Patrol moves on by 2 Districts more.",
}


def errand_text(errand: Errand) -> str:
    """Say what an Errand asks of all players together, who can resolve it, and its rewards."""
    asked = "; ".join(filter(None, (asked_disciples(errand.districts), join_words(map(mission_need, errand.needs)))))
    space = " Only the Disciple on the space of the card resolves it." if errand.space else ""
    if len(errand.rewards) == 1:
        return f"{sentence(asked)}{space} Reward for one contributor: {describe(errand.rewards[0])}."
    rewards = " / ".join(map(describe, errand.rewards))
    return f"{sentence(asked)}{space} Rewards, a different one for each contributor: {rewards}."


def kill_text(mission: Mission) -> str:
    """Say what the open Kill the Shogun card asks for; it brings no reward and does not end the game."""
    asked = "; ".join(filter(None, (asked_disciples(mission.districts), join_words(map(mission_need, mission.needs)))))
    return f"{title(mission.category)}. {sentence(asked)} No reward; the game continues."


def penalty_text(penalty: Penalty) -> str:
    """Say what an Errand costs that nobody resolved."""
    if not penalty.one_each_of:
        return sentence(tell(penalty.each, YOU.others("each player")))
    otherwise = sentence(tell(penalty.otherwise, YOU.others("each player who can give up none")))
    return f"{_one_each(penalty)} {otherwise}"


def list_penalty(penalty: Penalty) -> str:
    """Say the same as stored facts do."""
    if not penalty.one_each_of:
        return f"Each player: {describe(penalty.each)}."
    return f"{_one_each(penalty)} Who can give up none: {describe(penalty.otherwise)}."


def _one_each(penalty: Penalty) -> str:
    assets = join_words((some(1, ASSETS[asset]) for asset in penalty.one_each_of), "or")
    return f"Each player gives up a different one of these: {assets}."


def emperor_event_text(card: EmperorEntry) -> str:
    """Say what the Event of an Emperor Card does."""
    return sentence(tell(card.event, ALL_PLAYERS))


def emperor_text(card: EmperorEntry) -> str:
    """Say what an Emperor Card does, but for its prices."""
    return f"Event: {emperor_event_text(card)} Errand: {errand_text(card.errand)} Penalty: {penalty_text(card.penalty)}"


def daimyo_card_text(card: DaimyoCardEntry) -> str:
    """Say where the Daimyo's Disciple goes, and what the card changes in the Watch Patrol Phase."""
    if card.district == "repeat":
        head = (
            "The Disciple goes where the card to the left says; from the first card, where the one to the right says."
        )
    else:
        head = f"The Disciple goes to {DISTRICT_NAMES[card.district]}."
    patrol = PATROL[card.patrol] if card.patrol is not None else ""
    blessing = "A Blessing given back keeps a Disciple from being arrested." if card.blessing_saves else ""
    return " ".join(filter(None, (head, patrol, blessing)))
