"""A viewer's view of a game, built from nothing. Only the cards in others' hands and decks are hidden."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from domain.games.daimyo.actions import bonus_tiles, recruitment
from domain.games.daimyo.actions.construction import full_cost
from domain.games.daimyo.actions.restoring import free_altars
from domain.games.daimyo.facts.solo import feat_words
from domain.games.daimyo.phases import achievements, goals, setup
from domain.games.daimyo.printed.entries import BUILDINGS
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.state import DaimyoState, Die, Placed, Relic
from domain.games.daimyo.verbs import army
from domain.games.daimyo.verbs.describe import describe, describe_conditions
from domain.games.daimyo.verbs.influence import by_island
from domain.kernel.audience import Viewer
from domain.kernel.scoring import Result

TRACK = 50
"""The popularity track has the spaces 0 to 49; a side that passes it takes the +50 token (daimyo.pp.over-49)."""


class SiteView(msgspec.Struct, frozen=True):
    """A production site: the sides of the governor and of the building there."""

    site: str
    resource: str
    governor: int | None
    building: str | None
    building_of: int | None


class ShadowSpaceView(msgspec.Struct, frozen=True):
    """A space of a rough neighborhood and the side of its shadow."""

    space: str
    gold: int
    shadow: int | None


class IslandView(msgspec.Struct, frozen=True):
    """An island. Influence is listed by side."""

    island: str
    gold_standard: int
    silver_standard: int
    sites: tuple[SiteView, ...]
    shadow_spaces: tuple[ShadowSpaceView, ...]
    free_altars: tuple[int, ...]
    tiles: tuple[str, ...]
    scavengers: tuple[int, ...]
    influence: tuple[int, ...]


class HeroView(msgspec.Struct, frozen=True):
    """A face-up hero."""

    hero: str
    cost: int
    strength: int
    ability: str


class BonusTileView(msgspec.Struct, frozen=True):
    """A bonus action tile on a clan board. A covered one has no effect."""

    space: str
    tile: str
    face: str
    does: str
    covered: bool


class CoveredTileView(msgspec.Struct, frozen=True):
    """A bonus action tile still under a building of this kind."""

    tile: str
    building: str
    face: str
    does: str


class SideView(msgspec.Struct, frozen=True):
    """The belongings of a side. Hand and deck are null for viewers who may not see them; the deck has no order."""

    side: int
    kind: str
    clan: str | None
    ability: str
    goods: Goods
    points: int
    track_space: int
    fifty_tokens: int
    capacity: int | None
    tiles: tuple[str, ...]
    relics: tuple[Relic, ...]
    dice: tuple[Placed, ...]
    dice_total: int
    hand: tuple[HeroView, ...] | None
    hand_size: int
    deck: tuple[str, ...] | None
    deck_size: int
    discard: tuple[str, ...]
    army: int
    supply: dict[str, int]
    recruitment_price: int
    building_costs: dict[str, Goods]
    boards: tuple[str, ...]
    under_buildings: tuple[CoveredTileView, ...]
    bonus_tiles: tuple[BonusTileView, ...]


class GoalView(msgspec.Struct, frozen=True):
    """A goal card and the sides that met it, in order. Silver is 0 if only one side may meet it."""

    goal: str
    kind: str
    condition: str
    gold: int
    silver: int
    bonus: str
    tokens: tuple[int, ...]


class ClanView(msgspec.Struct, frozen=True):
    """A clan that can still be chosen: its starting goods, what its ability does, and its heroes."""

    clan: str
    goods: Goods
    ability: str
    heroes: tuple[HeroView, ...]


class MiniBoardView(msgspec.Struct, frozen=True):
    """A mini-board that can still be taken: its buildings, its starting goods, and the tiles under the buildings."""

    board: str
    building: str
    goods: Goods
    tiles: tuple[CoveredTileView, ...]


class AbilityView(msgspec.Struct, frozen=True):
    """The empire's ability at the end of a round in which its three dice have this total."""

    total: int
    does: str


class SoloView(msgspec.Struct, frozen=True):
    """The empire: its card with colour and action of each space from the top, and the remaining cards by round group.

    The abilities are those of the Empire Abilities card, by total. The feats of a victory are in words such as "won as
    Nature"; before a victory the list is empty.
    """

    card: str | None
    spaces: tuple[tuple[str, str], ...]
    decks: dict[str, int]
    abilities: tuple[AbilityView, ...]
    face_down_heroes: int
    feats: tuple[str, ...]


class DaimyoView(msgspec.Struct, frozen=True):
    """A view of a game. Sides are numbered: the seats, then the mercenaries or the empire."""

    edition: str
    boards: str
    round: int
    turn: int
    order: tuple[int, ...]
    active: int | None
    helmet: int | None
    pool: tuple[Die, ...]
    islands: tuple[IslandView, ...]
    black_market: tuple[str, ...]
    bag: int
    villagers: tuple[tuple[str, str], ...]
    market: tuple[HeroView, ...]
    top_hero: HeroView | None
    hero_deck: int
    goals: tuple[GoalView, ...]
    sides: tuple[SideView, ...]
    solo: SoloView | None
    clans_to_choose: tuple[ClanView, ...]
    mini_boards_to_take: tuple[MiniBoardView, ...]
    result: Result | None


def view(state: DaimyoState, viewer: Viewer) -> DaimyoView:
    """Build a viewer's view of a state; once the game is over, everything is visible."""
    faces = state.content.villager_faces
    return DaimyoView(
        edition=state.parameters.edition,
        boards=state.parameters.boards,
        round=state.turns.round,
        turn=state.turns.turn,
        order=state.turns.order,
        active=state.turns.active,
        helmet=state.turns.helmet,
        pool=state.dice.pool,
        islands=_islands(state),
        black_market=state.relic_tiles.black_market,
        bag=len(state.relic_tiles.bag),
        villagers=tuple((face, describe(faces[face].effects)) for face in state.offers.villagers),
        market=tuple(_hero(state, hero) for hero in state.offers.market),
        top_hero=None if state.offers.top_hero is None else _hero(state, state.offers.top_hero),
        hero_deck=len(state.offers.hero_deck) - state.offers.face_down + (state.offers.top_hero is not None),
        goals=tuple(_goal(state, place) for place in range(len(state.scoring.goals))),
        sides=tuple(_side(state, side, viewer) for side in range(state.sides)),
        solo=_solo(state) if state.parameters.solo else None,
        clans_to_choose=tuple(_clans_to_choose(state)),
        mini_boards_to_take=tuple(_mini_boards_to_take(state)),
        result=state.result,
    )


def _clans_to_choose(state: DaimyoState) -> Iterator[ClanView]:
    """Yield the untaken clans while a player still has none."""
    if None in state.clan_boards.clans[: state.seats]:
        for name in setup.unused_clans(state):
            clan = state.content.clans[name]
            heroes = tuple(_hero(state, hero) for hero in state.content.clan_heroes[name])
            yield ClanView(name, clan.goods, describe(clan.ability), heroes)


def _mini_boards_to_take(state: DaimyoState) -> Iterator[MiniBoardView]:
    """Yield the untaken mini-boards while a player still lacks one."""
    if any(len(boards) < len(BUILDINGS) for boards in state.clan_boards.boards[: state.seats]):
        for name in setup.free_boards(state):
            board = state.content.mini_boards[name]
            tiles = tuple(_covered_tile(state, tile) for tile in board.tiles)
            yield MiniBoardView(name, board.building, setup.board_goods(state, name), tiles)


class _Pieces(NamedTuple):
    """The side of the governor, of the building and of the shadow on each place, and the influence of each side."""

    governors: dict[str, int]
    buildings: dict[str, tuple[str, int]]
    shadows: dict[str, int]
    influence: tuple[dict[str, int], ...]


def _islands(state: DaimyoState) -> tuple[IslandView, ...]:
    pieces = _Pieces(
        governors=_owners(state.pieces.governors),
        buildings={site: (kind, side) for kind in BUILDINGS for site, side in _owners(state.buildings(kind)).items()},
        shadows=_owners(state.pieces.shadows),
        influence=tuple(by_island(state, side) for side in range(state.sides)),
    )
    return tuple(_island(state, island, pieces) for island in state.parameters.islands)


def _owners(places: tuple[tuple[str, ...], ...]) -> dict[str, int]:
    """Return the side to which each of these places belongs."""
    return {place: side for side, held in enumerate(places) for place in held}


def _island(state: DaimyoState, island: str, pieces: _Pieces) -> IslandView:
    entry = state.content.islands[island]
    sites = state.content.sites
    spaces = state.content.shadow_spaces
    nothing: tuple[None, None] = (None, None)
    return IslandView(
        island=island,
        gold_standard=entry.gold_standard,
        silver_standard=entry.silver_standard,
        sites=tuple(
            SiteView(site, sites[site].resource, pieces.governors.get(site), *pieces.buildings.get(site, nothing))
            for site in state.content.sites_of[island]
        ),
        shadow_spaces=tuple(
            ShadowSpaceView(space, spaces[space].gold, pieces.shadows.get(space))
            for space in state.content.shadow_spaces_of[island]
        ),
        free_altars=tuple(free_altars(state, island)),
        tiles=state.land(island),
        scavengers=tuple(side for side, at in enumerate(state.pieces.scavengers) if at == island),
        influence=tuple(held[island] for held in pieces.influence),
    )


def _hero(state: DaimyoState, hero: str) -> HeroView:
    card = state.content.heroes[hero]
    return HeroView(hero, card.cost, card.strength, describe(card.effects))


def _side(state: DaimyoState, side: int, viewer: Viewer) -> SideView:
    may, player = state.may(side), side < state.seats
    open_cards = state.result is not None or viewer.shares((side,))
    points = state.scoring.points[side]
    return SideView(
        side=side,
        kind=may.id,
        clan=state.clan_boards.clans[side],
        ability=_ability(state, side),
        goods=state.holdings.purses[side],
        points=points,
        track_space=points % TRACK,
        fifty_tokens=points // TRACK,
        capacity=state.holdings.capacity[side] if may.limited_storage else None,
        tiles=state.holdings.tiles[side],
        relics=state.holdings.relics[side],
        dice=state.dice.placed[side],
        dice_total=state.dice_total(side),
        hand=tuple(_hero(state, hero) for hero in state.hands.hand[side]) if open_cards else None,
        hand_size=len(state.hands.hand[side]),
        deck=state.hands.deck[side] if open_cards else None,
        deck_size=len(state.hands.deck[side]),
        discard=state.hands.discard[side],
        army=army.value(state, side),
        supply=_supply(state, side),
        recruitment_price=recruitment.track_price(state, side) if player else 0,
        building_costs={kind: full_cost(state, side, kind) for kind in BUILDINGS} if player else {},
        boards=state.clan_boards.boards[side],
        under_buildings=tuple(_covered_tile(state, tile) for tile in state.clan_boards.under[side]),
        bonus_tiles=tuple(_bonus_tiles(state, side)),
    )


def _ability(state: DaimyoState, side: int) -> str:
    """Describe the clan ability of a player; return "" for automated sides, which have no ability."""
    clan = state.clan_boards.clans[side] if side < state.seats else None
    return describe(state.content.clans[clan].ability) if clan is not None else ""


def _supply(state: DaimyoState, side: int) -> dict[str, int]:
    """Count the pieces that a side has left; pieces that never run out are left out (daimyo.setup.player.pieces)."""
    if not state.may(side).limited_pieces:
        return {}
    pieces = state.content.pieces
    farms = pieces.techno_farms if side < state.seats else 0
    return {
        "governors": pieces.governors - len(state.pieces.governors[side]),
        "shadows": pieces.shadows - len(state.pieces.shadows[side]),
        "scavengers": pieces.scavengers - (state.pieces.scavengers[side] is not None),
        "techno-farms": farms - len(state.pieces.farms[side]),
        "radio-towers": pieces.radio_towers - len(state.pieces.towers[side]),
        "relic-pawns": pieces.relic_pawns - len(state.holdings.relics[side]),
    }


def _covered_tile(state: DaimyoState, tile: str) -> CoveredTileView:
    face = bonus_tiles.face(state, tile)
    board = next(board for board in state.content.mini_boards.values() if tile in board.tiles)
    return CoveredTileView(tile, board.building, face.id, describe(face.effects))


def _bonus_tiles(state: DaimyoState, side: int) -> list[BonusTileView]:
    found = []
    for place, laid in enumerate(state.clan_boards.laid[side]):
        face = bonus_tiles.face(state, laid.tile)
        covered = any(later.space == laid.space for later in state.clan_boards.laid[side][place + 1 :])
        found.append(BonusTileView(laid.space, laid.tile, face.id, describe(face.effects), covered))
    return found


def _goal(state: DaimyoState, place: int) -> GoalView:
    goal = state.content.goals[state.scoring.goals[place]]
    bonus = describe(goal.bonus) if goal.bonus else ""
    condition = describe_conditions(goal.when)
    silver = goal.silver if goals.places(state, goal) > 1 else 0
    return GoalView(goal.id, goal.kind, condition, goal.gold, silver, bonus, state.scoring.goal_tokens[place])


def _solo(state: DaimyoState) -> SoloView:
    turns = state.content.numbers.turns
    seen = [state.content.solo_cards[card].group for card in state.solo.solo_seen]
    decks = {"1-2": 2 * turns, "3-4": 2 * turns, "5": turns}
    card = state.content.solo_cards[state.solo.solo_seen[-1]] if state.solo.solo_seen else None
    return SoloView(
        card=card.id if card else None,
        spaces=tuple((space.colour, describe(space.effects)) for space in card.spaces) if card else (),
        decks={group: count - seen.count(group) for group, count in decks.items()},  # type: ignore[arg-type]
        abilities=tuple(
            AbilityView(total, describe(ability.effects))
            for total, ability in sorted(state.content.empire_abilities.items())
        ),
        face_down_heroes=state.offers.face_down,
        feats=tuple(feat_words(feat) for feat in achievements.feats(state, state.result)),
    )
