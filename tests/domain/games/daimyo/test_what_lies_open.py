"""Open information on the table appears in questions, labels, views, on the board and in the log."""

from __future__ import annotations

import pytest

from domain.games.daimyo.actions.recruitment import RemoveGovernor
from domain.games.daimyo.effects.gains import PickGoods
from domain.games.daimyo.effects.placing import MoveForFree, PlaceForFree
from domain.games.daimyo.facts.goods import Scored
from domain.games.daimyo.facts.heroes import MarketLaidOut, MarketPlaceFilled, MarketRefilled
from domain.games.daimyo.facts.solo import EmpireAbilityCame
from domain.games.daimyo.facts.tiles import BagTileLaidDown
from domain.games.daimyo.facts.turn import BonusTileLaid, BonusTileUsed, DieTaken, EffectWithout
from domain.games.daimyo.state import Die
from domain.games.daimyo.verbs.asking import Deed
from domain.games.daimyo.verbs.describe import describe
from domain.kernel.audience import SPECTATOR
from domain.kernel.rulesets import Rulesets
from domain.record.words import Reader
from domain.verification.moves import REPLAYED
from tests.domain.games.daimyo.game import CONTENT, RULES, given, opened
from tests.domain.games.daimyo.solo import EMPIRE, empire
from tests.domain.games.daimyo.test_rules_versions import recorded

NAMES = ("Anna", "Bela", "Cora", "Dora")
SOLO = ("Anna", "The Empire")


def labels(choice: object, state: object, names: tuple[str, ...]) -> list[str]:
    return [choice.label(state, move, names) for move in choice.moves(state)]  # type: ignore[attr-defined]


def test_goods_to_return_and_goods_to_gain_are_asked_in_other_words() -> None:
    game, deed = given().having(0, rice=1), Deed(0, 0, "daimyo.revenue.automatic")
    gain = PickGoods(seat=0, deed=deed, count=1, of=("rice", "metal"))
    pays = PickGoods(seat=0, deed=deed, count=1, of=("rice", "metal"), pays=True)
    assert (gain.question(NAMES), labels(gain, game.state, NAMES)[0]) == (
        "Choose what you gain: 1 rice or metal.",
        "gain 1 rice",
    )
    assert (pays.question(NAMES), labels(pays, game.state, NAMES)) == (
        "Choose what you return: 1 rice or metal.",
        ["return 1 rice"],
    )


def test_the_governor_to_remove_is_named_with_its_owner() -> None:
    game = given(3).having(1, governors=("red-1",)).having(2, governors=("red-3",))
    choice = RemoveGovernor(seat=0, deed=Deed(0, 0, "daimyo.hire.cost"), of=(1, 2), islands=("red",))
    assert labels(choice, game.state, NAMES) == [
        "the governor of Bela on site 1 of red (rice)",
        "the governor of Cora on site 3 of red (metal)",
    ]


def test_a_piece_to_place_is_named_with_its_side_and_the_empire_gains_no_gold() -> None:
    deed = Deed(EMPIRE, 0, "daimyo.solo.empire-turn")
    place = PlaceForFree(seat=0, deed=deed, kind="shadow", islands=("red",), left=1)
    assert place.question(SOLO) == "Choose where a shadow of The Empire goes."
    assert labels(place, empire().state, SOLO)[0] == "a shadow of The Empire on shadow space 1 of red"
    moving = empire().having(EMPIRE, governors=("red-1",))
    move = MoveForFree(seat=0, deed=deed, kind="governor")
    assert move.question(SOLO) == "Choose which governor of The Empire moves, and where to."
    assert labels(move, moving.state, SOLO)[0].startswith("governor of The Empire from site 1 of red to site 1 of blue")


def test_effects_count_what_is_ones_own() -> None:
    paid = [face for face in CONTENT.faces.values() if "for every" in describe(face.effects)]
    assert paid
    assert all("for every own" in describe(face.effects) for face in paid)


def test_the_empire_abilities_lie_open() -> None:
    game = empire()
    view = RULES.view(game.state, SPECTATOR)
    assert view.solo is not None
    assert [ability.total for ability in view.solo.abilities] == list(range(3, 19))
    board = RULES.looks.board(view, SOLO)
    for ability in CONTENT.empire_abilities.values():
        assert f": {describe(ability.effects)}" in board


def test_clans_and_mini_boards_lie_open_until_they_are_taken() -> None:
    game = opened(2, boards="advanced")
    view = RULES.view(game.state, SPECTATOR)
    assert {clan.clan for clan in view.clans_to_choose} == set(CONTENT.clans)
    assert {board.board for board in view.mini_boards_to_take} == set(CONTENT.mini_boards)
    board = RULES.looks.board(view, NAMES)
    for clan in CONTENT.clans.values():
        assert describe(clan.ability) in board
    (choice,) = RULES.choices(game.state)
    assert all(" ability: " in label and " heroes: " in label for label in labels(choice, game.state, NAMES))
    (choice,) = RULES.choices(game.until("DraftMiniBoard").state)
    assert all(" tiles: " in label for label in labels(choice, game.until("DraftMiniBoard").state, NAMES))
    later = RULES.view(game.until("TurnMenu").state, SPECTATOR)
    assert (later.clans_to_choose, later.mini_boards_to_take) == ((), ())
    assert describe(CONTENT.clans[later.sides[0].clan or ""].ability) == later.sides[0].ability


def test_a_tile_to_lay_says_what_it_does_and_so_does_the_board() -> None:
    game = given().having(0, rice=9, metal=9, crystal=9).action("construction").until("LayTile")
    (choice,) = [choice for choice in RULES.choices(game.state) if type(choice).__name__ == "LayTile"]
    does = {tile.tile: tile.does for tile in RULES.view(game.state, SPECTATOR).sides[0].under_buildings}
    moves = list(choice.moves(game.state))
    assert moves
    board = RULES.looks.board(RULES.view(game.state, SPECTATOR), NAMES)
    for move in moves:
        assert choice.label(game.state, move, NAMES).endswith(f": {does[move.tile]}")
        assert does[move.tile] in board


def test_facts_say_what_cards_do_only_since_version_2() -> None:
    clause = "daimyo.hire.refill"
    assert EmpireAbilityCame(clause, 1, 7, "place a governor").words(SOLO, SPECTATOR) == (
        "The dice of The Empire total 7, so its ability is: place a governor."
    )
    assert EmpireAbilityCame(clause, 1, 7).words(SOLO, SPECTATOR) == "The dice of The Empire total 7."
    assert (
        BonusTileLaid(clause, 0, "comet-3", "relic", "gain 2 gold").words(NAMES, SPECTATOR).endswith(": gain 2 gold.")
    )
    assert (
        BonusTileUsed(clause, 0, "relic", "comet-3", "gain-two-crystal-2019")
        .words(NAMES, SPECTATOR)
        .endswith("on Relic: Gain Two Crystal.")
    )
    cannot = EffectWithout(clause, 1, "take-tile", "take a relic tile from the bag", "Edict")
    assert cannot.words(SOLO, SPECTATOR) == "The Empire cannot do this: take a relic tile from the bag (Edict)."
    assert DieTaken(clause, 1, Die("green", 1), "monument/2").words(SOLO, SPECTATOR) == (
        "The Empire puts the green 1 on space 2 of Monument."
    )
    assert BagTileLaidDown(clause, 0, "blue-2").words(NAMES, SPECTATOR) == (
        "Anna holds Blue 2 already, so it goes to the black market."
    )


def test_the_log_names_the_heroes_that_come_to_the_market_and_are_turned_up() -> None:
    clause = "daimyo.hire.refill"
    assert "Vat Farmer lies face up" in MarketLaidOut(clause, ("scrap-diver",), "vat-farmer").words(NAMES, SPECTATOR)
    filled = MarketPlaceFilled(clause, 2, "scrap-diver", "vat-farmer").words(NAMES, SPECTATOR)
    assert filled == "Scrap Diver comes to place 3 of the hero market, and Vat Farmer is turned up."
    assert "Vat Farmer is turned up" in str(MarketRefilled(clause, "vat-farmer").words(NAMES, SPECTATOR))


@pytest.mark.parametrize(
    ("clause", "place"),
    [("first-place", "first"), ("tie-first", "first place shared"), ("second-place", "second")],
)
def test_points_for_influence_say_for_which_place(clause: str, place: str) -> None:
    words = Scored(f"daimyo.influence.{clause}", 0, 4, "influence on red").words(NAMES, SPECTATOR)
    assert words == f"Anna scores 4 points: influence on red, {place}."


def test_every_step_of_a_recorded_game_has_words_even_if_somebody_declined() -> None:
    reader = Reader(Rulesets([RULES]))
    told = [reader.words(event, SOLO) for event in recorded() if isinstance(event, REPLAYED)]
    assert all(told)
    assert "Anna: stop recruiting." in told
