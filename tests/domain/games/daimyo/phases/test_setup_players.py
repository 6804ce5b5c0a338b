"""The set-up of the players: clans, mini-boards, goods, hands and the first governors."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.games.daimyo import pack
from domain.games.daimyo.actions.bonus_tiles import UseTile
from domain.games.daimyo.facts.goods import Gained
from domain.games.daimyo.facts.pieces import GovernorPlaced, ScavengerMoved
from domain.games.daimyo.facts.turn import ClanChosen, MiniBoardTaken
from domain.games.daimyo.phases.setup import ChooseClan, TakeMiniBoard
from domain.games.daimyo.printed.entries import BUILDINGS
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.ruleset import Daimyo
from domain.games.daimyo.verbs.moves import ChooseSite
from domain.kernel.audience import SPECTATOR, seat_viewer
from domain.kernel.chance import Chance
from tests.domain.games.daimyo.game import CONTENT, RULES, Position, opened, set_up

EDITIONS = [("2021", 1), ("2021", 2), ("2021", 3), ("2021", 4), ("2019", 2), ("2019", 3), ("2019", 4)]
each_game = pytest.mark.parametrize(("edition", "seats"), EDITIONS)


def placing(seats: int, edition: str = "2021", seed: int = 1) -> Position:
    """Return a game in which the first player is about to place the first governor."""
    return opened(seats, seed, edition=edition).until("PlaceFirstGovernor")


def placed_at(game: Position, *sites: str) -> Position:
    """Let each player asked place a governor on the next of these sites."""
    for site in sites:
        game = game.when(game.asked_seat(), ChooseSite(site))
    return game


@pytest.mark.clause("daimyo.setup.player.clan", "daimyo.ruling.starting-clan-order", "daimyo.component.clans")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_clans_are_chosen_in_turn_order_and_each_by_one_player(seats: int) -> None:
    game = opened(seats, 3)
    order = game.state.turns.order
    clans = ("nature", "noble", "tech", "nomad")[: min(seats, 3)]
    for place, clan in enumerate(clans):
        game.when_not_asked(order[place - 1], ChooseClan(clan))
        for taken in clans[:place]:
            game = game.when(order[place], ChooseClan(taken)).refused("daimyo.setup.player.clan")
        game = game.when(order[place], ChooseClan(clan)).citing("daimyo.setup.player.clan", ClanChosen)
    players = game.state.clan_boards.clans[:seats]
    assert len(set(players)) == seats
    if seats == 4:
        assert sorted(players) == ["nature", "noble", "nomad", "tech"]


@pytest.mark.clause("daimyo.setup.player.clan")
def test_there_are_no_other_clans() -> None:
    game = opened(3)
    game.when(game.asked_seat(), ChooseClan("empire")).refused("daimyo.setup.player.clan")
    game.when(game.asked_seat(), ChooseSite("red-1")).refused("daimyo.turn.finish-before-next")


@pytest.mark.clause("daimyo.setup.player.hero-deck", "daimyo.component.clan-hero-cards")
@each_game
def test_two_of_three_clan_heroes_are_the_starting_hand(edition: str, seats: int) -> None:
    state = set_up(seats, edition=edition).state
    for seat in range(seats):
        assert (len(state.hands.hand[seat]), len(state.hands.deck[seat]), len(state.hands.discard[seat])) == (2, 1, 0)
        heroes = sorted((*state.hands.hand[seat], *state.hands.deck[seat]))
        assert tuple(heroes) == CONTENT.clan_heroes[state.clan_boards.clans[seat]]


@pytest.mark.clause("daimyo.setup.player.hero-deck")
def test_the_starting_hand_is_drawn_by_lot() -> None:
    game = opened(2)
    first, last = game.state.turns.order
    game = game.when(first, ChooseClan("nature"))
    hands = {game.when(last, ChooseClan("tech"), seed).state.hands.hand[first] for seed in range(20)}
    assert len(hands) == 3


@pytest.mark.clause("daimyo.setup.player.influence-pawns", "daimyo.component.clan-pawns")
@pytest.mark.parametrize(("seats", "placed"), [(1, 4), (2, 4), (3, 5), (4, 6)])
def test_everybody_starts_without_influence_on_every_island(seats: int, placed: int) -> None:
    game = placing(seats)
    view = RULES.view(game.state, SPECTATOR)
    assert [island.influence for island in view.islands] == [(0,) * len(view.sides)] * placed
    pawns = CONTENT.components["clan-pawn"].count // len(CONTENT.clans)
    assert pawns - 3 - placed == 6 - placed


@pytest.mark.clause(
    "daimyo.setup.player.pp-start", "daimyo.setup.player.recruitment-start", "daimyo.setup.player.storage-start"
)
@each_game
def test_tracks_start_at_0_points_1_rice_and_3_places_of_storage(edition: str, seats: int) -> None:
    view = RULES.view(set_up(seats, edition=edition).state, SPECTATOR)
    for side in view.sides[:seats]:
        assert (side.points, side.track_space, side.fifty_tokens) == (0, 0, 0)
        assert (side.recruitment_price, side.capacity) == (1, 3)


@pytest.mark.clause(
    "daimyo.setup.player.pieces",
    "daimyo.component.governors",
    "daimyo.component.shadows",
    "daimyo.component.scavengers",
    "daimyo.component.techno-farms",
    "daimyo.component.radio-towers",
    "daimyo.component.relic-pawns",
)
@each_game
def test_each_player_takes_the_pieces_of_the_clan(edition: str, seats: int) -> None:
    view = RULES.view(placing(seats, edition).state, SPECTATOR)
    pieces = {"governors": 8, "shadows": 3, "scavengers": 1, "techno-farms": 4, "radio-towers": 4, "relic-pawns": 6}
    assert all(side.supply == pieces for side in view.sides[:seats])
    units = [pieces[kind] for kind in ("governors", "shadows", "scavengers")]
    assert sum(units) == 12


@pytest.mark.clause(
    "daimyo.setup.player.mini-boards", "daimyo.setup.player.mini-boards.basic", "daimyo.ruling.basic-boards-dealt"
)
@each_game
def test_beginners_are_dealt_one_mini_board_of_each_type(edition: str, seats: int) -> None:
    game = opened(seats, edition=edition).until("PlaceFirstGovernor")
    state = game.state
    dealt = [board for boards in state.clan_boards.boards[:seats] for board in boards]
    assert len(set(dealt)) == 2 * seats
    for boards in state.clan_boards.boards[:seats]:
        assert [CONTENT.mini_boards[board].building for board in boards] == ["techno-farm", "radio-tower"]
    clauses = {fact.clause for fact in game.of_type(MiniBoardTaken)}
    basic = "daimyo.setup.player.mini-boards.basic" if edition == "2021" else "daimyo.setup.player.mini-boards"
    assert clauses == {basic}
    of_kind = {kind: [b.id for b in CONTENT.mini_boards.values() if b.building == kind] for kind in BUILDINGS}
    for place, seat in enumerate(state.turns.order):
        assert list(state.clan_boards.boards[seat]) == [of_kind[kind][place] for kind in BUILDINGS], "in turn order"


@pytest.mark.clause("daimyo.setup.player.mini-boards.draft", "daimyo.setup.player.mini-boards")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_advanced_boards_are_drafted_clockwise_and_back(seats: int) -> None:
    game = opened(seats, 2, boards="advanced")
    order = game.state.turns.order
    game = game.until("PlaceFirstGovernor")
    drafted = game.of_type(MiniBoardTaken)
    assert [fact.side for fact in drafted] == [*order, *reversed(order)]
    assert len({fact.board for fact in drafted}) == 2 * seats
    if seats == 4:
        assert {fact.board for fact in drafted} == set(CONTENT.mini_boards)


@pytest.mark.clause("daimyo.setup.player.mini-boards.draft", "daimyo.setup.player.mini-boards.draft-one-of-each")
def test_the_second_board_is_of_the_other_type_and_one_that_nobody_has() -> None:
    game = opened(2, boards="advanced").until("DraftMiniBoard")
    first, last = game.state.turns.order
    assert len(game.offered(first, TakeMiniBoard)) == 8
    game = game.when(first, TakeMiniBoard("jade"))
    game.when(last, TakeMiniBoard("jade")).refused("daimyo.setup.player.mini-boards.draft")
    game.when(last, TakeMiniBoard("onyx")).refused("daimyo.setup.player.mini-boards.draft")
    game = game.when(last, TakeMiniBoard("comet"))
    assert game.asked_seat() == last, "the last player takes two boards in a row"
    game = game.when(last, TakeMiniBoard("zenith")).refused("daimyo.setup.player.mini-boards.draft-one-of-each")
    game = game.when(last, TakeMiniBoard("amber"))
    game.when(first, TakeMiniBoard("umber")).refused("daimyo.setup.player.mini-boards.draft-one-of-each")
    assert [move.board for move in game.offered(first, TakeMiniBoard)] == ["aurora", "meteor", "zenith"]
    game.when(first, TakeMiniBoard("meteor")).then(first, boards=("jade", "meteor"))


@pytest.mark.clause("daimyo.setup.player.mini-boards")
def test_one_player_alone_takes_advanced_boards_of_both_types_without_a_draft() -> None:
    game = opened(1, boards="advanced").until("DraftMiniBoard")
    game = game.when(0, TakeMiniBoard("comet")).citing("daimyo.setup.player.mini-boards", MiniBoardTaken)
    game = game.when(0, TakeMiniBoard("zenith")).refused("daimyo.setup.player.mini-boards")
    game.when(0, TakeMiniBoard("amber")).then(0, boards=("comet", "amber"))


@pytest.mark.clause("daimyo.setup.player.bonus-tiles.2021", "daimyo.setup.player.bonus-tiles.2019")
@pytest.mark.parametrize(
    ("edition", "boards", "side"),
    [("2021", "basic", "basic"), ("2021", "advanced", "advanced"), ("2019", "basic", "edition_2019")],
)
def test_each_tile_lies_on_its_space_with_the_face_of_the_game(edition: str, boards: str, side: str) -> None:
    game = set_up(3, edition=edition, boards=boards)
    for seat in range(3):
        owned = game.state.clan_boards.boards[seat]
        tiles = [CONTENT.mini_boards[board].tiles for board in owned]
        assert [len(set(on_board)) for on_board in tiles] == [4, 4]
        assert game.state.clan_boards.under[seat] == tiles[0] + tiles[1]
        for tile in game.state.clan_boards.under[seat]:
            assert tile.rpartition("-")[0] in owned
            assert game.tile_face(tile) == getattr(CONTENT.tiles[tile], side)


@pytest.mark.clause("daimyo.setup.player.buildings-on-tiles")
@each_game
def test_no_bonus_tile_can_be_used_while_its_building_covers_it(edition: str, seats: int) -> None:
    game = set_up(seats, edition=edition).until("TurnMenu")
    seat = game.asked_seat()
    assert len(game.state.clan_boards.under[seat]) == 8
    assert RULES.view(game.state, SPECTATOR).sides[seat].bonus_tiles == ()
    assert game.offered(seat, UseTile) == []
    space = game.state.dice.placed[seat][0].space
    game.when(seat, UseTile(space)).refused("daimyo.bonus-tile.covered-inactive")


@pytest.mark.clause("daimyo.setup.player.starting-resources.2021", "daimyo.setup.player.starting-resources.2019")
@pytest.mark.parametrize("edition", ["2021", "2019"])
def test_players_take_the_goods_of_clan_board_and_mini_boards(edition: str) -> None:
    box = pack.load()
    box.clans = {each: replace(clan, goods=Goods(rice=2)) for each, clan in box.clans.items()}
    goods = {"techno-farm": Goods(metal=1), "radio-tower": Goods(gold=1)}
    box.mini_boards = {
        each: replace(board, basic_goods=goods[board.building], advanced_goods=Goods(crystal=9))
        for each, board in box.mini_boards.items()
    }
    rules, chance = Daimyo(box), Chance(bytes(32), 1)
    state = rules.open(rules.parse_options({"edition": edition}), 3, chance).state
    gained: list[Gained] = []
    for step in range(2, 5):
        choice = next(iter(rules.choices(state)))
        if type(choice).__name__ == "PlaceFirstGovernor":
            break
        outcome = rules.decide(state, choice.seat, next(iter(choice.moves(state))), chance.begin_step(step))
        state = outcome.state
        gained += [fact for fact in outcome.facts if isinstance(fact, Gained)]
    assert state.holdings.purses == (Goods(rice=2, metal=1, gold=1),) * 3
    assert {fact.clause for fact in gained} == {f"daimyo.setup.player.starting-resources.{edition}"}


@pytest.mark.clause("daimyo.setup.player.starting-resources.2021")
def test_advanced_boards_give_their_own_goods() -> None:
    state = set_up(3, boards="advanced").state
    for seat in range(3):
        farm, tower = (CONTENT.mini_boards[board] for board in state.clan_boards.boards[seat])
        boards = farm.advanced_goods + tower.advanced_goods
        assert state.holdings.purses[seat] == CONTENT.clans[state.clan_boards.clans[seat]].goods + boards


@pytest.mark.clause("daimyo.setup.units.first-governor.2021")
def test_the_first_governor_brings_the_scavenger_to_an_island_of_its_own() -> None:
    game = placing(3)
    first, second, third = game.state.turns.order
    game = game.when(first, ChooseSite("yellow-2"))
    game.citing("daimyo.setup.units.first-governor.2021", GovernorPlaced)
    game.citing("daimyo.setup.units.first-governor.2021", ScavengerMoved)
    game.then(first, governors=("yellow-2",), scavenger="yellow")
    for site in ("yellow-1", "yellow-2", "black-1", "red-6"):
        game = game.when(second, ChooseSite(site)).refused("daimyo.setup.units.first-governor.2021")
    islands = {CONTENT.island_of[move.site] for move in game.offered(second, ChooseSite)}
    assert islands == {"blue", "red", "purple", "green"}
    game = game.when(second, ChooseSite("purple-3")).then(second, governors=("purple-3",), scavenger="purple")
    assert game.asks() == [(third, "PlaceFirstGovernor")]


@pytest.mark.clause("daimyo.setup.units.first-governor.2021", "daimyo.setup.units.first-governor.2019")
def test_by_the_rules_of_2019_the_first_governor_stands_on_rice() -> None:
    metal = next(site for site in CONTENT.sites_of["purple"] if CONTENT.sites[site].resource == "metal")
    rice = next(site for site in CONTENT.sites_of["purple"] if CONTENT.sites[site].resource == "rice")
    game = placing(3, "2019")
    first, second, _ = game.state.turns.order
    game = game.when(first, ChooseSite(metal)).refused("daimyo.setup.units.first-governor.2019")
    game = game.when(first, ChooseSite(rice)).then(first, governors=(rice,), scavenger="purple")
    assert {CONTENT.sites[move.site].resource for move in game.offered(second, ChooseSite)} == {"rice"}
    game.when(second, ChooseSite(rice)).refused("daimyo.setup.units.first-governor.2019")
    placing(3, "2021").when(first, ChooseSite(metal)).then(first, governors=(metal,))


@pytest.mark.clause("daimyo.setup.units.second-governor", "daimyo.ruling.second-governor-anywhere")
@pytest.mark.parametrize("edition", ["2021", "2019"])
def test_the_second_governor_goes_to_any_free_governor_space(edition: str) -> None:
    game = placed_at(placing(3, edition), "yellow-1", "red-1", "blue-1")
    first, second, third = game.state.turns.order
    assert game.asks() == [(first, "PlaceSecondGovernor")]
    free = {site for island in game.state.parameters.islands for site in CONTENT.sites_of[island]}
    free -= {"yellow-1", "red-1", "blue-1"}
    assert {move.site for move in game.offered(first, ChooseSite)} == free
    for site in ("yellow-1", "red-1", "black-1", "nowhere"):
        game = game.when(first, ChooseSite(site)).refused("daimyo.setup.units.second-governor")
    game = game.when(first, ChooseSite("yellow-4")).then(first, governors=("yellow-1", "yellow-4"))
    game.without(ScavengerMoved).then(first, scavenger="yellow")
    game = game.when(second, ChooseSite("blue-5")).then(second, governors=("blue-5", "red-1"), scavenger="red")
    assert game.when(third, ChooseSite("green-3")).state.turns.round == 1


@pytest.mark.clause("daimyo.setup.units.initial-influence", "daimyo.example.setup-influence")
def test_each_governor_of_the_setup_gives_2_influence() -> None:
    game = placing(3)
    first, second, third = game.state.turns.order
    game.then(first, influence={"purple": 0, "blue": 0})
    game = placed_at(game, "purple-1").then(first, influence={"purple": 2})
    game = placed_at(game, "blue-1", "red-1", "yellow-1", "blue-2", "green-1")
    game.then(first, influence={"purple": 2, "yellow": 2, "blue": 0})
    game.then(second, influence={"blue": 4, "red": 0})
    game.then(third, influence={"red": 2, "green": 2})


@pytest.mark.clause("daimyo.setup.player.hero-deck")
def test_a_starting_hand_is_seen_by_its_owner_only() -> None:
    state = set_up(3).state
    for viewer in range(3):
        seen = RULES.view(state, seat_viewer(viewer)).sides
        hands = [side.hand and tuple(hero.hero for hero in side.hand) for side in seen]
        assert hands == [state.hands.hand[side] if side == viewer else None for side in range(3)]
