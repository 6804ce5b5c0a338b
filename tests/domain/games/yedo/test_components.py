"""The contents of the box of Yedo, and which of them come into a game."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from statistics import fmean

import pytest

from domain.games.yedo.districts.gates import GATES
from domain.games.yedo.effects.goods import BurnChurch
from domain.games.yedo.effects.lasting import CloseRandom, Modify
from domain.games.yedo.phases.final_scoring import FinalScoring
from domain.games.yedo.printed.entries import Mission
from domain.games.yedo.printed.modifier_words import Closed
from domain.games.yedo.printed.terms import CATEGORIES, COLOURS, DISTRICTS, LOTS
from domain.games.yedo.printed.vocabulary import parts
from domain.kernel.audience import SPECTATOR
from tests.domain.games.yedo.game import CONTENT, RULES, given, opened, set_up
from tests.support.states import with_fields


@dataclass(frozen=True)
class Box:
    """The counts of the box."""

    def __getitem__(self, component: str) -> int:
        return CONTENT.components[component].count


BOX = Box()
LAST_NUMBERS = {
    "basic": 20,
    "neutral": 35,
    "prestige": 50,
    "weapons": 65,
    "money": 80,
    "kill-the-shogun": 90,
    "jesuits": 96,
    "specialists": 110,
    "soft": 126,
    "hard": 141,
}
"""The last number of each set of Missions, whose numbers follow those of the set before it."""


@pytest.mark.clause("yedo.object.goal", "yedo.end.winner")
def test_whoever_has_most_prestige_points_wins() -> None:
    game = given(3, phase="actions", round=8).having(0, points=38, mon=0).having(1, points=41, mon=0)
    game = game.having(2, points=35, mon=0).asking(FinalScoring()).running()
    assert game.state.result is not None
    assert game.state.result.winners == (1,)


@pytest.mark.clause("yedo.board.sides")
def test_the_board_has_no_side_to_choose() -> None:
    assert not {name for name in RULES.option_values() if "side" in name or "board" in name}
    assert opened(3, seed=7).state.order == opened(3, seed=7).state.order


@pytest.mark.clause("yedo.board.districts", "yedo.ruling.patrol-circuit")
def test_there_are_seven_districts_in_a_circle() -> None:
    assert CONTENT.districts == DISTRICTS
    assert DISTRICTS == ("castle", "gates", "tavern", "harbor", "red-light", "market", "temple")


@pytest.mark.clause("yedo.board.asset-areas")
def test_seven_types_of_assets_are_put_up_for_auction() -> None:
    assert tuple(CONTENT.lots) == LOTS
    assert len(LOTS) == 7


@pytest.mark.clause("yedo.board.tracks")
def test_the_board_shows_its_tracks_and_piles() -> None:
    seen = RULES.view(opened(3).state, SPECTATOR)
    for area in ("order", "bidding", "egress", "round", "weapon_discard", "patrol", "decks", "seats"):
        assert hasattr(seen, area), area
    assert seen.event is None


@pytest.mark.clause("yedo.components.missions")
def test_there_are_141_missions_which_ask_for_more_from_green_to_black() -> None:
    assert len(CONTENT.missions) == BOX["mission"] == 141
    assert {mission.colour for mission in CONTENT.missions.values()} == {*COLOURS}
    assert COLOURS == ("green", "yellow", "red", "black")
    asked = [fmean(_asked(m) for m in CONTENT.missions.values() if m.colour == colour) for colour in COLOURS]
    assert asked == sorted(set(asked))


def _asked(mission: Mission) -> int:
    """Count the Districts and the other requirements of the standard part of a Mission."""
    return len(mission.districts) + sum(getattr(need, "count", 1) for need in mission.needs)


@pytest.mark.clause("yedo.components.mission-sets")
def test_the_missions_of_each_set_bear_its_numbers() -> None:
    first = 1
    for name, last in LAST_NUMBERS.items():
        found = sorted(mission.number for mission in CONTENT.missions.values() if mission.set == name)
        assert found == [f"M{number:03}" for number in range(first, last + 1)], name
        first = last + 1


@pytest.mark.clause("yedo.components.basic-missions-green")
def test_basic_missions_are_green() -> None:
    assert {CONTENT.missions[mission].colour for mission in CONTENT.missions_of["basic"]} == {"green"}
    for name in {mission.set for mission in CONTENT.missions.values()} - {"basic"}:
        colours = [mission.colour for mission in CONTENT.missions.values() if mission.set == name]
        assert colours.count("green") < len(colours) / 2, name


@pytest.mark.clause("yedo.components.kill-the-shogun-black")
def test_kill_the_shogun_is_black_and_asks_for_more_than_any_other_mission() -> None:
    shoguns = [mission for mission in CONTENT.missions.values() if mission.set == "kill-the-shogun"]
    others = [mission for mission in CONTENT.missions.values() if mission.set != "kill-the-shogun"]
    assert {mission.colour for mission in shoguns} == {"black"}
    assert min(map(_asked, shoguns)) > max(map(_asked, others))


@pytest.mark.clause("yedo.components.mission-anatomy")
def test_a_mission_has_a_category_a_colour_and_maybe_a_bonus_part() -> None:
    for mission in CONTENT.missions.values():
        assert mission.category in CATEGORIES
        assert mission.colour in COLOURS
        assert mission.districts, "the standard part always asks for a District"
        assert mission.reward
    assert {mission.bonus is None for mission in CONTENT.missions.values()} == {True, False}


@pytest.mark.clause("yedo.components.category-use")
def test_bonus_cards_count_missions_of_a_category() -> None:
    counting = [card for card in CONTENT.bonus_cards.values() if card.of in CATEGORIES or _names_category(card)]
    assert {_category(card) for card in counting} == {*CATEGORIES}


def _names_category(card: object) -> bool:
    return any(getattr(need, "of", "") in CATEGORIES for need in card.needs)


def _category(card: object) -> str:
    return next(of for of in (card.of, *(getattr(need, "of", "") for need in card.needs)) if of in CATEGORIES)


@pytest.mark.clause("yedo.components.action-sets")
def test_each_set_of_action_cards_has_twelve() -> None:
    sets = Counter(design.set for design in CONTENT.action_cards.values() for _ in design.numbers)
    assert set(sets.values()) == {12}
    assert BOX["action-card"] == 72


@pytest.mark.clause("yedo.components.event-sets", "yedo.event.jesuits-set-single")
def test_each_set_of_events_has_ten() -> None:
    sets = Counter(event.set for event in CONTENT.events.values())
    assert sets.pop("jesuits") == 1
    assert sorted(sets.values()) == [10] * 6
    assert BOX["event-card"] == 61
    names = ("resources", "cruel-fate", "neutral", "closed-districts", "watch-patrol", "closed-locations", "jesuits")
    for place, name in enumerate(names):
        numbers = sorted(event.number for event in CONTENT.events.values() if event.set == name)
        last = 61 if name == "jesuits" else place * 10 + 10
        assert numbers == [f"E{number:02}" for number in range(place * 10 + 1, last + 1)]
    assert opened(3).state.pile("events").size == 20


@pytest.mark.clause("yedo.components.bonus-cards")
def test_there_are_31_bonus_cards() -> None:
    assert len(CONTENT.bonus_cards) == BOX["bonus-card"] == opened(2).state.pile("bonus").size == 31


@pytest.mark.clause("yedo.components.favor-cards")
def test_there_are_five_favors() -> None:
    assert len(CONTENT.favors) == BOX["favor"] == 5
    assert len({repr(favor.effects) for favor in CONTENT.favors.values()}) == 5
    assert set_up(5).state.hands.blackmail == (1,) * 5


@pytest.mark.clause("yedo.components.mon")
def test_money_is_counted_not_changed() -> None:
    game = given(2).having(0, mon=12)
    table = RULES.table(game.state, None)
    table.pay(0, 7)
    assert table.state.belongings.mon[0] == 5
    assert BOX["mon-token"] == 80


@pytest.mark.clause("yedo.components.annex-types")
def test_there_are_four_annexes_of_each_of_four_kinds() -> None:
    assert [annex.copies for annex in CONTENT.annexes.values()] == [4] * 4
    assert BOX["annex"] == 16


@pytest.mark.clause("yedo.components.weapon-types")
def test_there_are_five_weapons_of_each_of_eight_kinds() -> None:
    state = RULES.start(RULES.parse_options({}), 2)
    assert set(Counter(state.pile("weapons").cards).values()) == {5}
    assert state.pile("weapons").size == BOX["weapon"] == 40


@pytest.mark.clause("yedo.components.geishas")
def test_there_are_seven_geishas() -> None:
    supply = opened(5).state.belongings.geisha_supply
    assert len(supply) == BOX["geisha"] == 7
    assert set(supply) == {1, 2, 3}


@pytest.mark.clause("yedo.components.blessings")
def test_there_are_five_blessings() -> None:
    assert opened(5).state.temple_blessings == BOX["blessing"] == 5


@pytest.mark.clause("yedo.components.location-tokens")
def test_ten_tokens_cover_the_spaces_of_two_players() -> None:
    on_the_board = len(CONTENT.spaces) - len(CONTENT.own_spaces)
    assert on_the_board - len(opened(2).state.parameters.spaces) == BOX["location-inaccessible"] == 10


@pytest.mark.clause("yedo.components.location-tokens")
def test_one_district_can_be_closed_and_sakoku_alone_burns_the_church() -> None:
    assert BOX["district-inaccessible"] == BOX["burnt-church"] == 1
    events = [event for event in CONTENT.events.values() if BurnChurch() in parts(event.effects)]
    assert [event.id for event in events] == ["sakoku"]


@pytest.mark.clause("yedo.components.disciples")
def test_every_player_has_four_disciples() -> None:
    state = opened(5).state
    assert [len(state.pieces.house[seat]) + len(state.pieces.reserve[seat]) for seat in range(5)] == [4] * 5
    assert BOX["disciple"] == 20
    assert BOX["player-marker"] == 5 * 3


@pytest.mark.clause("yedo.components.patrol-markers")
def test_one_watch_patrol_is_on_the_board() -> None:
    assert opened(3).state.watch.patrol_colour in ("gold", "silver")
    assert BOX["patrol-marker"] == 2


@pytest.mark.clause("yedo.components.modules")
def test_the_parts_of_the_modules_are_counted() -> None:
    parts = ("character", "specialist", "specialist-token", "clan-power", "emperor-card", "daimyo-card")
    assert [BOX[part] for part in parts] == [15, 30, 9, 6, 30, 8]


@pytest.mark.clause("yedo.setup.non-specialists-overlay")
def test_without_specialists_the_gates_recruit_disciples_only() -> None:
    state = given(2).placed(("gates-1", 0)).state
    rich = with_fields(state, mon=(30, 30))
    recruiting = [action for action in GATES.actions(rich, 0, "gates-1") if action.startswith("recruit")]
    assert recruiting == ["recruit"]


@pytest.mark.clause("yedo.ruling.sakoku-set")
def test_sakoku_belongs_to_cruel_fate() -> None:
    (sakoku,) = (event for event in CONTENT.events.values() if event.number == "E20")
    assert (sakoku.id, sakoku.set) == ("sakoku", "cruel-fate")


@pytest.mark.clause("yedo.ruling.placeable-missions")
def test_every_mission_can_be_placed_by_two_players() -> None:
    spaces = {*opened(2).state.parameters.spaces}
    for mission in CONTENT.missions.values():
        asked = Counter((*mission.districts, *(mission.bonus.districts if mission.bonus else ())))
        for district, count in asked.items():
            assert count <= len(spaces & {*CONTENT.spaces_of[district]}), mission.id


@pytest.mark.clause("yedo.advanced.closed-districts-marker")
def test_only_events_of_closed_districts_close_a_district() -> None:
    closing = {event.set for event in CONTENT.events.values() if any(map(_closes_a_district, parts(event.effects)))}
    assert closing == {"closed-districts"}


def _closes_a_district(effect: object) -> bool:
    if isinstance(effect, Modify):
        return any(isinstance(modifier, Closed) and modifier.districts for modifier in effect.modifiers)
    return isinstance(effect, CloseRandom) and effect.districts > 0
