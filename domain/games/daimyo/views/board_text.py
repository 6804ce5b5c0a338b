"""The board as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from domain.games.daimyo.facts.base import piece_name
from domain.games.daimyo.state import Placed
from domain.games.daimyo.views.view import AbilityView, DaimyoView, HeroView, IslandView, SideView, SiteView
from domain.kernel.words import count_noun, title


def board(seen: DaimyoView, names: Sequence[str]) -> str:
    """Draw the view in lines: round and dice, islands, markets, goals, sides."""
    lines = [_round(seen, names), ""]
    for island in seen.islands:
        lines += _island(island, names)
    lines += ["", *_offers(seen, names), *_choices(seen), ""]
    for side in seen.sides:
        lines += _side(side, seen, names)
    return "\n".join(lines)


def _round(seen: DaimyoView, names: Sequence[str]) -> str:
    helmet = f", helmet: {names[seen.helmet]}" if seen.helmet is not None else ""
    dice = ", ".join(f"{die.colour} {die.value}" for die in seen.pool) or "none"
    return f"Round {seen.round or 'set-up'}{helmet}. Dice: {dice}."


def _island(island: IslandView, names: Sequence[str]) -> list[str]:
    influence = ", ".join(f"{names[side]} {count}" for side, count in enumerate(island.influence) if count)
    sites = "  ".join(_site(site, names) for site in island.sites)
    shadows = "  ".join(
        f"{space.gold} gold" + (f" [{names[space.shadow]}]" if space.shadow is not None else "")
        for space in island.shadow_spaces
    )
    there = ", ".join(names[side] for side in island.scavengers)
    altars = ", ".join(map(str, island.free_altars)) or "none"
    return [
        f"{title(island.island).upper()} ({island.gold_standard}/{island.silver_standard})  {influence}",
        f"  sites: {sites}",
        f"  shadows: {shadows}   tiles: {_tiles(island.tiles)}   altars free: {altars}"
        + (f"   scavengers: {there}" if there else ""),
    ]


def _site(site: SiteView, names: Sequence[str]) -> str:
    pieces = []
    if site.governor is not None:
        pieces.append(f"governor {names[site.governor]}")
    if site.building is not None and site.building_of is not None:
        pieces.append(f"{piece_name(site.building)} {names[site.building_of]}")
    return site.resource + (f" [{', '.join(pieces)}]" if pieces else "")


def _offers(seen: DaimyoView, names: Sequence[str]) -> list[str]:
    lines = [
        "Market: " + ("; ".join(map(_hero, seen.market)) or "empty"),
        f"Hero deck: {count_noun(seen.hero_deck, 'card')}"
        + (f", next {_hero(seen.top_hero)}" if seen.top_hero else ""),
        f"Black market: {_tiles(seen.black_market)}. Bag: {count_noun(seen.bag, 'tile')}.",
        "Villagers: " + "; ".join(f"{title(face)}: {does}" for face, does in seen.villagers),
    ]
    for goal in seen.goals:
        tokens = ", ".join(names[side] for side in goal.tokens)
        points = f"{goal.gold}/{goal.silver}" if goal.silver else str(goal.gold)
        bonus = f", and {goal.bonus}" if goal.bonus else ""
        lines.append(f"Goal {title(goal.goal)} ({points}{bonus}): {goal.condition}" + (tokens and f" [{tokens}]"))
    if seen.solo is not None and seen.solo.card is not None:
        spaces = "; ".join(f"{colour}: {does}" for colour, does in seen.solo.spaces)
        lines.append(f"Solo card {title(seen.solo.card)}: {spaces}")
    if seen.solo is not None:
        lines.append("Empire Abilities, by the total of its dice at the end of the round:")
        lines += [f"    {totals}: {does}" for totals, does in _abilities(seen.solo.abilities)]
    return lines


def _abilities(abilities: Sequence[AbilityView]) -> Iterator[tuple[str, str]]:
    """List the totals of the empire's dice with their abilities; adjacent totals with the same ability share a line."""
    for does, group in groupby(abilities, lambda ability: ability.does):
        totals = [ability.total for ability in group]
        yield (f"{totals[0]}-{totals[-1]}" if len(totals) > 1 else str(totals[0])), does


def _choices(seen: DaimyoView) -> list[str]:
    """List what players can choose from during set-up."""
    lines = [
        f"Clan {title(clan.clan)}: {clan.goods}; ability: {clan.ability}; heroes: {'; '.join(map(_hero, clan.heroes))}"
        for clan in seen.clans_to_choose
    ]
    for board in seen.mini_boards_to_take:
        tiles = "; ".join(f"{title(tile.tile)}: {tile.does}" for tile in board.tiles)
        lines.append(f"Mini-board {title(board.board)} ({piece_name(board.building)}s): {board.goods}; tiles: {tiles}")
    return lines


def _tiles(tiles: Sequence[str]) -> str:
    return ", ".join(map(title, tiles)) or "none"


def _hero(hero: HeroView) -> str:
    return f"{title(hero.hero)} ({hero.cost} gold, {hero.strength}): {hero.ability}"


def _die(placed: Placed) -> str:
    space, _, number = placed.space.partition("/")
    return f"{placed.die.colour} {placed.die.value} on {title(space)}" + (f" {number}" if number else "")


def _side(side: SideView, seen: DaimyoView, names: Sequence[str]) -> list[str]:
    arrow = ">" if side.side == seen.active else " "
    clan = f" ({title(side.clan)})" if side.clan else ""
    storage = "" if side.capacity is None else f" of {side.capacity}"
    tiles = _tiles(side.tiles)
    relics = f", relics {', '.join(relic.colour for relic in side.relics)}" if side.relics else ""
    dice = ", ".join(map(_die, side.dice)) or "no dice"
    total = f" (total {side.dice_total})" if len(side.dice) > 1 else ""
    lines = [
        f"{arrow} {names[side.side]}{clan}: {count_noun(side.points, 'point')}, {side.goods}",
        f"    storage{storage}: {tiles}{relics}",
        f"    {dice}{total}; army {side.army}, {count_noun(side.hand_size, 'hero card')} in hand",
    ]
    if side.building_costs:
        costs = (f"{piece_name(building)} {cost}" for building, cost in side.building_costs.items())
        lines.append(f"    next unit {side.recruitment_price} rice; {'; '.join(costs)}")
    lines += [f"    hand: {_hero(hero)}" for hero in side.hand or ()]
    for tile in side.bonus_tiles:
        if not tile.covered:
            lines.append(f"    {title(tile.space)}: {tile.does}")
    if side.ability:
        lines.append(f"    clan ability: {side.ability}")
    for under in side.under_buildings:
        lines.append(f"    under a {piece_name(under.building)}, {title(under.tile)}: {under.does}")
    return lines
