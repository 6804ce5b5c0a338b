"""What things are worth in Prestige Points, for bots; estimates, found by playing them against each other."""

from __future__ import annotations

from domain.games.yedo.printed.effect_words import (
    ActAgain,
    BecomeSpecialist,
    Blessing,
    BuildAnnex,
    Church,
    Draw,
    GainDisciple,
    Geisha,
    LoseMon,
    LosePrestige,
    Mon,
    MoveDisciple,
    Negate,
    PatrolMove,
    PatrolTo,
    Prestige,
    ReturnDisciple,
    Save,
    Sell,
    SendToReserve,
    TakeWeapon,
)
from domain.games.yedo.printed.need_words import PayMon
from domain.games.yedo.printed.vocabulary import AnyEffect, Choose, Effects, ForPrice, May, Modify, Per

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
DISCIPLE = 0.8
"""A third or fourth Disciple, for each round to come."""
SPECIALIST = 0.25
"""What a Specialist is worth beyond a regular Disciple, for each round to come."""


def worth_of_purse(mon: int) -> float:
    """Value all Mon of a seat before the last round; the first ones are the most useful."""
    worth = 0.0
    for count, each in PURSE:
        worth += each * min(mon, count)
        mon = max(mon - count, 0)
    return worth


def worth_of_effect(effect: AnyEffect, left: int, church: int) -> float:
    """Value an effect for the seat that gets it, with `left` rounds to come and `church` Mon on the Church."""
    match effect:
        case Prestige(points=points):
            return float(points)
        case LosePrestige(points=points):
            return -float(points)
        case Mon(amount=amount):
            return MON * amount
        case LoseMon(amount=amount):
            return -MON * (amount if isinstance(amount, int) else 10)
        case Blessing():
            return BLESSING
        case Draw(deck=deck, look=look):
            card = {"action": ACTION_CARD, "bonus": BONUS_CARD + 0.8, "mission": MISSION if left > 1 else 0.1}[deck]
            return card + 0.25 * (look - 1)
        case TakeWeapon():
            return WEAPON + 0.5
        case BuildAnnex(points=points):
            return ANNEX + ANNEX_A_ROUND * left + points
        case Geisha():
            return GEISHA + 1.5
        case GainDisciple():
            return DISCIPLE * left
        case Church(put=put):
            return -0.05 * put if put else MON * church
        case BecomeSpecialist():
            return SPECIALIST * left
        case SendToReserve():
            return -DISCIPLE * left
        case ForPrice(price=price, effects=effects, otherwise=otherwise):
            wanted = _sum(effects, left, church) - MON * sum(need.amount for need in price if isinstance(need, PayMon))
            return max(wanted, _sum(otherwise, left, church))
        case Choose(options=options):
            return max(_sum(option, left, church) for option in options)
        case May(effects=effects):
            return max(_sum(effects, left, church), 0.0)
        case Per(effects=effects):
            return USUAL_NUMBER * _sum(effects, left, church)
        case Sell(price=price):
            return WEAPON + 0.5 + MON * price
        case Save() | Negate() | Modify() | ActAgain():
            return ACTION_CARD + 0.3
        case MoveDisciple() | ReturnDisciple() | PatrolMove() | PatrolTo():
            return ACTION_CARD + 0.1
        case _:
            return 0.1


def _sum(effects: Effects, left: int, church: int) -> float:
    return sum(worth_of_effect(effect, left, church) for effect in effects)
