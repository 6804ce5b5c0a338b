"""Playing games of Micro Dojo through the application."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias
from uuid import UUID

import msgspec
import pytest

from domain.application.arbitration import Claim, Verdict
from domain.application.commands import AnyAnswer, Recorded, Request
from domain.application.games import Games
from domain.kernel.audience import seat_viewer
from domain.kernel.errors import KifuError
from domain.proof.receipts import Keyring
from domain.record.disputes import RulingKind
from domain.rows import FirstAnswer, KeptAnswer, RequestKey
from domain.verification.record import verify as verify_record

ANNA, BELA = Request("anna"), Request("bela")
WHO = (ANNA, BELA)
JUDGE = Request("carla", arbiter=True)
CLAUSE = "micro-dojo.build.pay"
SNAPSHOT_KEY = bytes(range(32))
"""The key with which the processes of a test seal snapshots."""


Outcome: TypeAlias = Recorded[AnyAnswer] | KeptAnswer


class Key(RequestKey, frozen=True):
    """An idempotency key, the answers to which are kept as JSON."""

    def first_answer(self, answer: msgspec.Struct) -> FirstAnswer:
        return FirstAnswer(self.owner, self.key, self.digest, 201, msgspec.json.encode(answer))


def body(outcome: Outcome) -> bytes:
    """The JSON that answers a command."""
    return outcome.body if isinstance(outcome, KeptAnswer) else msgspec.json.encode(outcome.answer)


def said(outcome: Outcome) -> dict[str, Any]:
    """The answer to a command, as plain values."""
    return dict(json.loads(body(outcome)))


def keyed(by: str, key: str, body: object) -> Request:
    """A request with an idempotency key."""
    digest = hashlib.sha256(msgspec.json.encode(body)).digest()
    return Request(by, key=Key(by, key, digest))


def new_game(games: Games, *, seed: str | None = None, movement: str = "none") -> UUID:
    """A game in which Anna has seat 0 and Bela seat 1, after its set-up."""
    opened = games.lobby.open_game(ANNA, "micro-dojo", {"movement": movement}, 2, seed=seed)
    assert isinstance(opened, Recorded)
    for seat, who in enumerate(WHO):
        games.lobby.take_seat(who, opened.game_id, seat)
    return opened.game_id


def mover(games: Games, game_id: UUID) -> int | None:
    """The seat that must move."""
    return next(iter(games.queries.describe(game_id).to_move), None)


def legal(games: Games, game_id: UUID, seat: int) -> list[bytes]:
    """The legal moves of a seat, as sent."""
    choices = games.queries.legal_moves(game_id, seat_viewer(seat), seat).choices
    return [msgspec.json.encode(legal.move) for choice in choices for legal in choice.moves or ()]


def play_one(games: Games, game_id: UUID, random: Random) -> Outcome:
    """Play one random legal move."""
    seat = mover(games, game_id)
    assert seat is not None
    return games.recording.play(WHO[seat], game_id, seat, random.choice(legal(games, game_id, seat)))


def running_at(games: Games, version: int, open_moves: int = 1) -> tuple[UUID, int]:
    """A running game after random moves up to a version, and the seat that made at least its last `open_moves`."""
    for seed in range(50):
        game_id, random, seat = new_game(games, movement="1A", seed=f"{seed:064x}"), Random(seed), -1
        while (now := games.queries.describe(game_id)).to_move:
            if now.version == version and len(games.stored.current(game_id).open_moves) >= open_moves:
                return game_id, seat
            seat = now.to_move[0]
            play_one(games, game_id, random)
    raise AssertionError(f"no game runs until version {version}")


def play_to_the_end(games: Games, game_id: UUID, random: Random) -> None:
    """Play random moves until the game is over."""
    while mover(games, game_id) is not None:
        play_one(games, game_id, random)


def claim(step: int, **more: object) -> Claim:
    return Claim(step, **{"claim": "That was not allowed.", **more})


def verdict(ruling: RulingKind, move: bytes | None = None) -> Verdict:
    return Verdict(ruling, CLAUSE, "The rulebook is clear here.", move)


def after(games: Games, moves: int, **options: bool) -> UUID:
    """A running game after this many random moves."""
    opened = games.lobby.open_game(ANNA, "micro-dojo", options, 2, seed="7e" * 32)
    assert opened.game_id is not None
    for seat, who in enumerate(WHO):
        games.lobby.take_seat(who, opened.game_id, seat)
    random = Random(3)
    for _ in range(moves):
        play_one(games, opened.game_id, random)
    return opened.game_id


def holds(games: Games, game_id: UUID) -> bool:
    """Whether the record of a game is whole and follows from the rules."""
    return verify_record(games.stored.store.rows(game_id), game_id, games.stored.rulesets, Keyring(())).holds


def stands(games: Games, game_id: UUID, step: int | None = None) -> tuple[object, ...]:
    """How a game stands, now or after a step."""
    game = games.stored.current(game_id) if step is None else games.stored.at_step(game_id, step)
    assert game.state is not None
    return game.ruleset.encode_state(game.state), game.version, game.origin, game.digest, game.disputes


def refused(kind: type[KifuError], deed: Callable[[], object]) -> KifuError:
    with pytest.raises(kind) as error:
        deed()
    return error.value
