"""Activating Disciples: whose turn it is, what a Disciple may do, and when it goes home."""

from __future__ import annotations

import pytest

from domain.games.yedo.facts.pieces import DiscipleHome
from domain.games.yedo.facts.turns import Activated, ActsAgain
from domain.games.yedo.phases.acting import Activate, CompleteMission, Idle, NextToAct, Perform
from domain.games.yedo.phases.playing import PlayCard
from domain.games.yedo.printed.modifier_words import CostLess
from domain.games.yedo.printed.parts import Lasting
from domain.games.yedo.verbs.moves import ACCEPT, ChooseSpace
from domain.kernel.moves import DECLINE
from tests.domain.games.yedo.action_cards import all_cards
from tests.domain.games.yedo.clan_powers import powers
from tests.domain.games.yedo.game import RULES, Position, given

NO_NEEDS = ("the-missing-cook", "lighter-purses")
"""Two Missions of the Market without needs."""


def acting(game: Position) -> Position:
    """Begin to activate Disciples."""
    return game.asking(NextToAct()).running()


def order_of_acting(game: Position, *spaces: str) -> list[int]:
    """Return who activates the Disciples on these spaces, one after the other; the last one is not activated."""
    seats = []
    for space in spaces[:-1]:
        seats.append(game.asked_seat())
        game = game.when(seats[-1], Idle(space)).then()
    return [*seats, game.asked_seat()]


@pytest.mark.clause("yedo.action.turns")
def test_in_continuous_player_order_each_player_activates_one_disciple_until_none_is_left() -> None:
    game = acting(given(2).placed(("gates-1", 0), ("gates-2", 1), ("harbor-1", 1)))
    assert order_of_acting(game, "gates-1", "gates-2", "harbor-1") == [0, 1, 1]
    game.when(0, Idle("gates-2")).refused("yedo.action.turns")


@pytest.mark.clause("yedo.action.turns")
def test_disciples_on_annexes_are_activated_too() -> None:
    game = given(3, track=(1, 2, 0)).having(0, annexes=("dojo",)).having(2, house=3)
    game = acting(game.placed(("annex/0/dojo", 0), ("gates-1", 2), ("harbor-1", 2)))
    assert order_of_acting(game, "gates-1", "annex/0/dojo", "harbor-1") == [2, 0, 2]


@pytest.mark.clause("yedo.action.one-per-turn")
def test_nobody_activates_more_than_one_disciple_in_a_turn() -> None:
    game = acting(given(2).placed(("gates-1", 0), ("harbor-1", 0), ("gates-2", 1))).when(0, Idle("gates-1"))
    game.asked((1, "Activate"))
    game.when(0, Idle("harbor-1")).refused("yedo.ruling.any-phase-cards")


@pytest.mark.clause("yedo.action.choice-board", "yedo.mission.one-per-activation")
def test_a_disciple_completes_one_mission_or_performs_one_action_never_both() -> None:
    game = acting(given(2).having(0, missions=NO_NEEDS).placed(("market-1", 0), ("gates-1", 1)))
    kinds = {type(move) for move in game.offered(0)}
    assert kinds == {CompleteMission, Perform, Idle}
    assert len(game.offered(0, CompleteMission)) == 2
    game = game.when(0, CompleteMission("market-1", "the-missing-cook")).asked((1, "Activate"))
    game.then(0, done=("the-missing-cook",), missions=("lighter-purses",), on=())


@pytest.mark.clause("yedo.action.choice-board")
def test_an_action_belongs_to_the_district_of_the_disciple() -> None:
    game = acting(given(2).placed(("gates-1", 0), ("harbor-1", 0), ("gates-2", 1)))
    assert Perform("gates-1", "beg-3") in game.offered(0)
    assert Perform("harbor-1", "beg-3") not in game.offered(0)
    done = game.when(0, Perform("gates-1", "beg-3")).citing("yedo.action.choice-board", Activated)
    done.then(0, points=0, mon=15, on=("harbor-1",))


@pytest.mark.clause("yedo.action.choice-annex", "yedo.annex.is-space")
def test_a_disciple_on_an_annex_uses_its_ability_and_goes_home() -> None:
    game = given(2).having(0, annexes=("dojo",), weapons=("katana",)).placed(("annex/0/dojo", 0), ("gates-1", 1))
    game = acting(game)
    assert game.offered(0) == [Perform("annex/0/dojo", "annex"), Idle("annex/0/dojo")]
    refused = game.when(0, Perform("annex/0/dojo", "beg-3"))
    refused.refused("yedo.annex.is-space")
    done = (
        game.when(0, Perform("annex/0/dojo", "annex")).citing("yedo.action.choice-annex", Activated).until("Activate")
    )
    done.asked((1, "Activate")).then(0, on=(), house=2)
    assert done.value(None, "weapon_discard") == ("katana",)
    assert len(done.value(0, "weapons")) == 1


@pytest.mark.clause("yedo.annex.active-nothing-to-discard")
def test_an_annex_that_exchanges_needs_something_to_discard() -> None:
    game = acting(given(2).having(0, annexes=("dojo",)).placed(("annex/0/dojo", 0), ("gates-1", 1)))
    assert game.offered(0) == [Idle("annex/0/dojo")]
    game = game.when(0, Perform("annex/0/dojo", "annex")).refused("yedo.annex.active-nothing-to-discard")
    game.when(0, Idle("annex/0/dojo")).then(0, weapons=(), house=2)


@pytest.mark.clause("yedo.action.return-home")
def test_after_its_action_the_disciple_returns_home_at_once() -> None:
    game = acting(given(2).placed(("gates-1", 0), ("gates-2", 1)))
    game = game.when(0, Perform("gates-1", "beg-3")).citing("yedo.action.return-home", DiscipleHome)
    game.then(0, on=(), house=2).asked((1, "Activate"))


@pytest.mark.clause("yedo.action.return-home", "yedo.limit.action-cards")
def test_a_card_played_in_the_middle_of_an_action_moves_no_activated_disciple_so_it_acts_once() -> None:
    game = all_cards(2, phase="actions").having(0, actions=("double-time", "feint", "turncoat"), house=3)
    game = game.placed(("red-light-1", 0), ("gates-1", 0), ("gates-2", 1)).on_top("action", "good-harvest")
    game = acting(game).when(0, Perform("red-light-1", "buy-action")).asked((0, "Spare"))
    game = game.when(0, PlayCard("feint")).asked((0, "MoveTo")).when(0, ChooseSpace("harbor-1"))
    game.asked((1, "Activate")).then(0, on=("harbor-1",), house=2).citing("yedo.action.return-home", DiscipleHome)


@pytest.mark.clause("yedo.action.return-home")
def test_an_action_that_is_over_holds_no_disciple_any_more() -> None:
    game = acting(given(2).placed(("gates-1", 0), ("gates-2", 1))).then(activated=None)
    game.when(0, Perform("gates-1", "beg-3")).then(activated=None, acting=0)


@pytest.mark.clause("yedo.action.mandatory")
def test_a_player_with_placed_disciples_must_activate_one() -> None:
    game = acting(given(2).placed(("gates-1", 0), ("gates-2", 1)))
    assert DECLINE not in game.offered(0)
    game.when(0, DECLINE).refused("yedo.action.mandatory")


@pytest.mark.clause("yedo.action.mandatory")
def test_a_disciple_with_nothing_useful_to_do_goes_home_without_effect() -> None:
    game = acting(given(2).having(0, mon=0, points=0).placed(("red-light-1", 0), ("gates-2", 1)))
    assert game.offered(0) == [Idle("red-light-1")]
    game.when(0, Idle("red-light-1")).then(0, mon=0, points=0, geishas=(), house=2, on=())


@pytest.mark.clause("yedo.ruling.idle-always")
def test_no_mission_purchase_or_sale_is_forced() -> None:
    game = given(2).having(0, missions=NO_NEEDS, annexes=("karesansui",), mon=40)
    spaces = ("market-1", "red-light-1", "shogun", "annex/0/karesansui")
    game = acting(game.placed(*((space, 0) for space in spaces)))
    assert [move.space for move in game.offered(0, Idle)] == [*spaces]
    done = game.when(0, Idle("market-1")).citing("yedo.ruling.idle-always", Activated)
    done.then(0, mon=40, missions=tuple(sorted(NO_NEEDS)), house=1)


@pytest.mark.clause("yedo.action.one-per-turn", "yedo.actions-cards.timing")
def test_a_card_lets_a_seat_activate_another_disciple_after_this_one() -> None:
    game = given(2).having(0, actions=("tireless",), house=3)
    game = acting(game.placed(("gates-1", 0), ("gates-2", 0), ("harbor-1", 0), ("tavern-1", 1)))
    game = game.when(0, PlayCard("tireless")).until("TakeOffer").when(0, ACCEPT).asked((0, "Activate"))
    game = game.when(0, Idle("gates-1")).citing("yedo.action.turns", ActsAgain).asked((0, "Activate"))
    game.when(0, Idle("gates-2")).asked((1, "Activate")).then(act_again=False).then(0, mon=9)


@pytest.mark.clause("yedo.actions-cards.timing")
def test_a_card_of_this_moment_is_played_before_a_disciple_is_activated() -> None:
    game = given(2).having(0, actions=("every-corner-watched", "second-wind"))
    game = acting(game.placed(("gates-1", 0), ("harbor-1", 0), ("gates-2", 1)))
    assert game.offered(0, PlayCard) == [PlayCard("every-corner-watched")]
    game.when(0, PlayCard("every-corner-watched")).asked((0, "Activate")).then(0, mon=15, on=("gates-1", "harbor-1"))


@pytest.mark.clause("yedo.action.choice-board")
def test_what_a_disciple_can_do_is_named_in_words() -> None:
    game = given(2).having(0, missions=("the-missing-cook",), annexes=("karesansui",), actions=("feint",), mon=5)
    game = game.selling(None, None, "doku", None)
    game = acting(game.placed(("market-1", 0), ("bakufu", 0), ("annex/0/karesansui", 0)))
    (choice,) = (choice for choice in game.rules.choices(game.state) if not choice.standing)
    labels = [choice.label(game.state, move, ["Blue", "Green"]) for move in choice.moves(game.state)]
    assert labels == [
        "Market 1: complete The Missing Cook",
        "Market 1: sell a card (Action)",
        "Market 1: go home",
        *(f"Bakufu: draw a Mission ({colour})" for colour in ("Green", "Yellow", "Red", "Black")),
        "Bakufu: go home",
        "the Karesansui of Blue: ability of the Annex",
        "the Karesansui of Blue: go home",
    ]


@pytest.mark.clause("yedo.market.buy-weapon")
def test_a_weapon_for_sale_is_named_with_its_price() -> None:
    game = acting(given(2).having(0, mon=7).selling("katana", None, "doku", None).placed(("market-1", 0)))
    (choice,) = (choice for choice in game.rules.choices(game.state) if not choice.standing)
    labels = [choice.label(game.state, move, ["Blue", "Green"]) for move in choice.moves(game.state)]
    assert labels == ["Market 1: buy the Doku for 6 Mon", "Market 1: go home"]


@pytest.mark.clause("yedo.action.turns")
def test_a_seat_whose_disciples_left_the_board_meanwhile_passes_its_turn_on() -> None:
    game = given(2).placed(("gates-1", 1)).asking(Activate(seat=0), NextToAct())
    assert game.offered(0) == [DECLINE]
    game.when(0, DECLINE).asked((1, "Activate"))


def test_what_an_action_costs_stands_in_its_label() -> None:
    def labels(space: str, **fields: object) -> set[str]:
        game = given(2, **fields).having(0, mon=20, points=9).placed((space, 0), ("shogun", 1))
        (question,) = [choice for choice in RULES.choices(acting(game).state) if not choice.standing]
        moves = question.moves(acting(game).state)
        return {question.label(acting(game).state, move, ("Anna", "Bela")) for move in moves}

    assert "Gates 1: recruit a Disciple for 7 Mon" in labels("gates-1")
    geishas = {"Red Light 1: recruit a Geisha for 8 Mon", "Red Light 1: recruit a Geisha for 2 Prestige Points"}
    assert geishas <= labels("red-light-1")
    assert any(label.endswith("(Dojo) for 11 Mon") for label in labels("tavern-1"))
    cheaper = Lasting("a-card", (0,), "round", (CostLess(of="recruit", by=2),))
    assert "Gates 1: recruit a Disciple for 5 Mon" in labels("gates-1", lasting=(cheaper,))


def test_what_luxury_goods_bring_stands_beside_their_price() -> None:
    def labels(game: Position, space: str) -> list[str]:
        state = acting(game.having(0, mon=20).placed((space, 0), ("shogun", 1))).state
        (question,) = [choice for choice in RULES.choices(state) if not choice.standing]
        moves = [move for move in question.moves(state) if isinstance(move, Perform)]
        return [question.label(state, move, ("Anna", "Bela")).partition(": ")[2] for move in moves]

    assert "luxury goods for 4 Mon: gain 1 Prestige Point" in labels(given(2), "harbor-1")
    cheaper = Lasting("a-card", (0,), "round", (CostLess(of="luxury", by=2),))
    assert "luxury goods for 7 Mon: gain 3 Prestige Points" in labels(given(2, lasting=(cheaper,)), "harbor-1")
    own = labels(powers("seaworthy", "wise"), "seaworthy")
    assert "luxury goods for 14 Mon: gain 6 Prestige Points" in own
