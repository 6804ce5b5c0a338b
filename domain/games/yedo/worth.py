"""Values of things in Prestige Points, for bots: estimates, found by letting bots play against each other."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

MON, LATE_MON = 0.25, 0.12
"""The value of a Mon on average, and in the last round."""
PURSE = ((8, 0.36), (10, 0.25), (12, 0.16), (1000, 0.1))
"""The value of Mon in the purse: the first 8, the next 10, and so on."""
LATE = 0.25
"""The factor for assets in the last round, when only Missions may still use them."""
WEAPON, ANNEX, ANNEX_A_ROUND, GEISHA, BLESSING = 1.1, 0.8, 0.15, 0.8, 0.7
"""The value of belongings for later use; an Annex is worth more the longer it lasts."""
ACTION_CARD, BONUS_CARD, BONUS_NOW, BLACKMAIL, MISSION = 0.8, 1.0, 0.7, 2.2, 1.2
"""The value of cards: an Action Card, a Bonus Card by potential and present score, a new Mission."""
USUAL_NUMBER = 2.0
"""Assumed repetitions of a `Per` effect."""
RECRUITED = 1.1
"""The value of a Character for the next round."""
ALL_MON = 10
"""The assumed Mon of a seat that loses all of it."""
LAST_MISSION = 0.1
"""The value of a new Mission in the last round."""
BONUS_TO_COME = 0.8
"""The expected score of a newly drawn Bonus Card."""
LOOK_MORE = 0.25
"""The value of each further card to choose from."""
CHOSEN_WEAPON, GEISHA_POINTS = 0.5, 1.5
"""The added value of a Weapon that the seat picks, and of a Geisha's points."""
CHURCH_MON = 0.05
"""The cost to a seat of each Mon that it puts on the Church."""
GOOD_MOMENT, SOME_USE, TRIFLE = 0.3, 0.1, 0.1
"""The value that an effect adds to an Action Card: one that awaits a good moment, one of some use, and any other."""
DISCIPLE = 0.8
"""The value of a third or fourth Disciple, for each remaining round."""
SPECIALIST = 0.25
"""The value of a Specialist in excess of a regular Disciple, for each remaining round."""

LACK, LACK_ON_SALE, LACK_DEAR, LACK_BLESSING, LACK_MON = 0.45, 0.55, 0.55, 0.7, 0.85
"""The factor for each missing thing: a Weapon, one on the Market, a Geisha or Annex, and so on."""
Lack: TypeAlias = tuple[str, float]
"""A missing thing, and the factor for whatever needs it."""


class Prospect(msgspec.Struct, frozen=True, gc=False):
    """The inputs of an estimate: the rounds after this one, and the Mon on the Church."""

    left: int
    church: int


def worth_of_purse(mon: int) -> float:
    """Value all Mon of a seat before the last round; the first ones are the most useful."""
    worth = 0.0
    for count, each in PURSE:
        worth += each * min(mon, count)
        mon = max(mon - count, 0)
    return worth
