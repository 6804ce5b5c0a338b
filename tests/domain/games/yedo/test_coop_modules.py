"""Shogun Must Die together with Specialists, the Teahouse and Clan Powers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain.games.yedo.facts.coop.daimyo import DaimyoActed
from domain.games.yedo.facts.goods import MonGained
from domain.games.yedo.facts.modules.clan_powers import PowersRevealed
from domain.games.yedo.facts.modules.teahouse import CharacterDiscarded, CharacterTaken
from domain.games.yedo.modules.characters import UseCharacter
from domain.games.yedo.modules.clan_powers import KeepPower
from domain.games.yedo.phases.acting import Idle, NextToAct
from domain.games.yedo.phases.final_scoring import FinalScoring
from domain.games.yedo.printed.parts import Teahouse
from domain.games.yedo.printed.terms import COLOURS
from tests.domain.games.yedo.coop_games import coop, daimyo, every_card, new, ready
from tests.domain.games.yedo.game import CONTENT, Position

SEATS = [1, 2, 3, 4]


def all_games(**options: object) -> Iterator[Position]:
    """Yield games of one to four players, set up, with these options."""
    for seats in SEATS:
        yield ready(seats, **options)


def in_teahouse(game: Position, **held: tuple[str | None, ...]) -> Position:
    """Distribute Characters as `held` says, with none on display; the others in the game are in the deck."""
    fields = {"active": (None,) * game.state.seats, "recruited": (None,) * game.state.seats, **held}
    lying = {name for names in fields.values() for name in names}
    deck = tuple(sorted({*game.state.parameters.characters} - lying))
    return game.with_state(teahouse=Teahouse(beside=(), deck=deck, **fields))


# Specialists


@pytest.mark.clause("yedo.coop.with-specialists")
@pytest.mark.parametrize("seats", SEATS)
def test_the_daimyo_has_regular_disciples_only(seats: int) -> None:
    game = new(seats, specialists=True)
    side = daimyo(game)
    figures = (*game.state.pieces.house[side], *game.state.pieces.reserve[side])
    assert {*figures} == {"disciple"}
    assert len(figures) + len(game.state.coop_board.display) == 4
    assert len(game.state.specialist_supply.specialists) == seats


@pytest.mark.clause("yedo.coop.with-specialists")
def test_with_the_specialists_their_missions_take_the_place_of_another_set() -> None:
    def sets(game: Position) -> set[str]:
        return {CONTENT.missions[card].set for colour in COLOURS for card in every_card(game, colour)}

    assert "specialists" in sets(new(2, specialists=True))
    assert "specialists" not in sets(new(2))


@pytest.mark.clause("yedo.coop.with-specialists")
def test_a_player_alone_has_the_errand_boy_beside_the_specialists() -> None:
    game = ready(1, specialists=True)
    assert game.state.pieces.house[0].count("errand-boy") == 1
    assert game.state.disciples(0) == 2


# Characters


@pytest.mark.clause("yedo.coop.with-teahouse", "yedo.coop.remove-icon")
def test_characters_without_the_icon_are_in_the_teahouse() -> None:
    fitting = {name for name, character in CONTENT.characters.items() if character.coop}
    for game in all_games(teahouse=True):
        held = game.state.teahouse
        assert held is not None
        active = {name for name in held.active if name is not None}
        assert {*held.deck, *held.display, *active} == fitting


@pytest.mark.clause("yedo.coop.with-teahouse")
@pytest.mark.parametrize("seats", SEATS)
def test_a_favor_brings_its_character_if_that_stays_in_the_game(seats: int) -> None:
    game = ready(seats, teahouse=True)
    held = game.state.teahouse
    assert held is not None
    for seat, favor in enumerate(game.state.hands.favors):
        assert favor is not None
        character = CONTENT.favors[favor].character
        assert held.active[seat] == (character if CONTENT.characters[character].coop else None)
    assert len(held.display) == max(seats + 1, 4)
    assert len(held.active) == len(held.recruited) == seats
    new(seats, teahouse=True).without(CharacterTaken)


@pytest.mark.clause("yedo.ruling.coop-scoring")
def test_only_characters_recruited_in_the_last_round_give_their_points_at_the_end() -> None:
    names = [name for name in CONTENT.characters if CONTENT.characters[name].coop][:2]
    game = coop(2, round=7, patrol=None, shogun=None, points=(5, 5), mon=(0, 0), options={"teahouse": True})
    game = in_teahouse(game, active=(names[0], None), recruited=(None, names[1]))
    game = game.asking(FinalScoring()).running()
    assert all(CONTENT.characters[name].points for name in names)
    game.then(points=(5, 5 + CONTENT.characters[names[1]].points)).then(0, bonus=())
    game.citing("yedo.ruling.coop-scoring", CharacterDiscarded)


@pytest.mark.clause("yedo.coop.with-teahouse")
def test_a_character_leaves_only_when_it_is_used_and_the_daimyo_has_none() -> None:
    game = coop(2, phase="actions", options={"teahouse": True}, acting=2)
    game = in_teahouse(game, active=("beggar", "shopkeeper")).placed(("gates-1", 0), ("gates-2", 2))
    game = game.asking(NextToAct()).running().asked((0, "Activate"))
    used = game.when(0, UseCharacter("beggar")).until("Activate")
    held = used.state.teahouse
    assert held is not None
    assert (held.active, held.discard) == ((None, "shopkeeper"), ("beggar",))
    after = (
        game.when(0, Idle("gates-1")).without(CharacterTaken).citing("yedo.coop.daimyo-action-priority", DaimyoActed)
    )
    assert after.state.teahouse == game.state.teahouse


@pytest.mark.clause("yedo.coop.teahouse-no-bonus-card")
def test_at_the_end_an_unused_character_is_not_exchanged_for_a_bonus_card() -> None:
    name = next(name for name in CONTENT.characters if CONTENT.characters[name].coop)
    game = coop(2, round=7, patrol=None, shogun=None, points=(5, 5), mon=(0, 0), options={"teahouse": True})
    game = in_teahouse(game, active=(name, None)).asking(FinalScoring()).running()
    game.then(0, bonus=(), points=5)


# Clan Powers


def begun_with(power: str, seats: int, **options: object) -> Position:
    """Return a game in which a seat kept this Clan Power and all powers have just been revealed."""
    for seed in range(1, 60):
        game = new(seats, seed, clan_powers=True, **options)
        while not game.of_type(PowersRevealed):
            seat, keep = game.asked_seat(), KeepPower(power)
            game = game.when(seat, keep if keep in game.offered(seat) else game.any_move(), seed)
        if power in game.state.clans.powers:
            return game
    raise AssertionError(power)


@pytest.mark.clause("yedo.coop.with-clan-powers")
@pytest.mark.parametrize("seats", SEATS)
def test_the_wealthy_begins_with_8_mon_more(seats: int) -> None:
    game = begun_with("wealthy", seats)
    seat = game.state.clans.powers.index("wealthy")
    gained = [fact for fact in game.of_type(MonGained) if fact.clause == "yedo.clan.wealthy-mon"]
    assert [(fact.seat, fact.amount) for fact in gained if fact.amount] == [(seat, 8)]
    assert CONTENT.start.mon + 8 == 20


@pytest.mark.clause("yedo.coop.with-clan-powers")
def test_the_duplicitous_begins_with_a_third_disciple_beside_the_errand_boy() -> None:
    game = begun_with("duplicitous", 1)
    assert game.state.pieces.house[0].count("disciple") == 3
    assert game.state.pieces.house[0].count("errand-boy") == 1
