"""Who sees what of a fact or a move."""

from __future__ import annotations

import importlib
from pathlib import Path

import msgspec
import pytest

from domain.kernel.audience import (
    ARBITER,
    SPECTATOR,
    Hidden,
    MissingAudience,
    Private,
    Public,
    Viewer,
    audiences,
    seat_viewer,
)
from domain.kernel.choice import Move
from domain.kernel.fact import Fact, kebab_case, show_record
from tests.support.rulesets import product_rulesets

WITHOUT_AUDIENCE = """
from domain.kernel.audience import Public
from domain.kernel.fact import Fact

class CardDrawn(Fact, frozen=True):
    seat: Public[int]
    card: str
"""


class Drawn(Fact, frozen=True):
    seat: Public[int]
    card: Private[str]
    cards: Private[tuple[str, ...]]
    deck: Hidden[tuple[str, ...]]
    top: Hidden[str]


class Traded(Drawn, frozen=True):
    to: Public[int]

    def owners(self) -> tuple[int, ...]:
        return self.seat, self.to


DRAWN = Drawn("toy.draw", 1, "ace", ("ace", "two"), ("three", "four", "five"), "three")
OPEN = {"type": "drawn", "clause": "toy.draw", "seat": 1}


def test_a_field_without_an_audience_is_an_error_when_the_module_is_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "facts_without_audience.py").write_text(WITHOUT_AUDIENCE)
    with pytest.raises(MissingAudience, match=r"facts_without_audience\.CardDrawn\.card: say who may see it"):
        importlib.import_module("facts_without_audience")
    (tmp_path / "facts_with_audience.py").write_text(WITHOUT_AUDIENCE.replace("card: str", "card: Public[str]"))
    assert importlib.import_module("facts_with_audience").CardDrawn("toy.draw", 1, "ace").card == "ace"


@pytest.mark.parametrize("ruleset", list(product_rulesets()), ids=lambda ruleset: ruleset.id)
def test_every_field_of_every_fact_and_move_has_an_audience(ruleset) -> None:
    types = [getattr(kind, "__origin__", kind) for kind in (*ruleset.fact_types, *ruleset.move_types)]
    assert all(audiences(kind).keys() == set(kind.__struct_fields__) for kind in types)
    assert len({kind.__struct_config__.tag for kind in types}) == len(types), "two types share a name"
    assert all(issubclass(kind, Fact | Move) for kind in types)


@pytest.mark.parametrize("viewer", [SPECTATOR, seat_viewer(0), seat_viewer(0, 2)])
def test_others_see_at_most_the_number_of_items_in_a_private_field(viewer: Viewer) -> None:
    seen = show_record(DRAWN, viewer, DRAWN.owners())
    assert seen == {**OPEN, "cards": {"hidden": 2}, "deck": {"hidden": 3}}


def test_the_owner_sees_private_fields_but_nothing_hidden() -> None:
    seen = show_record(DRAWN, seat_viewer(1), DRAWN.owners())
    assert seen == {**OPEN, "card": "ace", "cards": ("ace", "two"), "deck": {"hidden": 3}}


def test_the_arbiter_sees_everything() -> None:
    assert show_record(DRAWN, ARBITER, DRAWN.owners()) == {"type": "drawn", **msgspec.to_builtins(DRAWN)}


def test_a_fact_may_belong_to_several_seats() -> None:
    traded = Traded("toy.trade", 1, "ace", (), (), "three", 2)
    for seat, sees in ((0, False), (1, True), (2, True)):
        assert ("card" in show_record(traded, seat_viewer(seat), traded.owners())) is sees


def test_a_fact_of_no_seat_is_private_to_nobody() -> None:
    class Burned(Fact, frozen=True):
        card: Private[str]

    burned = Burned("toy.burn", "ace")
    assert burned.owners() == ()
    assert "card" not in show_record(burned, seat_viewer(0, 1, 2), burned.owners())


def test_json_names_types_in_kebab_case() -> None:
    assert kebab_case("MeepleMoved") == "meeple-moved"
    assert kebab_case("Take") == "take"
