"""The Teahouse in set-up, in Preparation, after Events and at the end of the game."""

from __future__ import annotations

import pytest

from domain.games.yedo.facts.cards import CardDrawn
from domain.games.yedo.facts.goods import PrestigeGained
from domain.games.yedo.facts.modules.teahouse import (
    CharacterDiscarded,
    CharacterFlipped,
    CharactersLaidOut,
    CharactersLeftOver,
    CharactersReshuffled,
    CharacterTaken,
    TeahouseCleared,
)
from domain.games.yedo.modules.characters import RecruitCharacter, UseCharacter
from domain.games.yedo.phases.acting import Activate
from domain.games.yedo.phases.events import EventPhase
from domain.games.yedo.phases.favors import TakeFavor
from domain.games.yedo.phases.final_scoring import FinalScoring
from domain.games.yedo.phases.preparation import PreparationPhase
from domain.games.yedo.verbs.moves import GiveUpCard
from domain.kernel.audience import ARBITER, SPECTATOR, seat_viewer
from domain.kernel.chance import Chance
from domain.kernel.options import BadOptions
from tests.domain.games.yedo.game import CONTENT, RULES, Position, given, opened, set_up
from tests.domain.games.yedo.teahouse import OPTIONS, characters, with_teahouse

PAIRS = {
    "action": "geisha-natsuko",
    "bonus": "shogun",
    "weapon": "eminent-advisor-to-the-shogun",
    "money": "shopkeeper",
    "blessing": "beggar",
}
FAVORS_NOT_TAKEN = {2: 3, 3: 2, 4: 1, 5: 0}


def prepared(game: Position) -> Position:
    """Carry out the Preparation Phase of the next round, up to the next question."""
    return game.asking(PreparationPhase()).running()


def test_there_are_fifteen_characters() -> None:
    assert len(CONTENT.characters) == CONTENT.components["character"].count
    assert {character.points for character in CONTENT.characters.values()} == {1, 2, 3}


# Set-up


@pytest.mark.clause("yedo.teahouse.set-aside")
def test_ten_characters_are_set_aside_before_the_others_are_paired() -> None:
    chosen = RULES.parse_options({"teahouse": True})
    held = RULES.start(chosen, 3).teahouse
    assert held is not None
    assert len(held.deck) == 10
    assert set(held.beside) == set(PAIRS.values())


@pytest.mark.clause("yedo.teahouse.favor-pairs")
@pytest.mark.parametrize("favor", PAIRS)
def test_a_character_comes_with_each_favor(favor: str) -> None:
    game = opened(3, teahouse=True)
    seat = game.asked_seat()
    label = RULES.choices(game.state)[0].label(game.state, TakeFavor(favor), ())
    game = game.when(seat, TakeFavor(favor)).citing("yedo.teahouse.favor-pairs", CharacterTaken)
    assert characters(game).active[seat] == PAIRS[favor]
    assert PAIRS[favor].split("-")[0].capitalize() in label


@pytest.mark.clause("yedo.teahouse.leftover-characters", "yedo.teahouse.deck")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_characters_that_nobody_took_join_the_deck(seats: int) -> None:
    game = set_up(seats, teahouse=True)
    held = characters(game)
    left = set(PAIRS.values()) - {*held.active}
    assert len(left) == FAVORS_NOT_TAKEN[seats]
    assert left <= {*held.deck, *held.display}
    assert len(held.deck) + len(held.display) == 10 + FAVORS_NOT_TAKEN[seats]
    assert held.beside == ()
    assert [set(fact.characters) for fact in game.of_type(CharactersLeftOver)] == ([left] if left else [])


@pytest.mark.clause("yedo.teahouse.display-size")
@pytest.mark.parametrize(("seats", "size"), [(2, 4), (3, 4), (4, 5), (5, 6)])
def test_one_character_more_than_players_is_on_display(seats: int, size: int) -> None:
    assert len(characters(set_up(seats, teahouse=True)).display) == size


@pytest.mark.clause("yedo.ruling.first-characters")
def test_the_character_of_the_set_up_can_be_used_in_round_one() -> None:
    game = opened(2, teahouse=True)
    while game.state.turns.phase is None:
        seat, wanted = game.asked_seat(), TakeFavor("weapon")
        game = game.when(seat, wanted if wanted in game.offered(seat) else game.any_move())
    held = characters(game).active
    adviser = held.index("eminent-advisor-to-the-shogun")
    assert game.state.turns.round == 1
    assert UseCharacter("eminent-advisor-to-the-shogun") in game.offered(adviser)


@pytest.mark.clause("yedo.advanced.modules-first")
def test_what_the_module_sets_up_comes_before_the_first_round() -> None:
    game = opened(3, teahouse=True)
    assert characters(game).beside
    kinds = []
    while game.state.turns.phase is None:
        game = game.when(game.asked_seat(), game.any_move())
        kinds += [type(fact).__name__ for fact in game.facts]
    assert kinds.index("CharacterTaken") < kinds.index("CharactersLaidOut") < kinds.index("PhaseBegan")


@pytest.mark.clause("yedo.advanced.long-game-modules")
def test_the_teahouse_is_allowed_in_the_long_game() -> None:
    assert characters(opened(2, teahouse=True, rounds=11)).beside


@pytest.mark.clause("yedo.ruling.black-deck", "yedo.setup.kill-the-shogun-short-game")
def test_with_a_module_a_short_game_has_kill_the_shogun() -> None:
    chosen = {"rounds": 6, "sets": "classic"}
    assert opened(3, **chosen).state.parameters.shogun == ()
    assert opened(3, **chosen, teahouse=True).state.parameters.shogun
    assert opened(3, **chosen, teahouse=True, black="out").state.parameters.shogun == ()


def test_a_pack_without_characters_has_no_teahouse() -> None:
    content = type(CONTENT)({name: text.encode() for name, text in CONTENT.files.items() if name != "characters.toml"})
    rules = type(RULES)(content)
    with pytest.raises(BadOptions, match="no Characters"):
        rules.check_opening(rules.parse_options({"teahouse": True}), 3)
    assert rules.open(rules.parse_options({}), 3, Chance(bytes(32), 1)).state.teahouse is None


def test_without_the_module_there_are_no_characters() -> None:
    game = set_up(3)
    assert game.state.teahouse is None
    assert RULES.view(game.state, SPECTATOR).teahouse is None
    game = given(2).placed(("gates-1", 0)).asking(Activate(seat=0))
    game = game.when(0, RecruitCharacter("gates-1", "beggar")).refused("yedo.teahouse.recruit")
    game.when(0, UseCharacter("beggar")).refused("yedo.teahouse.ability-once")


# Preparation


@pytest.mark.clause("yedo.teahouse.prep-discard-unused")
def test_an_unused_character_is_exchanged_for_a_bonus_card() -> None:
    game = prepared(with_teahouse(phase="preparation", active={0: "beggar"}))
    assert characters(game).active == (None, None, None)
    assert characters(game).discard == ("beggar",)
    assert [len(hand) for hand in game.state.hands.bonus] == [1, 0, 0]
    game.citing("yedo.teahouse.prep-discard-unused", CardDrawn)


@pytest.mark.clause("yedo.teahouse.prep-discard-unused", "yedo.limit.bonus-cards")
def test_the_limit_of_bonus_cards_holds_for_the_exchange() -> None:
    game = with_teahouse(phase="preparation", active={1: "beggar"}, recruited={1: "shogun"})
    game = prepared(game.having(1, bonus=("landlord", "the-arsenal"))).asked((1, "Spare"))
    assert characters(game).active == (None, None, None)
    game = game.when(1, GiveUpCard("bonus", "landlord"))
    assert len(game.state.hands.bonus[1]) == 2
    assert characters(game).active == (None, "shogun", None)


@pytest.mark.clause("yedo.teahouse.prep-flip")
def test_a_recruited_character_becomes_active() -> None:
    game = prepared(with_teahouse(phase="preparation", recruited={2: "shogun"}))
    assert characters(game).active == (None, None, "shogun")
    assert characters(game).recruited == (None, None, None)
    game.citing("yedo.teahouse.prep-flip", CharacterFlipped)


@pytest.mark.clause("yedo.teahouse.prep-order", "yedo.teahouse.one-active", "yedo.limit.clan-power-or-character")
def test_the_old_character_goes_before_the_new_one_is_turned_up() -> None:
    game = prepared(with_teahouse(phase="preparation", active={0: "beggar"}, recruited={0: "shogun", 1: "abbot"}))
    assert characters(game).active == ("shogun", "abbot", None)
    assert [len(hand) for hand in game.state.hands.bonus] == [1, 0, 0]
    kinds = [type(fact) for fact in game.facts if isinstance(fact, CharacterDiscarded | CharacterFlipped)]
    assert kinds == [CharacterDiscarded, CharacterFlipped, CharacterFlipped]


@pytest.mark.clause("yedo.ruling.passive-characters")
def test_nothing_is_given_for_a_character_that_helped_by_itself() -> None:
    game = prepared(with_teahouse(phase="preparation", active={0: "harbor-master", 1: "beggar"}))
    assert characters(game).discard == ("harbor-master", "beggar")
    assert [len(hand) for hand in game.state.hands.bonus] == [0, 1, 0]


# The display


@pytest.mark.clause("yedo.teahouse.event-refresh")
def test_after_the_event_other_characters_come() -> None:
    game = with_teahouse(3, phase="event", round=2).asking(EventPhase()).running().until("Assign")
    held = characters(game)
    assert held.discard == ("abbot", "magistrate", "matchmaker", "swordsmith")
    assert len(held.display) == 4
    assert {*held.display}.isdisjoint(held.discard)
    kinds = [type(fact).__name__ for fact in game.facts]
    assert kinds.index("EventRevealed") < kinds.index("TeahouseCleared") < kinds.index("CharactersLaidOut")


@pytest.mark.clause("yedo.teahouse.event-refresh")
def test_in_round_one_the_display_stays() -> None:
    game = with_teahouse(3, phase="event", round=1).asking(EventPhase()).running().until("Assign")
    assert characters(game).display == ("abbot", "magistrate", "matchmaker", "swordsmith")
    game.without(TeahouseCleared)


@pytest.mark.clause("yedo.teahouse.event-refresh")
def test_the_discarded_characters_are_shuffled_when_the_deck_runs_out() -> None:
    gone = tuple(sorted({*CONTENT.characters} - {"abbot", "magistrate", "matchmaker", "swordsmith", "shogun"}))
    game = with_teahouse(3, phase="event", discard=gone).asking(EventPhase()).running().until("Assign")
    held = characters(game)
    assert held.display[0] == "shogun"
    assert len(held.display) == 4
    assert held.discard == ()
    assert len(held.deck) == 11
    assert len(game.of_type(CharactersReshuffled)) == 1


@pytest.mark.clause("yedo.teahouse.refresh-timing-conflict")
def test_the_display_is_renewed_once_a_round() -> None:
    game = set_up(2, **OPTIONS)
    facts = []
    while game.state.turns.round < 4:
        game = game.when(game.asked_seat(), game.any_move())
        facts += [(game.state.turns.round, type(fact)) for fact in game.facts]
    assert [round for round, kind in facts if kind is TeahouseCleared] == [2, 3]
    assert [round for round, kind in facts if kind is CharactersLaidOut][:2] == [2, 3]


# The end


def at_the_end(**fields: object) -> Position:
    return with_teahouse(phase="actions", round=8, **fields)


@pytest.mark.clause("yedo.teahouse.end-unused")
def test_an_unused_character_is_exchanged_before_the_scoring() -> None:
    game = at_the_end(active={0: "shogun"}).having(0, mon=0).on_top("bonus", "long-service")
    game = game.asking(FinalScoring()).running()
    assert game.state.result is not None
    assert game.state.hands.bonus[0] == ("long-service",)
    assert characters(game).active[0] is None
    kinds = [type(fact).__name__ for fact in game.citing("yedo.teahouse.end-unused", CardDrawn).facts]
    assert kinds.index("CardDrawn") < kinds.index("BonusCardsShown")


@pytest.mark.clause("yedo.teahouse.end-flip", "yedo.end.character")
def test_a_character_of_the_last_round_gives_its_points() -> None:
    game = at_the_end(recruited={1: "beggar"}).having(1, mon=0).asking(FinalScoring()).running()
    assert game.state.scoring.points[1] == 1 + 2
    game.citing("yedo.teahouse.end-flip", CharacterFlipped).citing("yedo.end.character", PrestigeGained)


@pytest.mark.clause("yedo.teahouse.end-unused", "yedo.ruling.passive-characters")
def test_only_the_character_of_the_last_round_scores() -> None:
    game = at_the_end(active={0: "harbor-master"}, recruited={0: "moneylender"}).having(0, mon=0)
    game = game.asking(FinalScoring()).running()
    assert game.state.scoring.points[0] == 1 + 1
    assert game.state.hands.bonus[0] == ()


# What is seen


@pytest.mark.clause("yedo.clan-board.power-character-face-up", "yedo.ruling.recruited-open")
def test_everybody_sees_all_characters() -> None:
    game = with_teahouse(active={0: "beggar"}, recruited={1: "shogun"}, discard=("ferryman",))
    for viewer in (SPECTATOR, seat_viewer(0), seat_viewer(1), seat_viewer(2), ARBITER):
        seen = RULES.view(game.state, viewer).teahouse
        assert seen is not None
        assert [card and card.title for card in seen.active] == ["Beggar", None, None]
        assert [card and card.title for card in seen.recruited] == [None, "Shogun", None]
        assert seen.display[0].title == "Abbot"
        assert seen.display[0].text.startswith("In any Phase: choose one:")
        assert seen.discard == ("ferryman",)
        assert "bodyguard" in seen.deck


def test_the_board_tells_who_is_there() -> None:
    game = with_teahouse(active={0: "beggar"}, recruited={1: "shogun"})
    game = game.with_state(house=(("disciple", "ronin"), *game.state.pieces.house[1:]))
    board = RULES.looks.board(RULES.view(game.state, SPECTATOR), ("Anna", "Bela", "Cora"))
    for line in (
        " Teahouse   Abbot, Magistrate, Matchmaker, Swordsmith",
        "            Beggar helps Anna. When it is your turn to activate a Disciple:",
        "            Shogun helps Bela from the next round on.",
        "            The Ronin serves Anna (at home).",
    ):
        assert line in board.splitlines() or line in board
    assert all(len(line) <= 80 for line in board.splitlines())


def test_the_favors_name_their_characters_in_set_up() -> None:
    game = opened(3, teahouse=True)
    texts = {favor.card: favor.text for favor in RULES.view(game.state, SPECTATOR).favors}
    assert texts["money"].startswith("Take 7 Mon. With Shopkeeper: When it is your turn")
    assert "With" not in RULES.view(opened(3).state, SPECTATOR).favors[0].text


def test_a_branch_deals_no_character_anew() -> None:
    game = with_teahouse(active={0: "beggar"}, recruited={1: "shogun"}).having(1, actions=("feint",))
    dealt = RULES.redeal(game.state, seat_viewer(0), Chance(bytes(32), 0))
    assert dealt.teahouse == game.state.teahouse
