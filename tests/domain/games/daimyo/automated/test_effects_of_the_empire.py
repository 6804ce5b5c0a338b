"""Every effect that content may give to the empire: done without costs or limits, or impossible."""

from __future__ import annotations

import pytest

from domain.games.daimyo.actions.hiring import Hire
from domain.games.daimyo.actions.villagers import TakeHelmet
from domain.games.daimyo.effects.combining import Choose, Per, ToAdvantage
from domain.games.daimyo.effects.gains import Lose, Points
from domain.games.daimyo.effects.placing import Eliminate, MovePiece, PlacePiece
from domain.games.daimyo.effects.tiles import TakeTile
from domain.games.daimyo.facts.goods import Gained, Paid, Scored
from domain.games.daimyo.facts.turn import EffectWithout
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.printed.vocabulary import Effect
from domain.games.daimyo.verbs.moves import ChooseGoods, ChooseSite, MovePieceTo, PlacePieceOn, TakeTileFrom
from domain.kernel.moves import DECLINE, ChooseOption
from tests.domain.games.daimyo.game import Position
from tests.domain.games.daimyo.solo import EMPIRE, SITES, SPACES, action, empire

HUMAN = 0
LANDS = {"red": ("red-1", "red-2", "yellow-1"), "blue": ("blue-1", "blue-2", "blue-3")}


def asks_nobody(game: Position) -> Position:
    """Check that the action is over and the human is asked nothing for the empire."""
    assert (HUMAN, "PlaceForFree") not in game.asks()
    assert all(name in ("PlaceDie", "MercenaryDie") for _, name in game.asks()), game.asks()
    return game


def consoled(game: Position) -> Position:
    """Check that the action was not done in full and that the empire got one point for it."""
    lines = [fact for fact in game.of_type(Scored) if fact.clause == "daimyo.solo.incomplete-action"]
    assert [(fact.side, fact.points) for fact in lines] == [(EMPIRE, 1)]
    return asks_nobody(game)


# Nothing to do

WITHOUT: tuple[Effect, ...] = (
    Eliminate(),
    Eliminate(where="own-governor"),
    MovePiece(kind="governor"),
    MovePiece(kind="shadow"),
    MovePiece(kind="radio-tower"),
    MovePiece(kind="techno-farm"),
    Lose(),
    Lose(who="one-opponent"),
    Hire(),
    TakeTile(source="market"),
    TakeTile(source="bag"),
    Choose(options=((Eliminate(),), (Lose(),))),
    ToAdvantage(effects=(Eliminate(),)),
)


@pytest.mark.clause("daimyo.solo.incomplete-action")
@pytest.mark.parametrize("effect", WITHOUT, ids=repr)
def test_an_effect_that_can_do_nothing_is_left_out_and_consoled(effect: Effect) -> None:
    game = empire(black_market=(), bag=(), market=(), top_hero=None)
    game = consoled(action(game, effect)).then(EMPIRE, points=1)
    assert [fact.effect for fact in game.of_type(EffectWithout)] == [type(effect).__struct_config__.tag]


@pytest.mark.clause("daimyo.solo.incomplete-action")
def test_what_can_be_done_in_part_is_done_and_consoled_once() -> None:
    game = empire(black_market=("red-1",)).having(HUMAN, rice=1)
    consoled(action(game, TakeTile(source="market", count=2))).then(EMPIRE, points=1, tiles=("red-1",))
    two = action(game, Eliminate(), TakeTile(source="market", count=2), Eliminate(), Points(points=2))
    consoled(two).then(EMPIRE, points=3, tiles=("red-1",))
    consoled(action(game, Lose(count=2))).then(HUMAN, rice=0).then(EMPIRE, points=1, rice=0)


# Pieces


@pytest.mark.clause("daimyo.solo.no-costs", "daimyo.solo.no-piece-limit")
@pytest.mark.parametrize(
    ("kind", "field", "places", "limit"),
    [
        ("governor", "governors", SITES, 8),
        ("shadow", "shadows", SPACES, 3),
        ("radio-tower", "towers", SITES, 4),
        ("techno-farm", "farms", SITES, 4),
    ],
)
def test_a_piece_is_placed_for_nothing_beyond_the_number_of_a_player(
    kind: str, field: str, places: tuple[str, ...], limit: int
) -> None:
    game = action(empire().having(EMPIRE, **{field: places[:limit]}), PlacePiece(kind=kind))
    game = asks_nobody(game.when(HUMAN, PlacePieceOn(places[limit])).without(Paid).without(Gained))
    game.then(EMPIRE, goods=Goods(), points=0, **{field: tuple(sorted(places[: limit + 1]))})


@pytest.mark.clause("daimyo.solo.human-chooses")
def test_pieces_are_placed_on_the_islands_named_where_there_is_room() -> None:
    reds = tuple(f"red-{number}" for number in range(1, 6))
    game = empire().having(HUMAN, governors=reds[:4])
    two = action(game, PlacePiece(kind="governor", islands=("red",), count=2))
    consoled(two).then(EMPIRE, governors=("red-5",), points=1)
    full = empire().having(HUMAN, governors=reds)
    consoled(action(full, PlacePiece(kind="governor", islands=("red",)))).then(EMPIRE, governors=(), points=1)


@pytest.mark.clause("daimyo.recruitment.shadow.eliminate", "daimyo.solo.no-goods")
def test_a_shadow_of_the_empire_removes_a_governor_and_brings_it_no_gold() -> None:
    game = action(empire().having(HUMAN, governors=("red-1", "red-2")), PlacePiece(kind="shadow", islands=("red",)))
    game = game.when(HUMAN, PlacePieceOn("red-shadow-3")).when(HUMAN, ChooseSite("red-1"))
    asks_nobody(game).then(EMPIRE, shadows=("red-shadow-3",), gold=0).then(HUMAN, governors=("red-2",), gold=1)


@pytest.mark.clause("daimyo.island.influence-adjust-on-move")
@pytest.mark.parametrize(
    ("kind", "field", "place", "to"),
    [
        ("governor", "governors", "red-1", "blue-1"),
        ("radio-tower", "towers", "red-1", "blue-1"),
        ("techno-farm", "farms", "red-1", "blue-1"),
        ("shadow", "shadows", "red-shadow-1", "blue-shadow-1"),
    ],
)
def test_a_piece_moves_to_a_free_place_of_its_kind(kind: str, field: str, place: str, to: str) -> None:
    game = action(empire().having(EMPIRE, **{field: (place,)}), MovePiece(kind=kind))
    game = asks_nobody(game.when(HUMAN, MovePieceTo(place, to)).without(Gained))
    game.then(EMPIRE, **{field: (to,)})


@pytest.mark.clause("daimyo.recruitment.shadow.targets", "daimyo.recruitment.shadow.compensation")
def test_a_governor_of_the_human_is_removed_never_one_of_the_empire() -> None:
    game = empire().having(EMPIRE, governors=("red-1",)).having(HUMAN, governors=("red-2", "blue-1", "red-3"))
    anywhere = action(game, Eliminate())
    assert {move.site for move in anywhere.offered(HUMAN, ChooseSite)} == {"red-2", "blue-1", "red-3"}
    own = action(game, Eliminate(where="own-governor"))
    own.when(HUMAN, ChooseSite("blue-1")).refused("daimyo.recruitment.shadow.targets")
    asks_nobody(own.when(HUMAN, ChooseSite("red-3"))).then(HUMAN, governors=("blue-1", "red-2"), gold=1)


# Tiles


@pytest.mark.clause("daimyo.solo.relic-source", "daimyo.ruling.duplicates-bind-all")
@pytest.mark.parametrize(
    ("source", "origins"),
    [
        ("lands", {"red", "blue"}),
        ("market", {"black-market"}),
        ("anywhere", {"red", "blue", "black-market"}),
    ],
)
def test_tiles_are_taken_from_where_the_card_says_without_limit(source: str, origins: set[str]) -> None:
    held = ("purple-1", "purple-2", "purple-3", "red-1", "yellow-2", "yellow-3")
    game = empire(lands={"yellow": (), "purple": ()} | LANDS, black_market=("red-3", "red-1", "blue-4"))
    game = action(game.having(EMPIRE, tiles=held), TakeTile(source=source))
    assert {move.origin for move in game.offered(HUMAN, TakeTileFrom)} == origins
    assert "red-1" not in {move.tile for move in game.offered(HUMAN, TakeTileFrom)}
    game = game.when(HUMAN, DECLINE).refused("daimyo.ruling.take-compulsory")
    move = game.offered(HUMAN, TakeTileFrom)[0]
    game = asks_nobody(game.when(HUMAN, move).without(Paid))
    game.then(EMPIRE, tiles=tuple(sorted((*held, move.tile))))


@pytest.mark.clause("daimyo.ruling.bag-duplicate", "daimyo.solo.incomplete-action")
def test_a_tile_from_the_bag_that_the_empire_holds_goes_to_the_black_market() -> None:
    game = action(empire(bag=("red-1",), black_market=()).having(EMPIRE, tiles=("red-1",)), TakeTile(source="bag"))
    consoled(game).then(EMPIRE, tiles=("red-1",), points=1).then(bag=(), black_market=("red-1",))
    fresh = action(empire(bag=("red-2",), black_market=()).having(EMPIRE, tiles=("red-1",)), TakeTile(source="bag"))
    asks_nobody(fresh).then(EMPIRE, tiles=("red-1", "red-2"), points=0)


# The rest


@pytest.mark.clause("daimyo.ruling.empire-helmet")
def test_the_empire_takes_the_helmet_where_its_card_says_so() -> None:
    asks_nobody(action(empire(helmet=HUMAN), TakeHelmet())).then(helmet=EMPIRE).then(EMPIRE, points=0)
    asks_nobody(action(empire(helmet=EMPIRE), TakeHelmet())).then(helmet=EMPIRE).then(EMPIRE, points=0)


@pytest.mark.clause("daimyo.solo.end.hire", "daimyo.solo.no-costs")
def test_the_empire_takes_the_last_hero_of_the_market_for_free() -> None:
    game = empire().selling("vat-farmer", "arc-architect", top="neon-poet")
    game = asks_nobody(action(game, Hire()).without(Paid)).then(market=("vat-farmer", "neon-poet"))
    assert "arc-architect" in game.state.hands.discard[EMPIRE]


@pytest.mark.clause("daimyo.component.hero-card-aggressive-mark", "daimyo.solo.no-goods")
@pytest.mark.parametrize("who", ["each-opponent", "one-opponent"])
def test_the_human_loses_what_the_human_chooses(who: str) -> None:
    game = action(empire().having(HUMAN, rice=1, metal=2, gold=3), Lose(count=2, who=who))
    game.when(HUMAN, ChooseGoods(Goods(gold=2))).refused("daimyo.solo.empire-turn")
    game = asks_nobody(game.when(HUMAN, ChooseGoods(Goods(rice=1, metal=1))))
    game.then(HUMAN, goods=Goods(metal=1, gold=3)).then(EMPIRE, goods=Goods(), points=0)


@pytest.mark.clause("daimyo.solo.human-chooses")
def test_of_several_things_the_human_chooses_among_those_that_can_be_done() -> None:
    choice = Choose(options=((Points(points=1),), (Eliminate(),), (TakeHelmet(), Points(points=2))))
    game = action(empire(helmet=HUMAN), choice)
    assert game.offered(HUMAN) == [ChooseOption(1), ChooseOption(3)]
    asks_nobody(game.when(HUMAN, ChooseOption(3))).then(EMPIRE, points=2).then(helmet=EMPIRE)


@pytest.mark.clause("daimyo.solo.empire-turn")
def test_what_is_counted_is_counted_of_the_empire() -> None:
    game = empire().having(EMPIRE, shadows=SPACES[:2]).having(HUMAN, shadows=SPACES[2:3])
    count = Per(measure="shadows", effects=(Points(points=2),))
    asks_nobody(action(game, count)).then(EMPIRE, points=4).then(HUMAN, points=0)
