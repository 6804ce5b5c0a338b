"""What each viewer sees of a game of Daimyo, as data and as a board for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.state import DaimyoState, Die, Laid, Placed
from domain.games.daimyo.views.view import DaimyoView, SideView
from domain.kernel.audience import ARBITER, SPECTATOR, Viewer, seat_viewer
from domain.kernel.bots import suggest_any
from domain.kernel.chance import Chance
from domain.kernel.fact import replace_at
from tests.domain.games.daimyo.game import CONTENT, RULES, given, opened

NAMES = ("Anna", "Bela", "Cora", "Dora")


def seen(state: DaimyoState, viewer: Viewer = SPECTATOR) -> DaimyoView:
    return RULES.view(state, viewer)


def side(state: DaimyoState, number: int, viewer: Viewer = SPECTATOR) -> SideView:
    return seen(state, viewer).sides[number]


def states(seats: int, seed: int, **options: object) -> Iterator[DaimyoState]:
    """Yield the states of a random game."""
    random, chance = Random(seed), Chance(seed.to_bytes(32, "big"))
    state = RULES.open(RULES.parse_options(options), seats, chance).state
    yield state
    step = 1
    while state.result is None:
        step += 1
        listed = suggest_any(state, RULES.choices(state))
        choice, moves = listed.choice, listed.answers
        state = RULES.decide(state, choice.seat, random.choice(moves), chance.begin_step(step)).state
        yield state


def hidden_from(state: DaimyoState, viewer: Viewer) -> set[str]:
    """Return the heroes that a viewer must not find in a view: unseen ones, and those in hands and decks of others."""
    found = set(state.offers.hero_deck)
    for seat in range(state.seats):
        if not viewer.shares((seat,)):
            found |= {*state.hands.hand[seat], *state.hands.deck[seat]}
    return found


@pytest.mark.parametrize(
    ("seats", "options"), [(1, {}), (2, {}), (3, {"boards": "advanced"}), (4, {"edition": "2019"})]
)
def test_no_view_names_a_hero_that_its_viewer_must_not_see(seats: int, options: dict[str, object]) -> None:
    for number, state in enumerate(states(seats, 11, **options)):
        if number % 7 or state.result is not None:
            continue
        for viewer in (SPECTATOR, *map(seat_viewer, range(seats))):
            view = msgspec.json.encode(seen(state, viewer)).decode()
            named = {hero for hero in hidden_from(state, viewer) if f'"{hero}"' in view}
            assert not named


def test_hand_and_deck_are_open_to_their_owner_and_to_the_arbiter() -> None:
    state = given().having(0, hand=CONTENT.common_heroes[:2]).state
    for viewer in (seat_viewer(0), ARBITER):
        own = side(state, 0, viewer)
        assert tuple(hero.hero for hero in own.hand) == state.hands.hand[0]
        assert own.deck == state.hands.deck[0] == tuple(sorted(own.deck))
    card = side(state, 0, seat_viewer(0)).hand[0]
    hero = CONTENT.heroes[card.hero]
    assert (card.cost, card.strength) == (hero.cost, hero.strength)
    assert card.ability
    for viewer in (SPECTATOR, seat_viewer(1), seat_viewer(2)):
        other = side(state, 0, viewer)
        assert (other.hand, other.deck) == (None, None)
        assert (other.hand_size, other.deck_size) == (2, 3)


def test_all_is_open_once_the_game_is_over() -> None:
    state = list(states(3, 4))[-1]
    assert seen(state).result == state.result is not None
    assert [tuple(hero.hero for hero in each.hand) for each in seen(state).sides] == list(state.hands.hand)
    assert [each.deck for each in seen(state).sides] == list(state.hands.deck)


def test_discarded_heroes_are_seen_by_everybody() -> None:
    state = given().having(1, discard=CONTENT.clan_heroes["noble"][:1]).state
    assert side(state, 1).discard == CONTENT.clan_heroes["noble"][:1]


@pytest.mark.clause("daimyo.construction.surcharge", "daimyo.recruitment.track")
def test_a_side_shows_what_the_next_unit_and_the_next_buildings_cost() -> None:
    fresh, grown = (given().having(0, farms=farms, recruitment=len(farms)).state for farms in ((), ("red-1", "red-2")))
    prices = CONTENT.buildings
    assert side(fresh, 0).building_costs == {kind: prices[kind].cost for kind in ("techno-farm", "radio-tower")}
    assert side(grown, 0).building_costs["techno-farm"] == prices["techno-farm"].cost + Goods(metal=2)
    assert side(grown, 0).building_costs["radio-tower"] == prices["radio-tower"].cost
    assert (side(fresh, 0).recruitment_price, side(grown, 0).recruitment_price) == (1, 3)


def test_a_side_shows_its_supply_goods_storage_and_dice() -> None:
    game = given().having(0, rice=2, gold=1, governors=("red-1",), shadows=("red-shadow-1",), towers=("blue-1",))
    game = game.having(0, tiles=("red-1", "red-2"), relics={"blue": 3}, capacity=5).dice(0, ("red", 4, "tax"))
    shown = side(game.state, 0)
    assert shown.supply["governors"] == 7
    assert (shown.supply["shadows"], shown.supply["radio-towers"], shown.supply["relic-pawns"]) == (2, 3, 5)
    assert (shown.goods, shown.capacity, shown.tiles) == (Goods(rice=2, gold=1), 5, ("red-1", "red-2"))
    assert (shown.dice, shown.dice_total) == ((Placed("tax", Die("red", 4)),), 4)
    assert shown.kind == "player"


@pytest.mark.clause("daimyo.mercenaries.setup", "daimyo.solo.no-piece-limit")
def test_automated_sides_show_no_hand_no_prices_and_no_limits() -> None:
    mercenaries, empire = side(given(2).state, 2), side(given(1).state, 1)
    assert (mercenaries.kind, empire.kind) == ("mercenaries", "empire")
    assert mercenaries.supply["techno-farms"] == 0
    assert empire.supply == {}
    for automated in (mercenaries, empire):
        assert (automated.hand_size, automated.deck_size, automated.building_costs) == (0, 0, {})
        assert automated.capacity is None


@pytest.mark.clause("daimyo.bonus-tile.cover", "daimyo.bonus-tile.covered-inactive")
def test_bonus_tiles_say_what_they_do_and_which_are_covered() -> None:
    one, other = (tile.id for tile in list(CONTENT.tiles.values())[:2])
    state = given().having(0, under=(one,)).state
    (under,) = side(state, 0).under_buildings
    assert (under.tile, under.building, under.face) == (one, "techno-farm", CONTENT.tiles[one].basic)
    assert under.does
    game = given().mini_boards(0, "amber", "aurora", laid={"tax": "amber-1"})
    (shown,) = side(game.state, 0).bonus_tiles
    assert (shown.space, shown.tile, shown.covered) == ("tax", "amber-1", False)
    game = game.with_state(
        laid=replace_at(game.state.clan_boards.laid, 0, (Laid("tax", "amber-1"), Laid("tax", other)))
    )
    assert [each.covered for each in side(game.state, 0).bonus_tiles] == [True, False]


@pytest.mark.clause("daimyo.goal.green-2p-single")
@pytest.mark.parametrize("seats", [2, 3])
def test_goals_show_their_points_and_their_second_place_where_there_is_one(seats: int) -> None:
    green = next(goal for goal in CONTENT.goals.values() if goal.kind == "green")
    orange = next(goal for goal in CONTENT.goals.values() if goal.kind == "orange")
    first, second = seen(given(seats, goals=(green.id, orange.id)).state).goals
    assert (first.gold, first.silver) == (green.gold, green.silver if seats > 2 else 0)
    assert (second.gold, second.silver) == (orange.gold, 0)
    assert first.condition.startswith("at least ")


def test_the_markets_the_bag_and_the_villagers_are_seen_and_the_bag_is_only_counted() -> None:
    state = given().state
    view = seen(state)
    assert (view.black_market, view.bag) == (state.relic_tiles.black_market, len(state.relic_tiles.bag))
    assert tuple(hero.hero for hero in view.market) == state.offers.market
    assert view.top_hero.hero == state.offers.top_hero
    assert [face for face, does in view.villagers if does] == list(state.offers.villagers)
    encoded = msgspec.json.decode(msgspec.json.encode(view))
    assert encoded["bag"] == len(state.relic_tiles.bag)
    assert set(encoded) == set(DaimyoView.__struct_fields__)


@pytest.mark.clause("daimyo.solo.setup.decks", "daimyo.solo.setup.empire-hero")
def test_a_solo_game_shows_the_card_of_the_empire_and_how_many_are_left() -> None:
    state = next(state for state in states(1, 2) if state.turns.round)
    solo = seen(state).solo
    assert solo.card == state.solo.solo_seen[-1]
    assert len(solo.spaces) == 3
    assert all(does for _, does in solo.spaces)
    assert solo.decks == {"1-2": 5, "3-4": 6, "5": 3}
    assert seen(state).hero_deck == len(state.offers.hero_deck) + 1 - solo.face_down_heroes
    assert seen(given(2).state).solo is None


@pytest.mark.parametrize(
    ("seats", "options"), [(1, {}), (2, {}), (3, {"boards": "advanced"}), (4, {"edition": "2019"})]
)
def test_the_board_for_a_terminal_can_be_read_at_any_moment(seats: int, options: dict[str, object]) -> None:
    names = [*NAMES[:seats], *RULES.side_names(RULES.parse_options(options), seats)]
    for number, state in enumerate(states(seats, 5, **options)):
        if number % 9:
            continue
        for viewer in (SPECTATOR, seat_viewer(0)):
            text = RULES.looks.board(seen(state, viewer), names)
            assert "None" not in text
            assert all(name in text for name in names)
            assert [line for line in text.splitlines() if line.startswith("BLUE ")]


def test_the_board_draws_only_ones_own_hand_with_strengths() -> None:
    hero = CONTENT.common_heroes[0]
    state = given().having(0, hand=(hero,)).state
    lines = [RULES.looks.board(seen(state, viewer), NAMES) for viewer in (seat_viewer(0), seat_viewer(1), SPECTATOR)]
    card = CONTENT.heroes[hero]
    assert f"hand: {hero.replace('-', ' ').title()} ({card.cost} gold, {card.strength})" in lines[0]
    assert "hand: " not in lines[1]
    assert "hand: " not in lines[2]


def test_set_up_shows_no_round_yet() -> None:
    state = opened(3).state
    assert (seen(state).round, seen(state).active, seen(state).pool) == (0, None, ())
    assert RULES.looks.board(seen(state), NAMES).startswith("Round set-up, helmet: ")
