"""Clan abilities, usable once a turn with a total of 13 or more on the placed dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from domain.games.daimyo.facts.turn import ClanAbilityUsed
from domain.games.daimyo.printed.entries import Clan
from domain.games.daimyo.state import DaimyoState
from domain.games.daimyo.verbs.asking import CardEffect, Deed, Question, RaisedByDeed, can_any, deed_of, do, name_card
from domain.games.daimyo.verbs.describe import describe
from domain.games.daimyo.verbs.table import DaimyoTable
from domain.games.daimyo.verbs.turn_menu import TurnAction, TurnMenu
from domain.kernel.audience import Public
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say
from domain.kernel.words import explain, title


class UseAbilityOf(Move, frozen=True, gc=False):
    """Use the clan ability of an opponent's clan."""

    clan: Public[str]

    def label(self) -> str:
        return say("use the ability of {clan}", clan=title(self.clan))


class UseAbility(TurnAction, frozen=True, gc=False):
    """Use the clan ability."""

    rank = 3

    @classmethod
    def offered(cls, state: DaimyoState, menu: TurnMenu) -> Iterable[UseAbility]:
        return (USE_ABILITY,) if menu.ability and usable(state, menu.seat) else ()

    def label(self) -> str:
        return say("use the clan ability")

    def deed(self, state: DaimyoState, menu: TurnMenu) -> str:
        return explain(self.label(), describe(clan_of(state, menu.seat).ability))

    def act(self, table: DaimyoTable, menu: TurnMenu) -> TurnMenu:
        clan = clan_of(table.state, menu.seat)
        _do(table, clan, deed_of(menu.seat, clan.clause))
        return replace(menu, ability=False)

    def why_not(self, state: DaimyoState, menu: TurnMenu) -> IllegalMove:
        if not menu.ability:
            return IllegalMove(
                "daimyo.bonus.once-per-turn", say("You have already used your clan ability in this turn.")
            )
        if not has_total(state, menu.seat):
            total, needed = state.dice_total(menu.seat), state.content.numbers.clan_ability_total
            return IllegalMove(
                "daimyo.clan-ability.threshold",
                say("Your dice total {total}; {needed} are needed.", total=total, needed=needed),
            )
        return IllegalMove(clan_of(state, menu.seat).clause, say("Your clan ability would do nothing now."))


USE_ABILITY = UseAbility()


class ChooseClanAbility(RaisedByDeed, Question[UseAbilityOf], frozen=True, gc=False):
    """Choose the opponent whose clan ability is used (daimyo.hero-card.sample-opponent-clan-ability)."""

    deed: Deed

    clause = "daimyo.component.hero-card-anatomy"
    prompt = "Choose the opponent's clan whose ability you use."

    def moves(self, state: DaimyoState) -> Iterator[UseAbilityOf]:
        return map(UseAbilityOf, opposing_clans(state, self.deed.owner))

    def label(self, state: DaimyoState, move: UseAbilityOf, names: Sequence[str]) -> str:
        return explain(move.label(), describe(state.content.clans[move.clan].ability))

    def resolve(self, table: DaimyoTable, move: UseAbilityOf) -> None:
        _do(table, table.state.content.clans[move.clan], self.deed)

    def why_not(self, state: DaimyoState, move: UseAbilityOf) -> IllegalMove | None:
        return IllegalMove(self.deed.clause, say("No opponent plays {clan!r}.", clan=move.clan))


def clan_of(state: DaimyoState, seat: int) -> Clan:
    """Return the clan of a player."""
    clan = state.clan_boards.clans[seat]
    assert clan is not None
    return state.content.clans[clan]


def opposing_clans(state: DaimyoState, side: int) -> list[str]:
    """Return the clans of the other players."""
    return [
        clan for other in range(state.seats) if other != side and (clan := state.clan_boards.clans[other]) is not None
    ]


def has_total(state: DaimyoState, seat: int) -> bool:
    """Return whether the placed dice reach the total for the clan ability (daimyo.clan-ability.threshold)."""
    return state.dice_total(seat) >= state.content.numbers.clan_ability_total


def usable(state: DaimyoState, seat: int) -> bool:
    """Return whether the clan ability would do something now."""
    clan = clan_of(state, seat)
    return has_total(state, seat) and can_any(clan.ability, state, deed_of(seat, clan.clause))


def _do(table: DaimyoTable, clan: Clan, deed: Deed) -> None:
    table.emit(ClanAbilityUsed(clan.clause, deed.owner, clan.id))
    card = name_card(table.state, f"clan/{clan.id}")
    do(table, Deed(deed.owner, deed.seat, clan.clause, card=card), clan.ability)


class UseClanAbility(CardEffect, frozen=True):
    """Use the clan ability of an opponent for the owner."""

    verb = "use the ability of a clan"
    of_opponents = True

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        table.then(ChooseClanAbility(seat=deed.seat, deed=deed))

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        return bool(opposing_clans(state, deed.owner))

    def phrase(self) -> str:
        return say("use the clan ability of an opponent")
