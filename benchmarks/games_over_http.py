"""Whole games as requests, prepared before the clock starts."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeAlias

import msgspec

from benchmarks.load import post
from benchmarks.service import Service
from domain.kernel.bots import suggest_any
from domain.kernel.chance import Chance
from domain.kernel.ruleset import AnyRuleset
from domain.kernel.table import State

SeedOf: TypeAlias = Callable[[str], bytes]
"""Returns the seed of all chance of a game whose seats are taken."""
SentMove: TypeAlias = tuple[int, bytes]
"""The seat that moves, and the body of its request."""


def prepare(
    service: Service,
    ruleset: AnyRuleset,
    tokens: list[str],
    seed: int,
    limit: int | None = None,
    options: dict[str, object] | None = None,
    seed_of: SeedOf | None = None,
) -> tuple[str, list[bytes]]:
    """Open a game with a known seed, and a seat for each of the tokens.

    The seed of chance is `seed` too, or the service's secret one if `seed_of` finds it. Returns the id of the game, and
    the requests of its first `limit` moves.
    """
    game_id = open_game(service, ruleset.id, tokens, None if seed_of is not None else seed, options)
    secret = seed_of(game_id) if seed_of is not None else seed.to_bytes(32)
    return game_id, requests(game_id, tokens, choose_moves(ruleset, len(tokens), secret, seed, limit, options))


def open_game(
    service: Service, ruleset: str, tokens: list[str], seed: int | None, options: dict[str, object] | None = None
) -> str:
    """Open a game with a seat for each of the tokens and return its id; without a `seed` it has a secret one."""
    opening = {"ruleset": ruleset, "seats": len(tokens), "options": options or {}}
    if seed is not None:
        opening["seed"] = f"{seed:064x}"
    game_id = str(service.call("POST", "/v1/games", opening, tokens[0])["id"])
    for seat, token in enumerate(tokens):
        service.call("POST", f"/v1/games/{game_id}/seats", {"seat": seat}, token)
    return game_id


def requests(game_id: str, tokens: list[str], moves: list[SentMove]) -> list[bytes]:
    """Return the requests that play these moves in a game."""
    return [post(f"/v1/games/{game_id}/moves", body, tokens[seat]) for seat, body in moves]


def choose_moves(
    ruleset: AnyRuleset,
    seats: int,
    secret: bytes,
    seed: int,
    limit: int | None = None,
    options: dict[str, object] | None = None,
) -> list[SentMove]:
    """Play a game at random by `seed`, with the chance of the `secret` seed, and return its first `limit` moves."""
    chance = Chance(secret)
    state = ruleset.open(ruleset.parse_options(options or {}), seats, chance).state
    return _moves(ruleset, state, chance, seed, limit)


def _moves(ruleset: AnyRuleset, state: State, chance: Chance, seed: int, limit: int | None) -> list[SentMove]:
    pick = random.Random(seed)
    moves: list[SentMove] = []
    draws = 0
    while state.result is None and len(moves) != limit:
        listed = suggest_any(state, ruleset.choices(state))
        choice, legal = listed.choice, listed.answers
        move = pick.choice(legal)
        moves.append((choice.seat, msgspec.json.encode({"seat": choice.seat, "move": move})))
        draws += bool(chance.outcomes)
        state = ruleset.decide(state, choice.seat, move, chance.begin_step(draws + 1)).state
    return moves
