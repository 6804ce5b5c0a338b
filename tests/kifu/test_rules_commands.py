import json
from pathlib import Path

import pytest
from msgspec import structs

from domain.kernel.rulebook import Clause
from kifu.shared.clauses import show_clause, text_of
from kifu.shared.faults import Fault
from kifu.shared.rules import list_options, parse_options
from kifu.shared.terminal import console
from tests.kifu.command import kifu
from tests.support.rulesets import product_rulesets

RULESETS = list(product_rulesets())
MICRO_DOJO = product_rulesets()["micro-dojo"]


def test_rulesets_lists_each_with_the_values_of_its_options(tmp_path: Path) -> None:
    ran = kifu("rulesets", data=tmp_path)
    for ruleset in RULESETS:
        assert ruleset.id in ran.out
        assert ruleset.title in ran.out
    assert "movement: none | 1A | 1B | 2A | 2B" in ran.out
    assert "aggressive_heroes: true | false" in ran.out
    assert "heroes: names, with commas between" in ran.out
    assert (
        "mission_sets: names of neutral, prestige, weapons, money, specialists, soft, hard, with commas between"
        in ran.out
    )
    assert "objectives: basic | advanced" in ran.out


def test_one_ruleset_is_listed_alone(tmp_path: Path) -> None:
    ran = kifu("rulesets", "yedo", data=tmp_path)
    assert "Yedo, 2 to 5 players, 1 to 5 with some options." in ran.out
    assert "shogun_must_die: false | true" in ran.out
    assert "Daimyo" not in ran.out
    (described,) = json.loads(kifu("rulesets", "yedo", "--json", data=tmp_path).out)
    assert described["id"] == "yedo"
    wrong = kifu("rulesets", "edo", data=tmp_path)
    assert (wrong.exit_code, "yedo" in wrong.err) == (2, True)


def test_rulesets_as_json_tells_a_program_what_the_table_shows(tmp_path: Path) -> None:
    found = json.loads(kifu("rulesets", "--json", data=tmp_path).out)
    assert [ruleset["id"] for ruleset in found] == [ruleset.id for ruleset in RULESETS]
    for described, ruleset in zip(found, RULESETS, strict=True):
        assert described["content"] == ruleset.content.digest
        assert described["seats"] == list(ruleset.most_seats)
    (micro_dojo,) = [ruleset for ruleset in found if ruleset["id"] == MICRO_DOJO.id]
    (movement,) = [option for option in micro_dojo["options"] if option["name"] == "movement"]
    assert set(movement["values"]) == {"none", "1A", "1B", "2A", "2B"}
    assert movement["default"] == "none"


def test_clauses_lists_the_whole_rulebook_in_order(tmp_path: Path) -> None:
    rulebook = MICRO_DOJO.rulebook
    found = json.loads(kifu("clauses", "micro-dojo", "--json", data=tmp_path).out)
    assert [clause["id"] for clause in found] == [clause.id for clause in rulebook]
    table = kifu("clauses", "micro-dojo", data=tmp_path).out
    assert all(clause.id in table for clause in rulebook)


@pytest.mark.parametrize("name", ["micro-dojo.build.pay", "build.pay"])
def test_a_clause_is_shown_in_full_by_its_long_or_short_name(name: str, tmp_path: Path) -> None:
    clause = MICRO_DOJO.rulebook["micro-dojo.build.pay"]
    ran = kifu("clauses", "micro-dojo", name, data=tmp_path)
    assert ran.out == f"{clause.id}\n{clause.text}\n({clause.source})\n"
    assert json.loads(kifu("clauses", "micro-dojo", name, "--json", data=tmp_path).out)["text"] == clause.text


def test_content_packs_of_the_owner_are_used(tmp_path: Path) -> None:
    pack = tmp_path / "packs" / "micro-dojo"
    pack.mkdir(parents=True)
    own = Path("domain/games/micro_dojo/content/buildings.toml").read_text("utf-8")
    (pack / "buildings.toml").write_text(own + "\n# the printed values of my box\n", "utf-8")
    ran = kifu("rulesets", "--json", data=tmp_path, KIFU_CONTENT=str(tmp_path / "packs"))
    (found,) = [ruleset for ruleset in json.loads(ran.out) if ruleset["id"] == MICRO_DOJO.id]
    assert found["content"] != MICRO_DOJO.content.digest


def test_a_clause_says_for_which_edition_and_players_it_holds_and_what_is_unsure() -> None:
    always = Clause("x.one", "One", "One rule.", "ruling")
    assert text_of(always) == "One rule."
    assert text_of(structs.replace(always, edition="2019")) == "(edition 2019) One rule."
    assert text_of(structs.replace(always, players="1")) == "(1 player) One rule."
    assert text_of(structs.replace(always, edition="2021", players="2-4")) == "(edition 2021, 2-4 players) One rule."


def test_a_note_is_shown_below_the_source(capsys: pytest.CaptureFixture[str]) -> None:
    show_clause(console(), Clause("x.one", "One", "One rule.", "page 3", players="2", note="The [icon] is lost."))
    assert capsys.readouterr().out == "x.one\n(2 players) One rule.\n(page 3)\nNote: The [icon] is lost.\n"


def test_an_option_that_looks_like_a_number_is_the_text_that_the_ruleset_knows() -> None:
    rules = product_rulesets()["daimyo"]
    assert parse_options(rules, ["edition=2019"]) == rules.parse_options({"edition": "2019"})


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("aggressive_heroes=false", False),
        ("aggressive_heroes=False", False),
        ("aggressive_heroes=True", True),
        ("pause_on_dispute=TRUE", True),
        ("difficulty=none", None),
        ("difficulty=easy", "easy"),
        ("heroes=a, b,c", ("a", "b", "c")),
        ('heroes=["a"]', ("a",)),
        ("heroes=", ()),
    ],
)
def test_a_value_is_typed_as_it_is_listed(typed: str, value: object) -> None:
    options = parse_options(product_rulesets()["daimyo"], [typed])
    assert getattr(options, typed.partition("=")[0]) == value


def test_every_value_is_accepted_as_it_is_listed() -> None:
    for rules in product_rulesets():
        for option in list_options(rules):
            for spelling, value in zip(option.spellings, option.values, strict=True):
                assert getattr(parse_options(rules, [f"{option.name}={spelling}"]), option.name) == value


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("aggressive_heroes=maybe", "aggressive_heroes: 'maybe' is not one of true, false."),
        ("aggressive_heroes=1", "aggressive_heroes: '1' is not one of true, false."),
        ("difficulty=hard", "difficulty: 'hard' is not one of none, easy, normal, difficult."),
    ],
)
def test_a_value_that_is_refused_is_answered_with_those_that_can_be_typed(typed: str, said: str) -> None:
    with pytest.raises(Fault) as fault:
        parse_options(product_rulesets()["daimyo"], [typed])
    assert fault.value.message == said
