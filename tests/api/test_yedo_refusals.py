"""What Yedo forbids is refused over HTTP by its clause, in games played up to that point."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from domain.games.yedo.districts.castle import TakePlace
from domain.games.yedo.districts.district_actions import ACTIONS
from domain.games.yedo.phases.acting import CompleteMission, Idle, Perform
from domain.games.yedo.phases.assigning import Place
from domain.games.yedo.phases.bidding import Announce, Bid, ChooseLot
from domain.games.yedo.phases.offers import CounterOffer, OfferTrade
from domain.games.yedo.phases.patrol import UseBlackmail
from domain.games.yedo.phases.playing import PlayCard
from domain.games.yedo.phases.trade import AcceptTrade
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.moves import (
    ACCEPT,
    ChooseDeck,
    GiveUpCard,
    GiveUpWeapon,
    KeepCard,
    KeepWeapon,
    TakeWeaponFrom,
)
from domain.kernel.chance import Chance
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.moves import DECLINE, ChooseOption
from tests.api.house import House, Person
from tests.api.test_refusals import problem
from tests.api.yedo import Opening, Turn, as_sent, make, opening, table_for, turns
from tests.domain.games.yedo.game import CONTENT, RULES

MOST_GAMES = 60
TRIED = 40
"""How many illegal moves are tried at each turn of a game."""
SAMPLE: dict[str, set[str]] = {
    "set-up": {"yedo.setup.favor-choice-order"},
    "events": {"yedo.event.blessing-ignore"},
    "bidding": {
        *("yedo.bidding.drop-out", "yedo.bidding.order", "yedo.bidding.raise-or-pass", "yedo.bidding.no-overbid"),
        *("yedo.bidding.category-only", "yedo.bidding.seven-types", "yedo.bidding.type-closed"),
        *("yedo.bidding.category-closed", "yedo.bidding.categories"),
    },
    "assigning": {
        *("yedo.assign.mandatory", "yedo.assign.one-per-space", "yedo.assign.where", "yedo.assign.bower-one"),
        *("yedo.annex.own-only", "yedo.assign.closed-district", "yedo.event.closed-locations-tokens"),
    },
    "the patrol": {"yedo.patrol.step-b-one-card", "yedo.patrol.step-c-one-card", "yedo.blackmail.use"},
    "trade": {
        *("yedo.trade.where", "yedo.trade.assets", "yedo.trade.not-tradable", "yedo.trade.no-specifics"),
        *("yedo.trade.geisha-limit", "yedo.ruling.gifts", "yedo.ruling.traded-cards"),
    },
    "acting": {"yedo.action.mandatory", "yedo.action.turns", "yedo.district.free-choice", "yedo.annex.is-space"},
    "the Castle": {"yedo.castle.shogun", "yedo.castle.bakufu", "yedo.bower.trigger", "yedo.bower.choose"},
    "the Gates": {"yedo.gates.recruit", "yedo.gates.beg-5"},
    "the Tavern": {"yedo.tavern.build-annex-unable", "yedo.limit.annexes"},
    "the Harbor": {"yedo.harbor.luxury-min", "yedo.harbor.luxury-9"},
    "the Red Light District": {
        *("yedo.ruling.geisha-price", "yedo.red-light.geisha-cannot-pay", "yedo.red-light.geisha-limit"),
        "yedo.red-light.buy-action",
    },
    "the Market": {"yedo.market.buy-weapon", "yedo.market.sell-card"},
    "the Temple": {"yedo.temple.blessing-limit"},
    "Missions": {
        *("yedo.mission.steps", "yedo.mission.district", "yedo.mission.annex-disciple-not-district"),
        *("yedo.icon.requirement-district", "yedo.icon.requirement-weapon", "yedo.icon.requirement-activate"),
    },
    "cards": {"yedo.actions-cards.timing", "yedo.actions-cards.requirements-kept", "yedo.ruling.any-phase-cards"},
    "limits": {"yedo.limit.missions"},
    "windows": {"yedo.ruling.reaction-order"},
}
"""Clauses that forbid something in each room of the rules."""
WANTED = set().union(*SAMPLE.values())


class Refused(NamedTuple):
    """An illegal move at a turn of a game, after the moves `before` it."""

    clause: str
    opened: Opening
    number: int
    before: int
    seat: int
    move: Move


def illegal(state: YedoState, seat: int) -> Iterator[Move]:
    """Yield moves that a player might want to make, most of them usually illegal."""
    spaces = (*CONTENT.spaces, *(f"annex/{own}/{kind}" for own in range(state.seats) for kind in CONTENT.annexes))
    lots = (*CONTENT.lots, *{lot.group for lot in CONTENT.lots.values()})
    actions = ("shogun", "bower", "annex", *(name for district in ACTIONS.values() for name in district._actions))
    own = [placed.space for placed in state.placed_by(seat)]
    yield from (Announce(lot) for lot in lots)
    yield from (Bid(1), Bid(200), *map(ChooseLot, CONTENT.lots))
    yield from map(Place, (*spaces, "moon"))
    yield from (Perform(space, action) for space in own for action in actions)
    yield from (CompleteMission(space, card) for space in own for card in (*state.hands.missions[seat], "dawn"))
    yield from map(PlayCard, dict.fromkeys((*state.hands.actions[seat], "walls-have-ears")))
    yield from (Idle("moon"), UseBlackmail(), UseBlackmail(), ACCEPT, ChooseOption(9), TakePlace(9), DECLINE)
    yield from (TakeWeaponFrom(4, "katana"), KeepCard("x"), KeepWeapon("katana"), GiveUpWeapon("katana"))
    yield from (ChooseDeck("green"), GiveUpCard("action", "x"), CounterOffer(mon=500, for_mon=1), AcceptTrade(("x",)))
    yield from _offers(state, seat, (seat + 1) % state.seats)


def _offers(state: YedoState, seat: int, partner: int) -> Iterator[Move]:
    yield OfferTrade(partner=seat, mon=1, for_mon=2)
    yield OfferTrade(partner=partner, mon=500, for_mon=1)
    yield OfferTrade(partner=partner, cards=("nobody-holds-this",), for_mon=1)
    yield OfferTrade(partner=partner, cards=("blessing",), for_mon=1)
    yield OfferTrade(partner=partner, mon=1)
    yield OfferTrade(partner=partner, mon=1, for_mon=2, suits=True)
    for other in range(state.seats):
        for geisha in state.belongings.geishas[other][:1]:
            yield OfferTrade(partner=other, mon=1, for_geishas=(geisha,))


def refusals(turn: Turn, random: Random) -> Iterator[tuple[str, Move]]:
    """Yield illegal moves at a turn, each with the clause that forbids it."""
    moves = list(illegal(turn.state, turn.choice.seat))
    for move in random.sample(moves, min(TRIED, len(moves))):
        try:
            RULES.decide(turn.state, turn.choice.seat, move, Chance(bytes(32)))
        except IllegalMove as refusal:
            yield refusal.clause, move


def refused_in(number: int) -> Iterator[Refused]:
    """Yield the refusals in one game."""
    opened, random = opening(number), Random(number)
    for before, turn in enumerate(turns(opened)):
        for clause, move in refusals(turn, random):
            yield Refused(clause, opened, number, before, turn.choice.seat, move)


@cache
def found() -> dict[str, Refused]:
    """Return an early illegal move for each clause, from as many games as are needed to cover the sample."""
    first: dict[str, Refused] = {}
    for number in range(MOST_GAMES):
        for refused in refused_in(number):
            known = first.get(refused.clause)
            if known is None or refused.before < known.before // 2:
                first[refused.clause] = refused
        if first.keys() >= WANTED:
            break
    return first


def check(people: list[Person], attempts: list[Refused]) -> None:
    """Play a game over HTTP up to the last of these attempts, and make each at its turn."""
    opened, last = attempts[0].opened, max(attempt.before for attempt in attempts)
    seated = people[: opened.seats]
    path = table_for(seated, opened)
    for before, turn in enumerate(turns(opened)):
        now = [attempt for attempt in attempts if attempt.before == before]
        known = _known(seated[0], path) if now else None
        for attempt in now:
            sent = {"seat": attempt.seat, "move": as_sent(attempt.move)}
            document = problem(seated[attempt.seat].post(f"{path}/moves", sent), 422, "illegal-move")
            assert document["clause"] == attempt.clause
            assert document["text"] == RULES.rulebook[attempt.clause].text
            assert document["why"].strip().endswith((".", "!"))
        assert not now or _known(seated[0], path) == known
        if before == last:
            return
        make(seated, path, turn)


def _known(person: Person, path: str) -> list[Any]:
    return [person.get(path + part).get_json() for part in ("", "/state", "/steps?limit=1000")]


@pytest.fixture
def people(house: House) -> list[Person]:
    return [house.person(name) for name in ("Ada", "Bob", "Cyd", "Dan", "Eve")]


@pytest.mark.slow
def test_moves_of_a_short_game_are_refused_by_the_clauses_that_forbid_them(people: list[Person]) -> None:
    first: dict[str, Refused] = {}
    for refused in refused_in(0):
        first.setdefault(refused.clause, refused)
    assert len(first) > 40
    check(people, list(first.values()))


@pytest.mark.long
@pytest.mark.parametrize("room", SAMPLE)
def test_every_room_refuses_what_its_clauses_forbid(people: list[Person], room: str) -> None:
    missing = SAMPLE[room] - found().keys()
    assert not missing, f"no move of {MOST_GAMES} games is refused by these clauses: can it be at all?"
    games: dict[int, list[Refused]] = {}
    for clause in sorted(SAMPLE[room]):
        games.setdefault(found()[clause].number, []).append(found()[clause])
    for attempts in games.values():
        check(people, attempts)
