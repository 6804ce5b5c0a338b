"""The versions of the rules of Yedo: each change and the version that introduced it.

A game keeps the version that it was opened under, see `docs/decisions/013-rules-versions.md`.
"""

GEISHA_LEAVES_THE_GAME = 2
"""A Geisha lost by a Hard Interaction Mission leaves the game. Before, she returned to the supply."""

SAKOKU_CAN_BE_IGNORED = 2
"""A seat that ignores Sakoku keeps the Jesuits' Missions, and the Event mentions them.

Before, everybody lost them, and the Event mentioned only the Church.
"""

CARDS_ONCE_PRICES_ARE_UP = 2
"""Against the Daimyo, a seat that takes no asset may also play a card of the Bidding Phase. Before, it could not."""

AIMED_BEFORE_ANSWERS = 2
"""A card is aimed before anybody answers it. Before, its target was chosen after the answers."""

ANY_TIME_IN_PLAYER_ORDER = 2
"""Players ahead in Player Order may play a card of any time first. Before, the quickest player came first."""

PARTNER_PAID_LESS = 2
"""Discounts on Missions also lower the payment to a partner. Before, it was paid in full."""

ALL_IN_A_DISTRICT_CONTRIBUTE = 2
"""All players who share a District of an Errand contribute. Before, none did if one would have been enough."""

UNUSED_CHARACTERS_DO_NOT_SCORE = 2
"""Against the Daimyo only a Character recruited in the last round scores. Before, every unused one did."""

NOBODY_TO_HIDE_FROM = 2
"""A solo player is not asked for cards that cannot be played. Before, the question was asked anyway."""

FACTS_HOLD_IDS = 3
"""Facts hold ids and effects. Before, they held English phrases for sources, effects and goals."""
