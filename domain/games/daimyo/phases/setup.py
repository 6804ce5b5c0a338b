"""Set-up: the main board at random, then the players' choices in turn order from the start player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.daimyo import draws
from domain.games.daimyo.actions import bonus_tiles
from domain.games.daimyo.automated.empire_setup import place_empire
from domain.games.daimyo.facts.goals import GoalsLaidOut
from domain.games.daimyo.facts.heroes import MarketLaidOut
from domain.games.daimyo.facts.pieces import ScavengerMoved
from domain.games.daimyo.facts.tiles import BlackMarketFilled
from domain.games.daimyo.facts.turn import ClanChosen, ClanLent, MiniBoardTaken, StartPlayerDrawn
from domain.games.daimyo.facts.villagers import VillagersLaidOut
from domain.games.daimyo.phases import goals
from domain.games.daimyo.phases.round import BeginRound
from domain.games.daimyo.printed.entries import BUILDINGS
from domain.games.daimyo.printed.goods import NOTHING, Goods
from domain.games.daimyo.state import DaimyoState
from domain.games.daimyo.verbs.asking import Question, Step
from domain.games.daimyo.verbs.board import free_governor_sites
from domain.games.daimyo.verbs.describe import describe
from domain.games.daimyo.verbs.moves import ChooseSite
from domain.games.daimyo.verbs.subjects import clan_subject, piece_subject
from domain.games.daimyo.verbs.table import DaimyoTable
from domain.kernel.audience import Public
from domain.kernel.choice import Move, Subject
from domain.kernel.errors import IllegalMove
from domain.kernel.language import mark, say, translate
from domain.kernel.words import join_parts, join_words, title


class ChooseClan(Move, frozen=True, gc=False):
    """Play this clan."""

    clan: Public[str]

    def label(self) -> str:
        return say("play the {clan} clan", clan=title(self.clan))


class TakeMiniBoard(Move, frozen=True, gc=False):
    """Take a construction mini-board."""

    board: Public[str]

    def label(self) -> str:
        return say("take {board}", board=title(self.board))


class PickClan(Question[ChooseClan], frozen=True, gc=False):
    """A player picks a clan that nobody has (daimyo.component.clans, daimyo.ruling.starting-clan-order)."""

    clause = "daimyo.setup.player.clan"
    prompt = "Choose your clan."

    def subjects(self, state: DaimyoState) -> tuple[Subject, ...]:
        return tuple(clan_subject(state, clan) for clan in unused_clans(state))

    def moves(self, state: DaimyoState) -> Iterator[ChooseClan]:
        return map(ChooseClan, unused_clans(state))

    def label(self, state: DaimyoState, move: ChooseClan, names: Sequence[str]) -> str:
        clan, heroes = state.content.clans[move.clan], state.content.clan_heroes[move.clan]
        return say(
            "{label}: {goods}; ability: {does}; heroes: {heroes}",
            label=move.label(),
            goods=clan.goods,
            does=describe(clan.ability),
            heroes=join_words(map(title, heroes)),
        )

    def resolve(self, table: DaimyoTable, move: ChooseClan) -> None:
        table.emit(ClanChosen(table.clause, self.seat, move.clan))

    def why_not(self, state: DaimyoState, move: ChooseClan) -> IllegalMove | None:
        return IllegalMove(self.clause, say("Choose one of {clans}.", clans=", ".join(unused_clans(state))))


class DraftMiniBoard(Question[TakeMiniBoard], frozen=True, gc=False):
    """A player takes an advanced mini-board, then one of the other type (daimyo.setup.player.mini-boards.draft)."""

    clause = "daimyo.setup.player.mini-boards"
    prompt = "Take a construction mini-board."

    def moves(self, state: DaimyoState) -> Iterator[TakeMiniBoard]:
        return map(TakeMiniBoard, boards_to_draft(state, self.seat))

    def label(self, state: DaimyoState, move: TakeMiniBoard, names: Sequence[str]) -> str:
        board = state.content.mini_boards[move.board]
        tiles = join_parts(describe(bonus_tiles.face(state, tile).effects) for tile in board.tiles)
        return say(
            "{label} ({buildings}): {goods}; tiles: {tiles}",
            label=move.label(),
            buildings=translate(BOARD_WORDS[board.building]),
            goods=board_goods(state, move.board),
            tiles=tiles,
        )

    def resolve(self, table: DaimyoTable, move: TakeMiniBoard) -> None:
        table.emit(MiniBoardTaken(dealing_clause(table.state), self.seat, move.board))

    def why_not(self, state: DaimyoState, move: TakeMiniBoard) -> IllegalMove | None:
        if move.board in free_boards(state):
            clause = self.clause if state.parameters.solo else "daimyo.setup.player.mini-boards.draft-one-of-each"
            return IllegalMove(clause, say("You have a mini-board of that type: take one of the other."))
        return IllegalMove(dealing_clause(state), say("The mini-board {board!r} is not available.", board=move.board))


BOARD_WORDS = {"radio-tower": mark("radio towers"), "techno-farm": mark("techno-farms")}


class PlaceFirstGovernor(Question[ChooseSite], frozen=True, gc=False):
    """The first governor and the scavenger go to an island that nobody else has chosen; in 2019 to a rice site.

    See daimyo.setup.units.first-governor.2021 and daimyo.setup.units.first-governor.2019.
    """

    clause = "daimyo.setup.units.initial-influence"
    prompt = "Place your first governor; your scavenger goes to the same island."

    def subjects(self, state: DaimyoState) -> tuple[Subject, ...]:
        return (piece_subject(state, self.seat, "governor"),)

    def moves(self, state: DaimyoState) -> Iterator[ChooseSite]:
        return map(ChooseSite, first_sites(state))

    def resolve(self, table: DaimyoTable, move: ChooseSite) -> None:
        with table.citing(FIRST_GOVERNOR[table.state.parameters.edition]):
            table.place_governor(self.seat, move.site)
            island = table.state.content.island_of[move.site]
            table.emit(ScavengerMoved(table.clause, self.seat, island))

    def why_not(self, state: DaimyoState, move: ChooseSite) -> IllegalMove | None:
        why = say("Choose a free site on an island where nobody has begun.")
        if state.parameters.edition == "2019":
            why = say("Choose a free site on an island where nobody has begun, one that makes rice.")
        return IllegalMove(FIRST_GOVERNOR[state.parameters.edition], why)


FIRST_GOVERNOR = {
    "2021": "daimyo.setup.units.first-governor.2021",
    "2019": "daimyo.setup.units.first-governor.2019",
}


class PlaceSecondGovernor(Question[ChooseSite], frozen=True, gc=False):
    """The second governor goes to any free governor space (daimyo.ruling.second-governor-anywhere).

    Both give their influence (daimyo.setup.units.initial-influence, daimyo.example.setup-influence).
    """

    clause = "daimyo.setup.units.second-governor"
    prompt = "Place your second governor."

    def subjects(self, state: DaimyoState) -> tuple[Subject, ...]:
        return (piece_subject(state, self.seat, "governor"),)

    def moves(self, state: DaimyoState) -> Iterator[ChooseSite]:
        return map(ChooseSite, free_governor_sites(state))

    def resolve(self, table: DaimyoTable, move: ChooseSite) -> None:
        table.place_governor(self.seat, move.site)

    def why_not(self, state: DaimyoState, move: ChooseSite) -> IllegalMove | None:
        return IllegalMove(self.clause, say("The site {site!r} has no free governor space in play.", site=move.site))


class DealMiniBoards(Step, frozen=True, gc=False):
    """Deal the basic sides: a mini-board of each type to every player (daimyo.setup.player.mini-boards.basic).

    Nobody chooses (daimyo.ruling.basic-boards-dealt).
    """

    clause = "daimyo.setup.player.mini-boards"

    def run(self, table: DaimyoTable) -> None:
        for seat in table.state.turns.order:
            for kind in BUILDINGS:
                board = next(b for b in free_boards(table.state) if table.state.content.mini_boards[b].building == kind)
                table.emit(MiniBoardTaken(dealing_clause(table.state), seat, board))


class DealToPlayers(Step, frozen=True, gc=False):
    """Every player takes the starting goods of their clan and boards, and the starting hand."""

    clause = "daimyo.setup.player.hero-deck"

    def run(self, table: DaimyoTable) -> None:
        edition = table.state.parameters.edition
        for seat in table.state.turns.order:
            with table.citing(STARTING_GOODS[edition]):
                table.gain(seat, starting_goods(table.state, seat))
            table.draw(seat, table.state.content.numbers.starting_hand)
        lend_clan(table)


STARTING_GOODS = {
    "2021": "daimyo.setup.player.starting-resources.2021",
    "2019": "daimyo.setup.player.starting-resources.2019",
}


class PlaceEmpire(Step, frozen=True, gc=False):
    """The solo game's opponent is set up."""

    clause = "daimyo.solo.setup.usual"

    def run(self, table: DaimyoTable) -> None:
        place_empire(table)


def set_up(table: DaimyoTable) -> None:
    """Lay out the main board and ask the players in turn order; then round 1 begins (daimyo.setup.round-marker).

    The start player gets the Mighty Helmet (daimyo.setup.start-player).
    """
    lay_out_board(table)
    start = table.chance.below(draws.START_PLAYER, table.state.seats)
    order = tuple((start + step) % table.state.seats for step in range(table.state.seats))
    clause = "daimyo.solo.setup.start-player" if table.state.parameters.solo else "daimyo.ruling.start-player-random"
    table.emit(StartPlayerDrawn(clause, start, order))
    table.then(*(PickClan(seat=seat) for seat in order))
    if table.state.parameters.boards == "advanced":
        table.then(*(DraftMiniBoard(seat=seat) for seat in (*order, *reversed(order))))
    else:
        table.then(DealMiniBoards())
    table.then(
        DealToPlayers(),
        *(PlaceFirstGovernor(seat=seat) for seat in order),
        *(PlaceSecondGovernor(seat=seat) for seat in order),
    )
    if table.state.parameters.solo:
        table.then(PlaceEmpire())
    table.then(BeginRound(round=1))


def lay_out_board(table: DaimyoTable) -> None:
    """Lay out relic tiles, black market, heroes, villagers and goals (daimyo.setup.board-side)."""
    numbers = table.state.content.numbers
    for island in table.state.parameters.islands:
        with table.citing("daimyo.setup.no-mans-land-tiles"):
            table.refill(island, numbers.land_tiles)
    table.emit(BlackMarketFilled("daimyo.setup.black-market", table.from_bag(numbers.black_market)))
    drawn = table.chance.pick(draws.HERO_DECK, table.state.offers.hero_deck, numbers.hero_market + 1)
    table.emit(MarketLaidOut("daimyo.setup.hero-market", drawn[:-1], drawn[-1]))
    edition = table.state.parameters.edition
    faces = tuple(
        tile.starts.get(edition) or tile.faces[table.chance.below(draws.VILLAGERS, 2)]
        for tile in table.state.content.villager_tiles.values()
    )
    table.emit(VillagersLaidOut(VILLAGERS[edition], faces))
    if drawn_goals := goals.lay_out(table):
        table.emit(GoalsLaidOut("daimyo.setup.goals", drawn_goals))


VILLAGERS = {"2021": "daimyo.setup.villager-tiles.2021", "2019": "daimyo.setup.villager-tiles.2019"}


def unused_clans(state: DaimyoState) -> list[str]:
    """Return the clans that no side has."""
    return [clan for clan in state.content.clans if clan not in state.clan_boards.clans]


def free_boards(state: DaimyoState) -> list[str]:
    """Return the mini-boards that nobody has taken."""
    taken = {board for boards in state.clan_boards.boards for board in boards}
    return [board for board in state.content.mini_boards if board not in taken]


def dealing_clause(state: DaimyoState) -> str:
    """Return the clause by which mini-boards are handed out; a solo player picks them without a draft."""
    parameters = state.parameters
    if parameters.boards == "advanced" and not parameters.solo:
        return "daimyo.setup.player.mini-boards.draft"
    if parameters.boards == "basic" and parameters.edition == "2021":
        return "daimyo.setup.player.mini-boards.basic"
    return "daimyo.setup.player.mini-boards"


def boards_to_draft(state: DaimyoState, seat: int) -> list[str]:
    """Return the mini-boards that a drafter may take so as to end with one of each type."""
    boards = state.content.mini_boards
    owned = {boards[board].building for board in state.clan_boards.boards[seat]}
    return [board for board in free_boards(state) if boards[board].building not in owned]


def first_sites(state: DaimyoState) -> list[str]:
    """Return the sites where a first governor may go."""
    begun = set(state.pieces.scavengers)
    islands = [island for island in state.parameters.islands if island not in begun]
    rice_only = state.parameters.edition == "2019"
    return [
        site
        for site in free_governor_sites(state, islands)
        if not rice_only or state.content.sites[site].resource == "rice"
    ]


def lend_clan(table: DaimyoTable) -> None:
    """Lend the pieces of an unused clan (daimyo.mercenaries.setup, daimyo.solo.setup.empire-pieces)."""
    side = table.state.automated
    if side is not None:
        clause = "daimyo.solo.setup.empire-pieces" if table.state.parameters.solo else "daimyo.mercenaries.setup"
        table.emit(ClanLent(clause, side, unused_clans(table.state)[0]))


def starting_goods(state: DaimyoState, seat: int) -> Goods:
    """Return the goods printed on the clan board and on both mini-boards."""
    clan = state.clan_boards.clans[seat]
    goods = state.content.clans[clan].goods if clan is not None else NOTHING
    for name in state.clan_boards.boards[seat]:
        goods += board_goods(state, name)
    return goods


def board_goods(state: DaimyoState, name: str) -> Goods:
    """Return the starting goods of a mini-board on the side that is used in this game."""
    board = state.content.mini_boards[name]
    return board.basic_goods if state.parameters.boards == "basic" else board.advanced_goods
