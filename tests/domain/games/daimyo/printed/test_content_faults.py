"""A content pack that cannot be played is refused with file, entry, field and reason."""

from __future__ import annotations

import re
from functools import cache

import pytest

from domain.games.daimyo.pack import read
from domain.kernel import content as packs
from domain.kernel.content import BadContent
from domain.kernel.language import speaking
from tests.support.foreign import find_english


@cache
def files() -> dict[str, bytes]:
    return packs.read_pack("domain.games.daimyo")


def changed(name: str, old: str, new: str, count: int = 1) -> dict[str, bytes]:
    """Return the pack with the first occurrence of a text in one file replaced."""
    text = files()[name].decode()
    assert old in text
    return {**files(), name: text.replace(old, new, count).encode()}


def refusal(pack: dict[str, bytes]) -> str:
    with pytest.raises(BadContent) as refused:
        read(pack)
    with speaking("fr"):
        assert find_english(str(refused.value), "fr") == set()
    return str(refused.value)


def entry(name: str, entry_id: str) -> str:
    """Return the text of one entry, from its id to the next entry."""
    text = files()[name].decode()
    start = text.index(f'id = "{entry_id}"')
    end = re.search(r"\n(#|\[\[)", text[start:])
    return text[start : start + end.start()] if end else text[start:]


def in_entry(name: str, entry_id: str, old: str, new: str) -> dict[str, bytes]:
    """Return the pack with a text of one entry replaced."""
    found = entry(name, entry_id)
    assert old in found
    return changed(name, found, found.replace(old, new, 1))


def without(name: str, entry_id: str, table: str) -> dict[str, bytes]:
    return changed(name, f"[[{table}]]\n{entry(name, entry_id)}", "")


def test_the_unchanged_pack_can_be_played() -> None:
    assert read(files()).digest == packs.digest_files(files())


def test_a_missing_file() -> None:
    pack = {name: text for name, text in files().items() if name != "goals.toml"}
    assert refusal(pack) == "goals.toml: the file is missing"


def test_broken_toml() -> None:
    assert refusal({**files(), "heroes.toml": b"[[hero\n"}).startswith("heroes.toml: ")


SCHEMA_FAULTS = [
    ("heroes.toml", "scrap-diver", 'do = "gain"', 'do = "steal"', "Invalid value 'steal'"),
    ("heroes.toml", "scrap-diver", "strength = 4\n", "", "missing required field `strength`"),
    ("heroes.toml", "scrap-diver", "cost = 1", 'cost = "one"', "Expected `int`"),
    ("heroes.toml", "scrap-diver", "metal = 2", "tin = 2", "unknown field `tin`"),
    ("heroes.toml", "scrap-diver", 'source = "house"', 'source = "me"', "Invalid enum value 'me'"),
    ("goals.toml", "green-belt", '"techno-farms"', '"farms"', "Invalid enum value 'farms'"),
]


@pytest.mark.clause("daimyo.component.hero-card-anatomy")
@pytest.mark.parametrize(("file", "name", "old", "new", "why"), SCHEMA_FAULTS, ids=lambda value: value)
def test_an_entry_against_the_schema(file: str, name: str, old: str, new: str, why: str) -> None:
    message = refusal(in_entry(file, name, old, new))
    assert message.startswith(f"{file}: ")
    assert why in message


def test_an_id_that_occurs_twice() -> None:
    assert refusal(changed("goals.toml", '"whispers"', '"green-belt"')) == "goals.toml: 'green-belt' occurs twice"


def test_an_id_that_is_longer_than_a_move_can_name() -> None:
    assert refusal(changed("goals.toml", '"whispers"', f'"{"w" * 81}"')).endswith("is longer than 80 characters")


COUNTS = [
    ("heroes.toml", "scrap-diver", "hero", "heroes.toml: hero-cards: 39 of them, but the box holds 40"),
    ("goals.toml", "green-belt", "goal", "goals.toml: goal-cards: 11 of them, but the box holds 12"),
    ("solo.toml", "jubilee", "card", "solo.toml: solo-cards: 20 of them, but the box holds 21"),
    ("clans.toml", "noble-purse-bearer", "hero", "clans.toml: clan-hero-cards: 11 of them, but the box holds 12"),
    ("mini_boards.toml", "comet-1", "tile", "mini_boards.toml: bonus-action-tiles: 31 of them, but the box holds 32"),
    ("components.toml", "hero-card", "component", "components.toml: component 'hero-card': it is missing"),
    ("components.toml", "red-die", "component", "components.toml: component 'red-die': it is missing"),
    ("mercenaries.toml", "shadow", "space", "mercenaries.toml: space 'shadow': it is missing"),
    ("board.toml", "tax", "action", "board.toml: action 'tax': it is missing"),
    ("solo.toml", "easy", "difficulty", "solo.toml: difficulty 'easy': it is missing"),
]


@pytest.mark.parametrize(("file", "name", "table", "why"), COUNTS, ids=lambda value: value)
def test_an_entry_that_is_missing(file: str, name: str, table: str, why: str) -> None:
    assert refusal(without(file, name, table)) == why


FAULTS = [
    ("heroes.toml", "scrap-diver", "strength = 4", "strength = 19",
     "hero 'scrap-diver', field strength: 19 cannot be reached with three dice; 1 to 18"),
    ("heroes.toml", "scrap-diver", "cost = 1", "cost = 6",
     "hero 'scrap-diver', field cost: 6 is not among 1 to 5"),
    ("heroes.toml", "gate-crasher", "aggressive = true", "aggressive = false",
     "hero 'gate-crasher', field aggressive: its effects harm opponents"),
    ("heroes.toml", "scrap-diver", "cost = 1", "cost = 1\naggressive = true",
     "hero 'scrap-diver', field aggressive: none of its effects harms an opponent"),
    ("heroes.toml", "scrap-diver", "cost = 1", 'cost = 1\nclan = "tech"',
     "hero 'scrap-diver', field clan: heroes of clans lie in clans.toml"),
    ("heroes.toml", "scrap-diver", "metal = 2", "metal = -2",
     "hero 'scrap-diver', field effects: -2 metal is negative"),
    ("heroes.toml", "scrap-diver", "metal = 2", "",
     "hero 'scrap-diver', field effects: gain of nothing"),
    ("heroes.toml", "drone-keeper", "count = 2", "count = 0",
     "hero 'drone-keeper', field effects: draw with count = 0"),
    ("heroes.toml", "press-sergeant", "discount = 1", "discount = -1",
     "hero 'press-sergeant', field effects: recruit with discount = -1"),
    ("heroes.toml", "press-sergeant", "discount = 1", "discount = 1, exactly = 1",
     "hero 'press-sergeant', field effects: recruit with a discount and an exact price"),
    ("heroes.toml", "foundry-chief", 'in_good = "metal"', 'in_good = "metal", discount = 1',
     "hero 'foundry-chief', field effects: build with a discount and in one good"),
    ("heroes.toml", "odd-jobber", '"pay-choice"', '"pay-choice", of = []',
     "hero 'odd-jobber', field effects: pay-choice with nothing in of"),
    ("heroes.toml", "quota-clerk", '[{ do = "recruit" }], ', "",
     "hero 'quota-clerk', field effects: choose needs two or more options, none of them empty"),
    ("heroes.toml", "scrap-diver", '{ do = "gain", goods = { metal = 2 } }', "",
     "hero 'scrap-diver', field effects: at least one effect is needed"),
    ("heroes.toml", "scrap-diver", '{ do = "gain", goods = { metal = 2 } }',
     '{ do = "to-advantage", effects = [{ do = "draw" }] }',
     "hero 'scrap-diver', field effects: only the empire acts to-advantage"),
    ("clans.toml", "noble-purse-bearer", 'clan = "noble"', 'clan = "royal"',
     "hero 'noble-purse-bearer', field clan: there is no clan 'royal'"),
    ("clans.toml", "noble-purse-bearer", 'clan = "noble"', 'clan = "tech"',
     "clan 'tech': 4 heroes, not 3"),
    ("clans.toml", "nature", "rice = 1", "rice = -1",
     "clan 'nature', field goods: -1 rice is negative"),
    ("clans.toml", "nature", '"daimyo.clan-ability.nature"', '"go.clan-ability.nature"',
     "'nature', field clause: 'go.clan-ability.nature' is not a clause of Daimyo"),
    ("mini_boards.toml", "comet-1", 'basic = "recruit-discount"', 'basic = "recruit"',
     "tile 'comet-1', field basic: there is no face 'recruit'"),
    ("mini_boards.toml", "comet-1", 'basic = "recruit-discount"', 'basic = "revenue-two-gold"',
     "board 'comet', basic side of 2021: 2 gray and 2 yellow tiles, not 3 and 1"),
    ("mini_boards.toml", "comet-4", 'edition_2019 = "revenue-rice-crystal-2019"', 'edition_2019 = "storage-two"',
     "board 'comet', basic side of 2019: 4 gray and 0 yellow tiles, not 3 and 1"),
    ("mini_boards.toml", "comet", '"comet-2"', '"comet-1"', "tile 'comet-1': it lies on 2 spaces"),
    ("mini_boards.toml", "comet", '"comet-2"', '"comet-9"', "tile 'comet-9': a board names it, but it does not exist"),
    ("mini_boards.toml", "comet", 'building = "radio-tower"', 'building = "techno-farm"',
     "boards of techno-farms: 5 of them, not 4"),
    ("villagers.toml", "porters", '"storage", "move"', '"storage", "walk"', "face 'walk': it does not exist"),
    ("villagers.toml", "porters", '2021 = "move"', '2021 = "draw"',
     "tile 'porters', field starts.2021: the tile has no face 'draw'"),
    ("villagers.toml", "porters", '"storage", "move"', '"draw", "move"', "face 'draw': it is on two tiles"),
    ("goals.toml", "green-belt", "silver = 2", "silver = 0",
     "goal 'green-belt', field silver: a green goal needs silver points, at most as many as gold"),
    ("goals.toml", "two-suns", "gold = 7", "gold = 7\nsilver = 2",
     "goal 'two-suns', field silver: an orange goal has no second"),
    ("goals.toml", "two-suns", "gold = 7", "gold = 0", "goal 'two-suns', field gold: 0 points are too few"),
    ("goals.toml", "two-suns", "at_least = 2", "at_least = 0",
     "goal 'two-suns', field when: every goal asks for 1 or more of something"),
    ("solo.toml", "census", 'colour = "red"', 'colour = "blue"',
     "card 'census', field spaces: a card has one space of each colour of dice"),
    ("solo.toml", "census", '{ do = "take-helmet" }', '{ do = "draw" }',
     "card 'census', blue space: the empire cannot do 'draw'"),
    ("solo.toml", "census", '{ do = "take-helmet" }', '{ do = "optional", effects = [{ do = "take-helmet" }] }',
     "card 'census', blue space: the empire cannot do 'optional'"),
    ("solo.toml", "census", 'source = "anywhere"', 'source = "here"',
     "card 'census', green space: the empire has no scavenger, so it cannot take a tile here"),
    ("solo.toml", "census", '"red", "yellow"', '"red", "green"', "card 'census', red space: there is no green island"),
    ("solo.toml", "purge", '"techno-farms"', '"gold"', "card 'purge', green space: the empire has no gold to count"),
    ("solo.toml", "difficult", "[2, 1, 1]", "[2, 1, 1, 1]",
     "difficulty 'difficult', field governors: with the radio towers they need more than 4 islands"),
    ("solo.toml", "easy", "[1, 1]", "[6, 1]", "difficulty 'easy', field governors: 1 to 5 governors an island"),
    ("islands.toml", "blue", '"rice", "rice", ', '"rice", ', "island 'blue', field sites: 4, not 5"),
    ("islands.toml", "blue", '"rice", "rice", ', '"rice", "gold", ',
     "island 'blue', field sites: gold is not a resource"),
    ("islands.toml", "blue", "silver_standard = 2", "silver_standard = 9",
     "island 'blue', field silver_standard: it is above gold_standard"),
    ("board.toml", "techno-farm", "2021 = [0, 1, 4, 7, 12]", "2021 = [0, 1, 4, 7]",
     "building 'techno-farm', field points.2021: 4 numbers; 0 to 4 pieces need 5"),
    ("board.toml", "techno-farm", "2021 = [0, 1, 4, 7, 12]", "2021 = [0, 1, 4, 7, 6]",
     "building 'techno-farm', field points.2021: points fall as pieces rise"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "name", "old", "new", "why"), FAULTS, ids=[fault[-1] for fault in FAULTS])
def test_an_entry_that_does_not_fit(file: str, name: str, old: str, new: str, why: str) -> None:
    assert refusal(in_entry(file, name, old, new)) == f"{file}: {why}"


NUMBERS = [
    ("board.toml", "relics = [0, 3, 7, 12, 18, 25, 33]", "relics = [0, 3, 7]",
     "scoring, field relics: 3 numbers; 0 to 6 pieces need 7"),
    ("board.toml", "governors = 8", "governors = 7", "governors: 28 of them, but the box holds 32"),
    ("board.toml", "red = 5", "red = 6", "dice of 2021 with 4 seats, field red: 6 dice; the box holds 5"),
    ("board.toml", "green = 4", "green = 1", "dice of 2021 with 2 seats: 8 dice, but 9 are taken in a round"),
    ("board.toml", "seats = 2\nblue = 1", "seats = 4\nblue = 1", "dice of 2019 with 2 seats: given 0 times, not once"),
    ("board.toml", "seats = [2, 3, 4]", "seats = [2, 3]", "army of 2021 with 4 seats: given 0 times, not once"),
    ("board.toml", "storage_start = 3", "storage_start = 10", "numbers, field storage_start: it is above storage_most"),
    ("board.toml", "starting_hand = 2", "starting_hand = 4",
     "numbers, field starting_hand: a clan has only 3 heroes"),
    ("board.toml", "altars = [3, 2, 1]", "altars = []", "field altars: 0 is too few"),
    ("board.toml", "tax = { gold = 2 }", "tax = { gold = -2 }", "prices, field tax: -2 gold is negative"),
    ("board.toml", "goals = { green = 3, orange = 1 }", "goals = { green = 3, orange = 4 }",
     "orange goals: 3, but a game needs 4"),
    ("islands.toml", 'seats = 1\nislands = ["blue", "red", "yellow", "purple"]',
     'seats = 1\nislands = ["blue", "red", "yellow", "grey"]',
     "in_play, field 1: there is no grey island"),
    ("islands.toml", 'islands = ["blue", "red", "yellow", "purple", "green", "black"]',
     'islands = ["blue", "red", "yellow"]',
     "in_play, field 4: 3 islands; every side starts on one of its own"),
    ("solo.toml", "total = 12", "total = 21", "ability 12: it is missing"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "why"), NUMBERS, ids=[fault[-1] for fault in NUMBERS])
def test_a_number_that_does_not_fit(file: str, old: str, new: str, why: str) -> None:
    assert refusal(changed(file, old, new)).removeprefix("goals.toml: ").removeprefix(f"{file}: ") == why


def test_a_group_of_solo_cards_that_is_too_small() -> None:
    text = files()["solo.toml"].decode().replace('group = "5"', 'group = "3-4"', 5)
    message = refusal({**files(), "solo.toml": text.encode()})
    assert message == "solo.toml: cards of group 5: 2, but a game needs 3"
