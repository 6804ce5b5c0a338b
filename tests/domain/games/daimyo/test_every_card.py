"""Every hero and every face of a tile, played out with random choices: from a rich position and from a bare one."""

from __future__ import annotations

from random import Random

import pytest

from domain.games.daimyo.actions.bonus_tiles import UseTile
from domain.games.daimyo.actions.clans import USE_ABILITY
from domain.games.daimyo.actions.recruitment import PayReset
from domain.games.daimyo.effects.heroes import PlayHeroCard
from domain.games.daimyo.facts.turn import EffectWithout
from domain.games.daimyo.printed.vocabulary import Measure
from domain.games.daimyo.state import Relic
from domain.games.daimyo.verbs.measures import FIELDS, MEASURES, changed_measures
from tests.domain.games.daimyo.game import CONTENT, Position, given
from tests.domain.games.daimyo.tiles import SPACE, USE, laid

GREEN_SPACES = ("relic", "tax", "production")
HEROES = sorted(CONTENT.heroes)
SIDES = (("2021", "basic"), ("2021", "advanced"), ("2019", "basic"))
FACES = [
    (edition, boards, face)
    for edition, boards in SIDES
    for face in sorted(
        {CONTENT.face_of(tile, edition, boards).id for b in CONTENT.mini_boards.values() for tile in b.tiles}
    )
    if CONTENT.faces[face].colour == "gray"
]


def with_strength(game: Position, strength: int) -> Position:
    """Give seat 0 dice that add up to a strength, the last of them on Production."""
    dice: list[int] = []
    while strength:
        dice.append(min(6, strength))
        strength -= dice[-1]
    spaces = GREEN_SPACES[-len(dice) :]
    return game.dice(0, *(("green", value, space) for value, space in zip(dice, spaces, strict=True)))


def rich(game: Position) -> Position:
    """Give everybody something of everything, and nearly full storage."""
    game = game.with_state(helmet=1).having(0, rice=6, metal=6, crystal=6, gold=6, recruitment=2, capacity=5)
    game = game.having(0, governors=("blue-1", "red-2"), towers=("blue-2",), farms=("red-1",))
    game = game.having(0, shadows=("red-shadow-1",), tiles=("red-1", "green-4", "yellow-1"), relics=(("purple", 1),))
    game = game.having(1, rice=2, gold=2, governors=("red-3", "yellow-1"), farms=("yellow-2",))
    return game.having(2, metal=1, governors=("blue-3",), shadows=("purple-shadow-3",))


def played_out(game: Position, seed: int) -> tuple[Position, list[str]]:
    """Answer every question until the turn continues; also return which effects were left out."""
    random = Random(seed)
    left_out: list[str] = []
    for _ in range(60):
        left_out += [fact.effect for fact in game.of_type(EffectWithout)]
        ((seat, name),) = game.asks()
        if name == "TurnMenu":
            return game, left_out
        moves = [move for move in game.offered(seat) if not isinstance(move, PayReset)]
        game = game.when(seat, random.choice(moves), seed=seed)
    raise AssertionError("it continues and on")


@pytest.mark.clause("daimyo.hero.exact-strength", "daimyo.hero.to-discard", "daimyo.hero-card.sample-kinds")
@pytest.mark.parametrize("hero", HEROES)
def test_every_hero_is_played_and_laid_down_from_a_rich_position(hero: str) -> None:
    strength = CONTENT.heroes[hero].strength
    for seed in range(4):
        game = with_strength(rich(given(4, edition="2021" if seed % 2 else "2019")), strength)
        game = game.having(0, hand=(hero, "noodle-vendor" if hero != "noodle-vendor" else "vat-farmer"))
        game = game.menu(SPACE).when(0, PlayHeroCard(hero), seed=seed)
        game, left_out = played_out(game, seed)
        assert hero in game.state.hands.discard[0]
        assert not game.state.hands.in_play
        assert not set(left_out) - {"play-hero"}


@pytest.mark.clause("daimyo.ruling.hero-without-effect", "daimyo.hero.to-discard")
@pytest.mark.parametrize("hero", HEROES)
def test_every_hero_may_be_played_from_a_bare_position(hero: str) -> None:
    game = given(black_market=(), market=(), top_hero=None).having(0, hand=(hero,), deck=())
    game = with_strength(game, CONTENT.heroes[hero].strength).menu(SPACE).when(0, PlayHeroCard(hero))
    game, _ = played_out(game, 1)
    assert game.state.hands.discard[0] == (hero,)


@pytest.mark.clause("daimyo.bonus-tile.main-action", "daimyo.bonus-tile.clan-ability")
@pytest.mark.parametrize(("edition", "boards", "face"), FACES)
@pytest.mark.parametrize("space", [SPACE, "clan-ability"])
def test_every_gray_tile_is_used_on_action_and_clan_ability(edition: str, boards: str, face: str, space: str) -> None:
    for seed in range(2):
        game = laid(face, space, edition, boards).dice(0, ("green", 5, "relic"), ("red", 5, "recruitment"))
        game = rich(game).cards(0, hand=3, deck=2).menu(SPACE, value=5)
        game, left_out = played_out(game.when(0, USE if space == SPACE else UseTile(space), seed=seed), seed)
        assert not left_out
        game.when(0, USE if space == SPACE else UseTile(space)).refused("daimyo.bonus.once-per-turn")


@pytest.mark.clause(
    "daimyo.clan-ability.nature", "daimyo.clan-ability.tech", "daimyo.clan-ability.nomad", "daimyo.clan-ability.noble"
)
@pytest.mark.parametrize("clan", sorted(CONTENT.clans))
def test_every_clan_ability_is_used_in_both_editions(clan: str) -> None:
    for edition in ("2021", "2019"):
        game = rich(given(edition=edition)).having(0, clan=clan, hand=("vat-farmer", "neon-poet"))
        game = game.dice(0, ("green", 6, "relic"), ("red", 6, "recruitment")).menu(SPACE)
        game, left_out = played_out(game.when(0, USE_ABILITY), 3)
        assert not left_out
        game.when(0, USE_ABILITY).refused("daimyo.bonus.once-per-turn")


# Measures

EXPECTED: dict[Measure, int] = {
    "governors": 2,
    "shadows": 1,
    "radio-towers": 1,
    "techno-farms": 1,
    "buildings": 2,
    "units": 3,
    "relics": 2,
    "relic-colours": 1,
    "tiles": 3,
    "storage": 5,
    "heroes": 5,
    "army": 3 + 5 + 1 + 6,
    "rice": 6,
    "metal": 5,
    "crystal": 4,
    "gold": 6,
    "resources": 15,
    "islands-led": 2,
    "islands-present": 2,
    "best-influence": 8,
    "governors-on-one-island": 1,
    "popularity": 7,
    "dice-total": 9,
}


def measured() -> Position:
    game = rich(given()).having(0, metal=5, crystal=4, points=7, relics=(("red", 3), ("red", 2)))
    return game.having(0, discard=("stage-director",), hand=("vat-farmer",)).dice(0, 5, 4).menu(SPACE)


@pytest.mark.clause("daimyo.goal.immediate", "daimyo.tile.adv.gain-per-shadow")
@pytest.mark.parametrize("measure", sorted(MEASURES))
def test_each_measure_counts_what_a_side_has(measure: Measure) -> None:
    assert MEASURES[measure].take(measured().state, 0) == EXPECTED[measure]


@pytest.mark.clause("daimyo.goal.immediate")
@pytest.mark.parametrize("path", FIELDS)
def test_goals_are_looked_at_again_when_anything_that_they_count_has_changed(path: str) -> None:
    field = path.rpartition(".")[2]
    before = measured().state
    others: dict[str, object] = {"purses": given().state.holdings.purses, "points": (0, 0, 0), "capacity": (3, 3, 3)}
    none = ((Relic("blue", 1),), (), ()) if field == "relics" else ((), (), ())
    in_play = ("ronin-envoy",)
    after = measured().with_state(**{field: in_play if field == "in_play" else others.get(field, none)}).state
    changed = {what for what, counted in MEASURES.items() if counted.take(before, 0) != counted.take(after, 0)}
    assert changed
    assert {what for what, counted in MEASURES.items() if path in counted.fields} >= changed
    assert changed_measures(after, before) >= changed
