"""What a game discloses about its chance: commitment, entropy, derivation, and the outcomes that a viewer may know."""

from __future__ import annotations

import hashlib
import hmac
from random import Random

import msgspec
import pytest

from domain.application import commands as command
from domain.application import resigning
from domain.application.commands import Request
from domain.application.lobby import opening
from domain.application.lobby.opening import Opening
from domain.application.stored.snapshots import restore_snapshot, take_snapshot
from domain.archive import writing
from domain.games.micro_dojo import content as micro_dojo_content
from domain.games.micro_dojo.ruleset import MicroDojo
from domain.kernel.audience import ARBITER, SPECTATOR, seat_viewer
from domain.kernel.bots import suggest_any
from domain.kernel.errors import Malformed
from domain.kernel.options import FEW_SEATS
from domain.kernel.ruleset import AnyRuleset
from domain.kernel.rulesets import Rulesets
from domain.proof.chain import commitment
from domain.record.events import MAPPER, AnyEvent, GameOpened, GameStarted, SeatTaken
from domain.record.game import Game, fold
from domain.record.seed import Derivation, derive_seed
from domain.verification.chance import view_chance
from domain.verification.moves import check_moves
from tests.domain.games.daimyo.game import RULES as DAIMYO
from tests.domain.kernel.toy import Toy
from tests.support.archives import read_archive
from tests.support.games import NOW, PLAYERS
from tests.support.purposes import declared

SERVER = bytes(range(32))
MICRO_DOJO = MicroDojo(micro_dojo_content.load())
TOY = Toy()
VECTORS = [
    ((None, None), "kifu-seed-2", SERVER.hex()),
    (("anna", None), "kifu-seed-2", "ae33fc35524a4ff55dbb977ab5890546c02d578b2dcbe85f5054410a7de6475c"),
    ((None, "anna"), "kifu-seed-2", "cd6ff843bea007775cc885a4cf62a34b29c1aa2cf7e5bed0024c5a67f63a2151"),
    (("Würfel 🎲", "dice"), "kifu-seed-2", "ffb4cdb599cbf5378109c4773a712c93b002323d84183c066690cb08d10a4571"),
    (("anna", None), "kifu-seed-1", "8e1ee86bb5a46ebd0911b24fd2f282ebf72b21048b996d6a4abceca9142fa022"),
    ((None, "anna"), "kifu-seed-1", "1bfa845cb255e5ecea42ac43182c20e2152446becb78bfba9690318a85cb3477"),
    (("Würfel 🎲", "dice"), "kifu-seed-1", "83b0505cf3e5cc730a78c7b7bb0b36089096c1068f327cda0eebc4b1b7267a61"),
]
"""The test vectors of docs/fair-chance.md."""


@pytest.mark.parametrize(("entropies", "derivation", "seed"), VECTORS)
def test_the_seed_of_a_game_is_derived_as_documented(
    entropies: tuple[str | None, ...], derivation: Derivation, seed: str
) -> None:
    assert derive_seed(SERVER, entropies, derivation).hex() == seed


def test_no_two_ways_to_share_out_the_same_letters_make_the_same_seed() -> None:
    shares = [("ab", "c"), ("a", "bc"), ("abc", None), (None, "abc"), ("c", "ab"), ("ab", "c", None), (None, "ab", "c")]
    assert len({derive_seed(SERVER, share, "kifu-seed-2") for share in shares}) == len(shares)


def begun(
    ruleset: AnyRuleset, entropies: tuple[str | None, ...], seed: bytes | None = None, **options: object
) -> tuple[list[AnyEvent], Game]:
    """A game in which all seats are taken, with the entropy that each adds. SERVER is its secret seed by default.

    A resignation ends it.
    """
    if len(entropies) > FEW_SEATS:
        options = {"on_resignation": "end", **options}
    rulesets = Rulesets([ruleset])
    wanted = Opening(ruleset.id, options, len(entropies), seed.hex() if seed else None, False)
    opened = opening.open_game(wanted, rulesets, Request("anna"), NOW, lambda size: SERVER[:size])
    events: list[AnyEvent] = [opened]
    game = fold(events, rulesets)
    assert game is not None
    for seat, entropy in enumerate(entropies):
        decision = command.take_seat(game, Request(PLAYERS[seat]), seat, NOW, entropy)
        events += decision.events
        game = decision.game
    return events, game


def played(events: list[AnyEvent], game: Game, moves: int, seed: int = 1) -> Game:
    """The game after this many random moves, or at its end; its events are added to `events`."""
    random = Random(seed)
    for _ in range(moves):
        if not game.to_move:
            break
        listed = suggest_any(game.state, game.ruleset.choices(game.state))
        choice, legal = listed.choice, listed.answers
        move = msgspec.json.encode(random.choice(legal))
        decision = command.play_move(game, Request(PLAYERS[choice.seat]), choice.seat, move, NOW)
        events += decision.events
        game = decision.game
    return game


def resigned(events: list[AnyEvent], game: Game) -> Game:
    decision = resigning.resign(game, Request(PLAYERS[0]), 0, NOW)
    events += decision.events
    return decision.game


def test_the_seed_of_a_game_is_made_of_the_servers_and_of_what_the_players_add() -> None:
    events, game = begun(MICRO_DOJO, (None, "my dog is called Pi"))
    assert game.entropies == (None, "my dog is called Pi")
    message = b"kifu-seed-2\0" + bytes(4) + (19).to_bytes(4, "big") + b"my dog is called Pi"
    assert game.seed == hmac.digest(SERVER, message, hashlib.sha256)
    other, _ = begun(MICRO_DOJO, (None, "my dog is called Phi"))
    assert events[-1].facts != other[-1].facts


def test_a_game_to_which_nobody_adds_anything_is_as_it_always_was() -> None:
    _, game = begun(MICRO_DOJO, (None, None))
    assert game.seed == SERVER
    teaching, _ = begun(MICRO_DOJO, (None, None), SERVER)
    secret, _ = begun(MICRO_DOJO, (None, None))
    assert teaching[-1].facts == secret[-1].facts


def test_a_game_recorded_before_there_was_entropy_keeps_its_seed_and_its_bytes() -> None:
    events, _ = begun(MICRO_DOJO, (None, None))
    old = [
        msgspec.structs.replace(event, derivation=msgspec.UNSET)
        if isinstance(event, GameOpened)
        else msgspec.structs.replace(event, draw=msgspec.UNSET)
        if isinstance(event, GameStarted)
        else event
        for event in events
    ]
    stored = [MAPPER.to_stored_event(event) for event in old]
    assert not any(
        word in row.state for row in stored for word in (b"derivation", b"entropy", b"branch", b"position", b"draw")
    )
    game = fold(old, Rulesets([MICRO_DOJO]))
    assert game is not None
    assert game.seed == SERVER
    assert check_moves(old, Rulesets([MICRO_DOJO])).holds
    waiting = fold(old[:2], Rulesets([MICRO_DOJO]))
    assert waiting is not None
    with pytest.raises(Malformed, match="before players could add") as refused:
        command.take_seat(waiting, Request("bela"), 1, NOW, "late")
    assert refused.value.extra == {"pointer": "/entropy"}


@pytest.mark.parametrize("entropy", ["", "x" * 129, "a\nb", "\x00", "\ud800"])
def test_what_is_no_entropy_is_refused_with_the_place(entropy: str) -> None:
    rulesets = Rulesets([MICRO_DOJO])
    wanted = Opening("micro-dojo", {}, 2, None, False)
    game = fold([opening.open_game(wanted, rulesets, Request("anna"), NOW, lambda size: bytes(size))], rulesets)
    assert game is not None
    with pytest.raises(Malformed) as refused:
        command.take_seat(game, Request("anna"), 0, NOW, entropy)
    assert refused.value.extra == {"pointer": "/entropy"}
    taken = command.take_seat(game, Request("anna"), 0, NOW, "🎲" * 128)
    assert isinstance(taken.events[0], SeatTaken)
    assert taken.events[0].entropy == "🎲" * 128


def test_a_game_with_entropy_verifies_and_is_archived_and_snapshotted_with_it() -> None:
    rulesets = Rulesets([DAIMYO])
    events, game = begun(DAIMYO, ("a", None, "c"))
    game = played(events, game, 40)
    assert check_moves(events, rulesets).holds
    again = restore_snapshot(take_snapshot(game, events[-1]), game.opened, rulesets)
    assert again is not None
    assert (again.seed, again.entropies) == (game.seed, ("a", None, "c"))
    lines = list(writing.write_events(events, rulesets, unfinished=True))
    assert read_archive(lines, rulesets) == events
    forged = [line.replace(b'"entropy":"a"', b'"entropy":"b"') for line in lines]
    assert not check_moves(read_archive(forged, rulesets), rulesets).holds


def test_every_outcome_is_listed_with_what_it_is_made_from() -> None:
    events, game = begun(MICRO_DOJO, ("x", None))
    seen = view_chance(events, Rulesets([MICRO_DOJO]), SPECTATOR)
    assert (seen.version, seen.commitment, seen.derivation) == (4, commitment(SERVER), "kifu-seed-2")
    assert (seen.entropies, seen.server_seed, seen.seed, seen.changed) == (("x", None), None, None, ())
    assert [(o.step, o.purpose, o.counter, o.bound) for o in seen.outcomes[:3]] == [
        (1, "meeples", 0, 4),
        (1, "meeples", 1, 3),
        (1, "meeples", 2, 2),
    ]
    for one in seen.outcomes:
        mac = hmac.digest(game.seed, f"{one.step}/{one.purpose}/{one.counter}".encode(), hashlib.sha256)
        assert one.result == int.from_bytes(mac[:8], "big") % one.bound
    resigned(events, game)
    over = view_chance(events, Rulesets([MICRO_DOJO]), SPECTATOR)
    assert (over.server_seed, over.seed) == (SERVER.hex(), game.seed.hex())
    assert over.outcomes == seen.outcomes


def test_outcomes_that_decide_a_hidden_deck_are_told_to_nobody_before_the_end() -> None:
    events, game = begun(TOY, (None, None, None))
    game = played(events, game, 6)
    rulesets = Rulesets([TOY])
    for viewer in (SPECTATOR, seat_viewer(0), seat_viewer(0, 1, 2)):
        seen = view_chance(events, rulesets, viewer).outcomes
        assert len(seen) == 14
        assert all((one.purpose, one.bound, one.result) == ("deck", None, None) for one in seen)
        assert msgspec.json.decode(msgspec.json.encode(seen[0])) == {
            "step": 1,
            "purpose": "deck",
            "counter": 0,
            "draw": 1,
        }
    assert [one.bound for one in view_chance(events, rulesets, ARBITER).outcomes] == list(range(15, 1, -1))
    assert view_chance(events, rulesets, ARBITER).seed is None


def test_the_draw_of_a_hero_is_told_to_its_owner_alone() -> None:
    events, game = begun(DAIMYO, ("x", None, None))
    played(events, game, 60)
    private = [f"hero-of-seat-{seat}" for seat in range(3)]
    for viewer in (SPECTATOR, seat_viewer(0), seat_viewer(1, 2)):
        seen = view_chance(events, Rulesets([DAIMYO]), viewer).outcomes
        assert {one.purpose for one in seen} >= {*private, "relic-bag", "hero-deck", "action-dice", "start-player"}
        for one in seen:
            known = one.purpose not in private or int(one.purpose[-1]) in viewer.seats
            assert (one.result is not None, one.bound is not None) == (known, known)


def test_steps_that_the_rules_of_today_would_not_make_are_named_and_their_outcomes_not_told() -> None:
    class Corrected(MicroDojo):
        def open(self, options: msgspec.Struct, seats: int, chance: object) -> object:
            chance.below(declared("a new rule"), 3)
            return super().open(options, seats, chance.begin_step(2))

    events, _ = begun(MICRO_DOJO, (None, None))
    seen = view_chance(events, Rulesets([Corrected(micro_dojo_content.load())]), ARBITER)
    assert (seen.outcomes, seen.changed) == ((), (1,))


def test_teaching_games_tell_their_seed_at_once_and_it_is_the_servers() -> None:
    rulesets = Rulesets([MICRO_DOJO])
    events, game = begun(MICRO_DOJO, ("x", None), SERVER)
    seen = view_chance(events, rulesets, SPECTATOR)
    assert (seen.server_seed, seen.seed) == (SERVER.hex(), game.seed.hex())
    waiting = view_chance(events[:2], rulesets, SPECTATOR)
    assert (waiting.server_seed, waiting.seed, waiting.outcomes) == (SERVER.hex(), None, ())


def test_events_that_are_no_game_have_no_chance() -> None:
    with pytest.raises(ValueError, match="not a game"):
        view_chance([], Rulesets([TOY]), ARBITER)
