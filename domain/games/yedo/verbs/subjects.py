"""The subjects of Yedo's questions: cards with their text, and how much the asked seat has of what is needed."""

from __future__ import annotations

from collections import Counter

from domain.games.yedo.facts.base import card_name
from domain.games.yedo.printed.parts import Goods
from domain.games.yedo.state import YedoState
from domain.games.yedo.words.describe_cards import action_card_text, bonus_card_text, event_text, mission_text
from domain.games.yedo.words.describe_coop import errand_text
from domain.kernel.choice import Need, Subject
from domain.kernel.language import say


def card_subjects(state: YedoState, source: str) -> tuple[Subject, ...]:
    """Return the card with this id as the only subject, or nothing. `source` may be "card/..." as in facts."""
    card, content = source.rpartition("/")[2], state.content
    if card in content.events:
        return (Subject("event", card, card_name(card), event_text(content.events[card])),)
    if card in content.action_cards:
        text = action_card_text(content.action_cards[card])
    elif card in content.bonus_cards:
        text = bonus_card_text(content.bonus_cards[card])
    elif card in content.missions:
        text = mission_text(content.missions[card])
    elif card in content.emperor_cards:
        text = errand_text(content.emperor_cards[card].errand)
    else:
        return ()
    return (Subject("card", card, card_name(card), text),)


def need_mon(state: YedoState, seat: int, amount: int) -> Need:
    """Return that a seat needs this many Mon."""
    return Need(say("Mon"), amount, state.belongings.mon[seat], "coin")


def goods_needed(state: YedoState, seat: int, goods: Goods) -> tuple[Need, ...]:
    """Return what a seat has of each good of one side of a trade, as in `goods_text`."""
    needs = [need_mon(state, seat, goods.mon)] if goods.mon else []
    held = Counter(state.weaponry.weapons[seat])
    needs += (Need(card_name(kind), count, held[kind], kind) for kind, count in Counter(goods.weapons).items())
    if goods.geishas:
        geishas = Counter(state.belongings.geishas[seat]) & Counter(goods.geishas)
        needs.append(Need(say("Geishas"), len(goods.geishas), geishas.total(), "geisha"))
    if goods.blackmail:
        needs.append(Need(say("Blackmail Cards"), goods.blackmail, state.hands.blackmail[seat], "blackmail"))
    if goods.actions:
        needs.append(Need(say("Action Cards"), goods.actions, len(state.hands.actions[seat]), "action"))
    if goods.bonus:
        needs.append(Need(say("Bonus Cards"), goods.bonus, len(state.hands.bonus[seat]), "bonus"))
    if goods.missions:
        hand = Counter(state.content.missions[card].colour for card in state.hands.missions[seat])
        held_missions = (hand & Counter(goods.missions)).total()
        needs.append(Need(say("Missions"), len(goods.missions), held_missions, "mission"))
    return tuple(needs)
