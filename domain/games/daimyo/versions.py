"""The versions of the rules of Daimyo: what each one changed, and since which version it holds.

A game keeps the version that it was opened under, see `docs/decisions/013-rules-versions.md`.
"""

NEWCOMER_TAKES_THE_PLACE = 2
"""The newcomer of the hero market lies where the hired hero lay. Before, the row moved up and it lay last."""
