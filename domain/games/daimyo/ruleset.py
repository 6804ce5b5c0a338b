"""Daimyo: islands, dice and relics; editions of 2019 and 2021, one to four players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from domain.games.daimyo import (
    board_text,
    bonus_tiles,
    clans,
    combining,
    construction,
    dice,
    empire,
    empire_setup,
    end_of_round,
    facts,
    final_scoring,
    gains,
    heroes,
    hiring,
    mercenaries,
    moves,
    options,
    placing,
    production,
    recruitment,
    redealing,
    relics,
    restoring,
    round,
    setup,
    storage,
    turn,
    valuation,
    view,
    villagers,
)
from domain.games.daimyo.asking import DoEffects
from domain.games.daimyo.content import DaimyoContent
from domain.games.daimyo.laws import check_laws
from domain.games.daimyo.options import DaimyoOptions
from domain.games.daimyo.settling import SettlingTable
from domain.games.daimyo.state import DaimyoState, fresh
from domain.kernel.audience import Viewer
from domain.kernel.chance import Chance
from domain.kernel.choice import AnyItem
from domain.kernel.rulebook import Rulebook
from domain.kernel.ruleset import BadOptions, Ruleset
from domain.kernel.scoring import SeatScore
from domain.kernel.table import Asked, Ended, Outcome

if TYPE_CHECKING:
    AgendaItem: TypeAlias = AnyItem
else:
    AgendaItem: TypeAlias = (
        DoEffects
        | bonus_tiles.LayTile
        | clans.ChooseClanAbility
        | combining.ChooseOne
        | construction.Construction
        | dice.ChooseDie
        | empire.EmpireDie
        | empire.EmpireAction
        | empire.ActionOver
        | empire.NextCard
        | empire.RoundAbility
        | empire_setup.PlaceEmpireGovernor
        | empire_setup.PlaceEmpireTower
        | empire_setup.FinishEmpire
        | end_of_round.ScoreInfluence
        | end_of_round.Revenue
        | end_of_round.RevenueTile
        | end_of_round.StartPlayer
        | end_of_round.ChooseStartPlayer
        | end_of_round.HireHeroes
        | end_of_round.DrawAfterHiring
        | end_of_round.MercenaryPay
        | end_of_round.SoloCards
        | end_of_round.EndGame
        | gains.PickGoods
        | gains.ChooseTile
        | gains.TakeMoreTiles
        | gains.GiveTiles
        | gains.ChooseVictim
        | heroes.LayDownHero
        | heroes.ChooseHeroToPlay
        | heroes.ChooseHeroToDiscard
        | hiring.Hiring
        | hiring.HireForFree
        | mercenaries.MercenaryDie
        | mercenaries.MercenaryRelics
        | placing.PlaceForFree
        | placing.MoveForFree
        | production.CollectAt
        | recruitment.Recruitment
        | recruitment.RemoveGovernor
        | recruitment.ResetOffer
        | relics.ScavengerMove
        | relics.Visit
        | restoring.ChooseAltar
        | round.BeginRound
        | round.TakeTurn
        | round.AfterRound
        | round.CloseRound
        | setup.PickClan
        | setup.DraftMiniBoard
        | setup.PlaceFirstGovernor
        | setup.PlaceSecondGovernor
        | setup.DealMiniBoards
        | setup.DealToPlayers
        | setup.PlaceEmpire
        | storage.MakeRoom
        | storage.DrawFromBag
        | turn.PlaceDie
        | turn.TurnMenu
        | villagers.VillagerStep
        | villagers.ChooseVillager
        | villagers.TurnVillager
        | villagers.ChooseVillagerStep
    )


class _Stored(DaimyoState, kw_only=True):
    """The state as it is stored, with its agenda typed."""

    agenda: tuple[AgendaItem, ...] = ()


class Daimyo(Ruleset[DaimyoState]):
    """The rules of Daimyo."""

    id = "daimyo"
    title = "Daimyo"
    versions = range(1, 3)
    options_type = DaimyoOptions
    move_types = (
        *moves.MOVES,
        *bonus_tiles.MOVES,
        *clans.MOVES,
        *construction.MOVES,
        *dice.MOVES,
        *empire.MOVES,
        *end_of_round.MOVES,
        *gains.MOVES,
        *heroes.MOVES,
        *hiring.MOVES,
        *mercenaries.MOVES,
        *recruitment.MOVES,
        *relics.MOVES,
        *restoring.MOVES,
        *setup.MOVES,
        *turn.MOVES,
        *villagers.MOVES,
    )
    fact_types = (*facts.FACTS, Ended, Asked[AgendaItem])
    state_type = _Stored
    most_seats = range(1, 5)
    silent_moves = (moves.Decline, recruitment.StopRecruiting, construction.StopBuilding)

    content: DaimyoContent

    def __init__(self, content: DaimyoContent) -> None:
        super().__init__(Rulebook.load("domain.games.daimyo"), content)

    def option_items(self) -> dict[str, tuple[str, ...]]:
        return {"heroes": self.content.common_heroes}

    def seats(self, options_chosen: msgspec.Struct) -> range:
        assert isinstance(options_chosen, DaimyoOptions)
        return options.seats_of(options_chosen)

    def refuse_seats(self, options_chosen: msgspec.Struct, seats: int) -> BadOptions:
        assert isinstance(options_chosen, DaimyoOptions)
        if seats == 1:
            why = "The solo game came with the edition of 2021; by the rules of 2019 there are 2 to 4 players."
            return BadOptions("/seats", why, "daimyo.solo.overview")
        why = f"Daimyo has four clans, one a player: there is no game for {seats}."
        return BadOptions("/seats", why, "daimyo.component.clans")

    def check_options(self, options_chosen: msgspec.Struct, seats: int) -> None:
        assert isinstance(options_chosen, DaimyoOptions)
        options.check(self.content, options_chosen, seats)

    def side_names(self, options_chosen: msgspec.Struct, seats: int) -> tuple[str, ...]:
        assert isinstance(options_chosen, DaimyoOptions)
        kinds = options.parameters(self.content, options_chosen, seats).sides[seats:]
        return tuple(self.content.sides[kind].title for kind in kinds)

    def edition(self, options_chosen: msgspec.Struct) -> str:
        assert isinstance(options_chosen, DaimyoOptions)
        return options_chosen.edition

    def fresh(self, options_chosen: msgspec.Struct, seats: int) -> DaimyoState:
        assert isinstance(options_chosen, DaimyoOptions)
        return fresh(self.content, options_chosen, options.parameters(self.content, options_chosen, seats))

    def open(self, options_chosen: msgspec.Struct, seats: int, chance: Chance) -> Outcome[DaimyoState]:
        table = SettlingTable(self.start(options_chosen, seats), chance)
        with table.citing("daimyo.setup.player.clan"):
            setup.set_up(table)
            table.advance()
            return table.outcome()

    def table(self, state: DaimyoState, chance: Chance) -> SettlingTable:
        return SettlingTable(state, chance)

    def redeal(self, state: DaimyoState, viewer: Viewer, chance: Chance) -> DaimyoState:
        return redealing.redeal(state, viewer, chance)

    def view(self, state: DaimyoState, viewer: Viewer) -> view.DaimyoView:
        return view.view(state, viewer)

    def scores(self, state: DaimyoState) -> list[SeatScore]:
        return final_scoring.scores(state)

    def value(self, state: DaimyoState, seat: int) -> float:
        return valuation.value(state, seat)

    def check_state(self, state: DaimyoState) -> None:
        super().check_state(state)
        check_laws(state)

    def board(self, seen: msgspec.Struct, names: Sequence[str]) -> str:
        assert isinstance(seen, view.DaimyoView)
        return board_text.board(seen, names)
