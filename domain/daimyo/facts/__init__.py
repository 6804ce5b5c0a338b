"""What can happen in Daimyo: every fact with its words and how it changes the state."""

from domain.daimyo.facts import choosing, goods, heroes, pieces, solo, tiles, turn

FACTS = (*turn.FACTS, *choosing.FACTS, *goods.FACTS, *pieces.FACTS, *tiles.FACTS, *heroes.FACTS, *solo.FACTS)
