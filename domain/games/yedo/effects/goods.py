"""Effects on Prestige Points, Mon, Blessings and the Church.

The clauses for rewards of Missions are yedo.icon.reward-prestige, yedo.icon.reward-mon, yedo.icon.reward-blessing and
yedo.icon.reward-church.
"""

from __future__ import annotations

from typing import Literal

from domain.games.yedo.facts.goods import ChurchBurnt, ChurchFilled
from domain.games.yedo.facts.sources import ACTION
from domain.games.yedo.printed.terms import IncomeSource
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import CardEffect, Deed
from domain.games.yedo.verbs.modifiers import income
from domain.games.yedo.verbs.table import YedoTable
from domain.games.yedo.voice import LIST, Voice
from domain.games.yedo.worth import ALL_MON, BLESSING, CHURCH_MON, MON, Prospect
from domain.kernel.language import say, say_many
from domain.kernel.words import count_noun


class Prestige(CardEffect, frozen=True, kw_only=True):
    """Gain Prestige Points."""

    points: int

    def perform(self, table: YedoTable, deed: Deed) -> None:
        table.gain_prestige(deed.owner, self.points, reason(deed))

    def can(self, state: YedoState, deed: Deed) -> bool:
        return True

    def phrase(self, voice: Voice = LIST) -> str:
        return say("{gain} {points}", gain=voice.does("gain"), points=count_noun(self.points, "Prestige Point"))

    def worth(self, prospect: Prospect) -> float:
        return float(self.points)


class LosePrestige(CardEffect, frozen=True, kw_only=True):
    """Lose Prestige Points, down to 0."""

    points: int

    def perform(self, table: YedoTable, deed: Deed) -> None:
        table.lose_prestige(deed.owner, self.points, reason(deed))

    def can(self, state: YedoState, deed: Deed) -> bool:
        return state.scoring.points[deed.owner] > 0

    def punishing_clause(self) -> str:
        return "yedo.icon.reward-hard-prestige"

    def phrase(self, voice: Voice = LIST) -> str:
        points = count_noun(self.points, "Prestige Point")
        return say("{lose} {points} (never below 0)", lose=voice.does("lose"), points=points)

    def worth(self, prospect: Prospect) -> float:
        return -float(self.points)


class Mon(CardEffect, frozen=True, kw_only=True):
    """Take Mon from the bank."""

    amount: int

    def perform(self, table: YedoTable, deed: Deed) -> None:
        table.receive(deed.owner, _source(table.state, deed), self.amount)

    def can(self, state: YedoState, deed: Deed) -> bool:
        return income(state, deed.owner, _source(state, deed), self.amount) > 0

    def phrase(self, voice: Voice = LIST) -> str:
        return say("{take} {amount} Mon", take=voice.does("take"), amount=self.amount)

    def worth(self, prospect: Prospect) -> float:
        return MON * self.amount


class LoseMon(CardEffect, frozen=True, kw_only=True):
    """Lose Mon, or all if there is less, to the bank, the Church or the seat whose card it is."""

    amount: int | Literal["all"]
    to: Literal["bank", "owner", "church"] = "bank"

    def perform(self, table: YedoTable, deed: Deed) -> None:
        owner, purse = deed.owner, table.state.belongings.mon[deed.owner]
        amount = purse if self.amount == "all" else min(self.amount, purse)
        if self.to == "owner":
            table.hand_over_mon(owner, deed.seat, amount)
        elif self.to == "church" and not table.state.belongings.church_burnt:
            table.emit(ChurchFilled(table.clause, amount, by=owner))
        else:
            table.pay(owner, amount)

    def can(self, state: YedoState, deed: Deed) -> bool:
        return state.belongings.mon[deed.owner] > 0 and (self.to != "owner" or deed.seat != deed.owner)

    def punishing_clause(self) -> str:
        return "yedo.icon.reward-hard-mon"

    def phrase(self, voice: Voice = LIST) -> str:
        if self.amount == "all":
            return _pay(voice.says("all your Mon", "all their Mon"), self.to, voice)
        payment = _pay(say("{amount} Mon", amount=self.amount), self.to, voice)
        return voice.says("{payment} (or what you have)", "{payment} (or what they have)", payment=payment)

    def worth(self, prospect: Prospect) -> float:
        return -MON * (self.amount if isinstance(self.amount, int) else ALL_MON)


class Blessing(CardEffect, frozen=True, kw_only=True):
    """Take a Blessing from the Temple."""

    def perform(self, table: YedoTable, deed: Deed) -> None:
        table.take_blessing(deed.owner)

    def can(self, state: YedoState, deed: Deed) -> bool:
        """Return whether the owner has no Blessing: they may not take a second one (yedo.limit.blessing)."""
        return not state.belongings.blessings[deed.owner]

    def phrase(self, voice: Voice = LIST) -> str:
        return voice.says(
            "{take} a Blessing from the Temple, if you have none",
            "{take} a Blessing from the Temple, if they have none",
            take=voice.does("take"),
        )

    def worth(self, prospect: Prospect) -> float:
        return BLESSING


class Church(CardEffect, frozen=True, kw_only=True):
    """Take all Mon from the Church, or add `put` to it."""

    put: int = 0

    def perform(self, table: YedoTable, deed: Deed) -> None:
        if self.put:
            table.fill_church(self.put)
        else:
            table.empty_church(deed.owner)

    def can(self, state: YedoState, deed: Deed) -> bool:
        """Return whether there is a Church to put Mon on, or Mon to take (yedo.ruling.burnt-church)."""
        return not state.belongings.church_burnt if self.put else state.belongings.church > 0

    def phrase(self, voice: Voice = LIST) -> str:
        if not self.put:
            return say("{take} all Mon of the Church", take=voice.does("take"))
        if voice.whole:
            return say_many(
                "{n} Mon of the bank is laid on the Church", "{n} Mon of the bank are laid on the Church", self.put
            )
        return say("lay {n} Mon of the bank on the Church", n=self.put)

    def worth(self, prospect: Prospect) -> float:
        return -CHURCH_MON * self.put if self.put else MON * prospect.church

    def is_for_the_board(self) -> bool:
        return self.put > 0


class BurnChurch(CardEffect, frozen=True, kw_only=True):
    """Burn the Church for the rest of the game; its Mon goes to the bank."""

    def perform(self, table: YedoTable, deed: Deed) -> None:
        with table.citing("yedo.event.burnt-church"):
            table.emit(ChurchBurnt(table.clause))

    def can(self, state: YedoState, deed: Deed) -> bool:
        return not state.belongings.church_burnt

    def phrase(self, voice: Voice = LIST) -> str:
        return say("the Church burns down for the rest of the game, and its Mon go to the bank")

    def is_for_the_board(self) -> bool:
        return True


def reason(deed: Deed) -> str:
    """Return the source of points gained or lost: the card, if it is one."""
    return f"card/{deed.source}" if deed.source else ACTION


def _source(state: YedoState, deed: Deed) -> IncomeSource:
    return "mission" if deed.source in state.content.missions else "any"


def _pay(mon: str, to: str, voice: Voice) -> str:
    if to == "owner":
        return voice.gives(mon)
    if to == "church":
        return say("{lay} {mon} on the Church", lay=voice.does("lay"), mon=mon)
    return say("{pay} {mon} to the bank", pay=voice.does("pay"), mon=mon)
