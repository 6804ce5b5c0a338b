"""The versions of the rules of Micro Dojo: each change and the version that introduced it.

A game keeps the version that it was opened under, see `docs/decisions/013-rules-versions.md`.
"""

FACTS_HOLD_IDS = 2
"""Points for a gift to the town name it by its id. Before, facts held what it is called in English."""
