"""Impossible entries of a content pack, one by one: each is refused with file, entry and reason."""

from __future__ import annotations

import pytest

from tests.domain.games.yedo.packs import files, refusal

OF_MODULES = {
    "characters.toml",
    "clan_powers.toml",
    "events_jesuits.toml",
    "missions_jesuits.toml",
    "missions_specialists.toml",
    "specialists.toml",
}
"""Files that a pack may lack; their module then cannot be played."""


def appended(name: str, text: str) -> dict[str, bytes]:
    return {**files(), name: files()[name] + text.encode()}


def entry(name: str, entry_id: str) -> str:
    """Return the text of one entry, from its id to the next entry."""
    text = files()[name].decode()
    start = text.index(f'id = "{entry_id}"')
    end = text.find("\n[[", start)
    return text[start:] if end < 0 else text[start:end]


def in_entry(name: str, entry_id: str, field: str, value: str) -> dict[str, bytes]:
    """Return the pack with the line of one field of an entry replaced, or added."""
    old = entry(name, entry_id)
    lines = [line for line in old.split("\n") if not line.startswith(f"{field} =")]
    lines.insert(1, f"{field} = {value}")
    return {**files(), name: files()[name].decode().replace(old, "\n".join(lines)).encode()}


@pytest.mark.parametrize("name", sorted({*files()} - OF_MODULES))
def test_a_file_that_is_missing(name: str) -> None:
    assert refusal({other: text for other, text in files().items() if other != name}).startswith(f"{name}: ")


@pytest.mark.parametrize("name", sorted(files()))
def test_a_file_that_is_no_toml(name: str) -> None:
    assert refusal({**files(), name: b"[[mission]"}).startswith(f"{name}: ")


@pytest.mark.parametrize(
    ("name", "entry_id", "field", "value", "place", "why"),
    [
        ("events.toml", "sakoku", "effects", "[]", "event 'sakoku'", "it does nothing"),
        ("events.toml", "sakoku", "number", '"E21"', "set 'cruel-fate'", "E11 to E20"),
        ("action_cards.toml", "walls-have-ears", "effects", "[]", "action_card 'walls-have-ears'", "it does nothing"),
        ("action_cards.toml", "fortune-teller", "effects", '[{ do = "negate" }]', "'fortune-teller'", "no sense"),
        ("action_cards.toml", "fortune-teller", "effects", '[{ do = "mon", amount = 0 }]', "fortune-teller", "= 0"),
        ("action_cards.toml", "fortune-teller", "effects", '[{ do = "fly" }]', "action_card[2].effects[0]", "fly"),
        (
            "action_cards.toml",
            "fortune-teller",
            "effects",
            '[{ do = "choose", options = [[{ do = "mon", amount = "1" }]] }]',
            "$.action_card[2].effects[0].options[0][0].amount`",
            "Expected `int`",
        ),
        ("missions_money.toml", "the-smoking-garden", "districts", "[]", "'the-smoking-garden'", "at least one"),
        ("missions_money.toml", "the-smoking-garden", "districts", '["moon"]', "mission[0].districts[0]", "moon"),
        (
            "missions_money.toml",
            "the-smoking-garden",
            "districts",
            '["temple", "temple"]',
            "'the-smoking-garden'",
            "2 times",
        ),
        ("missions_money.toml", "the-smoking-garden", "colour", '"pink"', "mission[0].colour", "pink"),
        ("missions_money.toml", "the-smoking-garden", "ends_game", "true", "'the-smoking-garden'", "ends the game"),
        ("missions_money.toml", "the-smoking-garden", "number", '"M200"', "set 'money'", "M066 to M080"),
        ("presets.toml", "classic", "event_sets", '["neutral"]', "preset 'classic'", "at least two"),
        (
            "presets.toml",
            "classic",
            "event_sets",
            '["closed-districts", "closed-locations"]',
            "preset 'classic'",
            "cannot be combined",
        ),
        ("favors.toml", "money", "clause", '"go.favor"', "'money', field clause", "not a clause of Yedo"),
        ("board.toml", "temple-1", "seats", "9", "space 'temple-1'", "2 to 5"),
        ("board.toml", "temple-1", "action", '"shogun"', "space 'temple-1'", "its own action"),
    ],
)
def test_an_entry_that_cannot_be_is_named(
    name: str, entry_id: str, field: str, value: str, place: str, why: str
) -> None:
    said = refusal(in_entry(name, entry_id, field, value))
    assert said.startswith(f"{name}: ")
    assert place in said
    assert why in said


@pytest.mark.parametrize(
    ("name", "table", "entry_id"),
    [
        ("missions_money.toml", "mission", "bales-off-the-wharf"),
        ("action_cards.toml", "action_card", "fortune-teller"),
        ("board.toml", "space", "temple-1"),
    ],
)
def test_an_entry_that_is_there_twice(name: str, table: str, entry_id: str) -> None:
    assert refusal(appended(name, f"\n[[{table}]]\n{entry(name, entry_id)}\n")) == f"{name}: {entry_id!r} occurs twice"


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ("fortune-teller", "missions_weapons.toml: mission 'fortune-teller', field id"),
        ("bales-off-the-wharf", "missions_money.toml: 'bales-off-the-wharf' occurs twice"),
    ],
)
def test_a_card_has_an_id_that_no_other_card_has(other: str, said: str) -> None:
    name = "missions_weapons.toml"
    first = files()[name].decode().split('id = "', 1)[1].split('"', 1)[0]
    pack = {**files(), name: files()[name].replace(f'id = "{first}"'.encode(), f'id = "{other}"'.encode())}
    assert refusal(pack).startswith(said)
