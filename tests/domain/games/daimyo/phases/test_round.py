"""Rounds: the roll, three turns each, the end of the round, five rounds in all; and points as they are recorded."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

import pytest

from domain.games.daimyo.effects.gains import Points
from domain.games.daimyo.facts.goods import Gained, Scored
from domain.games.daimyo.facts.turn import DiceRolled, DieTaken, RoundBegan, TurnBegan, TurnEnded
from domain.games.daimyo.phases.turn import EndTurn, TakeDie
from domain.games.daimyo.state import Die
from domain.kernel.audience import SPECTATOR
from domain.kernel.table import Ended
from tests.domain.games.daimyo.game import CONTENT, RULES, Position, given, opened, set_up


def idle(game: Position, *, until_round: int = 9) -> Position:
    """Do as little as possible until a round begins or the game ends; return the facts of all moves."""
    facts = list(game.facts)
    while game.asks() and game.state.turns.round < until_round:
        seat = game.asked_seat()
        offered = game.offered(seat)
        least = [move for move in offered if isinstance(move, RULES.silent_moves)]
        game = game.when(seat, (least or offered)[0])
        facts += game.facts
    return Position(game.state, tuple(facts))


def last_turn(seats: int = 3, **fields: object) -> Position:
    """Return the last turn of a round, just before it ends."""
    game = given(seats, turn=3 * seats, active=seats - 1, **fields)
    return game.menu(main=False)


def end_of_round(game: Position) -> Position:
    """End the last turn of the round."""
    return game.when(game.state.turns.active, EndTurn())


@pytest.mark.clause("daimyo.round.phases", "daimyo.round.roll")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_round_is_roll_turns_and_end(seats: int) -> None:
    game = idle(set_up(seats), until_round=2)
    revenue = [fact for fact in game.of_type(Gained) if fact.clause == "daimyo.revenue.automatic"]
    phases = [fact for fact in game.facts if isinstance(fact, RoundBegan | DiceRolled | TurnBegan) or fact in revenue]
    names = [type(fact).__name__ for fact in phases[:-1]]
    assert [name for name, _ in groupby(names)] == [*PHASES, *PHASES[:2]]
    assert names.count("TurnBegan") == 3 * (2 if seats == 1 else seats)


PHASES = ["RoundBegan", "DiceRolled", "TurnBegan", "Gained"]


@pytest.mark.clause("daimyo.round.roll")
def test_the_start_player_rolls_all_dice_in_sight_of_everybody_sorted_by_value() -> None:
    game = set_up(4).until("PlaceDie")
    view = RULES.view(game.state, SPECTATOR)
    assert len(view.pool) == 13
    values = [die.value for die in view.pool]
    assert values == sorted(values)
    assert set(values) <= {1, 2, 3, 4, 5, 6}
    assert all(side.dice == () for side in view.sides)


@pytest.mark.slow
@pytest.mark.clause("daimyo.round.roll")
def test_every_value_is_rolled_and_the_roller_owns_the_helmet() -> None:
    seen: Counter[int] = Counter()
    for seed in range(60):
        game = opened(4, seed)
        while not game.state.turns.round:
            game = game.when(game.asked_seat(), game.any_move(), seed)
        (rolled,) = game.of_type(DiceRolled)
        assert rolled.side == game.state.turns.helmet
        seen.update(die.value for die in rolled.dice)
    assert set(seen) == {1, 2, 3, 4, 5, 6}
    assert min(seen.values()) > 60 * 13 / 6 / 2


@pytest.mark.clause("daimyo.turn.order", "daimyo.setup.start-player")
def test_turns_go_clockwise_from_the_start_player() -> None:
    game = next(found for found in (set_up(3, seed) for seed in range(20)) if found.state.turns.helmet == 1)
    played = idle(game, until_round=2)
    assert [fact.side for fact in played.of_type(TurnBegan)][:9] == [1, 2, 0, 1, 2, 0, 1, 2, 0]


@pytest.mark.clause("daimyo.turn.order")
def test_the_owner_of_the_helmet_at_the_end_of_a_round_begins_the_next_one() -> None:
    game = end_of_round(last_turn(helmet=2)).until("ChooseStartPlayer")
    assert game.asked_seat() == 2
    game = idle(game, until_round=2)
    (begun,) = [fact for fact in game.of_type(RoundBegan) if fact.round == 2]
    assert begun.order == (game.state.turns.helmet, *[seat for seat in (1, 2) if seat != game.state.turns.helmet])
    assert game.state.turns.active == game.state.turns.helmet == 0


@pytest.mark.clause("daimyo.turn.three-turns", "daimyo.setup.dice.4p")
@pytest.mark.parametrize(("seats", "edition", "left"), [(4, "2021", 1), (4, "2019", 1), (3, "2021", 1), (2, "2019", 1)])
def test_the_end_of_the_round_begins_when_all_have_placed_three_dice(seats: int, edition: str, left: int) -> None:
    game = set_up(seats, edition=edition)
    facts = list(game.facts)
    while game.state.turns.active is not None:
        assert game.asks()[0][1] not in ("ChooseStartPlayer", "Hiring")
        game = game.when(game.asked_seat(), game.any_move())
        facts += game.facts
    taken = [fact.side for fact in facts if isinstance(fact, DieTaken)]
    assert Counter(taken) == dict.fromkeys(range(seats), 3)
    assert len(game.state.dice.pool) == left
    assert game.asks() == [(game.state.turns.order[0], "PickGoods")]


@pytest.mark.clause("daimyo.setup.dice.2p.2021", "daimyo.setup.dice.1p", "daimyo.turn.three-turns")
@pytest.mark.parametrize(("seats", "used", "left"), [(1, 6, 2), (2, 9, 2)])
def test_mercenaries_and_empire_use_three_dice_as_well(seats: int, used: int, left: int) -> None:
    game = idle(set_up(seats), until_round=2)
    turns = [fact for fact in game.facts if isinstance(fact, DieTaken)]
    assert len(turns) == used
    assert sum(CONTENT_DICE[seats]) - used == left


CONTENT_DICE = {pool.seats: (pool.blue, pool.green, pool.red) for pool in CONTENT.dice if pool.edition == "2021"}


@pytest.mark.clause("daimyo.turn.dice-accumulate")
def test_placed_dice_count_together_until_the_next_roll() -> None:
    start = given(turn=7, pool=(Die("red", 3), Die("blue", 1)))
    game = start.dice(0, ("green", 6, "production"), ("red", 5, "recruitment")).asking(*start.state.agenda[-1:])
    game = game.when(0, TakeDie("red", 3, "construction"))
    assert game.state.dice_total(0) == RULES.view(game.state, SPECTATOR).sides[0].dice_total == 14
    game = idle(game, until_round=2)
    assert game.state.dice.placed == ((), (), ())
    assert len(game.state.dice.pool) == 10


@pytest.mark.clause("daimyo.turn.end", "daimyo.turn.order")
@pytest.mark.parametrize(("active", "following"), [(0, 1), (1, 2), (2, 0)])
def test_the_player_on_the_left_takes_the_next_turn(active: int, following: int) -> None:
    game = given(active=active, turn=active + 1).menu(main=False).when(active, EndTurn())
    assert game.asks() == [(following, "PlaceDie")]
    game.then(active=following).citing("daimyo.turn.end", TurnEnded)
    game.when_not_asked(active, TakeDie("red", 1, "tax"))


@pytest.mark.slow
@pytest.mark.clause("daimyo.overview.five-rounds", "daimyo.end.game", "daimyo.scoring.winner")
@pytest.mark.parametrize(("edition", "seats"), [("2021", 1), ("2021", 2), ("2021", 3), ("2019", 2), ("2019", 4)])
def test_a_game_is_five_rounds_long(edition: str, seats: int) -> None:
    game = idle(set_up(seats, edition=edition))
    assert [fact.round for fact in game.of_type(RoundBegan)] == [1, 2, 3, 4, 5]
    assert isinstance(game.facts[-2], Ended)
    assert game.state.turns.round == 5
    assert game.state.result.ended_by == "daimyo.end.game"
    assert game.asks() == []
    scores = game.state.result.scores
    best = max(score.points for score in scores)
    assert all(score.points == best for score in scores if score.rank == 1)


@pytest.mark.clause("daimyo.overview.five-rounds", "daimyo.end.advance-round-marker")
def test_round_5_leads_to_final_scoring_and_round_4_to_round_5() -> None:
    game = idle(end_of_round(last_turn(round=5)))
    assert game.of_type(RoundBegan) == []
    assert game.state.result is not None
    game = idle(end_of_round(last_turn(round=4)), until_round=5)
    game.citing("daimyo.turn.order", RoundBegan).citing("daimyo.round.roll", DiceRolled).then(round=5, result=None)


@pytest.mark.clause("daimyo.overview.scoring-moments", "daimyo.scoring.relics")
def test_relics_give_points_in_final_scoring_and_not_when_a_round_ends() -> None:
    def scored(round: int) -> tuple[Position, list[Scored]]:
        game = last_turn(round=round, helmet=1).having(0, relics=(("red", 0), ("red", 0)))
        game = idle(end_of_round(game), until_round=round + 1)
        return game, [fact for fact in game.of_type(Scored) if fact.side == 0]

    game, points = scored(1)
    assert (points, game.state.scoring.points[0]) == ([], 0)
    game, points = scored(5)
    assert [fact.points for fact in points if fact.clause == "daimyo.scoring.relics"] == [7]


@pytest.mark.clause("daimyo.overview.scoring-moments")
def test_buildings_helmet_army_and_leftovers_give_points_at_the_end_only() -> None:
    def lines(round: int) -> set[str]:
        game = last_turn(round=round, helmet=0).having(0, towers=("red-1",), farms=("red-2",), rice=10)
        game = idle(end_of_round(game), until_round=round + 1)
        return {line.clause for line in game.state.scoring.scored if line.side == 0}

    influence = {"daimyo.influence.first-place"}
    assert lines(1) == influence
    final = {"techno-farms.2021", "radio-towers", "army-points.2021", "helmet", "resources"}
    assert lines(5) == influence | {f"daimyo.scoring.{each}" for each in final}


@pytest.mark.clause("daimyo.board.central-island", "daimyo.end.order")
def test_round_scoring_visits_six_islands_and_not_the_central_one() -> None:
    sites = tuple(f"{island}-1" for island in CONTENT.islands)
    game = end_of_round(last_turn(4).having(1, governors=sites))
    scored = [fact for fact in game.of_type(Scored) if fact.side == 1]
    assert [fact.what for fact in scored] == [f"influence/{island}" for island in CONTENT.islands]
    assert sum(fact.points for fact in scored) == sum(each.gold_standard for each in CONTENT.islands.values())
    assert "central" not in CONTENT.islands


@pytest.mark.clause("daimyo.island.standards")
@pytest.mark.parametrize("island", list(CONTENT.islands))
def test_the_standards_go_to_the_first_and_the_second(island: str) -> None:
    sites = [f"{island}-{number}" for number in (1, 2, 3, 4, 5)]
    game = last_turn(4).having(0, governors=tuple(sites[:3])).having(1, governors=tuple(sites[3:]))
    game = end_of_round(game)
    entry = CONTENT.islands[island]
    found = [(fact.side, fact.points) for fact in game.of_type(Scored)]
    assert found == [(0, entry.gold_standard), (1, entry.silver_standard)]


@pytest.mark.clause("daimyo.pp.track")
def test_points_are_recorded_at_once() -> None:
    game = given().with_state(points=(10, 0, 0)).effects(Points(4))
    view = RULES.view(game.state, SPECTATOR).sides[0]
    assert (game.state.scoring.points[0], view.points, view.track_space, view.fifty_tokens) == (14, 14, 14, 0)


@pytest.mark.clause("daimyo.pp.over-49", "daimyo.component.fifty-pp-token")
@pytest.mark.parametrize(
    ("before", "gained", "space", "tokens"), [(47, 5, 2, 1), (49, 1, 0, 1), (40, 9, 49, 0), (99, 3, 2, 2)]
)
def test_a_player_who_passes_49_takes_the_token_and_starts_over_at_0(
    before: int, gained: int, space: int, tokens: int
) -> None:
    state = given().with_state(points=(before, 0, 0)).effects(Points(gained)).state
    view = RULES.view(state, SPECTATOR).sides[0]
    assert (view.points, view.track_space, view.fifty_tokens) == (before + gained, space, tokens)
