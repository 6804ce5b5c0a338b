"""The set-up of a game: the board at random, then each player's start, then the Favors of the Shogun."""

from __future__ import annotations

from domain.games.yedo import draws
from domain.games.yedo.course.round import first_round
from domain.games.yedo.facts.goods import ChurchFilled
from domain.games.yedo.facts.pieces import PatrolTurned
from domain.games.yedo.facts.setup import DisciplesLaidOut, HandDealt, MissionDecksLaidOut, SeatsOrdered
from domain.games.yedo.facts.sources import START
from domain.games.yedo.facts.turns import RoundBegan
from domain.games.yedo.facts.weapons import MarketFilled
from domain.games.yedo.phases.favors import TakeFavors
from domain.games.yedo.phases.playing import AnyTime
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Step
from domain.games.yedo.verbs.course import course_of
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.chance import NOBODY

MARKET_AT_START = 2
"""The number of Weapons on the Market at the start (yedo.setup.weapons-bag-market)."""


def set_up(table: YedoTable) -> None:
    """Lay out the board, give all players their starting things, and ask for their Favors.

    The number of players determines the Blessings, Annexes and Geishas, and which spaces are covered
    (yedo.setup.blessings; yedo.setup.annexes-2p, yedo.setup.annexes-3p, yedo.setup.annexes-4p, yedo.setup.annexes-5p;
    yedo.setup.geishas-2p, yedo.setup.geishas-3p, yedo.setup.geishas-4p, yedo.setup.geishas-5p; yedo.setup.locations-2p,
    yedo.setup.locations-3p, yedo.setup.locations-4p, yedo.setup.locations-5p). The action of the Specialists in the
    Gates is covered (yedo.setup.non-specialists-overlay), unless their module is used, which then comes first
    (yedo.advanced.modules-first, yedo.specialists.setup-tokens).
    """
    lay_out_decks(table)
    lay_out_board(table)
    for lay_out in course_of(table.state).lay_out:
        lay_out(table)
    for seat in table.state.order:
        start_seat(table, seat)
    with table.citing("yedo.setup.round-marker"):
        table.emit(RoundBegan(table.clause, 1))
    offers = (AnyTime(seat=seat) for seat in range(table.state.seats))
    table.then(*course_of(table.state).choices(table.state), BeginPlay(), *offers)


def choose_favors(state: YedoState) -> tuple[Step, ...]:
    """Return the players' decisions before the first round: who takes which Favor, in reverse Player Order."""
    return (TakeFavors(left=state.order[::-1]),)


def lay_out_decks(table: YedoTable) -> None:
    """Shuffle the decks: 4 Basic Missions for each player, and at most one Kill the Shogun card.

    The other decks hold all cards of their sets (yedo.setup.action-deck, yedo.setup.event-deck, yedo.setup.bonus-deck),
    and nobody knows their order.
    """
    given = table.state.parameters
    with table.citing("yedo.setup.basic-mission-count"):
        basic = table.chance.pick(draws.BASIC_MISSIONS, given.basic, given.basic_count)
    with table.citing("yedo.setup.kill-the-shogun-one"):
        shogun = table.chance.pick(draws.KILL_THE_SHOGUN, given.shogun, seen_by=NOBODY)
    with table.citing("yedo.setup.mission-decks-by-color"):
        table.emit(MissionDecksLaidOut(table.clause, tuple(sorted(basic)), shogun))


def lay_out_board(table: YedoTable) -> None:
    """Draw the starting player, two Weapons for the Market and the colour of the patrol; lay Mon on the Church."""
    seats = table.state.seats
    with table.citing("yedo.setup.weapons-bag-market"):
        table.emit(MarketFilled(table.clause, table.from_bag(MARKET_AT_START)))
    with table.citing("yedo.setup.church-money"):
        table.emit(ChurchFilled(table.clause, table.state.content.church.start))
    with table.citing("yedo.setup.patrol-color"):
        gold = table.chance.flip(draws.PATROL_COLOUR)
        table.emit(PatrolTurned(table.clause, "gold" if gold else "silver"))
    with table.citing(course_of(table.state).disciples_clause):
        table.emit(DisciplesLaidOut(table.clause, table.state.content.start.house))
    with table.citing("yedo.setup.starting-player"):  # by chance: yedo.ruling.start-player
        first = table.chance.below(draws.STARTING_PLAYER, seats)
    with table.citing("yedo.setup.player-order"):
        others = range(seats, len(table.state.pieces.house))  # the Daimyo comes last: yedo.coop.daimyo-last
        table.emit(SeatsOrdered(table.clause, (*((first + place) % seats for place in range(seats)), *others)))


def start_seat(table: YedoTable, seat: int) -> None:
    """Give a player Prestige Points, Missions, an Action Card and Mon."""
    start = table.state.content.start
    with table.citing("yedo.setup.start-prestige"):
        table.gain_prestige(seat, start.prestige, START)
    course_of(table.state).deal(table, seat)
    with table.citing("yedo.setup.start-money"):
        table.gain_mon(seat, start.mon)


def deal_hand(table: YedoTable, seat: int) -> None:
    """Deal a player the first Missions and Action Cards."""
    start = table.state.content.start
    with table.citing("yedo.setup.start-missions"):
        green = table.state.pile("green").pick(table.chance, draws.GREEN_DECK, start.green)
        red = table.state.pile("red").pick(table.chance, draws.RED_DECK, start.red)
    with table.citing("yedo.setup.start-action-card"):
        actions = table.state.pile("action").pick(table.chance, draws.ACTION_DECK, start.action_cards)
        table.emit(HandDealt(table.clause, seat, (*green, *red), actions))


class BeginPlay(Step, frozen=True, gc=False):
    """The set-up is complete: the first round begins."""

    clause = "yedo.setup.round-marker"

    def run(self, table: YedoTable) -> None:
        for begin in course_of(table.state).begin:
            begin(table)
        table.then(first_round())
