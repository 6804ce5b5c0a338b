"""Whole games as the requests that play them: prepared before the clock starts."""

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
"""Tells the seed of all chance of a game whose seats are taken."""


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

    The seed of chance is `seed` too, or the secret one of the service where `seed_of` finds it out. Returns the id of
    the game, and the requests of its first `limit` moves.
    """
    opening = {"ruleset": ruleset.id, "seats": len(tokens), "options": options or {}}
    if seed_of is None:
        opening["seed"] = f"{seed:064x}"
    game_id = service.call("POST", "/v1/games", opening, tokens[0])["id"]
    for seat, token in enumerate(tokens):
        service.call("POST", f"/v1/games/{game_id}/seats", {"seat": seat}, token)
    path = f"/v1/games/{game_id}/moves"
    chance = Chance(seed_of(game_id) if seed_of is not None else seed.to_bytes(32))
    state = ruleset.open(ruleset.parse_options(options or {}), len(tokens), chance).state
    moves = _moves(ruleset, state, chance, seed, limit)
    return game_id, [post(path, body, tokens[seat]) for seat, body in moves]


def _moves(ruleset: AnyRuleset, state: State, chance: Chance, seed: int, limit: int | None) -> list[tuple[int, bytes]]:
    pick = random.Random(seed)
    moves: list[tuple[int, bytes]] = []
    draws = 0
    while state.result is None and len(moves) != limit:
        listed = suggest_any(state, ruleset.choices(state))
        choice, legal = listed.choice, listed.answers
        move = pick.choice(legal)
        moves.append((choice.seat, msgspec.json.encode({"seat": choice.seat, "move": move})))
        draws += bool(chance.outcomes)
        state = ruleset.decide(state, choice.seat, move, chance.begin_step(draws + 1)).state
    return moves
