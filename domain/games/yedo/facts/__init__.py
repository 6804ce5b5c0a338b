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
    trade,
    turns,
    weapons,
)
from domain.games.yedo.facts.coop import coop_setup, daimyo, emperor, errands, shogun, stakes
from domain.games.yedo.facts.modules import clan_powers, jesuits, specialists, teahouse

FACTS = (
    *setup.FACTS,
    *clan_powers.FACTS,
    *coop_setup.FACTS,
    *daimyo.FACTS,
    *turns.FACTS,
    *goods.FACTS,
    *weapons.FACTS,
    *cards.FACTS,
    *pieces.FACTS,
    *bidding.FACTS,
    *stakes.FACTS,
    *emperor.FACTS,
    *events.FACTS,
    *jesuits.FACTS,
    *patrol.FACTS,
    *trade.FACTS,
    *missions.FACTS,
    *shogun.FACTS,
    *errands.FACTS,
    *castle.FACTS,
    *specialists.FACTS,
    *teahouse.FACTS,
    *ending.FACTS,
)
