"""Needs: what meets them, what is lacking, and what they cost."""

from __future__ import annotations

import pytest

from domain.games.yedo.effects.annexes import ChooseAnnex
from domain.games.yedo.effects.belongings import Discard, GiveBlessing, HasAnnex, HasGeisha, HasWeapon, PayMon
from domain.games.yedo.effects.combining import ForPrice, TakeOffer
from domain.games.yedo.effects.conditions import AtLeast, AtMost, InDistrict, MostOf
from domain.games.yedo.effects.goods import Mon
from domain.games.yedo.effects.needs import lacking, missing
from domain.games.yedo.facts.cards import CardDiscarded
from domain.games.yedo.facts.goods import BlessingGiven, MonPaid
from domain.games.yedo.facts.turns import LastingOver
from domain.games.yedo.facts.weapons import WeaponDiscarded
from domain.games.yedo.printed.modifier_words import CostLess
from domain.games.yedo.printed.needs import AnyNeed
from domain.games.yedo.printed.parts import Lasting
from domain.games.yedo.verbs.asking import Deed, deed_of
from domain.games.yedo.verbs.moves import ACCEPT, GiveUpCard, GiveUpWeapon
from tests.domain.games.yedo.game import Position, given

CLAUSE = "yedo.components.action-anatomy"
KATANA = HasWeapon(kind="katana")
ANY_WEAPON = HasWeapon()
later = TakeOffer(seat=2, deed=deed_of(2, CLAUSE), effects=(Mon(amount=1),))


def lacks(game: Position, *needs: AnyNeed) -> AnyNeed | None:
    return lacking(needs, game.state, Deed(0, 0, CLAUSE))


def paying(game: Position, *price: AnyNeed) -> Position:
    """Let seat 0 accept an offer for a price."""
    offer = ForPrice(price=price, effects=(Mon(amount=1),))
    return game.effects(0, offer, then=(later,)).when(0, ACCEPT)


MET = {
    "a Disciple in the District": InDistrict(district="gates"),
    "a Weapon of the kind": KATANA,
    "a Weapon of any kind": ANY_WEAPON,
    "an Annex of the kind": HasAnnex(kind="dojo"),
    "an Annex of any kind": HasAnnex(),
    "a Geisha": HasGeisha(),
    "a Blessing": GiveBlessing(),
    "Mon": PayMon(amount=5),
    "a card to discard": Discard(what="action-card"),
    "a measure that is high enough": AtLeast(measure="weapons", count=2),
    "a measure that is low enough": AtMost(measure="mon", count=5),
    "the most": MostOf(measure="weapons"),
    "more than anybody": MostOf(measure="weapons", strict=True),
}


def rich() -> Position:
    game = given(3).having(0, mon=5, weapons=("katana", "yumi"), annexes=("dojo",), geishas=(2,), blessings=True)
    return game.having(0, actions=("safe-house",)).placed(("gates-1", 0))


def poor() -> Position:
    return given(3).having(0, mon=4, weapons=("doku",)).having(1, weapons=("yumi",) * 2)


@pytest.mark.parametrize("need", MET.values(), ids=MET)
def test_a_need_is_met_by_who_has_it(need: AnyNeed) -> None:
    assert lacks(rich(), need) is None


@pytest.mark.parametrize(
    "need",
    [
        InDistrict(district="gates"),
        KATANA,
        HasAnnex(),
        HasGeisha(),
        GiveBlessing(),
        PayMon(amount=5),
        Discard(what="action-card"),
        AtLeast(measure="weapons", count=2),
        AtMost(measure="mon", count=3),
        MostOf(measure="weapons"),
    ],
    ids=lambda need: str(need.__struct_config__.tag),
)
def test_a_need_is_not_met_without_it(need: AnyNeed) -> None:
    assert lacks(poor(), need)


def test_two_players_with_as_many_both_have_the_most_but_not_strictly() -> None:
    game = given(3).having(0, weapons=("doku",)).having(1, weapons=("yumi",))
    assert lacks(game, MostOf(measure="weapons")) is None
    assert lacks(game, MostOf(measure="weapons", strict=True))


def test_a_single_player_has_the_most_of_everything() -> None:
    alone = given(1, options={"shogun_must_die": True, "sets": "classic"})
    assert lacks(alone, MostOf(measure="weapons")) is None
    assert lacks(alone, MostOf(measure="weapons", strict=True)) is None


def test_each_weapon_meets_one_need() -> None:
    one = given(3).having(0, weapons=("katana",))
    assert lacks(one, KATANA) is None
    assert lacks(one, KATANA, ANY_WEAPON) == ANY_WEAPON
    assert lacks(one, ANY_WEAPON, KATANA) == KATANA
    assert lacks(one, KATANA, KATANA) == KATANA
    assert lacks(one.having(0, weapons=("yumi",)), ANY_WEAPON, KATANA) == KATANA
    two = given(3).having(0, weapons=("katana", "yumi"))
    assert lacks(two, ANY_WEAPON, KATANA) is None


def test_a_weapon_to_discard_is_not_the_one_that_is_shown() -> None:
    one = given(3).having(0, weapons=("katana",))
    assert lacks(one, KATANA, Discard(what="weapon")) == Discard(what="weapon")


def test_prices_add_up() -> None:
    game = given(3).having(0, mon=5)
    assert lacks(game, PayMon(amount=3), PayMon(amount=2)) is None
    assert lacks(game, PayMon(amount=3), PayMon(amount=4)) == PayMon(amount=2)


def test_what_is_missing_is_counted() -> None:
    game = given(3).having(0, mon=1, geishas=(1,))
    needs = (HasGeisha(count=3), PayMon(amount=4), KATANA)
    assert list(missing(needs, game.state, 0)) == [HasGeisha(count=2), PayMon(amount=3), KATANA]


# Paying


def test_a_price_in_mon_goes_to_the_bank() -> None:
    paying(given(3).having(0, mon=5), PayMon(amount=4)).then(0, mon=2).citing(CLAUSE, MonPaid)


def test_a_cheaper_price_uses_up_what_made_it_cheaper_for_that_player_only() -> None:
    cheaper = (CostLess(of="any", by=3),)
    both = tuple(Lasting("cheap-timber", (seat,), "next-use", cheaper) for seat in (1, 0))
    game = given(3, lasting=both).having(0, mon=5)
    game = paying(game, PayMon(amount=4)).then(0, mon=5).then(lasting=both[:1])
    assert len(game.of_type(LastingOver)) == 1


def test_a_blessing_given_returns_to_the_temple() -> None:
    game = paying(given(3).having(0, blessings=True), GiveBlessing()).then(0, blessings=False)
    game.citing(CLAUSE, BlessingGiven)
    assert game.state.temple_blessings == 3


def test_the_owner_chooses_which_card_to_discard_and_gets_the_effects_after_that() -> None:
    game = given(3).having(0, mon=0, actions=("first-bow", "safe-house"))
    game = paying(game, Discard(what="action-card")).asked((0, "GiveUpHidden")).then(0, mon=0)
    game = game.when(0, GiveUpCard("action", "cheap-timber")).refused(CLAUSE)
    game.when(0, GiveUpCard("action", "safe-house")).then(0, mon=1, actions=("first-bow",))


def test_nobody_is_asked_which_card_if_all_are_given() -> None:
    game = paying(given(3).having(0, actions=("first-bow",)), Discard(what="action-card"))
    game.then(0, actions=()).citing(CLAUSE, CardDiscarded)


def test_a_spent_weapon_is_discarded_and_a_shown_one_stays() -> None:
    game = given(3).having(0, weapons=("katana", "yumi"))
    paying(game, HasWeapon(kind="yumi", spent=True)).then(0, weapons=("katana",)).citing(CLAUSE, WeaponDiscarded)
    paying(game, HasWeapon(kind="yumi")).then(0, weapons=("katana", "yumi")).without(WeaponDiscarded)
    game = paying(game, HasWeapon(spent=True)).asked((0, "GiveUp"))
    game.when(0, GiveUpWeapon("katana")).then(0, weapons=("yumi",))


@pytest.mark.clause("yedo.ruling.lost-annex")
def test_an_annex_given_up_returns_to_the_supply_and_the_disciple_on_it_goes_home() -> None:
    game = given(3).having(0, annexes=("dojo", "yashiki")).placed(("annex/0/dojo", 0))
    game = paying(game, Discard(what="annex")).when(0, ChooseAnnex("dojo"))
    game.then(0, annexes=("yashiki",), on=(), house=2)
    assert game.state.annex_supply("dojo") == game.state.parameters.annexes


@pytest.mark.clause("yedo.ruling.blackmail-is-no-action-card")
def test_a_blackmail_card_is_never_a_price() -> None:
    game = given(3).having(0, blackmail=1)
    assert lacks(game, Discard(what="blackmail"))
    assert lacks(game, Discard(what="action-card"))
