"""The versions of the rules of Daimyo: each change and the version that introduced it.

A game keeps the version that it was opened under, see `docs/decisions/013-rules-versions.md`.
"""

NEWCOMER_TAKES_THE_PLACE = 2
"""The newcomer of the hero market takes the hired hero's place. Before, the row moved up and it came last."""

DONE_IN_FULL = 2
"""A count of 0 and a helmet already held count as done in full (daimyo.ruling.incomplete-action).

Before, they gave the empire its point for an incomplete action.
"""
CARDS_ARE_NAMED = 2
"""Facts say which card they follow from and what it does. Before, they held neither."""

FACTS_HOLD_IDS = 3
"""Facts hold ids and effects. Before, they held English phrases for sources of points, cards and effects."""
