"""The laws of conservation in Shogun Must Die: Emperor Cards, the Daimyo's cards and figures, markers, stakes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.games.yedo.coop.coop_laws import COOP_LAWS
from domain.games.yedo.printed.parts import DisplaySlot, Placed
from domain.games.yedo.state import YedoState
from domain.kernel.errors import RulesError
from domain.kernel.scoring import Goal, SeatScore, end_together
from tests.domain.games.yedo.coop_games import board, coop, new
from tests.domain.games.yedo.game import CONTENT, RULES, Position
from tests.support.states import with_fields

GREEN, YELLOW = CONTENT.emperor_of["green"], CONTENT.emperor_of["yellow"]
CARDS = sorted(CONTENT.daimyo_cards)


def laid(game: Position, **fields: object) -> YedoState:
    """Replace things on the cooperative board."""
    return with_fields(game.state, coop=replace(board(game), **fields))


def two(**options: object) -> Position:
    """Return the first choice of a game of two, in which everything is laid out."""
    return new(2, **options)


def broken() -> dict[str, tuple[str, YedoState]]:
    """Return states that break a law, by what is wrong with them, each with the name of the law."""
    game, solo = two(), new(1)
    emperor, cards = "conservation of Emperor Cards", "conservation of the Daimyo's cards"
    figures, shogun = "conservation of the Daimyo's Disciples", "one Kill the Shogun card"
    stack = board(game).stack
    house = game.state.pieces.house
    killed = ((board(game).shogun,), ())
    return {
        "one Emperor Card twice": (emperor, laid(game, stack=stack[2:], upcoming=YELLOW[0], current=YELLOW[0])),
        "a card beside the deck": (emperor, laid(game, upcoming=YELLOW[0])),
        "a card of another colour": (emperor, laid(game, stack=stack[1:], upcoming=GREEN[0])),
        "a bonus card lost": (emperor, laid(game, bonus_hidden=1, shogun=None)),
        "a red card too few": (emperor, laid(game, stack=stack[:-1])),
        "an open card of the Daimyo discarded as well": (cards, laid(game, discard=(board(game).display[1].card,))),
        "more of its cards than there are": (cards, laid(game, discard=tuple(CARDS[:7]))),
        "a discarded card on its deck": (cards, laid(game, display=(), first=(CARDS[0],), discard=(CARDS[0],))),
        "a Disciple too many": (figures, with_fields(game.state, house=(*house[:2], ("disciple",)))),
        "a Disciple too few": (
            figures,
            laid(game, display=tuple(DisplaySlot(slot.card, False) for slot in board(game).display)),
        ),
        "the Daimyo on the space of the Shogun": (
            "the Daimyo in Districts and in the Bower",
            with_fields(
                laid(game, display=(DisplaySlot(None, False), *board(game).display[1:])), placed=(Placed("shogun", 2),)
            ),
        ),
        "no Errand Boy": (
            "one Errand Boy",
            with_fields(solo.state, house=(("disciple",) * 2, *solo.state.pieces.house[1:])),
        ),
        "an Errand Boy in a game of two": (
            "one Errand Boy",
            with_fields(game.state, house=((*house[0], "errand-boy"), *house[1:])),
        ),
        "Kill the Shogun nowhere": (shogun, laid(game, shogun=None)),
        "Kill the Shogun twice": (shogun, with_fields(game.state, done=killed)),
        "a bonus Errand too early": (
            "bonus Errands after the death of the Shogun",
            laid(game, bonus=YELLOW[0], bonus_hidden=1),
        ),
        "no marker of the Daimyo": ("one marker for each side", with_fields(game.state, track=(0, 1))),
        "a stake above the purse": (
            "stakes within the purse",
            laid(game, stakes=(game.state.belongings.mon[0] + 1, None)),
        ),
        "a victory without the Shogun's death": (
            "a victory if all goals are met",
            with_fields(
                game.state,
                result=end_together(
                    "yedo.coop.end-round",
                    "yedo.coop.end-all-targets",
                    [SeatScore(seat, 40, 1) for seat in (0, 1)],
                    (Goal("", "", 0, 0),),
                ),
            ),
        ),
        "a stake below the least one": ("stakes within the purse", laid(game, stakes=(None, 2))),
    }


@pytest.mark.parametrize("wrong", broken())
def test_a_state_that_breaks_a_law_is_found(wrong: str) -> None:
    law, state = broken()[wrong]
    assert not COOP_LAWS[law](state)
    with pytest.raises(RulesError):
        RULES.check_state(state)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_new_game_keeps_all_laws(seats: int) -> None:
    for options in ({}, {"master_daimyo": True, "mood": "insatiable"}):
        RULES.check_state(new(seats, **options).state)


def test_a_game_under_way_keeps_all_laws() -> None:
    stack = board(two()).stack
    lying = {"stack": stack[3:], "upcoming": YELLOW[0], "errands": (YELLOW[1],), "gone": (YELLOW[2],)}
    state = laid(two(), **lying, shogun=None, bonus=YELLOW[3], bonus_hidden=1)
    state = with_fields(state, done=((board(two()).shogun,), ()))
    assert [law for law, holds in COOP_LAWS.items() if not holds(state)] == []


def test_once_stakes_are_open_they_may_be_spent() -> None:
    game = coop(2, stakes=(12, 0)).having(0, mon=0)
    assert COOP_LAWS["stakes within the purse"](game.state)
