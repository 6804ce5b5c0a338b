"""The set-up of Yedo: decks, board, starting player, and each player's starting assets."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.games.yedo.facts.goods import BlackmailTaken, MonGained, PrestigeGained
from domain.games.yedo.facts.setup import HandDealt, MissionDecksLaidOut, SeatsOrdered
from domain.games.yedo.phases.favors import TakeFavor
from domain.games.yedo.printed.terms import ANNEXES, COLOURS
from domain.kernel.options import BadOptions
from tests.domain.games.yedo.game import CONTENT, RULES, Position, opened, set_up

SEEDS = range(1, 21)


def taking(game: Position, *favors: str) -> Position:
    """Let the players take these Favors in the order in which they are asked, and keep the first thing offered."""
    for favor in favors:
        while game.asks()[0][1] != "PickFavor":
            game = game.when(game.asked_seat(), game.any_move())
        game = game.when(game.asked_seat(), TakeFavor(favor))
    while game.state.turns.phase is None:
        game = game.when(game.asked_seat(), game.any_move())
    return game


def numbers(cards: tuple[str, ...], kind: str) -> list[str]:
    """The printed numbers of Events or Missions, sorted."""
    return sorted(getattr(CONTENT, kind)[card].number for card in cards)


def dealt(game: Position, deck: str) -> tuple[str, ...]:
    """Every card of a deck in a new game: those in the pile and those in hands."""
    hands = {"action": game.state.hands.actions, "bonus": game.state.hands.bonus, "events": ()}.get(
        deck, game.state.hands.missions
    )
    held = [card for hand in hands for card in hand]
    if deck in COLOURS:
        held = [card for card in held if CONTENT.colour_of(card) == deck]
    return tuple(sorted((*game.state.pile(deck).cards, *held)))


@pytest.mark.clause("yedo.setup.first-game-sets")
def test_the_first_game_uses_neutral_and_resource_sets() -> None:
    game = opened(3)
    assert len(dealt(game, "action")) == 24
    assert len(dealt(game, "events")) == 20
    sets = {CONTENT.missions[m].set for colour in COLOURS for m in dealt(game, colour)}
    assert sets == {"basic", "neutral", "money"}


@pytest.mark.clause("yedo.setup.action-deck")
def test_the_action_deck_holds_the_chosen_sets_and_nothing_else() -> None:
    deck = dealt(opened(3), "action")
    assert {CONTENT.action_cards[card].set for card in deck} == {"neutrals", "resources"}
    printed = Counter(number for card in set(deck) for number in CONTENT.action_cards[card].numbers)
    assert sorted(printed) == [f"A{number:02}" for number in range(1, 25)]


@pytest.mark.clause("yedo.setup.action-set-count", "yedo.advanced.action-sets", "yedo.ruling.number-of-sets")
def test_one_or_more_sets_of_action_cards_make_the_deck() -> None:
    assert len(dealt(opened(3, sets="classic"), "action")) == 36
    own = {"sets": "own", "event_sets": ["neutral", "resources"], "mission_sets": ["neutral", "money"]}
    assert len(dealt(opened(3, **own, action_sets=["disciple"]), "action")) == 12
    refused({**own}, "/options/action_sets", "yedo.setup.action-set-count")


@pytest.mark.clause("yedo.setup.bonus-deck")
def test_all_bonus_cards_are_in_the_deck() -> None:
    assert opened(4).state.pile("bonus").size == 31


@pytest.mark.clause("yedo.setup.event-deck", "yedo.advanced.event-sets")
def test_the_event_deck_holds_the_chosen_sets() -> None:
    ten = range(1, 11)
    expected = [f"E{number:02}" for start in (0, 20) for number in (start + n for n in ten)]
    game = opened(3)
    assert numbers(game.state.pile("events").cards, "events") == expected
    assert opened(3, sets="classic").state.pile("events").size == 20


@pytest.mark.clause("yedo.setup.event-set-restrictions", "yedo.ruling.closing-events-apart")
@pytest.mark.clause("yedo.ruling.number-of-sets")
def test_some_event_sets_cannot_be_combined() -> None:
    own = {"sets": "own", "action_sets": ["neutrals"], "mission_sets": ["neutral", "money"]}
    both = ["closed-districts", "closed-locations"]
    refused({**own, "event_sets": both}, "/options/event_sets", "yedo.ruling.closing-events-apart")
    refused({**own, "event_sets": ["neutral"]}, "/options/event_sets", "yedo.advanced.event-sets")
    with pytest.raises(BadOptions):
        RULES.parse_options({**own, "event_sets": ["neutral", "jesuits"]})
    assert "E61" not in numbers(dealt(opened(3), "events"), "events")


@pytest.mark.clause("yedo.setup.mission-sets", "yedo.advanced.mission-sets")
@pytest.mark.clause("yedo.ruling.number-of-sets")
def test_two_sets_of_missions_are_needed_besides_the_basic_one() -> None:
    own = {"sets": "own", "action_sets": ["neutrals"], "event_sets": ["neutral", "resources"], "rounds": 8}
    refused({**own, "mission_sets": ["neutral"]}, "/options/mission_sets", "yedo.setup.mission-sets")
    with pytest.raises(BadOptions):
        RULES.parse_options({**own, "mission_sets": ["neutral", "jesuits"]})
    game = opened(3, **own, mission_sets=["prestige", "weapons"])
    sets = Counter(CONTENT.missions[m].set for colour in COLOURS for m in dealt(game, colour))
    assert sets == {"basic": 12, "prestige": 15, "weapons": 15, "kill-the-shogun": 1}


def test_a_set_is_named_once() -> None:
    own = {"sets": "own", "action_sets": ["neutrals"], "event_sets": ["neutral", "resources"]}
    twice = {**own, "mission_sets": ["money", "money"]}
    refused(twice, "/options/mission_sets/1", "yedo.ruling.number-of-sets")
    refused({"mission_sets": ["money"]}, "/options/mission_sets", "yedo.setup.first-game-sets")


@pytest.mark.clause("yedo.setup.basic-mission-count")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_four_basic_missions_for_each_player_are_in_the_game(seats: int) -> None:
    green = dealt(opened(seats), "green")
    assert sum(CONTENT.missions[card].set == "basic" for card in green) == 4 * seats


@pytest.mark.clause("yedo.setup.basic-mission-count")
def test_chance_picks_the_basic_missions_and_leaves_the_others_in_the_box() -> None:
    games = [dealt(opened(2, seed), "green") for seed in SEEDS]
    picked = [{card for card in green if CONTENT.missions[card].set == "basic"} for green in games]
    assert {len(basic) for basic in picked} == {8}
    assert set.union(*picked) == {*CONTENT.missions_of["basic"]}


@pytest.mark.clause("yedo.setup.kill-the-shogun-one")
def test_one_kill_the_shogun_mission_is_in_a_longer_game() -> None:
    drawn = set()
    for seed in SEEDS:
        black = dealt(opened(2, seed, rounds=8), "black")
        found = [card for card in black if CONTENT.missions[card].set == "kill-the-shogun"]
        assert len(found) == 1
        drawn |= {*found}
    assert len(drawn) > 1


@pytest.mark.clause("yedo.setup.kill-the-shogun-short-game", "yedo.ruling.black-deck")
def test_a_game_of_six_rounds_has_no_kill_the_shogun_mission() -> None:
    black = dealt(opened(3, black="in"), "black")
    assert black
    assert all(CONTENT.missions[card].set != "kill-the-shogun" for card in black)


@pytest.mark.clause("yedo.setup.mission-decks-by-color")
def test_each_mission_deck_holds_one_colour() -> None:
    game = opened(5, sets="classic", rounds=8)
    for colour in COLOURS:
        cards = game.state.pile(colour).cards
        assert cards
        assert {CONTENT.missions[card].colour for card in cards} == {colour}


@pytest.mark.clause("yedo.setup.black-removed-first-game", "yedo.ruling.black-deck")
def test_the_first_game_has_no_black_missions() -> None:
    assert opened(3).state.pile("black").size == 0
    assert opened(3, black="in").state.pile("black").size == 8
    assert opened(3, rounds=8).state.pile("black").size == 9
    assert opened(3, rounds=8, black="out").state.pile("black").size == 0


@pytest.mark.clause("yedo.setup.weapons-bag-market")
def test_two_weapons_lie_on_the_spaces_of_six_mon() -> None:
    game = opened(3)
    assert game.state.pile("weapons").size == 38
    on_sale = [space.price for space, weapon in zip(CONTENT.market, game.state.weaponry.market, strict=True) if weapon]
    assert on_sale == [6, 6]


@pytest.mark.clause("yedo.setup.blessings")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_there_is_a_blessing_for_each_player(seats: int) -> None:
    assert opened(seats).state.temple_blessings == seats


@pytest.mark.clause("yedo.setup.church-money")
def test_the_church_starts_with_three_mon() -> None:
    opened(2).then(church=3)


@pytest.mark.clause("yedo.setup.annexes-2p", "yedo.setup.annexes-3p", "yedo.setup.annexes-4p", "yedo.setup.annexes-5p")
@pytest.mark.parametrize(("seats", "copies"), [(2, 2), (3, 2), (4, 3), (5, 4)])
def test_annexes_follow_the_number_of_players(seats: int, copies: int) -> None:
    game = opened(seats)
    assert [game.state.annex_supply(kind) for kind in ANNEXES] == [copies] * 4


@pytest.mark.clause("yedo.setup.geishas-2p", "yedo.setup.geishas-3p", "yedo.setup.geishas-4p", "yedo.setup.geishas-5p")
@pytest.mark.clause("yedo.ruling.seventh-geisha")
@pytest.mark.parametrize(
    ("seats", "values"),
    [(2, (1, 2, 3)), (3, (1, 1, 2, 2, 3)), (4, (1, 1, 2, 2, 3, 3)), (5, (1, 1, 1, 2, 2, 3, 3))],
)
def test_geishas_follow_the_number_of_players(seats: int, values: tuple[int, ...]) -> None:
    opened(seats).then(geisha_supply=values)


@pytest.mark.clause("yedo.setup.round-marker")
def test_the_game_starts_in_round_one() -> None:
    set_up(3).then(round=1, phase="bidding")


@pytest.mark.clause("yedo.setup.no-patrol-marker", "yedo.advanced.game-length")
def test_a_game_has_six_eight_or_eleven_rounds() -> None:
    assert [opened(2, rounds=rounds).state.parameters.rounds for rounds in (6, 8, 11)] == [6, 8, 11]
    with pytest.raises(BadOptions, match="6, 8, 11"):
        RULES.parse_options({"rounds": 7})


@pytest.mark.clause("yedo.setup.patrol-color")
def test_the_colour_of_the_patrol_is_drawn() -> None:
    assert {opened(2, seed).state.watch.patrol_colour for seed in SEEDS} == {"gold", "silver"}


@pytest.mark.clause(
    "yedo.setup.locations-2p", "yedo.setup.locations-3p", "yedo.setup.locations-4p", "yedo.setup.locations-5p"
)
@pytest.mark.clause("yedo.ruling.action-spaces")
@pytest.mark.parametrize(("seats", "closed"), [(2, 10), (3, 6), (4, 1), (5, 0)])
def test_spaces_are_covered_by_the_number_of_players(seats: int, closed: int) -> None:
    on_the_board = {*CONTENT.spaces} - {*CONTENT.own_spaces}
    covered = on_the_board - {*opened(seats).state.parameters.spaces}
    assert len(covered) == closed
    if seats > 2:
        assert covered <= on_the_board - {*opened(2).state.parameters.spaces}
    assert covered == {space for space in on_the_board if CONTENT.spaces[space].seats > seats}


@pytest.mark.clause("yedo.ruling.action-spaces")
@pytest.mark.parametrize(
    ("seats", "open_spaces"),
    [
        (2, (4, 2, 1, 2, 1, 2, 1)),
        (3, (5, 2, 2, 2, 2, 2, 2)),
        (4, (5, 3, 3, 3, 3, 3, 2)),
        (5, (5, 3, 3, 3, 3, 3, 3)),
    ],
)
def test_each_district_has_its_spaces_for_a_number_of_players(seats: int, open_spaces: tuple[int, ...]) -> None:
    spaces = opened(seats).state.parameters.spaces
    found = Counter(CONTENT.spaces[space].district for space in spaces if space not in CONTENT.own_spaces)
    assert tuple(found[district] for district in CONTENT.districts) == open_spaces
    assert sum(open_spaces) == 23 - {2: 10, 3: 6, 4: 1, 5: 0}[seats]
    bower = [CONTENT.spaces[space].bower for space in spaces if CONTENT.spaces[space].bower is not None]
    assert sorted(bower) == ([1, 2] if seats == 2 else [1, 2, 3])
    assert {"shogun", "bakufu"} <= {*spaces}


@pytest.mark.clause("yedo.setup.player-disciples")
def test_two_disciples_are_at_home_and_two_in_the_reserve() -> None:
    for seat in range(4):
        opened(4).then(seat, house=2, reserve=2)


@pytest.mark.clause("yedo.setup.starting-player", "yedo.ruling.start-player")
def test_the_starting_player_is_drawn() -> None:
    game = opened(3)
    (ordered,) = game.of_type(SeatsOrdered)
    assert ordered.clause == "yedo.setup.player-order"
    assert {opened(3, seed).state.order[0] for seed in SEEDS} == {0, 1, 2}


@pytest.mark.clause("yedo.setup.player-order")
def test_the_others_follow_clockwise_on_both_tracks() -> None:
    for seed in SEEDS:
        state = opened(4, seed).state
        first = state.order[0]
        assert state.order == state.bids.bidding == tuple((first + place) % 4 for place in range(4))


@pytest.mark.clause("yedo.setup.start-prestige")
def test_every_player_starts_with_a_prestige_point() -> None:
    game = opened(5).then(points=(1,) * 5)
    assert {gain.clause for gain in game.of_type(PrestigeGained)} == {"yedo.setup.start-prestige"}


@pytest.mark.clause("yedo.setup.start-missions")
def test_every_player_draws_three_green_missions_and_a_red_one() -> None:
    game = opened(5)
    assert [game.state.mission_colours(seat) for seat in range(5)] == [("green", "green", "green", "red")] * 5
    assert [fact.seat for fact in game.of_type(HandDealt)] == list(game.state.order)


@pytest.mark.clause("yedo.setup.start-money")
def test_every_player_receives_twelve_mon() -> None:
    game = opened(3).then(mon=(12, 12, 12))
    assert {gain.clause for gain in game.of_type(MonGained)} == {"yedo.setup.start-money"}


@pytest.mark.clause("yedo.setup.start-action-card")
def test_every_player_draws_an_action_card() -> None:
    assert [len(hand) for hand in opened(4).state.hands.actions] == [1] * 4


@pytest.mark.clause("yedo.setup.favor-choice-order")
def test_favors_are_taken_in_reverse_player_order() -> None:
    game = opened(3)
    last, middle, first = game.state.order[::-1]
    game = game.asked((last, "PickFavor")).when(last, TakeFavor("money"))
    game.then(last, mon=19).asked((middle, "PickFavor")).when(middle, TakeFavor("money")).refused(
        "yedo.setup.favor-choice-order"
    )
    game = game.when(middle, TakeFavor("blessing")).asked((first, "PickFavor"))
    game.when(first, TakeFavor("gold")).refused("yedo.components.favor-cards")


@pytest.mark.clause("yedo.setup.favor-flip-blackmail")
def test_a_favor_becomes_a_blackmail_card() -> None:
    game = opened(3)
    game = game.when(game.asked_seat(), TakeFavor("money")).citing("yedo.setup.favor-flip-blackmail", BlackmailTaken)
    assert set_up(4).state.hands.blackmail == (1, 1, 1, 1)


@pytest.mark.clause("yedo.setup.favor-patrol-start")
def test_the_favor_of_the_starting_player_places_the_patrol() -> None:
    taking(opened(2), "money", "weapon").then(patrol="market")


@pytest.mark.clause("yedo.setup.favor-leftover")
def test_favors_that_nobody_took_leave_the_game() -> None:
    state = taking(opened(3), "money", "weapon", "blessing").state
    assert set(state.hands.favors) == {"money", "weapon", "blessing"}


@pytest.mark.clause("yedo.favor.action-cards")
def test_the_favor_of_action_cards_gives_one_of_three_and_three_mon() -> None:
    game = taking(opened(2), "money", "action").then(patrol="harbor")
    first = game.state.order[0]
    assert len(game.state.hands.actions[first]) == 2
    game.then(first, mon=15)
    assert len(game.state.pile("action").under) == 2


@pytest.mark.clause("yedo.favor.bonus-cards")
def test_the_favor_of_bonus_cards_gives_one_of_three_and_three_mon() -> None:
    game = taking(opened(2), "money", "bonus").then(patrol="castle")
    first = game.state.order[0]
    assert len(game.state.hands.bonus[first]) == 1
    game.then(first, mon=15)
    assert len(game.state.pile("bonus").under) == 2


@pytest.mark.clause("yedo.favor.weapons")
def test_the_favor_of_weapons_gives_one_of_three_and_three_mon() -> None:
    game = taking(opened(2), "money", "weapon").then(patrol="market")
    first = game.state.order[0]
    assert len(game.state.weaponry.weapons[first]) == 1
    assert (game.state.pile("weapons").size, len(game.state.weaponry.weapon_discard)) == (35, 2)
    game.then(first, mon=15)


@pytest.mark.clause("yedo.favor.money")
def test_the_favor_of_money_gives_seven_mon() -> None:
    game = taking(opened(2), "weapon", "money").then(patrol="castle")
    game.then(game.state.order[0], mon=19)


@pytest.mark.clause("yedo.favor.blessing")
def test_the_favor_of_a_blessing_gives_one_of_the_temple() -> None:
    game = taking(opened(3), "weapon", "money", "blessing").then(patrol="gates")
    game.then(game.state.order[0], mon=12, blessings=True)
    assert game.state.temple_blessings == 2


@pytest.mark.clause("yedo.object.player-count")
def test_two_to_five_play() -> None:
    for seats in (2, 3, 4, 5):
        RULES.check_opening(RULES.parse_options({}), seats)
    for seats in (1, 6):
        with pytest.raises(BadOptions) as found:
            RULES.check_opening(RULES.parse_options({}), seats)
        assert (found.value.pointer, found.value.clause) == ("/seats", "yedo.object.player-count")


def test_what_is_in_the_decks_is_hidden() -> None:
    (laid,) = opened(2, rounds=8).of_type(MissionDecksLaidOut)
    assert len(laid.basic) == 8
    assert len(laid.shogun) == 1


def refused(options: dict[str, object], pointer: str, clause: str) -> None:
    """Check that these options are refused with the place and the clause."""
    with pytest.raises(BadOptions) as found:
        RULES.check_opening(RULES.parse_options(options), 3)
    assert (found.value.pointer, found.value.clause) == (pointer, clause)
