"""A deal in the Tavern, as the rulebook tells it: Red gets a Geisha and a Doku from Green."""

from __future__ import annotations

import pytest

from domain.games.yedo.facts.trade import CardsHandedOver
from domain.games.yedo.phases.offers import CounterOffer, OfferTrade
from domain.games.yedo.phases.trade import AcceptTrade, DeclineTrade, PassTrade, TradePhase
from domain.kernel.audience import SPECTATOR, Viewer, seat_viewer
from domain.kernel.choice import Move
from domain.kernel.table import Outcome
from tests.domain.games.yedo.game import RULES, Position, given
from tests.support.noninterference import Leak, Pair, Secretly, check, same_step

BLUE, GREEN, RED, YELLOW = range(4)
NAMES = ("Blue", "Green", "Red", "Yellow")
THIEF, SECRETS = "master-thief", "keeper-of-secrets"
EARS, WELL = "walls-have-ears", "a-word-at-the-well"
GATE, PURSES = "listen-at-the-gate", "lighter-purses"
SEED = bytes(range(32))
COUNTER = CounterOffer(weapons=("doku",), geishas=(2,), for_weapons=("nawa",), for_bonus=1, for_mon=6)


def in_the_tavern(geishas: tuple[int, ...] = (2,), **more: object) -> Position:
    """Blue, Green and Red in the Tavern, Yellow in the Market; Red, who is first, holds a Bonus Card."""
    game = given(4, phase="trade", track=(RED, BLUE, GREEN, YELLOW))
    game = game.having(RED, **{"bonus": (THIEF,), "weapons": ("nawa",), "actions": (EARS,), "mon": 8, **more})
    game = game.having(GREEN, weapons=("doku",), geishas=geishas, mon=3, actions=(WELL,))
    places = (("tavern-1", BLUE), ("tavern-2", GREEN), ("tavern-3", RED), ("market-1", YELLOW))
    return game.placed(*places).asking(TradePhase()).running()


def words(game: Position, viewer: Viewer) -> str:
    """The words about the last move for a reader."""
    return " ".join(text for fact in game.facts if (text := fact.words(NAMES, viewer)))


@pytest.mark.clause("yedo.trade.example-red-green")
def test_red_and_green_close_their_deal() -> None:
    proposal = OfferTrade(partner=GREEN, cards=(THIEF,), weapons=("nawa",), for_weapons=("doku",), for_geishas=(2,))
    game = in_the_tavern().when(RED, proposal).asked((GREEN, "AnswerOffer"))
    game = game.when(GREEN, COUNTER).asked((RED, "AnswerOffer"))
    game.then(RED, bonus=(THIEF,), weapons=("nawa",), mon=8).then(GREEN, weapons=("doku",), geishas=(2,), mon=3)
    game = game.when(RED, AcceptTrade((THIEF,))).asked((RED, "TradeMenu"))
    game.then(RED, bonus=(), weapons=("doku",), geishas=(2,), mon=2, points=1)
    game.then(GREEN, bonus=(THIEF,), weapons=("nawa",), geishas=(), mon=9, points=1)
    for seat in (RED, GREEN):
        assert "Master Thief" in words(game, seat_viewer(seat))
    for viewer in (SPECTATOR, seat_viewer(BLUE)):
        assert "Master Thief" not in words(game, viewer)
        assert "Green receives 1 Bonus Card from Red." in words(game, viewer)
        assert "Green receives 6 Mon and Nawa from Red." in words(game, viewer)
        assert "Red receives Doku and a Geisha of value 2 from Green." in words(game, viewer)


@pytest.mark.clause("yedo.trade.where")
def test_red_trades_with_those_in_the_tavern_only() -> None:
    game = in_the_tavern()
    game.when(RED, OfferTrade(partner=YELLOW, mon=1, for_mon=2)).refused("yedo.trade.where")
    game.when(RED, OfferTrade(partner=BLUE, mon=1, for_mon=2)).asked((BLUE, "AnswerOffer"))


@pytest.mark.clause("yedo.trade.not-tradable")
def test_red_cannot_sell_an_annex() -> None:
    game = in_the_tavern(annexes=("dojo",))
    game.when(RED, OfferTrade(partner=GREEN, cards=("dojo",), for_mon=2)).refused("yedo.trade.not-tradable")


@pytest.mark.clause("yedo.trade.geisha-limit")
def test_green_cannot_get_a_fourth_geisha() -> None:
    game = in_the_tavern((1, 2, 3)).having(RED, geishas=(1,))
    game.when(RED, OfferTrade(partner=GREEN, geishas=(1,), for_mon=2)).refused("yedo.trade.geisha-limit")


# Nobody can tell which card is offered


def universe(state: object) -> list[Move]:
    """Moves that a viewer might try in order to learn more."""
    cards = (THIEF, SECRETS, EARS, WELL, GATE, PURSES)
    return [
        *(AcceptTrade((card,)) for card in cards),
        AcceptTrade(),
        DeclineTrade(),
        PassTrade(),
        *(CounterOffer(cards=(card,), for_mon=1) for card in cards),
        *(CounterOffer(mon=1, **{wanted: 1}) for wanted in ("for_actions", "for_bonus", "for_mon")),
        CounterOffer(mon=1, for_missions=("green",)),
        *(OfferTrade(partner=seat, cards=(card,), for_mon=1) for seat in range(3) for card in cards),
    ]


def played(game: Position, *moves: tuple[int, Move]) -> list[Position]:
    """The position and those after each of these moves."""
    found = [game]
    for seat, move in moves:
        found.append(found[-1].when(seat, move))
    return found


def compare(viewer: Viewer, ones: list[Position], others: list[Position]) -> None:
    """Raise Leak if the viewer can tell two courses of the same deal apart."""
    for one, other in zip(ones, others, strict=True):
        check(RULES, Pair(viewer, Secretly(one.state, SEED), Secretly(other.state, SEED)), universe)
        assert same_step(Outcome(one.facts, one.state), Outcome(other.facts, other.state), viewer)


def deals(kind: str) -> tuple[list[Position], list[Position]]:
    """A deal with each of two cards of a kind: the offer, the counter-offer, and the exchange."""
    cards = {"bonus": (THIEF, SECRETS), "actions": (EARS, WELL), "missions": (GATE, PURSES)}[kind]
    wanted = {"bonus": {"for_bonus": 1}, "actions": {"for_actions": 1}, "missions": {"for_missions": ("green",)}}[kind]
    courses = []
    for card in cards:
        start = given(3, phase="trade", track=(RED, BLUE, GREEN)).having(RED, **{kind: (card,)})
        start = start.having(GREEN, weapons=("doku",)).placed(("tavern-1", GREEN), ("tavern-2", RED))
        moves: list[tuple[int, Move]] = [
            (RED, OfferTrade(partner=GREEN, cards=(card,), for_weapons=("doku",), suits=True)),
            (GREEN, CounterOffer(weapons=("doku",), for_mon=2, **wanted)),
            (RED, AcceptTrade((card,))),
        ]
        courses.append(played(start.asking(TradePhase()).running(), *moves))
    return courses[0], courses[1]


@pytest.mark.clause("yedo.trade.cards-face-down", "yedo.ruling.traded-cards")
@pytest.mark.parametrize("kind", ["bonus", "actions", "missions"])
@pytest.mark.parametrize("viewer", [seat_viewer(GREEN), seat_viewer(BLUE), SPECTATOR])
def test_before_the_exchange_nobody_else_can_tell_which_card_is_offered(kind: str, viewer: Viewer) -> None:
    ones, others = deals(kind)
    compare(viewer, ones[:-1], others[:-1])


@pytest.mark.clause("yedo.trade.public", "yedo.ruling.traded-cards")
@pytest.mark.parametrize("kind", ["bonus", "actions", "missions"])
def test_after_the_exchange_the_other_players_still_cannot(kind: str) -> None:
    ones, others = deals(kind)
    for viewer in (seat_viewer(BLUE), SPECTATOR):
        compare(viewer, ones, others)


@pytest.mark.clause("yedo.trade.cards-face-down", "yedo.ruling.traded-cards")
def test_after_the_exchange_both_traders_know_the_card() -> None:
    ones, others = deals("bonus")
    outcomes = [Outcome(course[-1].facts, course[-1].state) for course in (ones, others)]
    for seat in (GREEN, RED):
        assert not same_step(outcomes[0], outcomes[1], seat_viewer(seat))
    assert [fact.cards for fact in ones[-1].of_type(CardsHandedOver)] == [(THIEF,)]


def test_the_comparison_finds_a_leak() -> None:
    ones, others = deals("bonus")
    with pytest.raises(Leak):
        compare(seat_viewer(RED), ones[:2], others[:2])
