"""The parts of a state: each belongs to one state, and all are stored side by side."""

from __future__ import annotations

import msgspec
import pytest

from domain.kernel.table import Part, State, flatten, make_stored_type
from tests.domain.kernel.toy_coop import Turn


class Purse(Part):
    coins: tuple[int, ...] = ()
    debts: list[int] = msgspec.field(default_factory=list)


class Market(Part):
    goods: tuple[str, ...] = ("rice",)


class Trade(State):
    purse: Purse
    market: Market
    round: int = 0


class Twice(State):
    purse: Purse
    coins: int = 0


STORED = make_stored_type(Trade, (Turn,))


def decoded(raw: bytes) -> State:
    return msgspec.json.decode(raw, type=STORED).unfold()


def test_a_state_is_stored_flat() -> None:
    state = Trade(round=3, purse=Purse(coins=(1, 2)), market=Market(goods=()))
    raw = msgspec.json.encode(flatten(state))
    assert msgspec.json.decode(raw) == {
        "agenda": [],
        "result": None,
        "rules": 1,
        "round": 3,
        "coins": [1, 2],
        "debts": [],
        "goods": [],
    }
    assert decoded(raw) == state


def test_what_an_older_stored_state_lacks_has_its_default() -> None:
    assert decoded(b'{"coins": [4]}') == Trade(purse=Purse(coins=(4,)), market=Market())


def test_what_a_field_holds_is_checked_in_any_part() -> None:
    with pytest.raises(msgspec.ValidationError, match=r"Expected `str`, got `int` - at `\$\.goods\[0\]`"):
        decoded(b'{"goods": [1]}')


def test_two_fields_of_one_name_are_refused() -> None:
    with pytest.raises(TypeError, match="Twice stores two fields as coins"):
        make_stored_type(Twice, (Turn,))
