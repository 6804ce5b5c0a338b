"""The board as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from domain.games.daimyo.facts.base import a_piece, piece_name
from domain.games.daimyo.printed.goods import count_goods
from domain.games.daimyo.state import Placed
from domain.games.daimyo.views.view import (
    AbilityView,
    ClanView,
    DaimyoView,
    GoalView,
    HeroView,
    IslandView,
    MiniBoardView,
    SideView,
    SiteView,
)
from domain.kernel.language import fill, mark, say, say_many, translate
from domain.kernel.words import count_noun, explain, join_parts, title


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
    number = say("Round {round}", round=seen.round) if seen.round else say("Round set-up")
    helmet = say("helmet: {who}", who=names[seen.helmet]) if seen.helmet is not None else ""
    dice = ", ".join(f"{translate(die.colour)} {die.value}" for die in seen.pool) or say("none")
    return say("{round}. Dice: {dice}.", round=", ".join(filter(None, (number, helmet))), dice=dice)


def _island(island: IslandView, names: Sequence[str]) -> list[str]:
    influence = ", ".join(f"{names[side]} {count}" for side, count in enumerate(island.influence) if count)
    sites = "  ".join(_site(site, names) for site in island.sites)
    shadows = "  ".join(
        count_goods("gold", space.gold) + (f" [{names[space.shadow]}]" if space.shadow is not None else "")
        for space in island.shadow_spaces
    )
    there = ", ".join(names[side] for side in island.scavengers)
    altars = ", ".join(map(str, island.free_altars)) or say("none")
    parts = [
        say("shadows: {shadows}", shadows=shadows),
        say("tiles: {tiles}", tiles=_tiles(island.tiles)),
        say("altars free: {altars}", altars=altars),
    ]
    parts += [say("scavengers: {who}", who=there)] if there else []
    return [
        f"{title(island.island).upper()} ({island.gold_standard}/{island.silver_standard})  {influence}",
        f"  {say('sites: {sites}', sites=sites)}",
        f"  {'   '.join(parts)}",
    ]


def _site(site: SiteView, names: Sequence[str]) -> str:
    pieces = []
    if site.governor is not None:
        pieces.append(f"{translate('governor')} {names[site.governor]}")
    if site.building is not None and site.building_of is not None:
        pieces.append(f"{piece_name(site.building)} {names[site.building_of]}")
    return translate(site.resource) + (f" [{', '.join(pieces)}]" if pieces else "")


def _offers(seen: DaimyoView, names: Sequence[str]) -> list[str]:
    deck = say("Hero deck: {cards}", cards=count_noun(seen.hero_deck, "card"))
    top = say(", next {hero}", hero=_hero(seen.top_hero)) if seen.top_hero else ""
    tiles, bag = _tiles(seen.black_market), count_noun(seen.bag, "tile")
    lines = [
        say("Market: {heroes}", heroes=join_parts(map(_hero, seen.market)) or say("empty")),
        f"{deck}{top}",
        say("Black market: {tiles}. Bag: {bag}.", tiles=tiles, bag=bag),
        say("Villagers: {faces}", faces=_list_effects((title(face), does) for face, does in seen.villagers)),
        *(_goal(goal, names) for goal in seen.goals),
    ]
    if seen.solo is None:
        return lines
    if seen.solo.card is not None:
        spaces = _list_effects((translate(colour), does) for colour, does in seen.solo.spaces)
        lines.append(say("Solo card {card}: {spaces}", card=title(seen.solo.card), spaces=spaces))
    lines.append(say("Empire Abilities, by the total of its dice at the end of the round:"))
    return [*lines, *(f"    {explain(totals, does)}" for totals, does in _abilities(seen.solo.abilities))]


def _goal(goal: GoalView, names: Sequence[str]) -> str:
    tokens = ", ".join(names[side] for side in goal.tokens)
    points = f"{goal.gold}/{goal.silver}" if goal.silver else str(goal.gold)
    worth = say("{points}, and {bonus}", points=points, bonus=goal.bonus) if goal.bonus else points
    name = title(goal.goal)
    said = say("Goal {goal} ({worth}): {condition}", goal=name, worth=worth, condition=goal.condition)
    return f"{said} [{tokens}]" if tokens else said


def _list_effects(effects: Iterable[tuple[str, str]]) -> str:
    return join_parts(explain(what, does) for what, does in effects)


def _abilities(abilities: Sequence[AbilityView]) -> Iterator[tuple[str, str]]:
    """List the totals of the empire's dice with their abilities; adjacent totals with the same ability share a line."""
    for does, group in groupby(abilities, lambda ability: ability.does):
        totals = [ability.total for ability in group]
        yield (f"{totals[0]}-{totals[-1]}" if len(totals) > 1 else str(totals[0])), does


def _choices(seen: DaimyoView) -> list[str]:
    """List what players can choose from during set-up."""
    return [*map(_clan, seen.clans_to_choose), *map(_mini_board, seen.mini_boards_to_take)]


def _clan(clan: ClanView) -> str:
    heroes = join_parts(map(_hero, clan.heroes))
    text = mark("Clan {clan}: {goods}; ability: {ability}; heroes: {heroes}")
    return fill(translate(text), clan=title(clan.clan), goods=clan.goods, ability=clan.ability, heroes=heroes)


def _mini_board(board: MiniBoardView) -> str:
    tiles = _list_effects((title(tile.tile), tile.does) for tile in board.tiles)
    text = mark("Mini-board {board} (for each {building}): {goods}; tiles: {tiles}")
    building = piece_name(board.building)
    return fill(translate(text), board=title(board.board), building=building, goods=board.goods, tiles=tiles)


def _tiles(tiles: Sequence[str]) -> str:
    return ", ".join(map(title, tiles)) or say("none")


def _hero(hero: HeroView) -> str:
    cost, text = count_goods("gold", hero.cost), mark("{hero} ({cost}, {strength}): {ability}")
    return fill(translate(text), hero=title(hero.hero), cost=cost, strength=hero.strength, ability=hero.ability)


def _die(placed: Placed) -> str:
    space, _, number = placed.space.partition("/")
    colour, where = translate(placed.die.colour), f"{title(space)} {number}".rstrip()
    return say("{colour} {value} on {space}", colour=colour, value=placed.die.value, space=where)


def _side(side: SideView, seen: DaimyoView, names: Sequence[str]) -> list[str]:
    arrow = ">" if side.side == seen.active else " "
    who = names[side.side] + (f" ({title(side.clan)})" if side.clan else "")
    held = f"{count_noun(side.points, 'point')}, {side.goods}"
    dice = ", ".join(map(_die, side.dice)) or say("no dice")
    total = say(" (total {total})", total=side.dice_total) if len(side.dice) > 1 else ""
    cards = say_many("{n} hero card in hand", "{n} hero cards in hand", side.hand_size)
    lines = [_storage(side), say("{dice}; army {army}, {cards}", dice=f"{dice}{total}", army=side.army, cards=cards)]
    if side.building_costs:
        costs = join_parts(f"{piece_name(building)} {cost}" for building, cost in side.building_costs.items())
        rice = count_goods("rice", side.recruitment_price)
        lines.append(say("next unit {rice}; {costs}", rice=rice, costs=costs))
    lines += [say("hand: {hero}", hero=_hero(hero)) for hero in side.hand or ()]
    lines += [explain(title(tile.space), tile.does) for tile in side.bonus_tiles if not tile.covered]
    if side.ability:
        lines.append(say("clan ability: {ability}", ability=side.ability))
    for under in side.under_buildings:
        what = say("under {building}, {tile}", building=a_piece(under.building), tile=title(under.tile))
        lines.append(explain(what, under.does))
    return [f"{arrow} {say('{who}: {holds}', who=who, holds=held)}", *(f"    {line}" for line in lines)]


def _storage(side: SideView) -> str:
    relics = ", ".join(translate(relic.colour) for relic in side.relics)
    held = say("{tiles}, relics {relics}", tiles=_tiles(side.tiles), relics=relics) if relics else _tiles(side.tiles)
    if side.capacity is None:
        return say("storage: {held}", held=held)
    return say("storage of {capacity}: {held}", capacity=side.capacity, held=held)
