"""Checks of a content pack of Yedo: the files must fit together, and every game must be playable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from domain.games.yedo.checks.card_checks import check_cards
from domain.games.yedo.checks.character_checks import check_characters
from domain.games.yedo.checks.coop_checks import check_coop
from domain.games.yedo.checks.interaction_checks import check_interaction
from domain.games.yedo.checks.specialist_checks import check_specialists
from domain.games.yedo.printed.content import MISSION_FILES, MODULE_SETS, YedoContent
from domain.games.yedo.printed.entries import ACTION_SETS, EVENT_SETS, MISSION_SETS, Mission
from domain.games.yedo.printed.terms import ANNEXES, DISTRICTS, LOTS, WEAPONS, District
from domain.kernel.content_checks import in_field, require, require_clauses, require_counts, require_present
from domain.kernel.language import later

SEATS = range(2, 6)
FEWEST, MOST = 2, 5
PLACES = 4
"""The spaces of the Market (yedo.ruling.market-row)."""
BEGGING, LUXURY = (1, 2), (4, 9)
"""The prices of begging and luxury goods, in Prestige Points and Mon, which name the actions."""
PRESETS = ("first-game", "classic", "crossroads", "blades")
ACTION_CARDS_OF_A_SET, EVENTS_OF_A_SET = 12, 10
MISSION_NUMBERS = {
    "basic": range(1, 21),
    "neutral": range(21, 36),
    "prestige": range(36, 51),
    "weapons": range(51, 66),
    "money": range(66, 81),
    "kill-the-shogun": range(81, 91),
    "jesuits": range(91, 97),
    "specialists": range(97, 111),
    "soft": range(111, 127),
    "hard": range(127, 142),
}
"""The numbers printed on the Missions of each set (yedo.components.mission-sets)."""


def check(content: YedoContent) -> None:
    """Raise BadContent with file, entry and reason unless games can be played with this pack."""
    _check_counts(content)
    _check_board(content)
    _check_seats(content)
    _check_presets(content)
    _check_clauses(content)
    _check_sets(content)
    _check_missions(content)
    check_cards(content)
    check_interaction(content)
    check_characters(content)
    check_specialists(content)
    check_coop(content)


def _check_counts(content: YedoContent) -> None:
    """Check the numbers of defined things against the contents of the box (yedo.components.bonus-cards and others)."""
    box = {component.id: component.count for component in content.components.values()}
    counted = (
        ("bonus-card", "bonus_cards.toml", len(content.bonus_cards)),
        ("favor", "favors.toml", len(content.favors)),
        ("weapon", "assets.toml", sum(weapon.count for weapon in content.weapons.values())),
        ("weapon-kind", "assets.toml", len(content.weapons)),
        ("annex-kind", "assets.toml", len(content.annexes)),
        ("geisha", "board.toml", len(content.seats[MOST].geishas) if MOST in content.seats else 0),
    )
    require_counts(box, counted)
    copies = sum(annex.copies for annex in content.annexes.values())
    require(
        copies == box.get("annex"),
        "assets.toml",
        in_field("annex", "copies"),
        later("{copies} Annexes, but the box holds 16", copies=copies),
    )
    require_present("assets.toml", "weapon", WEAPONS, content.weapons)
    require_present("assets.toml", "annex", ANNEXES, content.annexes)
    if content.clan_powers:
        require_counts(box, [("clan-power", "clan_powers.toml", len(content.clan_powers))])


def _check_board(content: YedoContent) -> None:
    file = "board.toml"
    require_present(file, "lot", LOTS, content.lots)
    require_present(file, "spaces of the District", DISTRICTS, content.spaces_of)
    require(len(content.market) == PLACES, file, "market", later("the Market has {places} spaces", places=PLACES))
    for space in content.spaces.values():
        if space.id in content.own_spaces:
            continue
        place = f"space {space.id!r}"
        require(2 <= space.seats <= MOST, file, in_field(place, "seats"), later("it is a number from 2 to 5"))
        bower = space.action == "bower"
        require(
            bower == (space.bower is not None),
            file,
            in_field(place, "bower"),
            later("spaces of the Bower, only, have it"),
        )
        castle = space.district == "castle"
        why = later("each space of the Castle has its own action, and no other space has one")
        require(castle == (space.action != "district"), file, in_field(place, "action"), why)
    numbers = sorted(space.bower for space in content.spaces.values() if space.bower is not None)
    require(
        numbers == [*range(1, len(numbers) + 1)],
        file,
        in_field("space", "bower"),
        later("the numbers are 1, 2, 3, once each"),
    )
    _check_numbers(content)


def _check_numbers(content: YedoContent) -> None:
    start, limits, file = content.start, content.limits, "board.toml"
    require(
        start.house == 2,
        file,
        in_field("start", "house"),
        later("two Disciples are never lost, so two are there at the start"),
    )
    require(
        start.house + start.reserve >= limits.disciples,
        file,
        in_field("start", "reserve"),
        later("too few for the limit"),
    )
    require(start.green + start.red <= limits.missions, file, "start", later("more Missions than a hand may hold"))
    require(start.action_cards <= limits.action_cards, file, "start", later("more Action Cards than a hand may hold"))
    for name, table, paid in (("beg", content.prices.beg, BEGGING), ("luxury", content.prices.luxury, LUXURY)):
        whole = sorted(table) == sorted(map(str, paid)) and all(received > 0 for received in table.values())
        why = later(
            "it maps {less} and {more}, which name the actions, to numbers of 1 or more", less=paid[0], more=paid[1]
        )
        require(whole, file, in_field("prices", name), why)
    require(content.final_scoring.mon > 0, file, in_field("final_scoring", "mon"), later("it is 1 or more"))


def _check_seats(content: YedoContent) -> None:
    file = "board.toml"
    require(
        sorted(content.seats) == [*SEATS], file, "seats", later("there is one entry each for 2, 3, 4 and 5 players")
    )
    for entry in content.seats.values():
        place = f"seats {entry.seats}"
        copies = min(annex.copies for annex in content.annexes.values())
        require(
            1 <= entry.annexes <= copies,
            file,
            in_field(place, "annexes"),
            later("the box holds {copies} of a kind", copies=copies),
        )
        lacking = Counter(entry.geishas) - Counter(content.seats[MOST].geishas)
        require(not lacking, file, in_field(place, "geishas"), later("Geishas that are not in the box"))


def _check_presets(content: YedoContent) -> None:
    file = "presets.toml"
    require_present(file, "preset", PRESETS, content.presets)
    for preset in content.presets.values():
        place = f"preset {preset.id!r}"
        require(bool(preset.action_sets), file, in_field(place, "action_sets"), later("name at least one set"))
        require(len(set(preset.event_sets)) >= 2, file, in_field(place, "event_sets"), later("name at least two sets"))
        require(
            len(set(preset.mission_sets)) >= 2, file, in_field(place, "mission_sets"), later("name at least two sets")
        )
        closing = {"closed-districts", "closed-locations"} <= set(preset.event_sets)
        require(not closing, file, in_field(place, "event_sets"), later("the two Closed sets cannot be combined"))


def _check_clauses(content: YedoContent) -> None:
    annexes = [("assets.toml", annex) for annex in content.annexes.values()]
    favors = [("favors.toml", favor) for favor in content.favors.values()]
    box = [("components.toml", component) for component in content.components.values()]
    specialists = [("specialists.toml", specialist) for specialist in content.specialists.values()]
    powers = [("clan_powers.toml", power) for power in content.clan_powers.values()]
    require_clauses("yedo", "Yedo", [*annexes, *favors, *box, *specialists, *powers])


def _check_sets(content: YedoContent) -> None:
    """Check that each set is complete, by the printed card numbers."""
    for place, name in enumerate(ACTION_SETS):
        designs = [card for card in content.action_cards.values() if card.set == name]
        found = [number for card in designs for number in card.numbers]
        _check_range("action_cards.toml", name, found, "A", place * ACTION_CARDS_OF_A_SET, ACTION_CARDS_OF_A_SET)
    for place, event_set in enumerate(EVENT_SETS):
        found = [event.number for event in content.events.values() if event.set == event_set]
        _check_range("events.toml", event_set, found, "E", place * EVENTS_OF_A_SET, EVENTS_OF_A_SET)
    if content.jesuits_events:
        found = [content.events[event].number for event in content.jesuits_events]
        _check_range("events_jesuits.toml", "jesuits", found, "E", len(EVENT_SETS) * EVENTS_OF_A_SET, 1)
    bonus = [card.number for card in content.bonus_cards.values()]
    for card in content.bonus_cards:
        why = later("an Action Card has it already")
        require(card not in content.action_cards, "bonus_cards.toml", in_field(f"bonus_card {card!r}", "id"), why)
    _check_range("bonus_cards.toml", "bonus", bonus, "B", 0, len(bonus))
    for kind, numbers in MISSION_NUMBERS.items():
        if kind in MODULE_SETS and not content.missions_of[kind]:
            continue
        missions = [mission for mission in content.missions.values() if mission.set == kind]
        file = MISSION_FILES[kind]  # type: ignore[index]
        found = [mission.number for mission in missions]
        if not found and kind in MODULE_SETS:
            continue
        _check_range(file, kind, found, "M", numbers[0] - 1, len(numbers), digits=3)


def _check_range(
    file: str, name: str, found: Iterable[str], letter: str, before: int, count: int, digits: int = 2
) -> None:
    wanted = [f"{letter}{number:0{digits}}" for number in range(before + 1, before + count + 1)]
    why = later("its cards are {first} to {last}, each once", first=wanted[0], last=wanted[-1])
    require(sorted(found) == wanted, file, f"set {name!r}", why)


def _check_missions(content: YedoContent) -> None:
    other_cards = content.action_cards.keys() | content.bonus_cards.keys()
    for mission in content.missions.values():
        file, place = MISSION_FILES[mission.set], f"mission {mission.id!r}"
        require(
            mission.id not in other_cards, file, in_field(place, "id"), later("a card of another kind has it already")
        )
        require(bool(mission.districts), file, in_field(place, "districts"), later("name at least one District"))
        _check_placeable(content, file, mission)
        # yedo.jesuits.event splits them by these colours
        jesuits = mission.set == "jesuits"
        require(
            not jesuits or mission.colour != "green", file, in_field(place, "colour"), later("no Jesuits' one is green")
        )
        if mission.set == "basic":
            require(mission.colour == "green", file, in_field(place, "colour"), later("Basic Missions are green"))
        last = mission.set == "kill-the-shogun"
        require(
            mission.ends_game == last, file, in_field(place, "ends_game"), later("Kill the Shogun, only, ends the game")
        )
        # yedo.components.kill-the-shogun-black
        require(
            not last or mission.colour == "black", file, in_field(place, "colour"), later("Kill the Shogun is black")
        )
    _check_colours(content)


def _check_placeable(content: YedoContent, file: str, mission: Mission) -> None:
    """Refuse a Mission for which two players could never place figures (yedo.ruling.placeable-missions)."""
    partner = mission.partner.needs if mission.partner is not None else ()
    beside = [district for need in partner for district in need.districts]
    bonus = mission.bonus.districts if mission.bonus is not None else ()
    asked: Sequence[District] = (*mission.districts, *bonus, *beside)
    for district, count in Counter(asked).items():
        spaces = [content.spaces[space] for space in content.spaces_of[district]]
        free = sum(space.seats <= FEWEST for space in spaces)
        why = later(
            "{district} is named {count} times, but has {free} spaces for two players",
            district=district,
            count=count,
            free=free,
        )
        require(count <= free, file, in_field(f"mission {mission.id!r}", "districts"), why)


def _check_colours(content: YedoContent) -> None:
    """Refuse sets if some pair of them has too few Missions to deal to five players."""
    start = content.start
    basic = len(content.missions_of["basic"])
    sets = (kind for kind in MISSION_SETS if content.missions_of[kind])
    for pair in combinations(sets, 2):
        colours = Counter(content.missions[mission].colour for mission in content.chosen_missions(pair))
        few_red = later(
            "the sets {one} and {other} have too few red Missions for five players", one=pair[0], other=pair[1]
        )
        few_green = later(
            "the sets {one} and {other} have too few green Missions for five players", one=pair[0], other=pair[1]
        )
        require(colours["red"] >= MOST * start.red, MISSION_FILES[pair[0]], "colours", few_red)
        require(basic >= MOST * start.green, MISSION_FILES["basic"], "colours", few_green)
