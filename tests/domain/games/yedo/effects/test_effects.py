"""Effects of cards on goods, and effects composed of others: what they do, whom they ask, and when they do nothing."""

from __future__ import annotations

import pytest

from domain.games.yedo.effects.annexes import ChooseAnnex
from domain.games.yedo.effects.belongings import Discard, PayMon
from domain.games.yedo.effects.combining import Choose, For, ForPrice, If, May, Per
from domain.games.yedo.effects.conditions import AtLeast
from domain.games.yedo.effects.goods import Blessing, BurnChurch, Church, LoseMon, LosePrestige, Mon, Prestige
from domain.games.yedo.effects.losing import GiveUpDisciple, GiveUpGeisha, Lose
from domain.games.yedo.facts.cards import CardDiscarded, CardHandedOver
from domain.games.yedo.facts.goods import ChurchBurnt, MonGained, MonPaid, PrestigeGained, PrestigeLost
from domain.games.yedo.facts.pieces import DiscipleHome, DiscipleToReserve
from domain.games.yedo.facts.turns import Declined, EffectWithout, OptionChosen
from domain.games.yedo.printed.modifier_words import Income
from domain.games.yedo.printed.parts import Lasting
from domain.games.yedo.printed.vocabulary import AnyEffect
from domain.games.yedo.verbs.moves import ACCEPT, GiveUpCard, GiveUpWeapon
from domain.kernel.moves import DECLINE, ChooseOption
from tests.domain.games.yedo.card_effects import CLAUSE, ONE_MON, doing, event
from tests.domain.games.yedo.game import given

NAMES = ("Anna", "Bela", "Cora")


# Prestige Points, Mon, Blessings


@pytest.mark.clause("yedo.icon.reward-prestige")
def test_prestige_points_are_gained_at_once() -> None:
    game = doing(given(3).having(0, points=7), Prestige(points=5), source="pillow-talk").then(0, points=12)
    assert [fact.what for fact in game.of_type(PrestigeGained)] == ["card/pillow-talk"]


@pytest.mark.clause("yedo.score.floor")
def test_a_loss_of_prestige_points_takes_only_what_is_there() -> None:
    game = doing(given(3).having(0, points=1), LosePrestige(points=3)).then(0, points=0)
    assert [fact.points for fact in game.of_type(PrestigeLost)] == [1]
    doing(given(3).having(0, points=0), LosePrestige(points=3)).then(0, points=0).citing(CLAUSE, EffectWithout)


@pytest.mark.clause("yedo.icon.reward-mon")
def test_mon_come_from_the_bank() -> None:
    doing(given(3).having(0, mon=3), Mon(amount=8)).then(0, mon=11).citing(CLAUSE, MonGained)


def test_mon_of_a_mission_grow_by_what_makes_missions_pay_more() -> None:
    more = Lasting("safe-house", (0,), "round", (Income(of="mission", by=2),))
    game = given(3, lasting=(more,)).having(0, mon=0)
    doing(game, Mon(amount=3), source="pillow-talk").then(0, mon=5)
    doing(game, Mon(amount=3), source="safe-house").then(0, mon=3)


def test_a_loss_of_mon_takes_as_much_as_there_is() -> None:
    doing(given(3).having(0, mon=1), LoseMon(amount=3)).then(0, mon=0).citing(CLAUSE, MonPaid)
    doing(given(3).having(0, mon=7), LoseMon(amount="all")).then(0, mon=0)
    doing(given(3).having(0, mon=0), LoseMon(amount="all")).citing(CLAUSE, EffectWithout)


def test_lost_mon_go_to_the_church_or_to_the_player_of_the_card() -> None:
    doing(given(3, church=1), LoseMon(amount=2, to="church")).then(0, mon=10).then(church=3)
    doing(given(3, church=0, church_burnt=True), LoseMon(amount=2, to="church")).then(0, mon=10).then(church=0)
    taking = For(whom="each-opponent", effects=(LoseMon(amount=2, to="owner"),))
    doing(given(3), taking).then(0, mon=16).then(1, mon=10).then(2, mon=10)
    doing(given(3), LoseMon(amount=2, to="owner")).then(0, mon=12).citing(CLAUSE, EffectWithout)


@pytest.mark.clause("yedo.icon.reward-blessing")
def test_a_blessing_is_taken_from_the_temple_by_who_has_none() -> None:
    game = doing(given(3), Blessing()).then(0, blessings=True)
    assert game.state.temple_blessings == 2
    doing(given(3).having(0, blessings=True), Blessing()).then(0, blessings=True).citing(CLAUSE, EffectWithout)


# The Church


@pytest.mark.clause("yedo.icon.reward-church")
def test_all_mon_of_the_church_are_taken() -> None:
    doing(given(3, church=4).having(0, mon=1), Church()).then(0, mon=5).then(church=0)
    doing(given(3, church=0), Church()).then(0, mon=12).citing(CLAUSE, EffectWithout)


def test_what_the_church_pays_more_comes_from_the_bank() -> None:
    more = Lasting("safe-house", (0,), "round", (Income(of="church", by=2),))
    doing(given(3, church=4, lasting=(more,)).having(0, mon=0), Church()).then(0, mon=6).then(church=0)


def test_mon_of_the_bank_are_laid_on_the_church() -> None:
    doing(given(3, church=4), Church(put=2)).then(church=6).then(0, mon=12)


@pytest.mark.clause("yedo.event.burnt-church")
@pytest.mark.clause("yedo.ruling.burnt-church")
def test_a_burnt_church_loses_its_mon_to_the_bank_and_gets_and_gives_nothing_any_more() -> None:
    game = event(given(3, church=4), BurnChurch()).citing("yedo.event.burnt-church", ChurchBurnt)
    game.then(church=0, church_burnt=True)
    burnt = given(3, church=0, church_burnt=True)
    doing(burnt, Church(put=2), Church(), BurnChurch()).then(church=0).then(0, mon=12)


# Losses


@pytest.mark.clause("yedo.ruling.which-disciple-is-lost")
def test_the_owner_chooses_which_disciple_is_lost_where_they_differ() -> None:
    game = given(3).having(0, house=3, reserve=1).placed(("gates-1", 0))
    game = doing(game, Lose(what="disciple")).asked((0, "GiveUp"))
    assert game.offered(0) == [GiveUpDisciple(None), GiveUpDisciple("gates-1")]
    game.when(0, GiveUpDisciple("gates-1")).then(0, house=2, reserve=2, on=()).citing(CLAUSE, DiscipleToReserve)
    game.when(0, GiveUpDisciple(None)).then(0, house=1, reserve=2, on=("gates-1",))
    game.when(0, GiveUpDisciple("tavern-1")).refused(CLAUSE)


def test_of_disciples_that_are_alike_one_goes_unasked() -> None:
    doing(given(3).having(0, house=3, reserve=1), Lose(what="disciple")).then(0, house=2, reserve=2)


@pytest.mark.clause("yedo.disciples.last-two-protected")
def test_no_loss_brings_a_player_below_two_disciples() -> None:
    doing(given(3), Lose(what="disciple")).then(0, house=2, reserve=2).citing(CLAUSE, EffectWithout)
    game = doing(given(3).placed(("gates-1", 0)), Lose(what="disciple")).when(0, GiveUpDisciple(None))
    game.then(0, house=1, reserve=2, on=("gates-1",)).citing("yedo.disciples.last-two-protected", EffectWithout)


@pytest.mark.clause("yedo.disciples.last-two-return-home")
def test_one_of_the_last_two_disciples_goes_home_instead_of_to_the_reserve() -> None:
    game = given(3).having(0, house=3, reserve=1).placed(("gates-1", 0), ("gates-2", 0), ("tavern-1", 0))
    game = doing(game, Lose(what="disciple", count=2))
    game = game.when(0, GiveUpDisciple("gates-1")).then(0, house=0, reserve=2)
    game = game.when(0, GiveUpDisciple("gates-2")).then(0, house=1, reserve=2)
    game.citing("yedo.disciples.last-two-return-home", DiscipleHome)


def test_the_loser_chooses_what_is_lost_and_it_goes_where_it_belongs() -> None:
    game = given(3).having(0, weapons=("doku", "yumi"), geishas=(1, 3), annexes=("dojo", "yashiki"))
    lost = doing(game, Lose(what="weapon")).when(0, GiveUpWeapon("yumi"))
    lost.then(0, weapons=("doku",)).then(weapon_discard=("yumi",))
    lost = doing(game, Lose(what="geisha")).when(0, GiveUpGeisha(3)).then(0, geishas=(1,))
    assert 3 in lost.state.belongings.geisha_supply
    doing(game, Lose(what="annex")).when(0, ChooseAnnex("dojo")).then(0, annexes=("yashiki",))
    doing(game.having(0, blessings=True), Lose(what="blessing")).then(0, blessings=False)


def test_a_loss_may_name_a_kind() -> None:
    game = given(3).having(0, weapons=("doku", "yumi"))
    doing(game, Lose(what="weapon", kind="yumi")).then(0, weapons=("doku",))
    doing(game, Lose(what="weapon", kind="nawa")).then(0, weapons=("doku", "yumi")).citing(CLAUSE, EffectWithout)
    red = game.state.pile("red").rest[0]
    game = game.having(0, missions=("pillow-talk", red))
    doing(game, Lose(what="mission", kind="red")).then(0, missions=("pillow-talk",))


def test_who_has_fewer_loses_all() -> None:
    game = doing(given(3).having(0, weapons=("doku", "yumi")), Lose(what="weapon", count=3)).then(0, weapons=())
    game.then(weapon_discard=("doku", "yumi"))


def test_the_player_of_the_card_may_pick_a_weapon_and_take_it() -> None:
    take = For(whom="each-opponent", effects=(Lose(what="weapon", to="owner", picks="owner"),))
    game = doing(given(2).having(1, weapons=("doku", "yumi")), take).asked((0, "GiveUp"))
    game.when(0, GiveUpWeapon("yumi")).then(0, weapons=("yumi",)).then(1, weapons=("doku",))


def test_a_card_of_another_hand_is_taken_by_chance() -> None:
    hand = ("first-bow", "safe-house", "turncoat")
    take = For(whom="each-opponent", effects=(Lose(what="action-card", to="owner", picks="owner"),))
    game = doing(given(2).having(1, actions=hand), take)
    [fact] = game.of_type(CardHandedOver)
    assert fact.owners() == (1, 0)
    game.then(0, actions=(fact.card,)).then(1, actions=tuple(card for card in hand if card != fact.card))


def test_chance_may_pick_what_is_lost() -> None:
    game = doing(given(3).having(0, actions=("first-bow", "safe-house")), Lose(what="action-card", picks="chance"))
    assert len(game.of_type(CardDiscarded)) == 1
    assert len(game.state.hands.actions[0]) == 1
    game = doing(given(3).having(0, weapons=("doku", "yumi")), Lose(what="weapon", picks="chance"))
    assert len(game.state.weaponry.weapons[0]) == 1


@pytest.mark.clause("yedo.ruling.blackmail-is-no-action-card")
def test_a_blackmail_card_is_never_lost_to_a_card() -> None:
    game = doing(given(3).having(0, blackmail=1), Lose(what="blackmail"), Lose(what="action-card"))
    game.then(0, blackmail=1).citing(CLAUSE, EffectWithout)


# Choices, offers, prices


def test_the_owner_chooses_among_the_options_that_do_something() -> None:
    choose = Choose(options=((Blessing(),), ONE_MON))
    game = doing(given(3), choose).asked((0, "ChooseOne"))
    game.when(0, ChooseOption(3)).refused(CLAUSE)
    game.when(0, ChooseOption(1)).then(0, blessings=True, mon=12).citing(CLAUSE, OptionChosen)
    doing(given(3).having(0, blessings=True), choose).then(0, mon=13)
    nothing = Choose(options=((Blessing(),), (Blessing(),)))
    doing(given(3).having(0, blessings=True), nothing).citing(CLAUSE, EffectWithout)


def test_an_offer_may_be_declined() -> None:
    game = doing(given(3), May(effects=ONE_MON)).asked((0, "TakeOffer"))
    game.when(0, ACCEPT).then(0, mon=13)
    game.when(0, DECLINE).then(0, mon=12).citing(CLAUSE, Declined)
    doing(given(3).having(0, blessings=True), May(effects=(Blessing(),))).citing(CLAUSE, EffectWithout)


def test_effects_for_a_price_are_offered_to_who_can_pay() -> None:
    offer = ForPrice(price=(PayMon(amount=3),), effects=(Prestige(points=1),), otherwise=(LosePrestige(points=1),))
    game = doing(given(3), offer).asked((0, "TakeOffer"))
    game.when(0, ACCEPT).then(0, mon=9, points=2)
    game.when(0, DECLINE).then(0, mon=12, points=0).citing(CLAUSE, Declined)
    doing(given(3).having(0, mon=2), offer).asked((2, "TakeOffer")).then(0, mon=2, points=0)


def test_an_offer_says_what_is_paid_and_what_happens_otherwise() -> None:
    def words(*effects: AnyEffect, **has: object) -> tuple[str, list[str]]:
        game = doing(given(3).having(0, **has), *effects)
        question = next(choice for choice in game.rules.choices(game.state) if not choice.standing)
        labels = [question.label(game.state, move, NAMES) for move in question.moves(game.state)]
        return question.question(NAMES), labels

    ransom = ForPrice(price=(PayMon(amount=3),), effects=(), otherwise=(Lose(what="weapon"),))
    asked, labels = words(ransom, weapons=("doku",))
    assert asked == "Either pay 3 Mon, or give up a Weapon of your choice. Accept or decline."
    assert labels == ["pay 3 Mon", "give up a Weapon of your choice"]
    asked, labels = words(ForPrice(price=(Discard(what="action-card"),), effects=ONE_MON), actions=("first-bow",))
    assert asked == "You may discard an Action Card: take 1 Mon. Accept or decline."
    assert labels == ["discard an Action Card", "decline"]
    assert words(May(effects=ONE_MON))[1] == ["take 1 Mon", "decline"]


def test_nobody_is_asked_to_pay_for_nothing() -> None:
    ransom = ForPrice(price=(PayMon(amount=3),), effects=(), otherwise=(Lose(what="weapon"),))
    doing(given(3), ransom).asked((2, "TakeOffer")).then(0, mon=12).citing(CLAUSE, EffectWithout)
    doing(given(3).having(0, weapons=("doku",)), ransom).when(0, ACCEPT).then(0, mon=9, weapons=("doku",))
    doing(given(3).having(0, weapons=("doku",)), ransom).when(0, DECLINE).then(0, mon=12, weapons=())
    useless = ForPrice(price=(PayMon(amount=3),), effects=(Blessing(),))
    doing(given(3).having(0, blessings=True), useless).asked((2, "TakeOffer")).then(0, mon=12)


def test_whether_a_price_in_cards_can_be_paid_follows_from_their_number() -> None:
    offer = ForPrice(price=(Discard(what="action-card"),), effects=(Mon(amount=4),))
    doing(given(3), offer).asked((2, "TakeOffer"))
    game = doing(given(3).having(0, actions=("first-bow", "safe-house")), offer).when(0, ACCEPT)
    game = game.asked((0, "GiveUpHidden")).then(0, mon=12)
    game.when(0, GiveUpCard("action", "first-bow")).then(0, mon=16, actions=("safe-house",))


def test_a_condition_gives_nothing_up() -> None:
    armed = If(needs=(AtLeast(measure="weapons"),), effects=(Prestige(points=1),), otherwise=ONE_MON)
    doing(given(3).having(0, weapons=("doku",)), armed).then(0, points=2, mon=12, weapons=("doku",))
    doing(given(3), armed).then(0, points=1, mon=13)
    rich = If(needs=(PayMon(amount=3),), effects=ONE_MON)
    doing(given(3), rich).then(0, mon=13)
    doing(given(3).having(0, mon=2), rich).then(0, mon=2).citing(CLAUSE, EffectWithout)


def test_effects_are_done_once_for_each_unit() -> None:
    game = given(3).having(0, annexes=("dojo", "kobudo-ryu", "yashiki"))
    doing(game, Per(measure="annexes", effects=(Mon(amount=2),))).then(0, mon=18)
    doing(game, Per(measure="annexes", most=2, effects=(Mon(amount=2),))).then(0, mon=16)
    doing(game, Per(measure="annexes", each=2, effects=(Mon(amount=2),))).then(0, mon=14)
    doing(given(3), Per(measure="annexes", effects=(Mon(amount=2),))).citing(CLAUSE, EffectWithout)
