"""The versions of the rules of Yedo: each change and the version that introduced it.

A game keeps the version that it was opened under, see `docs/decisions/013-rules-versions.md`.
"""

GEISHA_LEAVES_THE_GAME = 2
"""A Geisha lost by a Hard Interaction Mission leaves the game. Before, she went back to the supply."""

SAKOKU_CAN_BE_IGNORED = 2
"""Who ignores Sakoku keeps the Missions of the Jesuits, and the Event says what becomes of these.

Before, everybody lost them, and the Event spoke of the Church alone.
"""

CARDS_ONCE_PRICES_ARE_UP = 2
"""Against the Daimyo who takes no asset may play a card of the Bidding Phase too. Before, only who took one could."""

AIMED_BEFORE_ANSWERS = 2
"""A card is aimed before anybody answers it. Before, its target was chosen after the answers."""

ANY_TIME_IN_PLAYER_ORDER = 2
"""Players ahead of the one who plays a card of any time may play one first. Before, the quickest player was first."""

PARTNER_PAID_LESS = 2
"""What lowers the costs of Missions lowers the payment to a partner. Before, it was paid in full."""

ALL_IN_A_DISTRICT_CONTRIBUTE = 2
"""Several players who share a District of an Errand contribute all. Before, none did if one would have been enough."""

UNUSED_CHARACTERS_DO_NOT_SCORE = 2
"""Against the Daimyo a Character scores if it was recruited in the last round. Before, every unused one did."""

NOBODY_TO_HIDE_FROM = 2
"""A player alone is not asked for cards that cannot be played. Before, the question was asked all the same."""

FACTS_HOLD_IDS = 3
"""Facts hold ids and effects. Before, they said in English what points were for, what cards do and what goals count."""
