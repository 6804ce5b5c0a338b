"""The history of a game of Daimyo reads like a report."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random

import msgspec
import pytest

from domain.games.daimyo.facts.base import DaimyoFact, piece_name, place_name
from domain.games.daimyo.facts.heroes import HeroDrawn
from domain.games.daimyo.facts.tiles import RoomWanted
from domain.games.daimyo.facts.turn import EffectWithout
from domain.games.daimyo.verbs.asking import CardEffect
from domain.kernel.audience import SPECTATOR, Viewer, seat_viewer
from domain.kernel.bots import suggest_any
from domain.kernel.chance import Chance
from domain.kernel.choice import Move, find_kinds
from domain.kernel.content import find_words
from domain.kernel.fact import Fact
from kifu.fuzzing.combinations import Combination, combinations
from tests.domain.games.daimyo.game import RULES, given

PLAYERS = ("Anna", "Bela", "Cora", "Dora")
WORDS_WITH_A_HYPHEN = {"techno-farm", "techno-farms", "mini-board"}
COMBINATIONS = combinations(RULES)


def names_of(game: Combination) -> tuple[str, ...]:
    return (*PLAYERS[: game.seats], *RULES.side_names(game.options, game.seats))


@cache
def steps(number: int) -> list[tuple[Move | None, tuple[Fact, ...]]]:
    """Return a random game of this combination: its moves and what came of them, beginning with the set-up."""
    game, random = COMBINATIONS[number], Random(number)
    chance = Chance(random.randbytes(32))
    outcome = RULES.open(game.options, game.seats, chance)
    found: list[tuple[Move | None, tuple[Fact, ...]]] = [(None, outcome.facts)]
    while outcome.state.result is None:
        listed = suggest_any(outcome.state, RULES.choices(outcome.state))
        choice, moves = listed.choice, listed.answers
        move = random.choice(moves)
        outcome = RULES.decide(outcome.state, choice.seat, move, chance.begin_step(len(found) + 1))
        found.append((move, outcome.facts))
    return found


def sentences(number: int, viewer: Viewer = SPECTATOR) -> Iterator[tuple[Fact, str]]:
    """Yield what a viewer reads about the game, fact by fact."""
    names = names_of(COMBINATIONS[number])
    for _, told in steps(number):
        for fact in told:
            if text := RULES.tell(fact, names, viewer):
                yield fact, text


each_combination = pytest.mark.parametrize(
    "number", range(len(COMBINATIONS)), ids=[game.words.replace(", ", "-") for game in COMBINATIONS]
)


@each_combination
def test_every_step_is_described_in_sentences(number: int) -> None:
    names = names_of(COMBINATIONS[number])
    for move, told in steps(number):
        words = [text for fact in told if (text := RULES.tell(fact, names, SPECTATOR))]
        assert words or isinstance(move, RULES.silent_moves), f"{move} says nothing"
    for fact, text in sentences(number):
        assert text[0].isupper(), text
        assert text.endswith(".") or type(fact).__name__ == "Ended", text
        assert "  " not in text
        assert " ." not in text


@each_combination
def test_things_are_called_by_their_names(number: int) -> None:
    for _, text in sentences(number):
        assert not re.search(r"\bNone\b|\bseat \d|[_{}\[\]<>()'\"]{2}|\(\)", text), text
        ids = {word.strip(".,:;") for word in text.split() if re.search(r"[a-z]-[\w]", word)}
        assert ids <= WORDS_WITH_A_HYPHEN, text


@each_combination
def test_every_side_is_named(number: int) -> None:
    told = " ".join(text for _, text in sentences(number))
    assert all(re.search(rf"\b{name}\b", told) for name in names_of(COMBINATIONS[number]))


@each_combination
def test_moves_have_labels_that_name_things(number: int) -> None:
    for move, _ in steps(number)[1:]:
        label = move.label()
        assert label
        assert not re.search(r"None|[_{}\[\]]", label), label
        ids = {word.strip(".,:;") for word in label.split() if re.search(r"[a-z]-[\w]", word)}
        assert ids <= WORDS_WITH_A_HYPHEN, label


@each_combination
def test_drawn_heroes_are_named_only_to_their_owner(number: int) -> None:
    names = names_of(COMBINATIONS[number])
    drawn = [fact for _, told in steps(number) for fact in told if isinstance(fact, HeroDrawn)]
    assert drawn
    for fact in drawn:
        card = fact.hero.replace("-", " ").title()
        for seat in range(COMBINATIONS[number].seats):
            assert (card in fact.words(names, seat_viewer(seat))) == (seat == fact.side)
        assert fact.words(names, SPECTATOR) == f"{names[fact.side]} draws a hero."


def test_random_games_of_all_combinations_contain_almost_every_kind_of_fact() -> None:
    told = {type(fact) for number in range(len(COMBINATIONS)) for _, found in steps(number) for fact in found}
    kinds = find_kinds(DaimyoFact)
    missing = {kind.__name__ for kind in kinds} - {kind.__name__ for kind in told}
    assert len(missing) <= len(kinds) // 5, missing


def test_what_cannot_be_done_has_words_for_every_effect() -> None:
    for kind in find_words(CardEffect):
        text = EffectWithout("daimyo.turn.main-and-bonus", 0, kind.tag()).words(PLAYERS, SPECTATOR)
        assert re.fullmatch(r"Anna cannot [a-zA-Z ]+\.", text)


def test_places_and_pieces_in_words() -> None:
    assert place_name("red-3") == "site 3 of red"
    assert place_name("purple-shadow-2") == "shadow space 2 of purple"
    assert (piece_name("radio-tower"), piece_name("techno-farm")) == ("radio tower", "techno-farm")


def test_a_tile_that_needs_room_is_announced_before_it_is_taken() -> None:
    tiles = ("blue-1", "blue-2", "blue-3")
    game = given(lands={"yellow": ("yellow-1", "yellow-2", "yellow-3")}).having(0, tiles=tiles)
    game = game.action("relic").until("ScavengerMove")
    move = next(move for move in game.offered(0) if getattr(move, "island", "") == "yellow")
    game = game.when(0, move)
    game = game.when(0, game.any_move()).citing("daimyo.storage.full-discard-first", RoomWanted)
    (wanted,) = game.of_type(RoomWanted)
    assert wanted.words(PLAYERS, SPECTATOR) == "Anna makes room for Yellow 1."


def test_facts_of_a_history_survive_storage_with_their_words() -> None:
    for _, told in steps(0):
        again = RULES.decode_facts(RULES.encode_facts(told))
        names = names_of(COMBINATIONS[0])
        assert [fact.words(names, SPECTATOR) for fact in again] == [fact.words(names, SPECTATOR) for fact in told]
        assert msgspec.json.encode(again[0])
