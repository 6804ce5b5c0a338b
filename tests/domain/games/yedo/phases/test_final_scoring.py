"""The end of the game: the last call, Bonus Cards, Blackmail Cards, left-over Mon, the winner; and a resignation."""

from __future__ import annotations

from datetime import timedelta

import pytest
from msgspec.structs import replace

from domain.application import resigning
from domain.application.commands import Request
from domain.games.yedo.course.round import AfterRound
from domain.games.yedo.effects.conditions import AtLeast
from domain.games.yedo.facts.ending import BonusCardsShown
from domain.games.yedo.facts.turns import RoundBegan
from domain.games.yedo.phases.acting import ActionPhase, Idle
from domain.games.yedo.phases.final_scoring import FinalScoring, bonus_points, scores
from domain.games.yedo.phases.playing import PlayCard
from domain.games.yedo.printed.entries import BonusCard
from domain.kernel.audience import SPECTATOR, seat_viewer
from domain.kernel.chance import Chance
from domain.kernel.moves import DECLINE
from domain.kernel.scoring import Result
from domain.kernel.table import Ended
from tests.domain.games.yedo.game import CONTENT, RULES, Position, given
from tests.domain.games.yedo.teahouse import with_teahouse
from tests.support.games import NOW, PLAYERS, start_game
from tests.support.states import with_fields

FIRST_GAME = {"rounds": 8, "sets": "first-game"}


def last_round(seats: int = 3, **fields: object) -> Position:
    """Return the last round of a game, in which nobody has Mon to score."""
    fields.setdefault("mon", (0,) * seats)
    return given(seats, phase="actions", round=8, **fields)


def ended(game: Position) -> Position:
    """Score and end a game in which nobody holds Action Cards."""
    game = game.asking(FinalScoring()).running()
    assert game.state.result is not None
    return game


def result(game: Position) -> Result:
    assert game.state.result is not None
    return game.state.result


def scored(game: Position, clause: str) -> tuple[int, ...]:
    """Return what the seats scored by a clause, by seat."""
    found = [0] * game.state.seats
    for line in game.state.scoring.scored:
        if line.clause == clause:
            found[line.seat] += line.points
    return tuple(found)


def total(game: Position, card: str) -> tuple[int, ...]:
    """Return what the seats score in a game in which seat 0 holds this Bonus Card only."""
    before = game.having(0, bonus=(card,))
    after = ended(before)
    return tuple(new - old for new, old in zip(after.state.scoring.points, before.state.scoring.points, strict=True))


# Which points Bonus Cards count


@pytest.mark.clause("yedo.ruling.bonus-for-points")
def test_a_bonus_card_for_points_looks_at_those_before_the_final_scoring() -> None:
    (asked,) = {need.count for need in CONTENT.bonus_cards["a-great-name"].needs if isinstance(need, AtLeast)}
    short = last_round(points=(asked - 2, 0, 0), mon=(25, 0, 0), blackmail=(1, 0, 0))
    assert scored(ended(short.having(0, bonus=("a-great-name",))), "yedo.end.bonus") == (0, 0, 0)
    other = short.having(0, bonus=("a-clear-conscience", "a-great-name"), blessings=True)
    assert scored(ended(other), "yedo.end.bonus") == (CONTENT.bonus_cards["a-clear-conscience"].points, 0, 0)
    guest = with_teahouse(phase="actions", round=8, points=(asked - 2, 0, 0), mon=(0, 0, 0), recruited={0: "shogun"})
    assert scored(ended(guest.having(0, bonus=("a-great-name",))), "yedo.end.bonus") == (0, 0, 0)
    enough = last_round(points=(asked, 0, 0))
    assert scored(ended(enough.having(0, bonus=("a-great-name",))), "yedo.end.bonus")[0] > 0


# When the game ends


@pytest.mark.clause("yedo.end.when", "yedo.end.fixed-rounds")
@pytest.mark.parametrize("rounds", [6, 8, 11])
def test_the_game_ends_when_the_last_disciple_of_the_last_round_has_been_activated(rounds: int) -> None:
    options = {"rounds": rounds, "sets": "classic"}
    game = given(2, round=rounds, options=options, patrol=None).placed(("tavern-1", 0), ("gates-1", 1))
    game = game.asking(ActionPhase()).running().when(0, Idle("tavern-1"))
    assert game.state.result is None
    game = game.when(1, Idle("gates-1")).citing("yedo.end.when", Ended).without(RoundBegan)
    assert result(game).ended_by == "yedo.end.fixed-rounds"


@pytest.mark.clause("yedo.end.fixed-rounds")
def test_another_round_follows_before_the_last_one() -> None:
    game = given(2, round=7).asking(AfterRound()).running()
    assert game.state.result is None
    assert game.state.turns.round == 8


@pytest.mark.clause("yedo.end.kill-the-shogun-early", "yedo.end.when")
def test_after_kill_the_shogun_the_other_disciples_are_activated_and_no_round_follows() -> None:
    game = given(3, round=5, last_round=True, patrol=None).placed(("tavern-1", 0), ("gates-1", 1), ("harbor-1", 2))
    game = game.asking(ActionPhase()).running()
    for seat, space in enumerate(("tavern-1", "gates-1", "harbor-1")):
        assert game.state.result is None
        game = game.when(seat, Idle(space))
    game.without(RoundBegan).then(round=5)
    assert result(game).ended_by == "yedo.end.kill-the-shogun-early"


@pytest.mark.clause("yedo.ruling.last-call")
def test_before_the_scores_each_player_with_action_cards_is_asked_once_in_player_order() -> None:
    game = last_round(options=FIRST_GAME, track=(2, 0, 1)).having(0, actions=("walls-have-ears",))
    game = game.having(2, actions=("fortune-teller", "good-harvest")).asking(FinalScoring()).running()
    game = game.asked((2, "LastCall"))
    assert game.offered(2) == [DECLINE, PlayCard("fortune-teller")]
    game = game.when(2, DECLINE).asked((0, "LastCall"))
    assert game.offered(0) == [DECLINE]
    game = game.when(0, PlayCard("good-harvest")).refused("yedo.actions-cards.timing").when(0, DECLINE)
    assert result(game).ended_by == "yedo.end.fixed-rounds"


@pytest.mark.clause("yedo.ruling.last-call")
def test_a_card_played_at_the_last_call_counts_for_the_scores() -> None:
    game = last_round(options=FIRST_GAME).having(1, actions=("fortune-teller",), mon=9)
    game = game.asking(FinalScoring()).running().asked((1, "LastCall")).when(1, PlayCard("fortune-teller"))
    game = game.until("LastCall").asked((1, "LastCall")).then(1, mon=10).when(1, DECLINE)
    assert scored(game, "yedo.end.mon") == (0, 1, 0)


@pytest.mark.clause("yedo.ruling.last-call")
def test_nobody_is_asked_if_no_card_in_play_can_be_played_at_any_time() -> None:
    options = {"rounds": 8, "sets": "own", "action_sets": ("rule-changers",), "event_sets": ("neutral", "resources")}
    options["mission_sets"] = ("neutral", "money")
    game = last_round(options=options).having(0, actions=("cheap-timber",))
    assert not any(CONTENT.action_cards[card].when == "any" for card in game.state.parameters.action_deck)
    ended(game)


@pytest.mark.clause("yedo.ruling.last-call")
def test_who_is_asked_for_the_last_call_says_nothing_about_the_cards_in_hand() -> None:
    asked = []
    for card in ("fortune-teller", "good-harvest"):
        game = last_round(options=FIRST_GAME).having(1, actions=(card,)).asking(FinalScoring()).running()
        asked.append((game.asks(), len(game.state.agenda), game.offered(0)))
    assert asked[0] == asked[1]


# Bonus Cards


@pytest.mark.clause("yedo.end.bonus")
def test_each_bonus_card_whose_task_is_met_is_scored_at_the_end() -> None:
    game = last_round().having(0, bonus=("a-clear-conscience", "the-unsent-letter"), blessings=True, blackmail=1)
    before = game.state.scoring.points[0]
    game = ended(game).citing("yedo.end.bonus", BonusCardsShown)
    assert scored(game, "yedo.end.bonus") == (4 + 3, 0, 0)
    assert game.state.scoring.points[0] == before + 4 + 3 + 2


@pytest.mark.clause("yedo.end.bonus")
def test_a_bonus_card_whose_task_is_not_met_scores_nothing_and_the_card_of_another_neither() -> None:
    assert total(last_round(), "a-clear-conscience") == (0, 0, 0)
    assert total(last_round().having(1, blessings=True), "a-clear-conscience") == (0, 0, 0)


@pytest.mark.clause("yedo.bonus.bracket-value")
def test_the_owner_scores_the_value_in_brackets_if_another_player_meets_the_task_too() -> None:
    card = BonusCard(id="a-card", number="B99", needs=(AtLeast(measure="annexes"),), points=6, shared=3, source="house")
    game = last_round().having(0, annexes=("dojo",))
    assert bonus_points(game.state, 0, card) == ("yedo.end.bonus", 6)
    game = game.having(2, annexes=("yashiki",))
    assert bonus_points(game.state, 0, card) == ("yedo.bonus.bracket-value", 3)
    assert bonus_points(game.state, 1, card) == ("yedo.end.bonus", 0)


@pytest.mark.clause("yedo.bonus.bracket-value")
def test_the_others_score_nothing_for_a_task_that_they_meet_too() -> None:
    game = last_round().having(0, annexes=("dojo", "yashiki"))
    assert total(game, "the-widest-grounds") == (5, 0, 0)
    assert total(game.having(1, annexes=("dojo", "yashiki")), "the-widest-grounds") == (3, 0, 0)
    assert total(game.having(1, annexes=("dojo", "yashiki", "karesansui")), "the-widest-grounds") == (0, 0, 0)


@pytest.mark.clause("yedo.bonus.per-asset")
@pytest.mark.parametrize(("geishas", "points"), [((), 0), ((1,), 2), ((1, 1, 2), 6)])
def test_some_bonus_cards_give_points_for_each_asset(geishas: tuple[int, ...], points: int) -> None:
    game = last_round().having(0, geishas=geishas)
    assert total(game, "house-of-flowers") == (points, 0, 0)


@pytest.mark.clause("yedo.bonus.per-asset")
def test_points_for_each_asset_stop_at_the_most_that_a_card_counts() -> None:
    game = last_round().having(0, annexes=("dojo", "karesansui", "kobudo-ryu", "yashiki"))
    assert total(game, "many-roofs") == (6, 0, 0)
    weapons = ("doku", "doku", "yumi", "nawa")
    assert total(last_round().having(0, weapons=weapons), "the-arsenal") == (3, 0, 0)


@pytest.mark.clause("yedo.bonus.per-asset")
@pytest.mark.parametrize(("weapons", "points"), [((), 0), (("nawa",) * 3, 2), (("nawa",) * 4, 4)])
def test_a_card_may_count_several_assets_as_one_unit(weapons: tuple[str, ...], points: int) -> None:
    card = BonusCard(id="a-card", number="B99", measure="weapons", each=2, points=2, source="house")
    game = last_round().having(0, weapons=weapons)
    assert bonus_points(game.state, 0, card) == ("yedo.bonus.per-asset", points)


def test_a_threshold_of_prestige_points_counts_those_gained_before_the_final_scoring() -> None:
    for cards in (("a-clear-conscience", "a-great-name"), ("a-great-name", "the-unsent-letter")):
        game = last_round(points=(28, 0, 0)).having(0, bonus=cards, blessings=True, blackmail=1, mon=25)
        assert "bonus-card/a-great-name" not in [line.what for line in ended(game).state.scoring.scored]
    assert total(last_round(points=(30, 0, 0)), "a-great-name") == (4, 0, 0)


@pytest.mark.parametrize("card", sorted(CONTENT.bonus_cards))
def test_every_bonus_card_can_be_scored(card: str) -> None:
    done = ("theft", "espionage", "kidnapping", "assassination", "warfare")
    missions = [
        m for kind in done for m in _missions(kind, "green")[:3] + _missions(kind, "yellow") + _missions(kind, "red")
    ]
    rich = last_round(points=(40, 0, 0)).having(0, mon=30, annexes=("dojo", "karesansui", "yashiki"), blackmail=1)
    rich = rich.having(
        0, weapons=("doku", "nawa", "yumi", "shuko"), geishas=(1, 2), blessings=True, done=tuple(missions)
    )
    rich = rich.having(0, house=4, reserve=0, actions=("an-open-hand",) * 3)
    poor = last_round().having(0, mon=3)
    assert any(bonus_points(game.state, 0, CONTENT.bonus_cards[card])[1] > 0 for game in (rich, poor))


@pytest.mark.parametrize(("held", "points"), [(1, 0), (2, 3), (3, 3)])
def test_a_full_sleeve_leaves_room_for_one_action_card_to_be_played(held: int, points: int) -> None:
    game = last_round().having(0, actions=("an-open-hand",) * held)
    assert bonus_points(game.state, 0, CONTENT.bonus_cards["a-full-sleeve"])[1] == points


def _missions(category: str, colour: str) -> list[str]:
    return [m.id for m in CONTENT.missions.values() if m.category == category and m.colour == colour]


@pytest.mark.clause("yedo.bonus.secret")
def test_bonus_cards_are_hidden_from_the_others_until_the_game_is_over() -> None:
    game = given(3).having(0, bonus=("landlord",), annexes=("dojo", "karesansui", "yashiki"))
    for viewer in (seat_viewer(1), SPECTATOR):
        seen = RULES.view(game.state, viewer)
        assert seen.seats[0].bonus_cards == 1
        assert "landlord" not in str(seen)
    assert "landlord" in str(RULES.view(game.state, seat_viewer(0)))
    assert [score.points for score in scores(game.state)] == [1, 1, 1]


# Blackmail, Mon, the winner


@pytest.mark.clause("yedo.end.blackmail")
@pytest.mark.parametrize("count", [0, 1, 2])
def test_each_blackmail_card_that_is_left_gives_2_points(count: int) -> None:
    game = ended(last_round().having(1, blackmail=count))
    assert scored(game, "yedo.end.blackmail") == (0, 2 * count, 0)


@pytest.mark.clause("yedo.end.mon")
@pytest.mark.parametrize(("mon", "points"), [(0, 0), (9, 0), (10, 1), (29, 2), (30, 3)])
def test_every_10_mon_give_a_point_and_a_remainder_gives_nothing(mon: int, points: int) -> None:
    assert scored(ended(last_round().having(2, mon=mon)), "yedo.end.mon") == (0, 0, points)


@pytest.mark.clause("yedo.end.winner")
def test_who_has_most_points_wins() -> None:
    found = result(ended(last_round(points=(47, 52, 40))))
    assert found.winners == (1,)
    assert found.decided_by == "yedo.end.winner"
    assert [(score.points, score.rank) for score in found.scores] == [(47, 2), (52, 1), (40, 3)]


@pytest.mark.clause("yedo.end.tie")
def test_of_players_with_equal_points_the_one_who_is_first_in_player_order_wins() -> None:
    found = result(ended(last_round(points=(50, 50, 12), track=(2, 1, 0))))
    assert found.winners == (1,)
    assert found.decided_by == "yedo.end.tie"
    assert [score.rank for score in found.scores] == [2, 1, 3]


@pytest.mark.clause("yedo.score.floor")
def test_prestige_points_cannot_fall_below_0() -> None:
    table = RULES.table(given().asking(FinalScoring()).state, Chance(bytes(32), 2))
    table.lose_prestige(0, 3, "a loss")
    assert table.state.scoring.points == (0, 1, 1)
    table.lose_prestige(0, 3, "a loss")
    assert [line.points for line in table.state.scoring.scored] == [-1]


def test_the_lines_of_a_score_say_what_the_points_were_for() -> None:
    game = ended(last_round().having(0, blackmail=1, mon=20))
    (score, *_) = result(game).scores
    assert [(line.clause, line.what, line.points) for line in score.lines] == [
        ("yedo.end.blackmail", "blackmail", 2),
        ("yedo.end.mon", "mon-left", 2),
    ]
    assert [RULES.name_source(line.what) for line in score.lines] == ["Blackmail", "left-over Mon"]


@pytest.mark.clause("yedo.end.resignation")
def test_who_resigns_comes_last_and_the_others_are_ranked_by_their_points() -> None:
    game = start_game(RULES, 3, 1, {"on_resignation": "end"})
    state = with_fields(game.state, points=(50, 20, 30))
    over = resigning.resign(replace(game, state=state), Request(PLAYERS[0]), 0, NOW + timedelta(1)).game
    assert over.status == "resigned"
    assert over.result.ended_by == over.result.decided_by == "yedo.end.resignation"
    assert {score.seat: score.rank for score in over.result.scores} == {0: 3, 1: 2, 2: 1}
    assert "yedo.end.resignation" in RULES.rulebook
