"""Recruiting Characters, and using their abilities: each Character once, as its words say."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.games.yedo.effects.losing import things
from domain.games.yedo.facts.goods import MonTaken
from domain.games.yedo.facts.modules.teahouse import CharacterRecruited, CharacterUsed
from domain.games.yedo.facts.pieces import DiscipleArrested, RoninCame, RoninLeft
from domain.games.yedo.facts.turns import Activated
from domain.games.yedo.modules.characters import BringRonin, ChooseCharacter, RecruitCharacter, UseCharacter
from domain.games.yedo.phases.acting import Activate, Idle, Perform
from domain.games.yedo.phases.assigning import Assign, Place
from domain.games.yedo.phases.patrol import ArrestStep
from domain.games.yedo.phases.preparation import PreparationPhase
from domain.games.yedo.printed.modifier_words import NoFee
from domain.games.yedo.verbs.moves import ACCEPT, ChooseDeck, ChooseSpace, KeepCard, KeepWeapon
from domain.games.yedo.words.describe_teahouse import character_text
from domain.kernel.moves import ChooseOption
from tests.domain.games.yedo.game import CONTENT, Position
from tests.domain.games.yedo.teahouse import characters, with_teahouse

LATER = Activate(seat=1)
"""A question below on the agenda."""


def activating(*placed: tuple[str, int], **fields: object) -> Position:
    """Return a game in which seat 0 is asked to activate a Disciple."""
    game = with_teahouse(**fields).placed(*(placed or (("gates-1", 0), ("tavern-1", 0))))
    return game.asking(Activate(seat=0))


def using(character: str, *placed: tuple[str, int], **fields: object) -> Position:
    """Return such a game after seat 0 has used this Character."""
    game = activating(*placed, active={0: character}, **fields).when(0, UseCharacter(character))
    assert [fact.character for fact in game.of_type(CharacterUsed)] == [character]
    assert characters(game).active[0] is None
    return game


# Recruiting


@pytest.mark.clause("yedo.teahouse.recruit")
def test_a_disciple_recruits_instead_of_an_action() -> None:
    game = activating(display=("shopkeeper", "abbot")).when(0, RecruitCharacter("gates-1", "shopkeeper"))
    assert characters(game).recruited == ("shopkeeper", None, None)
    assert characters(game).display == ("abbot",)
    assert [fact.action for fact in game.of_type(Activated)] == ["character/shopkeeper"]
    assert "recruit a Character (Shopkeeper)" in game.of_type(Activated)[0].words(("Anna", "Bela", "Cora"), None)
    game.citing("yedo.teahouse.recruit", CharacterRecruited).then(0, mon=12, house=1, on=("tavern-1",))


@pytest.mark.clause("yedo.teahouse.recruit")
def test_a_disciple_on_an_annex_cannot_recruit() -> None:
    game = with_teahouse().having(0, annexes=("dojo",)).placed(("annex/0/dojo", 0)).asking(Activate(seat=0))
    assert game.offered(0, RecruitCharacter) == []
    game.when(0, RecruitCharacter("annex/0/dojo", "abbot")).refused("yedo.teahouse.recruit")


@pytest.mark.clause("yedo.teahouse.recruit")
def test_only_a_character_on_display_can_be_recruited() -> None:
    game = activating(display=("abbot",)).when(0, RecruitCharacter("gates-1", "shogun"))
    game = game.refused("yedo.teahouse.recruit").when(0, RecruitCharacter("market-1", "abbot"))
    game.refused("yedo.action.turns")


@pytest.mark.clause("yedo.teahouse.recruit-while-active")
def test_one_may_recruit_beside_an_active_character() -> None:
    game = activating(active={0: "beggar"}, display=("shogun",)).when(0, RecruitCharacter("gates-1", "shogun"))
    assert characters(game).active[0] == "beggar"
    assert characters(game).recruited[0] == "shogun"


@pytest.mark.clause("yedo.ruling.one-recruit-a-round")
def test_a_second_character_in_one_round_is_refused() -> None:
    game = activating(recruited={0: "shogun"})
    assert game.offered(0, RecruitCharacter) == []
    game.when(0, RecruitCharacter("gates-1", "abbot")).refused("yedo.ruling.one-recruit-a-round")


@pytest.mark.clause("yedo.teahouse.not-same-round")
def test_a_character_cannot_be_used_in_the_round_of_its_recruiting() -> None:
    game = activating(display=("swordsmith",)).when(0, RecruitCharacter("gates-1", "swordsmith"))
    game.when(0, UseCharacter("swordsmith")).refused("yedo.teahouse.not-same-round")


# Using


@pytest.mark.clause("yedo.teahouse.ability-once")
def test_a_character_that_was_used_is_discarded() -> None:
    game = using("beggar", discard=("ferryman",))
    assert characters(game).discard == ("ferryman", "beggar")
    game.citing("yedo.teahouse.ability-once", CharacterUsed).asked((0, "Activate"))
    game.when(0, UseCharacter("beggar")).refused("yedo.teahouse.ability-once")


@pytest.mark.clause("yedo.teahouse.ability-once")
def test_a_character_is_used_at_its_moment_and_for_something_only() -> None:
    game = with_teahouse(phase="assign", active={0: "beggar", 1: "abbot"}).asking(Assign(seat=0))
    game = game.when(0, UseCharacter("beggar")).refused("yedo.teahouse.ability-once")
    game = game.when(0, UseCharacter("abbot")).refused("yedo.teahouse.ability-once")
    game = activating(("gates-1", 0), active={0: "kabuki-actor"}).when(0, UseCharacter("kabuki-actor"))
    assert game.refusal is None, "the Prestige Point is there all the same"
    game = activating(active={0: "harbor-master"}).when(0, UseCharacter("harbor-master"))
    game.refused("yedo.teahouse.ability-once")


@pytest.mark.clause("yedo.teahouse.ability-once")
def test_a_character_that_would_do_nothing_is_kept() -> None:
    game = with_teahouse(phase="assign", active={0: "captain-of-the-ronin"})
    game = game.with_state(house=(("disciple",), ("disciple", "ronin"), ("disciple",))).asking(Assign(seat=0))
    game.when(0, UseCharacter("captain-of-the-ronin")).refused("yedo.teahouse.ability-once")


@pytest.mark.clause("yedo.ruling.any-phase-cards")
def test_a_character_of_any_time_is_used_out_of_turn() -> None:
    game = with_teahouse(active={2: "moneylender"}).placed(("gates-1", 0)).asking(Activate(seat=0))
    game.when(2, UseCharacter("moneylender")).then(2, mon=18).asked((0, "Activate"))
    game = with_teahouse(active={2: "beggar"}).placed(("gates-1", 0)).asking(Activate(seat=0))
    game.when(2, UseCharacter("beggar")).refused("yedo.teahouse.ability-once")


def test_the_beggar_gets_mon_of_everybody() -> None:
    using("beggar").then(0, mon=12 + 2 + 3).then(1, mon=11).then(2, mon=11)


def test_the_shogun_changes_the_player_order() -> None:
    game = using("shogun", track=(1, 2, 0)).when(0, ChooseOption(1))
    game.then(track=(0, 1, 2)).then(0, points=2)


def test_geisha_natsuko_stands_in_for_a_geisha() -> None:
    game = using("geisha-natsuko")
    assert [held.source for held in game.state.playing.lasting] == ["geisha-natsuko"]
    assert game.state.playing.lasting[0].seats == (0,)


def test_the_eminent_advisor_knows_a_mission() -> None:
    game = using("eminent-advisor-to-the-shogun").when(0, ChooseDeck("green"))
    game = game.when(0, game.offered(0, KeepCard)[0])
    assert len(game.state.hands.missions[0]) == 1


def test_the_shopkeeper_sells_a_weapon_cheaply() -> None:
    game = using("shopkeeper", ("market-1", 0)).selling(None, None, "doku", "yumi")
    game = game.when(0, Perform("market-1", "buy-weapon/3"))
    game.then(0, mon=12 - 2, weapons=("doku",))
    assert game.state.playing.lasting == ()


def test_the_matchmaker_finds_a_geisha_and_a_character() -> None:
    game = using("matchmaker", display=("abbot", "ferryman")).when(0, ACCEPT).when(0, ACCEPT)
    game = game.asked((0, "PickCharacter")).when(0, ChooseCharacter("shogun")).refused("yedo.teahouse.recruit")
    game = game.when(0, ChooseCharacter("abbot")).then(0, mon=9, geishas=(1,), points=1)
    assert characters(game).recruited[0] == "abbot"


def test_the_magistrate_turns_the_patrol() -> None:
    using("magistrate").then(patrol_colour="silver").then(0, mon=15)


def test_the_swordsmith_offers_weapons() -> None:
    game = using("swordsmith").asked((0, "KeepDrawn"))
    game = game.when(0, game.offered(0, KeepWeapon)[0])
    assert len(game.state.weaponry.weapons[0]) == 1


def test_the_abbot_gives_a_blessing_or_honour() -> None:
    using("abbot").when(0, ChooseOption(1)).then(0, blessings=True)
    using("abbot").when(0, ChooseOption(2)).then(0, points=2, mon=13)


def test_the_ferryman_moves_a_disciple() -> None:
    game = using("ferryman").when(0, ChooseSpace("gates-1")).when(0, ChooseSpace("market-1"))
    game.then(0, on=("tavern-1", "market-1"))
    assert len(game.state.hands.actions[0]) == 1


def test_the_bodyguard_protects_from_arrest_and_knows_the_church() -> None:
    game = with_teahouse(phase="patrol", active={0: "bodyguard"}, patrol="gates")
    game = game.having(0, house=3, reserve=1).placed(("gates-1", 0)).asking(ArrestStep(), LATER).running()
    game.then(0, on=("gates-1",)).without(DiscipleArrested)
    game = activating(("harbor-1", 0), active={0: "bodyguard"}, church=3)
    game.when(0, Perform("harbor-1", "church")).then(0, mon=12 + 3 + 2)


def test_the_moneylender_lends_for_ever() -> None:
    using("moneylender").then(0, mon=18)


def test_the_kabuki_actor_gives_a_second_turn() -> None:
    game = using("kabuki-actor").then(0, points=2).when(0, Idle("gates-1"))
    game.asked((0, "Activate"))


def test_every_character_says_what_it_does() -> None:
    for character in CONTENT.characters.values():
        text = character_text(character)
        assert text.endswith(("Prestige Point.", "Prestige Points."))
        assert "nothing" not in text


# The Harbor Master


def harbor(active: dict[int, str], **goods: object) -> Position:
    game = with_teahouse(active=active, church=0).having(0, **goods).placed(("harbor-1", 0), ("gates-1", 0))
    return game.asking(Activate(seat=0), LATER)


@pytest.mark.clause("yedo.teahouse.harbor-master")
def test_others_pay_the_harbor_master_for_an_action_of_the_harbor() -> None:
    game = harbor({1: "harbor-master"}).when(0, Perform("harbor-1", "luxury-4"))
    game.then(0, mon=12 - 4 - 1).then(1, mon=13).citing("yedo.teahouse.harbor-master", MonTaken)


@pytest.mark.clause("yedo.teahouse.harbor-master")
def test_the_fee_is_for_actions_of_the_harbor_and_for_others_alone() -> None:
    harbor({0: "harbor-master"}).when(0, Perform("harbor-1", "luxury-4")).then(0, mon=8).without(MonTaken)
    harbor({1: "harbor-master"}).when(0, Perform("gates-1", "beg-3")).without(MonTaken)
    harbor({1: "harbor-master"}).when(0, Idle("harbor-1")).without(MonTaken)
    harbor({1: "beggar"}).when(0, Perform("harbor-1", "luxury-4")).without(MonTaken)


@pytest.mark.clause("yedo.teahouse.harbor-master")
def test_who_has_nothing_left_pays_no_fee() -> None:
    harbor({1: "harbor-master"}, mon=4).when(0, Perform("harbor-1", "luxury-4")).then(0, mon=0).without(MonTaken)


@pytest.mark.clause("yedo.teahouse.harbor-master")
def test_what_frees_from_fees_frees_from_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    game = harbor({0: "bodyguard", 1: "harbor-master"})
    free = replace(CONTENT.characters["bodyguard"], modifiers=(NoFee(),))
    monkeypatch.setitem(CONTENT.characters, "bodyguard", free)
    game.when(0, Perform("harbor-1", "luxury-4")).then(0, mon=8).without(MonTaken)


# The Ronin


def with_ronin(*placed: tuple[str, int], **fields: object) -> Position:
    """Return a game in which seat 0 has used the Captain of the Ronin while it assigns."""
    game = with_teahouse(phase="assign", active={0: "captain-of-the-ronin"}, **fields).having(0, house=4, reserve=0)
    game = game.placed(*placed).asking(Assign(seat=0), LATER)
    return game.when(0, UseCharacter("captain-of-the-ronin")).citing("yedo.teahouse.ronin", RoninCame)


@pytest.mark.clause("yedo.teahouse.ronin")
def test_the_ronin_is_a_fifth_figure_and_nobody_is_discarded() -> None:
    game = with_ronin().asked((0, "Assign")).then(0, house=5, reserve=0)
    assert game.state.disciples(0) == 4
    game = game.when(0, Place("gates-1", "ronin")).then(0, house=4, on=("gates-1",))
    assert game.state.disciples(0) == 4


def test_only_who_has_the_ronin_can_assign_him() -> None:
    game = with_teahouse(phase="assign").asking(Assign(seat=0))
    game.when(0, Place("gates-1", "ronin")).refused("yedo.assign.one-per-turn")


@pytest.mark.clause("yedo.ruling.ronin-serves-a-round")
def test_the_ronin_leaves_in_the_next_preparation() -> None:
    game = with_ronin().with_state(phase="preparation").asking(PreparationPhase()).running()
    game.then(0, house=4).citing("yedo.ruling.ronin-serves-a-round", RoninLeft)
    again = Position(game.state).effects(0, BringRonin()).citing("yedo.teahouse.ronin", RoninCame).then(0, house=5)
    assert again.state.pieces.house[0].count("ronin") == 1


@pytest.mark.clause("yedo.ruling.ronin-serves-a-round")
def test_an_arrested_ronin_leaves_the_game_and_the_last_two_stay() -> None:
    game = with_teahouse(phase="patrol", patrol="gates").having(0, house=2, reserve=2)
    game = game.placed(("gates-1", 0))
    placed = game.state.pieces.placed[0]
    game = game.with_state(placed=(replace(placed, figure="ronin"),), house=(("disciple",) * 2,) * 3)
    game = game.asking(ArrestStep(), LATER).running().then(0, house=2, reserve=2, on=())
    assert [fact.figure for fact in game.of_type(DiscipleArrested)] == ["ronin"]


@pytest.mark.clause("yedo.ruling.ronin-serves-a-round")
def test_the_ronin_cannot_be_given_up_in_place_of_a_disciple() -> None:
    game = with_ronin()
    assert len(things(game.state, 0, "disciple")) == 4


@pytest.mark.clause("yedo.ruling.ronin-serves-a-round")
def test_the_ronin_acts_like_a_disciple() -> None:
    game = with_ronin().when(0, Place("gates-1", "ronin"))
    game = game.with_state(phase="actions").asking(Activate(seat=0), LATER).when(0, Perform("gates-1", "beg-3"))
    game.then(0, mon=15, points=0, house=5)
