"""The module Clan Powers: the draft before the Favors of the Shogun, and what each player begins with.

Their later effects are modifiers, applied where the rules are: draws in `cards` and `weapons`, prices in `modifiers`,
opponents' Annexes in `needs`, ties and points in `final_scoring`, and the space of the Seaworthy in `spaces` and
`own_space`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.yedo import draws
from domain.games.yedo.facts.modules.clan_powers import (
    DraftBegan,
    PowerKept,
    PowerPassed,
    PowersDrawn,
    PowersRevealed,
    drafting,
    power_name,
)
from domain.games.yedo.facts.modules.specialists import SpecialistTaken
from domain.games.yedo.printed.modifiers import Modifiers
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Question, Step, deed_of, do
from domain.games.yedo.verbs.table import YedoTable
from domain.games.yedo.words.describe_powers import power_text
from domain.kernel.audience import Private
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say, translate
from domain.kernel.words import explain

DRAFTED = 2
"""How many Clan Power Cards a player chooses between (yedo.clan.draft)."""


class KeepPower(Move, frozen=True, gc=False):
    """Keep one of two Clan Powers, and pass the other on."""

    power: Private[str]

    def label(self) -> str:
        return say("keep {power_name}", power_name=power_name(self.power))


def modifiers_of_power(state: YedoState, seat: int) -> Modifiers:
    """Return the modifiers of the Clan Power of a seat; there is none before they are revealed."""
    return state.content.clan_powers[state.clans.powers[seat]].modifiers if state.clans.powers else ()


class DraftPowers(Step, frozen=True, gc=False):
    """The last player in Player Order begins the draft of Clan Powers, before the Favors are chosen."""

    clause = "yedo.clan.draft-order"

    def run(self, table: YedoTable) -> None:
        table.emit(DraftBegan(table.clause))
        table.then(DrawPowers(left=table.state.order[::-1]))


class DrawPowers(Step, frozen=True, gc=False):
    """The first of the seats `left` draws up and chooses; the draft ends when all have (yedo.clan.draft-end).

    The seats sit clockwise in Player Order, so the right-hand neighbour is the seat before.
    """

    left: tuple[int, ...]

    clause = "yedo.clan.draft"

    def run(self, table: YedoTable) -> None:
        draft = drafting(table.state)
        drawn = table.chance.pick(draws.CLAN_POWERS, draft.deck, DRAFTED - len(draft.hand))
        table.emit(PowersDrawn(table.clause, self.left[0], drawn))
        table.then(ChoosePower(seat=self.left[0], left=self.left[1:]))


class ChoosePower(Question[KeepPower], frozen=True, gc=False):
    """Keep one of two Clan Powers face down; the other one goes to the next of the seats `left`."""

    left: tuple[int, ...]

    clause = "yedo.clan.draft"
    prompt = "Choose the Clan Power that you keep."
    public = False
    automatic = False

    def question(self, names: Sequence[str]) -> str:
        if not self.left:
            return say("{prompt}; the other one is laid aside.", prompt=translate(self.prompt)[:-1])
        taker = names[self.left[0]] if names else say("the next player")
        return say("{prompt}; {taker} gets the other one.", prompt=translate(self.prompt)[:-1], taker=taker)

    def moves(self, state: YedoState) -> Iterator[KeepPower]:
        return map(KeepPower, drafting(state).hand)

    def label(self, state: YedoState, move: KeepPower, names: Sequence[str]) -> str:
        return explain(move.label(), power_text(state.content.clan_powers[move.power]))

    def resolve(self, table: YedoTable, move: KeepPower) -> None:
        table.emit(PowerKept(table.clause, self.seat, move.power))
        (other,) = drafting(table.state).hand
        if self.left:
            table.emit(PowerPassed(table.clause, self.seat, self.left[0], other))
            table.then(DrawPowers(left=self.left))
        else:
            with table.citing("yedo.clan.draft-end"):
                table.emit(PowerPassed(table.clause, self.seat, None, other))

    def why_not(self, state: YedoState, move: KeepPower) -> IllegalMove | None:
        return IllegalMove(self.clause, say("Keep one of the two Clan Powers in your hand."))


def _length(state: YedoState) -> str:
    """Return the game length under which the starting Mon are listed (yedo.coop.with-clan-powers)."""
    return "coop" if state.parameters.coop else str(state.parameters.rounds)


class RevealPowers(Step, frozen=True, gc=False):
    """Once all Favors are chosen, the Clan Powers are revealed; then each player gets their power's starting things."""

    clause = "yedo.clan.secret"

    def run(self, table: YedoTable) -> None:
        table.emit(PowersRevealed(table.clause, tuple(power for power in drafting(table.state).kept if power)))
        for seat in table.state.order:
            begin_with(table, seat)


def begin_with(table: YedoTable, seat: int) -> None:
    """Give a player the starting things of their Clan Power: Mon for The Wealthy, a Disciple or a Ninja for The
    Duplicitous.
    """
    power = table.state.content.clan_powers[table.state.clans.powers[seat]]
    with table.citing(power.clause):
        table.gain_mon(seat, power.start_mon.get(_length(table.state), 0))
    if any(power.specialist in waiting for waiting in table.state.specialist_supply.specialists[seat : seat + 1]):
        assert power.specialist is not None
        with table.citing("yedo.clan.duplicitous-ninja"):
            table.emit(SpecialistTaken(table.clause, seat, power.specialist))
    else:
        do(table, deed_of(seat, power.clause, power.id), power.start)
