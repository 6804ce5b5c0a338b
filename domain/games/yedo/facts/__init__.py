"""The facts of Yedo: what can happen, in which words, and how it changes the state."""

from domain.games.yedo.facts import (
    bidding,
    cards,
    castle,
    clan_powers,
    ending,
    events,
    goods,
    jesuits,
    missions,
    patrol,
    pieces,
    setup,
    teahouse,
    trade,
    turns,
    weapons,
)

FACTS = (
    *setup.FACTS,
    *clan_powers.FACTS,
    *turns.FACTS,
    *goods.FACTS,
    *weapons.FACTS,
    *cards.FACTS,
    *pieces.FACTS,
    *bidding.FACTS,
    *events.FACTS,
    *jesuits.FACTS,
    *patrol.FACTS,
    *trade.FACTS,
    *missions.FACTS,
    *castle.FACTS,
    *teahouse.FACTS,
    *ending.FACTS,
)
