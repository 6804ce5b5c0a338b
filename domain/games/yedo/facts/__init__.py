"""The facts of Yedo: what can happen, in which words, and how it changes the state."""

from domain.games.yedo.facts import (
    bidding,
    cards,
    castle,
    ending,
    events,
    goods,
    missions,
    patrol,
    pieces,
    setup,
    specialists,
    teahouse,
    trade,
    turns,
    weapons,
)

FACTS = (
    *setup.FACTS,
    *turns.FACTS,
    *goods.FACTS,
    *weapons.FACTS,
    *cards.FACTS,
    *pieces.FACTS,
    *bidding.FACTS,
    *events.FACTS,
    *patrol.FACTS,
    *trade.FACTS,
    *missions.FACTS,
    *castle.FACTS,
    *specialists.FACTS,
    *teahouse.FACTS,
    *ending.FACTS,
)
