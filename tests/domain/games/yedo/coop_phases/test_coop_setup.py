"""The set-up of Shogun Must Die: who plays, the Emperor, the Daimyo, the goals, and a player alone."""

from __future__ import annotations

import pytest

from domain.games.yedo.checks.pack import read
from domain.games.yedo.coop_phases.coop_setup import ChooseColours
from domain.games.yedo.facts.setup import HandDealt
from domain.games.yedo.modules.clan_powers import KeepPower
from domain.games.yedo.printed.emperor_entries import GOAL_COLUMNS, GOAL_LEVELS
from domain.games.yedo.printed.terms import ANNEXES
from domain.games.yedo.ruleset import Yedo
from domain.kernel import content as packs
from domain.kernel.chance import Chance
from domain.kernel.options import BadOptions
from tests.domain.games.yedo.coop_games import COOP, board, daimyo, every_card, module, new, ready
from tests.domain.games.yedo.game import CONTENT, RULES, Position, opened

SEEDS = range(1, 21)
SEATS = (1, 2, 3, 4)


def refused(options: dict[str, object], at: str, clause: str, seats: int = 2) -> None:
    """Check that a game with these options is refused, with the place of the fault and its clause."""
    with pytest.raises(BadOptions) as refusal:
        opened(seats, **{**COOP, **options})
    assert (refusal.value.pointer, refusal.value.clause) == (at, clause)


def closed(game: Position, district: str = "") -> int:
    """Count the spaces that nobody may use, in all Districts or in one."""
    open_spaces = game.state.parameters.spaces
    covered = [space for name, space in CONTENT.spaces.items() if name not in (*open_spaces, *CONTENT.own_spaces)]
    return sum(space.district == district or not district for space in covered)


def open_spaces(game: Position, district: str) -> int:
    """Count the spaces of a District that are open."""
    own = CONTENT.own_spaces
    return sum(CONTENT.spaces[name].district == district for name in game.state.parameters.spaces if name not in own)


# Who plays, and with what


@pytest.mark.clause("yedo.coop.player-count")
def test_one_to_four_players_play_against_the_daimyo() -> None:
    for seats in SEATS:
        assert new(seats).state.seats == seats
    refused({}, "/seats", "yedo.coop.player-count", seats=5)
    with pytest.raises(BadOptions) as alone:
        opened(1)
    assert alone.value.clause == "yedo.object.player-count"


@pytest.mark.clause("yedo.components.no-coop-icon", "yedo.ruling.unfit-for-coop")
@pytest.mark.parametrize("kind", ["soft", "hard"])
def test_sets_of_missions_with_the_icon_are_refused(kind: str) -> None:
    own = {"sets": "own", "action_sets": ("neutrals",), "mission_sets": ("neutral", kind)}
    refused(own, "/options/mission_sets", "yedo.components.no-coop-icon")
    preset = next(name for name, entry in CONTENT.presets.items() if kind in entry.mission_sets)
    refused({"sets": preset}, "/options/sets", "yedo.components.no-coop-icon")
    assert "jesuits" in module().barred_sets


@pytest.mark.clause("yedo.coop.no-events")
@pytest.mark.parametrize("sets", ["first-game", "classic"])
def test_there_are_no_event_cards(sets: str) -> None:
    game = new(3, sets=sets)
    assert game.state.pile("events").size == 0
    assert game.state.parameters.event_deck == ()
    own = {"sets": "own", "action_sets": ("neutrals",), "mission_sets": ("neutral", "money")}
    assert new(3, **own).state.pile("events").size == 0
    refused({**own, "event_sets": ("neutral", "resources")}, "/options/event_sets", "yedo.coop.no-events")


@pytest.mark.clause("yedo.coop.kill-apart")
def test_no_kill_the_shogun_mission_is_in_the_black_deck() -> None:
    for sets in ("first-game", "classic"):
        black = every_card(ready(2, sets=sets), "black")
        assert black
        assert all(CONTENT.missions[card].set != "kill-the-shogun" for card in black)
        aside = {card for card in CONTENT.missions_of["kill-the-shogun"] if CONTENT.missions[card].coop}
        assert {*ready(2, sets=sets).state.parameters.winning} == aside
    refused({"black": "out"}, "/options/black", "yedo.ruling.black-deck")


@pytest.mark.clause("yedo.ruling.coop-modules")
def test_the_jesuits_cannot_be_added_and_the_other_modules_can() -> None:
    refused({"jesuits": True}, "/options/jesuits", "yedo.ruling.coop-modules")
    game = new(4, specialists=True, teahouse=True, clan_powers=True)
    assert game.state.teahouse is not None
    assert game.state.clans.draft is not None or game.asks()[0][1] == "ChooseFirstMissions"


# The Daimyo's side


@pytest.mark.clause("yedo.coop.daimyo-color")
@pytest.mark.parametrize("seats", SEATS)
def test_the_daimyo_has_a_marker_and_four_disciples_and_no_score(seats: int) -> None:
    state = new(seats).state
    assert len(state.turns.track) == seats + 1
    assert len(state.scoring.points) == len(state.belongings.mon) == seats
    assert len(board(new(seats)).stakes) == len(state.bids.bidding) == seats, "it takes no part in the bidding"
    figures = (*state.pieces.house[seats], *state.pieces.reserve[seats])
    standing = sum(slot.figure for slot in state.coop_board.display)
    assert set(figures) == {"disciple"}
    assert len(figures) + standing == 4


@pytest.mark.clause("yedo.coop.daimyo-disciples")
def test_two_disciples_of_the_daimyo_are_in_the_reserve_and_two_in_its_pool() -> None:
    state = new(3).state
    assert len(state.pieces.reserve[3]) == 2
    assert len(state.pieces.house[3]) + sum(slot.figure for slot in state.coop_board.display) == 2


@pytest.mark.clause("yedo.coop.daimyo-last")
def test_the_daimyo_starts_as_the_last_in_player_order() -> None:
    orders = {new(2, seed).state.turns.track for seed in SEEDS}
    assert orders == {(0, 1, 2), (1, 0, 2)}
    game = new(2)
    assert game.state.turns.track == (*game.state.order, daimyo(game))


@pytest.mark.clause("yedo.coop.master-daimyo")
def test_the_master_daimyo_starts_with_three_disciples_in_its_pool() -> None:
    state = new(2, master_daimyo=True).state
    assert len(state.pieces.reserve[2]) == 1
    assert len(state.coop_board.display) == 3
    with pytest.raises(BadOptions) as without:
        opened(2, master_daimyo=True)
    assert without.value.pointer == "/options/master_daimyo"


@pytest.mark.clause("yedo.coop.daimyo-disciples", "yedo.coop.master-daimyo")
@pytest.mark.parametrize(("master", "pool", "reserve"), [(False, 3, 1), (True, 4, 0)])
def test_with_how_many_disciples_the_daimyo_begins_is_what_the_content_says(
    master: bool, pool: int, reserve: int
) -> None:
    files = packs.read_pack("domain.games.yedo")
    more = b"pool = 3\nreserve = 1\nmaster_pool = 4\nmaster_reserve = 0"
    files["coop.toml"] = files["coop.toml"].replace(b"pool = 2\nreserve = 2\nmaster_pool = 3\nmaster_reserve = 1", more)
    rules = Yedo(read(files))
    chosen = rules.parse_options({**COOP, "master_daimyo": master})
    state = rules.open(chosen, 2, Chance(bytes(32), 1)).state
    assert (len(state.coop_board.display), len(state.pieces.reserve[2])) == (pool, reserve)


@pytest.mark.clause("yedo.coop.daimyo-layout")
@pytest.mark.parametrize(("master", "count"), [(False, 2), (True, 3)])
def test_a_card_for_each_disciple_is_laid_out_and_the_second_is_open(master: bool, count: int) -> None:
    seen = set()
    for seed in SEEDS:
        display = board(new(2, seed, master_daimyo=master)).display
        assert len(display) == count
        assert [slot.card is not None for slot in display] == [place == 1 for place in range(count)]
        assert all(slot.figure for slot in display)
        seen.add(display[1].card)
    assert new(2, master_daimyo=master).state.pieces.house[2] == ()
    assert seen <= {*CONTENT.daimyo_cards}
    assert len(seen) > 3


# Geishas, spaces and other numbers


@pytest.mark.clause("yedo.coop.extra-player-setup")
@pytest.mark.parametrize(
    ("seats", "geishas", "covered"),
    [(2, (1, 1, 2, 2, 3), 6), (3, (1, 1, 2, 2, 3, 3), 1), (4, (1, 1, 1, 2, 2, 3, 3), 0)],
)
def test_geishas_and_closed_spaces_are_those_of_one_player_more(
    seats: int, geishas: tuple[int, ...], covered: int
) -> None:
    game = new(seats).then(geisha_supply=geishas)
    assert closed(game) == covered


@pytest.mark.clause("yedo.coop.extra-player-solo")
def test_a_player_alone_has_the_geishas_and_spaces_of_two() -> None:
    game = new(1).then(geisha_supply=(1, 2, 3))
    assert closed(game) == 10
    assert {*game.state.parameters.spaces} == {*opened(2).state.parameters.spaces}


@pytest.mark.clause("yedo.coop.temple-option")
def test_a_player_alone_may_open_a_second_space_in_the_temple() -> None:
    game = new(1, second_temple_space=True)
    assert (open_spaces(new(1), "temple"), open_spaces(game, "temple")) == (1, 2)
    assert closed(game) == 9
    refused({"second_temple_space": True}, "/options/second_temple_space", "yedo.coop.temple-option", seats=2)


@pytest.mark.clause("yedo.ruling.solo-set-up")
def test_a_player_alone_has_the_annexes_of_two_and_one_blessing() -> None:
    state = new(1).state
    assert [state.annex_supply(kind) for kind in ANNEXES] == [2] * 4
    assert state.temple_blessings == 1
    game = new(1, clan_powers=True).until("ChoosePower")
    assert len(game.state.clans.draft.hand) == 2
    kept, other = game.state.clans.draft.hand
    game = game.when(0, KeepPower(kept)).asked((0, "PickFavor")).until("SetStake")
    assert game.state.clans.powers == (kept,)
    assert other not in game.state.clans.powers


@pytest.mark.clause("yedo.coop.errand-boy")
def test_a_player_alone_has_the_errand_boy_at_home() -> None:
    assert new(1).state.pieces.house[0] == ("disciple", "disciple", "errand-boy")
    for seats in (2, 3, 4):
        assert all("errand-boy" not in figures for figures in new(seats).state.pieces.house)


@pytest.mark.clause("yedo.coop.rounds")
def test_the_game_lasts_seven_rounds() -> None:
    assert new(2).state.parameters.rounds == 7
    refused({"rounds": 8}, "/options/rounds", "yedo.coop.rounds")


# Missions


@pytest.mark.clause("yedo.coop.start-missions")
def test_each_player_chooses_the_colours_of_four_missions() -> None:
    game = new(2)
    first, second = game.state.order
    game = game.asked((first, "ChooseFirstMissions")).when(first, ChooseColours(yellow=2, black=2))
    game = game.citing("yedo.coop.start-missions", HandDealt)
    assert game.state.mission_colours(first) == ("black", "black", "yellow", "yellow")
    assert len(game.state.hands.actions[first]) == 1
    game = game.asked((second, "ChooseFirstMissions")).when(second, ChooseColours(green=4))
    assert game.state.mission_colours(second) == ("green",) * 4


@pytest.mark.clause("yedo.coop.start-missions")
@pytest.mark.parametrize("move", [ChooseColours(green=3), ChooseColours(red=5), ChooseColours(green=5, black=-1)])
def test_no_other_number_of_first_missions_can_be_chosen(move: ChooseColours) -> None:
    game = new(2)
    game.when(game.state.order[0], move).refused("yedo.coop.start-missions")


# The Emperor


@pytest.mark.clause("yedo.coop.moods")
def test_the_emperor_is_demanding_unless_another_mood_is_chosen() -> None:
    assert board(new(1)).stack == board(new(1, mood="demanding")).stack
    stacks = {board(new(1, mood=mood)).stack for mood in ("gentle", "demanding", "insatiable")}
    assert len(stacks) == 3
    with pytest.raises(BadOptions, match="gentle"):
        RULES.parse_options({**COOP, "mood": "furious"})


@pytest.mark.clause("yedo.coop.deck-size")
@pytest.mark.clause("yedo.coop.deck-gentle-1", "yedo.coop.deck-gentle-2")
@pytest.mark.clause("yedo.coop.deck-gentle-3", "yedo.coop.deck-gentle-4")
@pytest.mark.clause("yedo.coop.deck-demanding-1", "yedo.coop.deck-demanding-2", "yedo.ruling.deck-as-printed")
@pytest.mark.clause("yedo.coop.deck-demanding-3", "yedo.coop.deck-demanding-4")
@pytest.mark.clause("yedo.coop.deck-insatiable-1", "yedo.coop.deck-insatiable-2")
@pytest.mark.clause("yedo.coop.deck-insatiable-3", "yedo.coop.deck-insatiable-4")
@pytest.mark.parametrize(
    ("mood", "stacks"),
    [
        ("gentle", ("GGGGGYY", "GGYYYYR", "GYYYYRR", "YYYYRRR")),
        ("demanding", ("GGGYYYR", "YYYYRRR", "YYYYRRR", "YYYRRRR")),
        ("insatiable", ("GGYYYRR", "YYRRRRR", "YRRRRRR", "RRRRRRR")),
    ],
)
def test_the_emperor_deck_has_seven_cards_in_this_order(mood: str, stacks: tuple[str, ...]) -> None:
    for seats, expected in zip(SEATS, stacks, strict=True):
        stack = board(new(seats, mood=mood)).stack
        assert "".join(colour[0].upper() for colour in stack) == expected
        assert len(stack) == 7


@pytest.mark.clause("yedo.coop.winning-conditions")
def test_a_kill_the_shogun_mission_lies_open_above_two_hidden_cards() -> None:
    drawn = set()
    for seed in SEEDS:
        lying = board(new(2, seed))
        assert lying.shogun is not None
        assert CONTENT.missions[lying.shogun].set == "kill-the-shogun"
        assert (lying.bonus_hidden, lying.bonus) == (2, None)
        drawn.add(lying.shogun)
    assert len(drawn) > 3


# Goals


@pytest.mark.clause("yedo.coop.objectives", "yedo.coop.objectives-numbers")
def test_there_is_a_goal_of_each_level_in_each_column_and_none_is_the_rulebooks() -> None:
    content = module()
    assert {*content.goals} == {(column, level) for column in GOAL_COLUMNS for level in GOAL_LEVELS}
    for column in GOAL_COLUMNS:
        easy, normal, hard = (content.goals[column, level] for level in GOAL_LEVELS)
        assert easy < normal < hard
    assert all(goal.source != "rulebook" for goal in content.goal_entries.values())


@pytest.mark.clause("yedo.coop.objectives")
def test_the_goals_are_normal_unless_a_level_is_chosen_for_all_or_for_a_column() -> None:
    levels = [new(2).state.options.level(column) for column in GOAL_COLUMNS]
    assert levels == ["normal"] * 3
    options = new(2, goals="hard", lowest_goal="easy").state.options
    assert [options.level(column) for column in GOAL_COLUMNS] == ["easy", "hard", "hard"]


@pytest.mark.clause("yedo.coop.objectives-solo")
def test_a_player_alone_has_no_goal_of_highest_prestige() -> None:
    refused({"highest_goal": "easy"}, "/options/highest_goal", "yedo.coop.objectives-solo", seats=1)
    assert new(1, lowest_goal="easy", errands_goal="hard").state.options.lowest_goal == "easy"


# What is as in the competitive game


@pytest.mark.clause("yedo.coop.prep-skip-first")
@pytest.mark.parametrize("seats", SEATS)
def test_the_first_round_begins_with_the_bidding_phase(seats: int) -> None:
    ready(seats).then(round=1, phase="bidding", church=3)


@pytest.mark.clause("yedo.ruling.black-deck")
def test_the_black_deck_is_always_in_the_game_against_the_daimyo() -> None:
    assert all(new(seats).state.pile("black").size for seats in (1, 2, 3, 4))
