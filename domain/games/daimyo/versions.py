"""The versions of the rules of Daimyo: what each one changed, and since which version it holds.

A game keeps the version that it was opened under, see `docs/decisions/013-rules-versions.md`.
"""

NEWCOMER_TAKES_THE_PLACE = 2
"""The newcomer of the hero market lies where the hired hero lay. Before, the row moved up and it lay last."""

DONE_IN_FULL = 2
"""A count of nothing and a helmet that is held already are done in full (daimyo.ruling.incomplete-action).

Before, the empire got its point for an incomplete action for them.
"""
CARDS_ARE_NAMED = 2
"""Facts say which card they follow from and what it does. Before, they held neither."""
