"""What things are worth in Prestige Points, for bots; estimates, found by playing them against each other."""

from __future__ import annotations

import msgspec

MON, LATE_MON = 0.25, 0.12
"""A Mon on average, and in the last round."""
PURSE = ((8, 0.36), (10, 0.25), (12, 0.16), (1000, 0.1))
"""What Mon in the purse are worth: the first 8 of them, the next 10, and so on."""
LATE = 0.25
"""What is left of the worth of assets in the last round, for Missions that may still use them."""
WEAPON, ANNEX, ANNEX_A_ROUND, GEISHA, BLESSING = 1.1, 0.8, 0.15, 0.8, 0.7
"""What is owned, for what it may still serve; an Annex gives more the longer it stands."""
ACTION_CARD, BONUS_CARD, BONUS_NOW, BLACKMAIL, MISSION = 0.8, 1.0, 0.7, 2.2, 1.2
"""Cards: an Action Card, a Bonus Card for what it may become and the part of what it would score now, a new Mission."""
USUAL_NUMBER = 2.0
"""How often an effect is done that is done for each of something."""
RECRUITED = 1.1
"""A Character for the next round."""
ALL_MON = 10
"""The Mon of a seat that loses all of them."""
LAST_MISSION = 0.1
"""A new Mission in the last round."""
BONUS_TO_COME = 0.8
"""What a Bonus Card that is drawn may still score."""
LOOK_MORE = 0.25
"""Each further card that is looked at, for the choice among them."""
CHOSEN_WEAPON, GEISHA_POINTS = 0.5, 1.5
"""What a Weapon that the seat picks and the points of a Geisha add."""
CHURCH_MON = 0.05
"""What a Mon on the Church costs the seat that lays it there."""
GOOD_MOMENT, SOME_USE, TRIFLE = 0.3, 0.1, 0.1
"""What effects add to an Action Card that wait for a good moment or are of some use, and any other effect."""
DISCIPLE = 0.8
"""A third or fourth Disciple, for each round to come."""
SPECIALIST = 0.25
"""What a Specialist is worth beyond a regular Disciple, for each round to come."""


class Prospect(msgspec.Struct, frozen=True, gc=False):
    """What an estimate depends on: the rounds that are left after this one, and the Mon on the Church."""

    left: int
    church: int


def worth_of_purse(mon: int) -> float:
    """Value all Mon of a seat before the last round; the first ones are the most useful."""
    worth = 0.0
    for count, each in PURSE:
        worth += each * min(mon, count)
        mon = max(mon - count, 0)
    return worth
