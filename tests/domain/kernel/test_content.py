"""Content packs: a refusal names the file, entry, field and reason."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from domain.games.micro_dojo import content as micro_dojo
from domain.games.micro_dojo.content import MicroDojoContent
from domain.games.micro_dojo.state import MicroDojoOptions
from domain.kernel.chance import Chance
from domain.kernel.content import BadContent, digest_files, read_pack
from domain.kernel.language import speaking
from domain.rulesets import registry
from tests.support.foreign import find_english
from tests.support.rulesets import product_rulesets

PACK = read_pack("domain.games.micro_dojo")


def changed(name: str, old: str, new: str, count: int = 1) -> dict[str, bytes]:
    text = PACK[name].decode()
    assert old in text
    return {**PACK, name: text.replace(old, new, count).encode()}


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (changed("buildings.toml", "gold = 3", 'gold = "three"'), ["buildings.toml", "building[0]", "gold", "int"]),
        (changed("buildings.toml", "gold = 3\n", ""), ["buildings.toml", "building[0]", "missing", "gold"]),
        (changed("buildings.toml", "gold = 3", "gold = 3\nsilver = 1"), ["buildings.toml", "building[0]", "silver"]),
        (changed("buildings.toml", 'id = "broker"', 'id = "barracks"'), ["buildings.toml", "'barracks'", "twice"]),
        (changed("buildings.toml", '"action"', '"magic"'), ["buildings.toml", "building[0].effect", "magic"]),
        (changed("board.toml", 'source = "rulebook"', 'source = "guess"'), ["board.toml", "source", "guess"]),
        (changed("board.toml", "id = 9", "id = 8"), ["board.toml", "spaces", "1 to 9"]),
        (changed("board.toml", "gold = 1", "gold = = 1"), ["board.toml", "line"]),
        (changed("abilities.toml", 'id = "sumo"', 'id = "cook"'), ["abilities.toml", "ability[0]", "id", "cook"]),
        (changed("abilities.toml", 'id = "sumo"', 'id = "ninja"'), ["abilities.toml", "'ninja'", "twice"]),
        (changed("objectives.toml", '"most"', '"best"'), ["objectives.toml", "objective[0].test", "wins", "best"]),
        (
            changed("objectives.toml", "\ntest", "\nadvanced = true\ntest", count=9),
            ["objectives.toml", "fewer basic objectives"],
        ),
        (changed("board.toml", "on_display = 6", "on_display = 13"), ["buildings.toml", "fewer buildings"]),
        ({name: text for name, text in PACK.items() if name != "board.toml"}, ["board.toml", "missing"]),
        ({**PACK, "board.toml": b"\xff\xfe"}, ["board.toml", "utf-8"]),
    ],
)
def test_a_pack_that_cannot_be_used_is_refused_with_the_place_and_the_reason(
    files: dict[str, bytes], said: list[str]
) -> None:
    with pytest.raises(BadContent) as error:
        MicroDojoContent(files)
    for words in said:
        assert words in str(error.value)
    with speaking("fr"):
        assert find_english(str(error.value), "fr") == set()


def test_a_later_pack_replaces_files_of_the_same_name_and_new_games_use_it(tmp_path: Path) -> None:
    pack = tmp_path / "micro-dojo"
    pack.mkdir()
    text = changed("board.toml", "buildings_on_display = 6", "buildings_on_display = 4")["board.toml"]
    (pack / "board.toml").write_bytes(text)
    (pack / "notes.txt").write_text("not content")
    plain, rulesets = product_rulesets(), registry([tmp_path])
    house, latest = plain["micro-dojo"], rulesets["micro-dojo"]
    assert latest.content.digest != house.content.digest
    assert rulesets.with_content("micro-dojo", house.content.digest).content.numbers.buildings_on_display == 6
    assert len(latest.open(MicroDojoOptions(), 2, Chance(bytes(32))).state.display) == 4
    assert latest.content.buildings == house.content.buildings


def test_the_digest_of_a_pack_follows_names_and_bytes_of_its_files() -> None:
    assert digest_files(PACK) == digest_files(dict(reversed(PACK.items()))) == micro_dojo.load().digest
    assert digest_files(changed("board.toml", "gold = 1", "gold = 2")) != digest_files(PACK)
    assert digest_files({"a.toml": b"", "b.toml": b"x"}) != digest_files({"a.toml": b"x", "b.toml": b""})


@pytest.mark.parametrize("ruleset", list(product_rulesets()), ids=lambda ruleset: ruleset.id)
def test_every_entry_of_the_product_says_where_its_numbers_come_from(ruleset) -> None:
    files = read_pack(type(ruleset).__module__.rpartition(".")[0])
    assert files.keys() == ruleset.content.files.keys()
    for name, file in files.items():
        for table, entries in tomllib.loads(file.decode()).items():
            for entry in entries if isinstance(entries, list) else [entries]:
                assert entry.get("source") in ("rulebook", "house"), f"{name}: {table}: {entry}"
