"""A person fills in a move from a family that is too large to list."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from domain.kernel.choice import Several, Template
from domain.kernel.rulesets import Rulesets
from kifu.playing.filling import arguments, label, least_values, parse, question
from kifu.playing.session import open_session
from kifu.selfplay.recording import Setup
from kifu.shared.faults import Fault
from tests.domain.kernel.toy import Toy

OFFER = Template(
    "offer-trade",
    {"for_mon": (2, 12)},
    "both give something",
    {"weapons": Several(("bow", "bow", "sword"), 0, 2), "geishas": Several((3, 4), 1, 1)},
)


def test_a_family_is_named_with_its_arguments() -> None:
    assert arguments(OFFER) == ("for_mon", "weapons", "geishas")
    assert label(OFFER) == "offer trade ...: fill in for mon, weapons and geishas (both give something)"
    assert question(OFFER, "for_mon") == "for mon: a number from 2 to 12."
    assert question(OFFER, "weapons") == "weapons: 0 to 2 values of bow, bow, sword, with commas between them."
    assert question(OFFER, "geishas") == "geishas: 1 value of 3, 4."


def test_what_has_one_value_is_not_asked_for_and_seats_are_named() -> None:
    template = Template(
        "offer",
        {"partner": (1, 2), "mon": (0, 0), "for_mon": (0, 5)},
        "",
        {"cards": Several(("bow",), 1, 1), "of": Several((), 0, 0)},
    )
    assert arguments(template) == ("partner", "for_mon", "cards")
    assert least_values(template) == {"partner": 1, "mon": 0, "for_mon": 0, "cards": ["bow"], "of": []}
    assert question(template, "partner", ("Ada", "Bob", "Cyd")) == "partner: a number from 1 to 2 (1 Bob, 2 Cyd)."
    assert question(template, "for_mon", ("Ada", "Bob", "Cyd")) == "for mon: a number from 0 to 5."


def test_what_is_typed_becomes_the_value_of_an_argument() -> None:
    assert (parse(OFFER, "for_mon", "7"), parse(OFFER, "for_mon", "-")) == (7, 2)
    assert (parse(OFFER, "weapons", "bow, bow"), parse(OFFER, "weapons", "-")) == (["bow", "bow"], [])
    assert parse(OFFER, "geishas", "4") == [4]


@pytest.mark.parametrize(
    ("argument", "typed", "said"),
    [
        ("for_mon", "1", "'1' is not a number from 2 to 12."),
        ("for_mon", "١", "'١' is not a number from 2 to 12."),
        ("weapons", "bow, spear", "There is no 'spear' to choose."),
        ("weapons", "sword,sword", "Choose 0 to 2 values, none more often than it is listed."),
        ("geishas", "-", "Choose 1 value, none more often than it is listed."),
    ],
)
def test_anything_else_is_answered_with_what_would_be_right(argument: str, typed: str, said: str) -> None:
    with pytest.raises(Fault) as fault:
        parse(OFFER, argument, typed)
    assert fault.value.message == said


def played(monkeypatch: pytest.MonkeyPatch, *typed: str) -> str:
    """What a person sees who plays the toy against bots, takes the first move until asked for a bid, and types this."""
    for seed in "abcdefgh":
        rules, out, waiting = Toy(), io.StringIO(), list(typed)
        console = Console(file=out, width=200)
        session = open_session(
            Rulesets([rules]),
            Setup(rules, rules.parse_options({}), 3),
            1,
            "Ada",
            "random",
            seed,
            console,
        )

        def answer(_: str, waiting: list[str] = waiting, out: io.StringIO = out) -> str:
            if "fill in coins" not in out.getvalue():
                return "1"
            return waiting.pop(0) if waiting else "q"

        monkeypatch.setattr("builtins.input", answer)
        session.run()
        if "fill in coins" in out.getvalue():
            return out.getvalue()
    raise AssertionError("nobody is asked for a bid")


def test_a_bid_is_filled_in_and_played(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = played(monkeypatch, "2", "9", "-")
    assert "Bid for the top card.\n  1  pass\n  2  bid ...: fill in coins\n" in shown
    asked = re.search(r"^coins: a number from (\d) to (\d)\.$", shown, re.MULTILINE)
    assert asked is not None
    _, said, after = shown.partition(f"'9' is not a number from {asked[1]} to {asked[2]}.")
    assert said
    assert f"\nAda: bid {asked[1]}." in after or "\nAda draws 1 (" in after, "the bid was made; if it won, at once"


def test_all_that_follows_is_the_least_if_one_asks_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = played(monkeypatch, "2", ".")
    assert shown.count("coins: a number from") == 1
    assert "bid 1." in shown or "Ada draws 1 (" in shown


def test_whoever_gives_up_filling_in_sees_the_moves_again(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = played(monkeypatch, "2", "m", "q")
    assert shown.count("  2  bid ...: fill in coins") == 2
    assert "You leave the game" in played(monkeypatch, "2", "q")
