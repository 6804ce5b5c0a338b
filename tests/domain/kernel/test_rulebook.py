"""Rulebooks, ranks and rulesets."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from domain.games.micro_dojo.building import TakeBuilding
from domain.games.micro_dojo.movement import MoveMeeple
from domain.kernel.choice import LONGEST_WORD, MOST_WORDS
from domain.kernel.options import BadOptions
from domain.kernel.rulebook import Clause, Rulebook
from domain.kernel.ruleset import AnyRuleset, MalformedMove
from domain.kernel.rulesets import ContentMissing, UnknownRuleset
from domain.kernel.scoring import Result, SeatScore, rank_seats
from domain.kernel.table import standings
from tests.domain.games.micro_dojo.game import given
from tests.support.rulesets import product_rulesets

CLAUSE = '[[clause]]\nid = "x.one"\ntitle = "One"\ntext = "One rule."\nsource = "ruling"\n'
RULESETS = product_rulesets()
each_ruleset = pytest.mark.parametrize("ruleset", list(RULESETS), ids=lambda ruleset: ruleset.id)


def loaded(folder: Path, name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> Rulebook:
    package = folder / name
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "rulebook.toml").write_text(text)
    monkeypatch.syspath_prepend(str(folder))
    try:
        return Rulebook.load(name)
    finally:
        sys.modules.pop(name, None)


def test_a_rulebook_is_read_in_the_order_of_the_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = loaded(tmp_path, "rules_in_order", CLAUSE + CLAUSE.replace("x.one", "x.two"), monkeypatch)
    assert [clause.id for clause in book] == ["x.one", "x.two"]
    assert len(book) == 2
    assert "x.one" in book
    assert "x.three" not in book
    assert book["x.one"] == Clause("x.one", "One", "One rule.", "ruling")
    with pytest.raises(KeyError):
        book["x.three"]


def test_a_clause_may_be_limited_to_an_edition_and_to_numbers_of_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limited = CLAUSE + 'edition = "2019"\nplayers = "2-4"\nnote = "The icon is lost."\n'
    (clause,) = loaded(tmp_path, "rules_limited", limited, monkeypatch)
    assert (clause.edition, clause.players, clause.note) == ("2019", "2-4", "The icon is lost.")
    assert msgspec.json.decode(msgspec.json.encode(clause), type=Clause) == clause


def test_a_clause_that_always_holds_states_no_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (clause,) = loaded(tmp_path, "rules_unlimited", CLAUSE, monkeypatch)
    assert (clause.edition, clause.players, clause.note) == ("", "", "")
    assert set(msgspec.to_builtins(clause)) == {"id", "title", "text", "source"}


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (CLAUSE + CLAUSE, "x.one|twice"),
        (CLAUSE.replace("title", "name"), r"name.*clause|title.*clause"),
        (CLAUSE.replace('"ruling"', "1"), "source"),
        (CLAUSE + 'players = "two"\n', "players"),
        (CLAUSE + 'players = "2-"\n', "players"),
    ],
    ids=["an id twice", "an unknown field", "a wrong type", "players in words", "players without an end"],
)
def test_a_malformed_rulebook_is_refused(
    text: str, error: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises((ValueError, msgspec.ValidationError), match=error):
        loaded(tmp_path, "rules_not_well_formed", text, monkeypatch)


@each_ruleset
def test_every_clause_has_a_title_a_text_and_a_source(ruleset) -> None:
    for clause in ruleset.rulebook:
        assert clause.id.startswith(f"{ruleset.id}.")
        assert clause.title
        assert clause.text.endswith(".")
        assert clause.source


def test_micro_dojo_has_its_67_clauses_and_four_readings_of_ours() -> None:
    assert len(RULESETS["micro-dojo"].rulebook) == 71


@pytest.fixture(scope="module")
def daimyo() -> Rulebook:
    return Rulebook.load("domain.games.daimyo")


def test_daimyo_has_its_369_clauses_42_readings_and_two_rules_of_ours(daimyo: Rulebook) -> None:
    printed = [clause for clause in daimyo if clause.source not in ("ruling", "house")]
    assert len(printed) == 369
    assert len(daimyo) == 369 + 42 + 2
    assert all(re.match(r"(2021 rules|2019 rules|French prototype), ", clause.source) for clause in printed)


def test_every_clause_of_daimyo_is_named_worded_and_within_known_limits(daimyo: Rulebook) -> None:
    for clause in daimyo:
        assert re.fullmatch(r"daimyo(\.[a-z0-9-]+){2,4}", clause.id)
        assert 1 <= len(clause.title.split()) <= 6, clause.id
        assert clause.text.endswith("."), clause.id
        assert clause.edition in ("", "2019", "2021"), clause.id
        assert clause.players in ("", "1", "2", "3", "4", "1-2", "2-4", "3-4"), clause.id
        assert not (clause.edition == "2019" and clause.players == "1"), f"{clause.id}: 2019 has no solo game"


def test_titles_tell_the_clauses_of_daimyo_apart(daimyo: Rulebook) -> None:
    assert len({clause.title for clause in daimyo}) == len(daimyo)


def test_a_clause_of_daimyo_that_names_another_names_one_that_exists(daimyo: Rulebook) -> None:
    named = {name for each in daimyo for name in re.findall(r"daimyo\.[a-z0-9.-]*[a-z0-9]", each.text + each.note)}
    assert named
    assert named <= {clause.id for clause in daimyo}


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({0: (5,), 1: (4,)}, {0: 1, 1: 2}),
        ({0: (4, 0), 1: (4, 1)}, {0: 2, 1: 1}),
        ({0: (4,), 1: (4,)}, {0: 1, 1: 1}),
        ({0: (1,), 1: (3,), 2: (3,), 3: (2,)}, {0: 4, 1: 1, 2: 1, 3: 3}),
        ({0: (False, 9), 1: (True, -3), 2: (True, 0)}, {0: 3, 1: 2, 2: 1}),
    ],
)
def test_greater_keys_come_first_and_equal_keys_share_a_rank(keys: dict, expected: dict) -> None:
    assert rank_seats(keys) == expected


def test_the_standings_name_the_winner_or_those_who_share_the_game() -> None:
    won = Result("x", "x", (SeatScore(0, 3, 2), SeatScore(1, 5, 1)))
    assert standings(won, ("Anna", "Bela")) == "Bela wins: Anna 3, Bela 5."
    shared = Result("x", "x", (SeatScore(0, 4, 1), SeatScore(1, 4, 1)))
    assert standings(shared, ("Anna", "Bela")) == "Anna and Bela share the game: Anna 4, Bela 4."


@pytest.mark.parametrize(
    ("options", "pointer"),
    [
        ({"movement": "3C"}, "/options/movement"),
        ({"movement": None}, "/options/movement"),
        ({"colour": "red"}, "/options/colour"),
        ({"movement": []}, "/options/movement"),
        ([], "/options"),
        ("none", "/options"),
    ],
)
def test_options_that_cannot_be_played_are_refused_with_a_pointer(options: object, pointer: str) -> None:
    with pytest.raises(BadOptions) as error:
        RULESETS["micro-dojo"].parse_options(options)
    assert error.value.pointer == pointer
    assert error.value.why


def test_the_refusal_of_a_bad_option_says_what_would_be_right() -> None:
    with pytest.raises(BadOptions, match="'3C' is not one of none, 1A, 1B, 2A, 2B"):
        RULESETS["micro-dojo"].parse_options({"movement": "3C"})
    with pytest.raises(BadOptions, match="no option 'colour'; there are: objectives, movement"):
        RULESETS["micro-dojo"].parse_options({"colour": "red"})


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"null",
        b"[]",
        b"{",
        b"{}",
        b'{"type":"fly"}',
        b'{"type":"move-meeple"}',
        b'{"type":"move-meeple","meeple":"sumo","to":"2"}',
        b'{"type":"move-meeple","meeple":"sumo","to":2.5}',
        b'{"type":"move-meeple","meeple":"cook","to":2}',
        b'{"type":"move-meeple","meeple":"sumo","to":2,"by":1}',
        b'{"type":"donate","resource":"\xff"}',
        b"[" * 5_000,
    ],
)
def test_json_that_is_not_a_move_is_malformed(raw: bytes) -> None:
    with pytest.raises(MalformedMove) as error:
        RULESETS["micro-dojo"].decode_move(raw)
    assert str(error.value)


def test_json_that_is_a_move_is_read_as_one() -> None:
    raw = b' {"to": 2, "meeple": "sumo", "type": "move-meeple"} '
    assert RULESETS["micro-dojo"].decode_move(raw) == MoveMeeple("sumo", 2)


def test_a_number_of_any_size_is_a_move_that_the_rules_refuse() -> None:
    move = RULESETS["micro-dojo"].decode_move(b'{"type":"move-meeple","meeple":"sumo","to":99999999999999999999999}')
    given().when(0, move).refused("micro-dojo.setup.board")


def sample(kind: inspect.Type) -> Any:
    """The smallest JSON value of a type that a field of a move may have."""
    match kind:
        case inspect.StrType() | inspect.IntType() | inspect.BoolType() | inspect.NoneType():
            return {inspect.StrType: "", inspect.IntType: 0, inspect.BoolType: False}.get(type(kind))
        case inspect.LiteralType():
            return kind.values[0]
        case inspect.UnionType():
            return sample(kind.types[0])
        case inspect.VarTupleType():
            return []
        case inspect.StructType():
            return {field.encode_name: sample(field.type) for field in kind.fields}
    raise AssertionError(f"a move has a field of another kind, which nothing bounds: {kind}")


def too_large(kind: inspect.Type) -> list[Any]:
    """JSON values of a type that are larger than any argument of a legal move."""
    match kind:
        case inspect.StrType():
            return ["x" * (LONGEST_WORD + 1)]
        case inspect.IntType():
            return [10**LONGEST_WORD, -(10**LONGEST_WORD)]
        case inspect.UnionType():
            return [value for part in kind.types for value in too_large(part)]
        case inspect.VarTupleType():
            item = sample(kind.item_type)
            return [[item] * (MOST_WORDS + 1), *([item, inner] for inner in too_large(kind.item_type))]
        case inspect.StructType():
            return [
                sample(kind) | {field.encode_name: value} for field in kind.fields for value in too_large(field.type)
            ]
    return []


@each_ruleset
def test_no_text_and_no_list_of_any_move_is_longer_than_a_name_or_a_hand(ruleset: AnyRuleset) -> None:
    bounded = 0
    for move_type in ruleset.move_types:
        described = inspect.type_info(move_type)
        assert isinstance(described, inspect.StructType)
        tag = {"type": described.tag}
        ruleset.decode_move(msgspec.json.encode(tag | sample(described)))
        for value in too_large(described):
            with pytest.raises(MalformedMove, match=r"(of length <=|`int` of) \d+.* - at `\$\.\w+"):
                ruleset.decode_move(msgspec.json.encode(tag | value))
            bounded += 1
    assert bounded > 0


def test_the_longest_word_of_a_move_is_read() -> None:
    move = RULESETS["micro-dojo"].decode_move(
        msgspec.json.encode({"type": "take-building", "building": "x" * LONGEST_WORD})
    )
    assert move == TakeBuilding("x" * LONGEST_WORD)


def test_the_error_names_a_missing_ruleset_or_content() -> None:
    with pytest.raises(UnknownRuleset, match=r"'chess'.*micro-dojo"):
        RULESETS["chess"]
    with pytest.raises(ContentMissing, match=r"Micro Dojo.*abc"):
        RULESETS.with_content("micro-dojo", "abc")
