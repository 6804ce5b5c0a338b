"""Missions that need a partner, and Missions and cards that hit a target."""

from __future__ import annotations

import pytest

from domain.games.yedo.effects.losing import GiveUpGeisha
from domain.games.yedo.facts.cards import CardHandedOver
from domain.games.yedo.facts.goods import AnnexLost, GeishaLost, MonPaid, MonTaken, PrestigeGained, PrestigeLost
from domain.games.yedo.facts.missions import PartnerChosen, TargetChosen
from domain.games.yedo.facts.pieces import DiscipleToReserve
from domain.games.yedo.facts.weapons import WeaponHandedOver
from domain.games.yedo.phases.acting import CompleteMission, NextToAct
from domain.games.yedo.phases.missions import TakeBonus
from domain.games.yedo.verbs.moves import ChooseDeck, GiveUpCard, GiveUpWeapon
from domain.kernel.audience import SPECTATOR, seat_viewer
from domain.kernel.moves import ChooseSeat
from tests.domain.games.yedo.game import RULES, Position, given, pays

SETS = {
    "rounds": 8,
    "sets": "own",
    "action_sets": ("neutrals", "hard"),
    "event_sets": ("neutral", "resources"),
    "mission_sets": ("soft", "hard"),
}
NAMES = ("Anna", "Bela", "Cora")
GATES, LITTER, ALIBI, MAP = "under-one-umbrella", "the-borrowed-litter", "an-alibi-at-court", "the-map-torn-in-half"
SLEEVE, NEEDLE, LETTERS, CUCKOO = (
    "a-hand-in-the-sleeve",
    "the-needle-in-the-hat",
    "the-stolen-letters",
    "the-cuckoo-in-the-archive",
)
DOJO, SCHOOL, YASHIKI = "annex/1/dojo", "annex/1/kobudo-ryu", "annex/1/yashiki"


def position(seats: int = 3) -> Position:
    return given(seats, options=SETS)


def acting(game: Position) -> Position:
    """Let seat 0 activate a Disciple."""
    return game.asking(NextToAct()).running()


def done(game: Position, space: str, mission: str) -> Position:
    """Let seat 0 complete a Mission with the Disciple on a space."""
    return acting(game).when(0, CompleteMission(space, mission))


# Soft Interaction


def litter(*partners: int, mon: int = 12) -> Position:
    """Seat 0 meets its own part of the Borrowed Litter; these seats have the Disciple in the Gates that a partner
    needs."""
    game = position().having(0, missions=(LITTER,), weapons=("doku",), mon=mon).placed(("red-light-1", 0))
    return game.placed(*((f"gates-{place}", seat) for place, seat in enumerate(partners, 1)))


@pytest.mark.clause("yedo.icon.requirement-soft")
def test_who_completes_a_mission_chooses_among_the_players_that_meet_its_further_requirements() -> None:
    game = done(litter(1, 2), "red-light-1", LITTER).asked((0, "ChoosePartner"))
    assert game.offered(0, ChooseSeat) == [ChooseSeat(1), ChooseSeat(2)]
    game = game.when(0, ChooseSeat(2)).citing("yedo.icon.requirement-soft", PartnerChosen)
    game.then(2, points=2).then(1, points=1)
    done(litter(1, 2), "red-light-1", LITTER).when(0, ChooseSeat(0)).refused("yedo.icon.requirement-soft")


@pytest.mark.clause("yedo.icon.requirement-soft")
def test_without_a_single_player_who_meets_them_all_the_mission_cannot_be_completed() -> None:
    game = done(litter(), "red-light-1", LITTER).refused("yedo.icon.requirement-soft")
    assert game.offered(0, CompleteMission) == []
    alone = litter().placed(("gates-1", 0))  # one's own Disciple there does not help
    done(alone, "red-light-1", LITTER).refused("yedo.icon.requirement-soft")
    knives = "all-of-us-held-the-knife"
    game = position().having(0, missions=(knives,), weapons=("doku", "shuriken"), geishas=(1,))
    game = game.placed(("shogun", 0), ("temple-1", 0)).having(1, weapons=("yumi",)).having(2, weapons=("nawa",))
    done(game, "shogun", knives).refused("yedo.icon.requirement-soft")
    done(game.having(2, weapons=("nawa", "nawa")), "shogun", knives).then(2, mon=17, points=4)


@pytest.mark.clause("yedo.icon.requirement-soft-payment")
def test_the_partner_is_paid_before_the_reward() -> None:
    game = done(litter(1), "red-light-1", LITTER).citing("yedo.icon.requirement-soft-payment", MonTaken)
    order = [type(fact) for fact in game.facts if isinstance(fact, MonTaken | PrestigeGained)]
    assert order[0] is MonTaken
    game.then(0, mon=12 - 3 + pays(LITTER)[1]).then(1, mon=15)
    done(litter(1, mon=2), "red-light-1", LITTER).refused("yedo.icon.requirement-soft-payment")
    done(litter(1, mon=3), "red-light-1", LITTER).then(0, mon=pays(LITTER)[1])


@pytest.mark.clause("yedo.icon.reward-soft", "yedo.ruling.soft-partner")
def test_the_completing_player_gets_the_light_part_and_the_partner_the_dark_one_without_being_asked() -> None:
    game = done(litter(1), "red-light-1", LITTER)
    game.then(0, points=1 + pays(LITTER)[0], done=(LITTER,)).then(1, points=2, on=("gates-1",)).asked((1, "Activate"))
    gains = [(fact.seat, fact.points, fact.clause) for fact in game.of_type(PrestigeGained)]
    assert gains == [(0, pays(LITTER)[0], "yedo.mission.standard-reward"), (1, 1, "yedo.icon.reward-soft")]
    assert game.state.completion.partner is None


@pytest.mark.clause("yedo.icon.reward-soft")
def test_a_bonus_part_may_give_the_partner_something_too() -> None:
    game = position().having(0, missions=(MAP,), weapons=("fukiya",), annexes=("karesansui",), blessings=True)
    game = game.having(0, blessings=True).having(1, annexes=("dojo",))
    game = done(game.placed(("shogun", 0), ("red-light-1", 0), ("tavern-1", 0)), "shogun", MAP).until("BonusPart")
    assert RULES.view(game.state, SPECTATOR).shown.partner == 1
    points = game.value(1, "points")
    game.when(0, TakeBonus()).then(1, points=points + 1)


@pytest.mark.clause("yedo.icon.requirement-soft")
def test_partners_are_called_by_their_names() -> None:
    game = done(litter(1, 2), "red-light-1", LITTER)
    (choice,) = [choice for choice in RULES.choices(game.state) if not choice.standing]
    assert choice.label(game.state, ChooseSeat(2), NAMES) == "Cora"
    (fact,) = game.when(0, ChooseSeat(2)).of_type(PartnerChosen)
    assert fact.words(NAMES, SPECTATOR) == "Cora is the partner of Anna."


# Hard Interaction: the target


@pytest.mark.clause("yedo.icon.reward-hard-target")
def test_the_target_is_whose_annex_the_disciple_stands_on() -> None:
    card = "raked-the-wrong-way"
    game = position().having(0, missions=(card,)).having(1, annexes=("karesansui",), points=5)
    game = game.having(2, annexes=("karesansui",), points=5).placed(("temple-1", 0), ("annex/1/karesansui", 0))
    for space in ("temple-1", "annex/1/karesansui"):
        hit = done(game, space, card).citing("yedo.icon.reward-hard-target", TargetChosen)
        hit.then(0, points=1 + pays(card)[0], done=(card,)).then(1, points=4).then(2, points=5)


@pytest.mark.clause("yedo.icon.reward-hard-target")
def test_who_stands_on_the_annexes_of_two_chooses_unless_one_of_these_disciples_is_activated() -> None:
    card = "raked-the-wrong-way"
    game = position().having(0, missions=(card,), reserve=3)
    game = game.having(1, annexes=("karesansui",), points=5).having(2, annexes=("karesansui",), points=5)
    game = game.placed(("temple-1", 0), ("annex/2/karesansui", 0), ("annex/1/karesansui", 0))
    choice = done(game, "temple-1", card).asked((0, "ChooseTarget"))
    assert choice.offered(0, ChooseSeat) == [ChooseSeat(1), ChooseSeat(2)]
    choice.when(0, ChooseSeat(0)).refused("yedo.icon.reward-hard-target")
    done(game, "annex/2/karesansui", card).then(2, points=4).then(1, points=5)


@pytest.mark.clause("yedo.icon.reward-hard-target")
def test_without_such_a_requirement_the_target_is_chosen_freely() -> None:
    game = position().having(0, missions=(SLEEVE,)).placed(("market-1", 0))
    game = done(game, "market-1", SLEEVE).asked((0, "ChooseTarget"))
    assert game.offered(0, ChooseSeat) == [ChooseSeat(1), ChooseSeat(2)]
    points, mon = pays(SLEEVE)
    game = game.when(0, ChooseSeat(2)).then(0, points=1 + points, mon=12 + mon).then(1, mon=12).then(2, mon=9)
    assert game.state.completion.target is None
    (fact,) = game.of_type(TargetChosen)
    assert fact.words(NAMES, SPECTATOR) == "Cora is the target of Anna."
    done(position(2).having(0, missions=(SLEEVE,)).placed(("market-1", 0)), "market-1", SLEEVE).then(1, mon=9)


# The seven punishments


def needle(**target: object) -> Position:
    """Seat 0 has completed the Needle in the Hat, by which seat 1 loses a Disciple."""
    game = position(2).having(0, missions=(NEEDLE,), weapons=("fukiya",)).having(1, **target)
    return done(game.placed(("tavern-1", 0)), "tavern-1", NEEDLE)


@pytest.mark.clause("yedo.icon.reward-hard-disciple")
def test_the_target_loses_a_disciple_but_none_of_the_last_two() -> None:
    points = 1 + pays(NEEDLE)[0]
    needle().then(1, house=2, reserve=2).then(0, points=points, done=(NEEDLE,)).without(DiscipleToReserve)
    game = needle(house=3, reserve=1).then(1, house=2, reserve=2)
    game.citing("yedo.icon.reward-hard-disciple", DiscipleToReserve)


@pytest.mark.clause("yedo.icon.reward-hard-prestige")
def test_the_target_loses_points_as_many_as_possible() -> None:
    card = "cut-down-at-the-gate"
    game = position(2).having(0, missions=(card,), weapons=("doku", "katana")).having(1, points=1)
    game = done(game.placed(("shogun", 0), ("gates-1", 0), ("temple-1", 0)), "shogun", card)
    game.then(1, points=0).citing("yedo.icon.reward-hard-prestige", PrestigeLost)


@pytest.mark.clause("yedo.icon.reward-hard-steal-weapon")
def test_the_one_who_punishes_takes_a_weapon_of_their_choice() -> None:
    card = "the-heirloom-on-the-wall"
    game = position(2).having(0, missions=(card,), weapons=("shuko",))
    game = game.having(1, annexes=("kobudo-ryu",), weapons=("katana", "doku")).placed((SCHOOL, 0), ("market-1", 0))
    game = done(game, "market-1", card).asked((0, "GiveUp"))
    game = game.when(0, GiveUpWeapon("doku")).citing("yedo.icon.reward-hard-steal-weapon", WeaponHandedOver)
    game.then(0, weapons=("doku", "shuko")).then(1, weapons=("katana",), mon=10)


@pytest.mark.clause("yedo.icon.reward-hard-annex", "yedo.ruling.lost-annex")
def test_the_target_loses_the_annex_shown_to_the_supply() -> None:
    card = "burn-their-school"
    game = position(2).having(0, missions=(card,), weapons=("metsubushi",)).having(1, annexes=("kobudo-ryu", "dojo"))
    before = game.state.annex_supply("kobudo-ryu")
    game = done(game.placed((SCHOOL, 0), ("gates-1", 0)), SCHOOL, card)
    game.then(1, annexes=("dojo",), mon=9).citing("yedo.icon.reward-hard-annex", AnnexLost)
    assert game.state.annex_supply("kobudo-ryu") == before + 1
    game.then(0, on=("gates-1",), house=1, done=(card,)).asked((0, "Activate"))


@pytest.mark.clause("yedo.icon.reward-hard-geisha")
def test_the_target_loses_a_geisha_who_leaves_the_game_but_no_points() -> None:
    card = "a-guest-taken-along"
    game = position(2).having(0, missions=(card,), weapons=("nawa",)).having(1, annexes=("yashiki",), points=20)
    game = game.placed((YASHIKI, 0), ("red-light-1", 0))
    with_one = game.having(1, geishas=(1,))
    hit = done(with_one, YASHIKI, card).then(1, geishas=(), points=20)
    hit.citing("yedo.icon.reward-hard-geisha", GeishaLost)
    hit.then(geisha_supply=with_one.state.belongings.geisha_supply, geishas_gone=(1,))
    done(game, YASHIKI, card).then(1, geishas=(), points=20).without(GeishaLost)


@pytest.mark.clause("yedo.icon.reward-hard-geisha")
def test_a_target_with_several_geishas_says_which_one_leaves_the_game() -> None:
    card = "a-guest-taken-along"
    game = position(2).having(0, missions=(card,), weapons=("nawa",))
    game = game.having(1, annexes=("yashiki",), geishas=(1, 3)).placed((YASHIKI, 0), ("red-light-1", 0))
    game = done(game, YASHIKI, card).asked((1, "GiveUp")).when(1, GiveUpGeisha(3))
    game.then(1, geishas=(1,)).then(geishas_gone=(3,))


@pytest.mark.clause("yedo.icon.reward-hard-mon")
def test_the_target_loses_mon_as_much_as_possible() -> None:
    card = "the-heir-in-the-well"
    game = position(2).having(0, missions=(card,), weapons=("doku",)).having(1, annexes=("yashiki",), mon=2)
    game = done(game.placed((YASHIKI, 0), ("harbor-1", 0)), "harbor-1", card)
    game.then(1, mon=0).then(0, mon=12 + pays(card)[1]).citing("yedo.icon.reward-hard-mon", MonPaid)


# What The Tenacious pays


@pytest.mark.clause("yedo.ruling.tenacious-partner")
def test_the_tenacious_pays_a_partner_one_less_who_gets_that_much_less() -> None:
    game = litter(1, mon=2).with_powers("tenacious", "wise", "generous")
    done(game, "red-light-1", LITTER).then(0, mon=pays(LITTER)[1]).then(1, mon=14)
    done(game.having(0, mon=1), "red-light-1", LITTER).refused("yedo.icon.requirement-soft-payment")


# The swap


def letters(**target: object) -> Position:
    """Seat 0 has completed the Stolen Letters against seat 1, with a card of each type in hand."""
    own = {
        "actions": ("light-fingers",),
        "bonus": ("the-arsenal",),
        "missions": (LETTERS, GATES),
        "weapons": ("shuko",),
    }
    game = position().having(0, **own).having(1, **target)
    return done(game.placed(("shogun", 0), ("tavern-1", 0)), "shogun", LETTERS).when(0, ChooseSeat(1))


@pytest.mark.clause("yedo.icon.reward-hard-swap", "yedo.ruling.swap-with-target")
def test_a_card_is_swapped_with_the_target_for_one_of_the_same_type() -> None:
    game = letters(bonus=("long-service",)).asked((0, "GiveForSwap"))
    assert game.offered(0) == [GiveUpCard("bonus", "the-arsenal")]
    game = game.when(0, GiveUpCard("bonus", "the-arsenal"))
    game.then(0, bonus=("long-service",)).then(1, bonus=("the-arsenal",), points=0)
    game.citing("yedo.icon.reward-hard-swap", CardHandedOver)
    letters().without(CardHandedOver).then(0, bonus=("the-arsenal",), missions=(GATES,))


@pytest.mark.clause("yedo.ruling.swapped-card")
def test_the_one_who_swaps_names_the_type_and_the_colour_and_gets_a_card_by_chance() -> None:
    reds = ("burn-their-school", "the-false-escort")
    game = letters(actions=("make-way", "hush-money"), missions=(*reds, NEEDLE)).asked((0, "ChooseSwap"))
    assert game.offered(0) == [ChooseDeck("action"), ChooseDeck("yellow"), ChooseDeck("red")]
    game.when(0, ChooseDeck("bonus")).refused("yedo.icon.reward-hard-swap")
    game = game.when(0, ChooseDeck("red")).asked((0, "GiveForSwap"))
    game.when(0, GiveUpCard("green", "lighter-purses")).refused("yedo.ruling.swapped-card")
    got = {game.when(0, GiveUpCard("green", GATES), seed).value(0, "missions") for seed in range(12)}
    assert got == {(red,) for red in reds}


@pytest.mark.clause("yedo.ruling.swapped-card", "yedo.clan-board.hidden-cards")
def test_only_the_two_see_which_cards_are_swapped() -> None:
    game = letters(bonus=("long-service",)).when(0, GiveUpCard("bonus", "the-arsenal"))
    for fact in game.of_type(CardHandedOver):
        assert fact.owners() in ((0, 1), (1, 0))
        assert "(" not in str(fact.words(NAMES, seat_viewer(2)))
        assert "(" in str(fact.words(NAMES, seat_viewer(1)))


@pytest.mark.clause("yedo.ruling.blackmail-is-no-action-card")
def test_a_blackmail_card_is_never_swapped() -> None:
    letters(blackmail=2).without(CardHandedOver).then(1, blackmail=2)
