"""How bots judge a state of Yedo: by what their seat may know, and for all players together in Shogun Must Die."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from random import Random

import pytest
from msgspec.structs import replace

from domain.games.yedo.coop.errands import Agree, Refuse, ResolveErrand
from domain.games.yedo.coop_phases.stakes import SetStake
from domain.games.yedo.phases.bidding import ChooseLot, ChooseType
from domain.games.yedo.state import YedoState
from domain.kernel.audience import seat_viewer
from domain.kernel.bots import GreedyBot, suggest_any
from domain.kernel.chance import Chance
from domain.kernel.fact import replace_at
from domain.kernel.table import Listed
from kifu.selfplay.play import play_game
from tests.domain.games.yedo.errands import ROADS, acting, together
from tests.domain.games.yedo.game import RULES, Position, given

COOP = {"shogun_must_die": True, "sets": "classic"}


def positions(seats: int, seed: int = 1, every: int = 7, **options: object) -> Iterator[YedoState]:
    """Yield states of a random game, some moves apart, and the last one."""
    random = Random(seed)
    chance = Chance(random.randbytes(32))
    state, step = RULES.open(RULES.parse_options(options), seats, chance).state, 1
    while state.result is None:
        step += 1
        listed = suggest_any(state, RULES.choices(state))
        choice, moves = listed.choice, listed.answers
        state = RULES.decide(state, choice.seat, random.choice(moves), chance.begin_step(step)).state
        if step % every == 0 or state.result is not None:
            yield state


def worth(game: Position, seat: int = 0) -> float:
    return RULES.judge(game.state, seat)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_with_open_hands_a_state_is_worth_the_same_to_all_players_who_win_or_lose_together(seats: int) -> None:
    for state in positions(seats, seats, open_hands=True, **COOP):
        found = [RULES.judge(state, seat) for seat in range(seats)]
        assert all(map(isfinite, found))
        assert found == pytest.approx([found[0]] * seats)


@pytest.mark.parametrize(("seats", "options"), [(1, COOP), (2, COOP), (4, COOP), (3, {"sets": "classic"})])
def test_a_state_is_worth_the_same_whatever_a_player_cannot_know_of_it(seats: int, options: dict[str, object]) -> None:
    differ = 0
    for number, state in enumerate(positions(seats, seats, **options)):
        for seat in range(seats):
            other = RULES.redeal(state, seat_viewer(seat), Chance(Random(number).randbytes(32)))
            differ += (other.hands.missions, other.hands.bonus) != (state.hands.missions, state.hands.bonus)
            assert RULES.judge(other, seat) == pytest.approx(RULES.judge(state, seat))
    assert differ > 20 or seats == 1


def test_the_stake_of_another_player_changes_nothing_before_all_are_opened() -> None:
    game = together(2).with_state(phase="bidding").asking(SetStake(seat=0))
    board = game.state.coop_board
    staked = [game.with_state(coop=replace(board, stakes=replace_at(board.stakes, 1, mon))) for mon in (None, 0, 5)]
    assert len({worth(each) for each in staked}) == 1


@pytest.mark.slow
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_game_of_greedy_bots_against_the_daimyo_ends(seats: int) -> None:
    played = play_game(RULES, RULES.parse_options(COOP), seats, 0, "valuation", ("greedy",))
    assert played.result.won_together is not None


def test_an_errand_is_worth_more_the_less_is_missing_for_it_and_most_when_it_is_done() -> None:
    game = together(2, upcoming=ROADS)
    nearer = game.placed(("gates-1", 0))
    ready = nearer.placed(("bower-1", 1)).having(1, weapons=("katana",))
    done = ready.on_board(errands=(ROADS,), upcoming=None).having(0, points=3)
    assert worth(game) < worth(nearer) < worth(ready) < worth(done)


def test_bots_resolve_an_errand_that_they_can_and_agree_to_their_share() -> None:
    game = together(2, current=ROADS).placed(("gates-1", 0), ("bower-1", 1)).having(1, weapons=("katana",))
    game = acting(game.having(0, reserve=0))
    [choice] = [choice for choice in RULES.choices(game.state) if not choice.standing]
    chosen = GreedyBot().choose(RULES, Listed(game.state, choice, list(choice.moves(game.state))), Random(1))
    assert chosen == ResolveErrand("gates-1", ROADS)
    asked = game.when(0, chosen)
    assert worth(asked.when(1, Agree()), 1) > worth(asked.when(1, Refuse()), 1)


def test_the_shogun_is_worth_more_dead_than_alive() -> None:
    game = given(2, options=COOP)
    dead = game.on_board(shogun=None)
    assert worth(dead) > worth(game) + 10


def test_the_first_place_in_player_order_is_worth_more_than_the_last_as_long_as_rounds_follow() -> None:
    first, last = given(3, track=(0, 1, 2)), given(3, track=(1, 2, 0))
    assert worth(first) > worth(last)
    over = {"round": first.state.parameters.rounds}
    assert worth(first.with_state(**over)) == pytest.approx(worth(last.with_state(**over)))


@pytest.mark.parametrize("seats", [2, 3])
def test_bots_take_action_cards_from_a_category_when_they_hold_none_and_have_no_use_for_weapons(seats: int) -> None:
    full = ("doku", "nawa", "yumi", "shuko")
    game = given(seats, phase="bidding").having(0, mon=10, actions=(), missions=(), weapons=full)
    game = game.asking(ChooseType(seat=0, group="white"))
    (choice,) = [choice for choice in RULES.choices(game.state) if isinstance(choice, ChooseType)]
    chosen = GreedyBot().choose(RULES, Listed(game.state, choice, list(choice.moves(game.state))), Random(1))
    assert chosen == ChooseLot("action")
