"""The abilities of Annexes, and the effects that give Annexes and Geishas."""

from __future__ import annotations

import pytest

from domain.games.yedo.districts.beside_board import ANNEX
from domain.games.yedo.effects.annexes import BuildAnnex, ChooseAnnex, Geisha, available_annexes
from domain.games.yedo.effects.patrol_effects import SendPatrol
from domain.games.yedo.facts.cards import CardDiscarded, CardDrawn, CardsLookedAt
from domain.games.yedo.facts.goods import AnnexBuilt, GeishaTaken, MonPaid, PrestigeGained
from domain.games.yedo.facts.turns import EffectWithout
from domain.games.yedo.facts.weapons import WeaponDiscarded, WeaponKept, WeaponsDrawn
from domain.games.yedo.phases.acting import Idle, NextToAct, Perform
from domain.games.yedo.printed.modifier_words import CostLess
from domain.games.yedo.printed.parts import Lasting
from domain.games.yedo.printed.terms import ANNEXES, AnnexKind
from domain.games.yedo.printed.vocabulary import Effect
from domain.games.yedo.state import annex_space
from domain.games.yedo.verbs.asking import deed_of
from domain.games.yedo.verbs.moves import ArrangeCards, ChooseDeck, GiveUpCard, GiveUpWeapon
from tests.domain.games.yedo.game import CONTENT, Position, given

LATER = SendPatrol(seat=2, deed=deed_of(2, "yedo.components.action-anatomy"))
"""A question that comes when everything before it is done."""


def on(kind: AnnexKind, **having: object) -> Position:
    """Seat 0 owns an Annex with a Disciple on it, which it activates; the turn of seat 1 follows."""
    game = given(seats=4).having(0, annexes=(kind,), **having)
    return game.placed((annex_space(0, kind), 0), ("shogun", 1)).asking(NextToAct()).running()


def use(game: Position) -> Position:
    """Let seat 0 use the Annex with its Disciple, and pay its price."""
    return game.when(0, Perform(game.value(0, "on")[0], ANNEX))


def doing(game: Position, clause: str, *effects: Effect) -> Position:
    """Seat 0 gets these effects by a clause."""
    return game.doing(deed_of(0, clause), *effects, then=(LATER,))


@pytest.mark.clause("yedo.annex.dojo-active")
def test_the_dojo_exchanges_a_weapon_for_one_of_the_bag() -> None:
    game = use(on("dojo", weapons=("katana",)).on_top("weapons", "yumi"))
    game.then(0, weapons=("yumi",), on=(), house=2).then(weapon_discard=("katana",)).asked((1, "Activate"))
    game.citing("yedo.annex.dojo-active", WeaponDiscarded).citing("yedo.annex.dojo-active", WeaponKept)


@pytest.mark.clause("yedo.annex.dojo-active")
def test_the_owner_of_a_dojo_chooses_the_weapon_that_goes() -> None:
    game = use(on("dojo", weapons=("katana", "nawa")).on_top("weapons", "yumi"))
    game = game.when(0, GiveUpWeapon("nawa")).then(0, weapons=("katana", "yumi"))
    assert game.of_type(WeaponsDrawn)[0].weapons == ("yumi",)


@pytest.mark.clause("yedo.annex.kobudo-active")
def test_the_kobudo_ryu_exchanges_an_action_card_for_the_top_one() -> None:
    game = on("kobudo-ryu", actions=("turncoat", "double-time")).on_top("action", "safe-house")
    size = game.state.pile("action").size
    game = use(game).when(0, GiveUpCard("action", "turncoat")).then(0, actions=("double-time", "safe-house"))
    assert game.state.pile("action").size == size
    assert game.state.pile("action").under[-1].card == "turncoat"
    game.citing("yedo.annex.kobudo-active", CardDiscarded).citing("yedo.annex.kobudo-active", CardDrawn)


@pytest.mark.clause("yedo.annex.yashiki-active")
def test_the_yashiki_exchanges_a_mission_for_one_of_any_colour() -> None:
    start = on("yashiki")
    green, red = start.state.pile("green").cards[:2], start.state.pile("red").cards[0]
    game = start.having(0, missions=green).on_top("red", red)
    sizes = [game.state.pile(colour).size for colour in ("green", "red")]
    game = use(game).when(0, GiveUpCard("green", green[0])).asked((0, "ChooseColour"))
    game = game.when(0, ChooseDeck("red")).then(0, missions=tuple(sorted((green[1], red))))
    assert [game.state.pile(colour).size for colour in ("green", "red")] == [sizes[0] + 1, sizes[1] - 1]
    assert game.state.pile("green").under[-1].card == green[0]
    game.citing("yedo.annex.yashiki-active", CardDrawn)


@pytest.mark.clause("yedo.annex.karesansui-active")
def test_the_karesansui_performs_any_one_foresight() -> None:
    game = on("karesansui").when(0, Perform(annex_space(0, "karesansui"), ANNEX)).asked((0, "ChooseForesight"))
    decks = {move.deck for move in game.offered(0, ChooseDeck)}
    assert decks == {"action", "weapons", "bonus", "events", "green", "yellow", "red", "black"}
    for deck in sorted(decks):
        looking = game.when(0, ChooseDeck(deck)).asked((0, "Arrange"))
        looking.citing("yedo.annex.karesansui-active", CardsLookedAt)
        order = looking.offered(0, ArrangeCards)[-1]
        done = looking.when(0, order).then(0, on=()).asked((1, "Activate"))
        assert tuple(known.card for known in done.state.pile(deck).over) == order.cards


@pytest.mark.clause("yedo.annex.active-nothing-to-discard")
@pytest.mark.parametrize("kind", ["dojo", "kobudo-ryu", "yashiki"])
def test_without_anything_to_discard_an_annex_exchanges_nothing(kind: AnnexKind) -> None:
    game = on(kind)
    game.when(0, Perform(annex_space(0, kind), ANNEX)).refused("yedo.annex.active-nothing-to-discard")
    game.when(0, Idle(annex_space(0, kind))).then(0, weapons=(), actions=(), missions=(), on=())


@pytest.mark.clause("yedo.reward.auction-annexes")
def test_an_annex_not_yet_owned_is_taken_with_2_prestige_points() -> None:
    game = doing(given(), "yedo.reward.auction-annexes", BuildAnnex(points=2)).asked((0, "PickAnnex"))
    assert [move.annex for move in game.offered(0, ChooseAnnex)] == [*ANNEXES]
    game = game.when(0, ChooseAnnex("dojo")).then(0, annexes=("dojo",), points=3, mon=12)
    game.citing("yedo.reward.auction-annexes", AnnexBuilt).citing("yedo.reward.auction-annexes", PrestigeGained)


@pytest.mark.clause("yedo.limit.annexes")
def test_no_annex_of_a_type_is_taken_twice_or_beyond_the_supply() -> None:
    game = given(seats=3).having(0, annexes=("dojo",)).having(1, annexes=("yashiki",)).having(2, annexes=("yashiki",))
    assert [*available_annexes(game.state, 0)] == ["karesansui", "kobudo-ryu"]
    game = game.effects(0, BuildAnnex(), then=(LATER,))
    game.when(0, ChooseAnnex("dojo")).refused("yedo.limit.annexes")
    game.when(0, ChooseAnnex("yashiki")).refused("yedo.limit.annexes")
    game = game.when(0, ChooseAnnex("kobudo-ryu")).then(0, annexes=("dojo", "kobudo-ryu"))
    every = given().having(0, annexes=ANNEXES).effects(0, BuildAnnex(points=2), then=(LATER,))
    assert every.then(0, points=1).of_type(EffectWithout)


def test_an_only_annex_that_is_left_is_taken_without_a_question() -> None:
    game = given().having(0, annexes=("dojo", "karesansui", "kobudo-ryu")).effects(0, BuildAnnex(), then=(LATER,))
    game.then(0, annexes=("dojo", "karesansui", "kobudo-ryu", "yashiki")).asked((2, "SendPatrol"))


def test_an_annex_for_a_price_is_paid_with_what_makes_annexes_cheaper() -> None:
    game = given().effects(0, BuildAnnex(price=8, points=1), then=(LATER,)).when(0, ChooseAnnex("dojo"))
    assert game.then(0, mon=4, points=2).of_type(MonPaid)
    cheaper = Lasting("cheap-timber", (0,), "next-use", (CostLess(of="annex", by=5),))
    game = given(lasting=(cheaper,)).effects(0, BuildAnnex(price="full"), then=(LATER,)).when(0, ChooseAnnex("dojo"))
    game.then(0, mon=12 - (CONTENT.prices.annex - 5)).then(lasting=())


def test_an_annex_that_cannot_be_paid_is_not_built() -> None:
    game = given().having(0, mon=7).effects(0, BuildAnnex(price=8), then=(LATER,))
    assert game.then(0, mon=7, annexes=()).of_type(EffectWithout)


@pytest.mark.clause("yedo.reward.auction-geishas")
def test_the_geisha_of_highest_value_brings_as_many_prestige_points() -> None:
    clause = "yedo.reward.auction-geishas"
    game = doing(given(geisha_supply=(1, 2, 3)), clause, Geisha(which="highest"))
    game.then(0, geishas=(3,), points=4).then(geisha_supply=(1, 2)).citing(clause, GeishaTaken)


@pytest.mark.clause("yedo.limit.geishas")
def test_nobody_takes_a_fourth_geisha() -> None:
    game = given(seats=4).having(0, geishas=(1, 1, 2)).effects(0, Geisha(), then=(LATER,))
    assert game.then(0, geishas=(1, 1, 2), points=1).of_type(EffectWithout)
    game = given(geisha_supply=()).effects(0, Geisha(), then=(LATER,))
    assert game.then(0, geishas=()).of_type(EffectWithout)


def test_a_geisha_may_come_without_prestige_points() -> None:
    game = given(geisha_supply=(2, 3)).effects(0, Geisha(points=False), then=(LATER,))
    game.then(0, geishas=(2,), points=1)
