"""The end of a round against the empire, the end of the game, and the feats of a victory."""

from __future__ import annotations

import pytest

from domain.games.daimyo.effects.combining import Choose, ChooseOne
from domain.games.daimyo.effects.gains import Lose
from domain.games.daimyo.facts.goods import Gained, Paid
from domain.games.daimyo.facts.heroes import ArmyRevealed, HeroHired
from domain.games.daimyo.facts.solo import EmpireAbilityCame, FeatsAchieved, SoloCardRevealed
from domain.games.daimyo.facts.tiles import TilesReturned
from domain.games.daimyo.facts.turn import TurnBegan
from domain.games.daimyo.phases import achievements
from domain.games.daimyo.phases.end_of_round import EndGame
from domain.games.daimyo.phases.turn import EndTurn
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.verbs import army
from domain.games.daimyo.verbs.moves import ChooseGoods
from domain.kernel.audience import SPECTATOR
from domain.kernel.moves import DECLINE, ChooseOption
from tests.domain.games.daimyo.game import CONTENT, RULES, Position, given

EMPIRE = 1
SEVEN = (1, 2, 4)
"""Dice for the only total that asks nothing and gives the empire 2 points."""
RICE = ChooseGoods(Goods(rice=1))
CARDS = ("salt-fields", "census", "night-boats")


def round_over(number: int = 1, dice: tuple[int, ...] = SEVEN, **fields: object) -> Position:
    """Return the human's turn, which is the last one of a round in which the empire began."""
    game = given(1, round=number, turn=6, order=(EMPIRE, 0), solo_seen=CARDS, **fields)
    spaces = [f"{card}/{place}" for card, place in zip(CARDS, (1, 2, 3), strict=True)]
    return game.dice(EMPIRE, *(("red", value, space) for value, space in zip(dice, spaces, strict=True)))


def end_turn(game: Position) -> Position:
    return game.menu(main=False).when(0, EndTurn())


def revenue(game: Position, seed: int = 0) -> Position:
    """Take rice as the human's revenue."""
    return game.when(0, RICE, seed)


def closed(game: Position) -> Position:
    """Close the round; the human, who does not own the helmet, could hire but does not."""
    return revenue(end_turn(game.having(0, gold=9))).when(0, DECLINE)


def test_a_total_of_7_asks_nothing_and_gives_2_points() -> None:
    end_turn(round_over()).then(EMPIRE, points=2).citing("daimyo.solo.round-end-ability", EmpireAbilityCame)


@pytest.mark.clause("daimyo.solo.round-end-ability")
def test_the_ability_of_the_total_comes_before_influence_is_scored() -> None:
    game = end_turn(round_over(dice=(2, 6, 4)).having(0, rice=1, governors=("red-1",)))
    (came,) = game.of_type(EmpireAbilityCame)
    assert (came.total, came.side) == (12, EMPIRE)
    assert game.asks() == [(0, "ChooseOne")]
    game.then(0, points=0)
    game = game.when(0, ChooseOption(2)).then(EMPIRE, points=2).then(0, points=4, rice=1)


@pytest.mark.clause("daimyo.solo.round-end-ability")
def test_a_governor_of_the_ability_counts_in_the_influence_of_the_round() -> None:
    game = end_turn(round_over(dice=(2, 2, 4)).having(0, shadows=("red-shadow-1",)))
    game = game.when(0, next(move for move in game.offered(0) if move.label().endswith("3 of red")))
    game.then(EMPIRE, points=4, governors=("red-3",)).then(0, points=2)


@pytest.mark.clause("daimyo.solo.round-end-ability", "daimyo.solo.incomplete-action")
def test_an_ability_that_can_do_nothing_gives_the_empire_a_point() -> None:
    end_turn(round_over(dice=(1, 1, 2), black_market=())).then(EMPIRE, points=1, tiles=())


@pytest.mark.clause("daimyo.example.solo-round-end")
def test_martine_discards_a_resource_for_a_total_of_12() -> None:
    (effect,) = CONTENT.empire_abilities[12].effects
    assert isinstance(effect, Choose)
    assert (Lose(1, who="each-opponent"),) in effect.options
    game = end_turn(round_over(dice=(2, 6, 4)).having(0, rice=1, metal=1, gold=1))
    assert isinstance(game.state.agenda[-1], ChooseOne)
    game = game.when(0, ChooseOption(1))
    assert set(game.offered(0)) == {ChooseGoods(Goods(rice=1)), ChooseGoods(Goods(metal=1))}
    game.when(0, ChooseGoods(Goods(gold=1))).refused("daimyo.solo.round-end-ability")
    game = game.when(0, ChooseGoods(Goods(metal=1))).citing("daimyo.solo.round-end-ability", Paid)
    game.then(0, rice=1, metal=0, gold=2).then(EMPIRE, points=0)


@pytest.mark.clause("daimyo.solo.end.influence")
def test_the_empire_scores_influence_like_a_player() -> None:
    game = round_over().having(0, governors=("red-1", "red-2", "red-3")).having(EMPIRE, governors=("red-4", "red-5"))
    red = CONTENT.islands["red"]
    end_turn(game).then(0, points=red.gold_standard).then(EMPIRE, points=2 + red.silver_standard)


@pytest.mark.clause("daimyo.solo.end.revenue")
def test_the_human_alone_takes_revenue() -> None:
    game = revenue(end_turn(round_over()))
    game.then(0, goods=Goods(rice=1, gold=1)).then(EMPIRE, goods=Goods())
    assert {fact.side for fact in game.of_type(Gained)} <= {0}


@pytest.mark.clause("daimyo.solo.end.helmet")
def test_the_empire_never_gives_the_helmet_away() -> None:
    game = closed(round_over(2, helmet=EMPIRE))
    game.then(round=3, helmet=EMPIRE, order=(EMPIRE, 0))
    assert [fact.side for fact in game.of_type(TurnBegan)] == [EMPIRE]
    asked = revenue(end_turn(round_over(2, helmet=0)))
    assert asked.asks() == [(0, "ChooseStartPlayer")]


@pytest.mark.clause("daimyo.solo.end.hire")
@pytest.mark.parametrize("helmet", [0, EMPIRE])
def test_the_empire_takes_the_rightmost_hero_for_free_on_its_turn_to_hire(helmet: int) -> None:
    game = round_over(helmet=helmet)
    market, top = game.state.offers.market, game.state.offers.top_hero
    game = revenue(end_turn(game.having(0, gold=9)))
    if helmet == 0:
        game = game.when(0, game.any_move()).then(EMPIRE, discard=())
        game = game.when(0, DECLINE)
    game.then(EMPIRE, discard=(market[-1],), goods=Goods()).citing("daimyo.solo.end.hire", HeroHired)
    assert game.state.offers.market == (*market[:-1], top)


@pytest.mark.clause("daimyo.solo.end.cards")
@pytest.mark.parametrize(("number", "group"), [(1, "1-2"), (2, "3-4"), (3, "3-4"), (4, "5")])
def test_the_first_card_of_the_next_round_is_turned_up(number: int, group: str) -> None:
    game = closed(round_over(number, helmet=EMPIRE)).then(round=number + 1)
    (revealed,) = game.of_type(SoloCardRevealed)
    assert revealed.clause == "daimyo.solo.end.cards"
    assert revealed.card not in CARDS
    assert CONTENT.solo_cards[revealed.card].group == group
    game.then(EMPIRE, placed=())


@pytest.mark.clause("daimyo.solo.end.round4-tiles", "daimyo.ruling.empire-tiles-returned")
@pytest.mark.parametrize("number", [3, 4])
def test_after_round_4_the_loose_tiles_of_the_empire_return_and_its_relics_stay(number: int) -> None:
    tiles = ("blue-1", "blue-2", "red-1")
    game = round_over(number, helmet=EMPIRE).having(EMPIRE, tiles=tiles, relics=(("red", 3),)).tiles_counted()
    relics = game.state.holdings.relics
    bag = len(game.state.relic_tiles.bag)
    game = closed(game).then(relics=relics)
    if number == 3:
        game.then(EMPIRE, tiles=tiles).without(TilesReturned)
        return
    game.then(EMPIRE, tiles=(), influence={"red": 3}).citing("daimyo.solo.end.round4-tiles", TilesReturned)
    assert len(game.state.relic_tiles.bag) == bag + 3


# The end of the game


def scored(game: Position, clause: str) -> tuple[int, int]:
    sums = [0, 0]
    for line in game.state.scoring.scored:
        if line.clause == clause:
            sums[line.side] += line.points
    return sums[0], sums[1]


def last_round(**fields: object) -> Position:
    """Return the human's last turn of the game; the helmet is with the empire and nobody has any hero."""
    game = round_over(5, helmet=EMPIRE, face_down=0, **fields).cheap_market()
    return game.army(0).army(EMPIRE)


def ended(game: Position, seed: int = 0) -> Position:
    """End the game; the human takes rice as the last revenue."""
    return revenue(end_turn(game), seed)


@pytest.mark.clause("daimyo.solo.scoring.usual")
def test_the_army_of_the_empire_is_worth_what_its_heroes_cost() -> None:
    game = last_round().army(EMPIRE, 5, 4, 4, 3, 2).army(0, 5, 5, 5).having(0, gold=1)
    assert army.value(game.state, EMPIRE) == 18
    over = ended(game)
    assert army.value(over.state, 0) == 17
    assert scored(over, "daimyo.scoring.army-points.solo") == (2, 10)


@pytest.mark.clause("daimyo.solo.scoring.usual", "daimyo.solo.setup.empire-hero")
def test_the_hero_that_lay_face_down_is_revealed_and_counts() -> None:
    over = ended(round_over(5).with_state(face_down=1))
    (revealed,) = over.of_type(ArmyRevealed)
    over.then(EMPIRE, discard=revealed.heroes).then(face_down=0)
    assert army.value(over.state, EMPIRE) == CONTENT.heroes[revealed.heroes[0]].cost
    assert revealed.heroes[0] not in over.state.offers.hero_deck


@pytest.mark.clause("daimyo.solo.scoring.no-resources")
def test_the_empire_scores_nothing_for_resources() -> None:
    over = ended(last_round().having(0, rice=9))
    assert scored(over, "daimyo.scoring.resources") == (2, 0)


@pytest.mark.clause("daimyo.solo.scoring.building-series")
@pytest.mark.parametrize(
    ("farms", "towers", "points"),
    [(6, 0, (16, 0)), (0, 5, (0, 8)), (4, 4, (12, 7)), (9, 9, (25, 15)), (3, 3, (7, 4)), (8, 0, (24, 0))],
)
def test_every_four_buildings_of_the_empire_are_a_series(farms: int, towers: int, points: tuple[int, int]) -> None:
    sites = [f"{island}-{number}" for island in ("red", "blue", "yellow", "purple") for number in range(1, 6)]
    over = ended(last_round().having(EMPIRE, farms=sites[:farms], towers=sites[farms : farms + towers]))
    found = [scored(over, f"daimyo.scoring.{kind}")[EMPIRE] for kind in ("techno-farms.2021", "radio-towers")]
    assert tuple(found) == points


@pytest.mark.clause("daimyo.ruling.solo-tie")
def test_a_single_resource_of_the_human_breaks_a_tie_of_points() -> None:
    # Army 10 to 2; the ability gives the empire 2 points and the helmet 2 more.
    over = ended(last_round().having(EMPIRE, points=4)).then(0, points=10, rice=1).then(EMPIRE, points=10)
    result = over.state.result
    assert result is not None
    assert (result.winners, result.decided_by) == ((0,), "daimyo.scoring.tie-resources")
    assert told(over) == (over.state.clan_boards.clans[0],)


@pytest.mark.clause("daimyo.ruling.solo-tie")
def test_equal_points_without_resources_share_the_victory() -> None:
    game = last_round().having(0, points=0, gold=4).having(EMPIRE, points=6)
    over = game.asking(EndGame()).running().then(0, points=10, goods=Goods(gold=4)).then(EMPIRE, points=10)
    result = over.state.result
    assert result is not None
    assert (result.winners, result.decided_by) == ((0, EMPIRE), "daimyo.scoring.tie-shared")


def martine() -> Position:
    """Return the last decisions of the game that the rulebook scores; final scoring begins at 51 to 45."""
    game = round_over(5, (2, 6, 4), helmet=EMPIRE, face_down=1).cheap_market()
    game = game.army(0, 5, 5, 5).having(0, clan="nature", gold=4, rice=6, points=41)
    game = game.having(0, relics=(("blue", 3), ("red", 3)), towers=("blue-1", "red-1", "yellow-1"))
    game = game.having(0, farms=("blue-2", "red-2", "yellow-2"))
    game = game.army(EMPIRE, 5, 4, 4, 3).having(EMPIRE, points=37)
    game = game.having(EMPIRE, relics=(("yellow", 3), ("yellow", 2), ("purple", 3)), towers=("purple-1",))
    return game.having(EMPIRE, farms=[f"{island}-{n}" for island in ("red", "blue", "purple") for n in (4, 5)])


def martine_ends() -> Position:
    """Let Martine give up a resource for the total of 12 and take rice; the empire's hidden hero costs 2."""
    game = end_turn(martine()).when(0, ChooseOption(1)).then(0, rice=5, points=51).then(EMPIRE, points=45)
    for seed in range(100):
        over = revenue(game, seed)
        (revealed,) = over.of_type(ArmyRevealed)
        if CONTENT.heroes[revealed.heroes[0]].cost == 2:
            return over
    raise AssertionError("no hero of cost 2 came in 100 games")


@pytest.mark.clause("daimyo.example.solo-scoring", "daimyo.scoring.winner", "daimyo.solo.scoring.usual")
def test_martine_wins_by_80_to_78() -> None:
    over = martine_ends().then(0, points=80, rice=6).then(EMPIRE, points=78)
    assert [army.value(over.state, side) for side in range(2)] == [20, 18]
    assert {clause: scored(over, clause) for clause in LINES} == LINES
    result = over.state.result
    assert result is not None
    assert (result.winners, result.decided_by) == ((0,), "daimyo.scoring.winner")
    assert [(score.seat, score.points, score.rank) for score in result.scores] == [(0, 80, 1), (1, 78, 2)]


LINES = {
    "daimyo.scoring.relics": (7, 12),
    "daimyo.scoring.techno-farms.2021": (7, 16),
    "daimyo.scoring.radio-towers": (4, 1),
    "daimyo.scoring.army-points.solo": (10, 2),
    "daimyo.scoring.helmet": (0, 2),
    "daimyo.scoring.resources": (1, 0),
}


# Masterful achievements

TOWERS = tuple(f"blue-{n}" for n in range(1, 5))
FARMS = tuple(f"red-{n}" for n in range(1, 5))
GOVERNORS = tuple(f"{island}-{n}" for island in ("blue", "red") for n in range(1, 5))
SHADOWS = tuple(f"blue-shadow-{n}" for n in range(1, 4))
RELICS = tuple((colour, altar) for colour in ("blue", "red") for altar in (1, 2, 3))


def won(difficulty: str = "normal", clan: str = "nature", **pieces: object) -> Position:
    game = given(1, difficulty=difficulty, round=5, turn=6, order=(EMPIRE, 0), solo_seen=CARDS)
    game = game.dice(EMPIRE, *(("red", value, f"{card}/3") for value, card in zip(SEVEN, CARDS, strict=True)))
    return ended(game.having(0, clan=clan, points=200, **pieces))


def told(game: Position) -> tuple[str, ...]:
    """Return the feats that the end of the game names."""
    return tuple(feat for fact in game.of_type(FeatsAchieved) for feat in fact.feats)


@pytest.mark.clause("daimyo.solo.achievements")
def test_a_win_on_normal_as_nature_with_every_building_marks_two_cells_of_21() -> None:
    over = won(towers=TOWERS, farms=FARMS)
    over.citing("daimyo.solo.achievements", FeatsAchieved)
    assert told(over) == ("nature", "all-buildings")
    grid = achievements.grid(CONTENT, [over.state])
    assert len(grid) == 21
    assert {cell for cell, marks in grid.items() if marks} == {("nature", "normal"), ("all-buildings", "normal")}
    assert RULES.view(over.state, SPECTATOR).solo.feats == ("won as Nature", "built every building")


@pytest.mark.clause("daimyo.solo.achievements")
def test_the_grid_has_seven_feats_by_three_difficulties() -> None:
    grid = achievements.grid(CONTENT, [])
    feats = ("nature", "tech", "nomad", "noble", "all-relics", "all-buildings", "all-units")
    assert set(grid) == {(feat, level) for feat in feats for level in ("easy", "normal", "difficult")}
    assert set(grid.values()) == {0}


@pytest.mark.clause("daimyo.solo.achievements")
@pytest.mark.parametrize(
    ("pieces", "feats"),
    [
        ({"relics": RELICS}, ("all-relics",)),
        ({"relics": RELICS[:5]}, ()),
        ({"towers": TOWERS, "farms": FARMS[:3]}, ()),
        ({"governors": GOVERNORS, "shadows": SHADOWS}, ("all-units",)),
        ({"governors": GOVERNORS[:7], "shadows": SHADOWS}, ()),
        ({"governors": GOVERNORS, "shadows": SHADOWS[:2]}, ()),
        ({"relics": RELICS, "towers": TOWERS, "farms": FARMS, "governors": GOVERNORS, "shadows": SHADOWS},
         ("all-relics", "all-buildings", "all-units")),
    ],
)  # fmt: skip
@pytest.mark.parametrize("clan", ["nature", "tech", "nomad", "noble"])
def test_each_victory_marks_its_clan_and_what_else_was_done(
    clan: str, pieces: dict[str, object], feats: tuple[str, ...]
) -> None:
    over = won(clan=clan, **pieces)
    assert told(over) == (clan, *feats)


@pytest.mark.clause("daimyo.solo.achievements")
def test_the_grid_counts_many_victories_but_no_lost_or_other_games() -> None:
    lost = ended(last_round().having(EMPIRE, points=300).having(0, clan="noble"))
    assert told(lost) == ()
    assert RULES.view(lost.state, SPECTATOR).solo.feats == ()
    running = given(1).state
    pair = given(2).state
    games = [won("easy").state, won("easy", "tech").state, won("difficult").state, won("easy").state]
    grid = achievements.grid(CONTENT, [*games, lost.state, running, pair])
    marks = {cell: count for cell, count in grid.items() if count}
    assert marks == {("nature", "easy"): 2, ("tech", "easy"): 1, ("nature", "difficult"): 1}


@pytest.mark.clause("daimyo.solo.achievements")
def test_the_feats_are_described_in_words() -> None:
    (fact,) = won("difficult", "noble", relics=RELICS, towers=TOWERS, farms=FARMS).of_type(FeatsAchieved)
    words = "Martine won as Noble, restored every relic and built every building (difficult)."
    assert fact.words(("Martine", "the empire"), SPECTATOR) == words
    assert fact.difficulty == "difficult"
