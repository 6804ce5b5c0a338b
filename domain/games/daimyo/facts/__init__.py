"""The facts of Daimyo: what can happen, in which words, and how it changes the state."""

from domain.games.daimyo.facts import choosing, goals, goods, heroes, pieces, solo, tiles, turn, villagers

FACTS = (
    *turn.FACTS,
    *choosing.FACTS,
    *villagers.FACTS,
    *goods.FACTS,
    *pieces.FACTS,
    *tiles.FACTS,
    *heroes.FACTS,
    *goals.FACTS,
    *solo.FACTS,
)
