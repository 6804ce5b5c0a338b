"""No answer contains the secret seed of a game before it is over, and none tells future random outcomes."""

from __future__ import annotations

import base64
from random import Random
from uuid import UUID

import msgspec
import psycopg
import pytest

from domain.application.audit import Audit
from domain.application.commands import Request
from domain.application.games import Games
from domain.kernel.audience import ARBITER, SPECTATOR, seat_viewer
from domain.kernel.errors import KifuError
from domain.proof.chain import commitment
from domain.proof.receipts import Keyring
from tests.domain.application.playing import WHO, body, keyed, legal, mover, new_game, play_one

VIEWERS = (SPECTATOR, seat_viewer(0), seat_viewer(1), seat_viewer(0, 1), ARBITER)


def seed_of(games: Games, game_id: UUID) -> bytes:
    return bytes.fromhex(games.stored.current(game_id).opened.seed)


def disguises(seed: bytes) -> list[bytes]:
    """The forms in which a seed, or half of it, might slip out."""
    halves = (seed, seed[:16], seed[16:])
    forms = [*(half.hex().encode() for half in halves), *(half.hex().upper().encode() for half in halves)]
    forms += [base64.b64encode(seed).rstrip(b"=")[:-1], str(int.from_bytes(seed, "big")).encode()]
    return [*forms, seed, str(list(seed)).encode(), msgspec.json.encode(list(seed))]


def everything_told(games: Games, game_id: UUID) -> list[bytes]:
    """Everything that the application tells every viewer about a running game, errors included."""
    said: list[object] = [games.queries.describe(game_id)]
    audit = Audit(games.stored, games.queries, Keyring(()))
    for viewer in VIEWERS:
        said += [
            games.queries.state(game_id, viewer),
            games.queries.legal_moves(game_id, viewer),
            games.queries.steps(game_id, viewer),
        ]
        said.append(games.queries.chance(game_id, viewer))
        said += [games.queries.state_at(game_id, n, viewer) for n in (1, games.queries.describe(game_id).step)]
        said += [audit.step(game_id, n, viewer) for n in (1, games.queries.describe(game_id).step)]
        said.append(audit.archive(game_id, viewer).decode())
    said += [audit.verification(game_id, by, arbiter) for by, arbiter in ((None, False), ("anna", False), (None, True))]
    seat = mover(games, game_id)
    for move in (b'{"type":"end-turn"}', b'{"type":"move-meeple","meeple":"sumo","to":5}', b'{"type":"no"}'):
        for who, place in ((WHO[seat], seat), (WHO[1 - seat], 1 - seat), (Request(None), seat)):
            said.append(_outcome(lambda m=move, w=who, p=place: games.queries.explain(w, game_id, p, m)))
    for version in (1, 99):
        stale = Request(WHO[seat].by, if_version=version)
        said.append(_outcome(lambda s=stale: games.recording.play(s, game_id, seat, b'{"type":"end-turn"}')))
    said.append(_outcome(lambda: games.recording.take_back(WHO[1 - seat], game_id, 1 - seat)))
    said.append(_outcome(lambda: games.lobby.open_game(Request("x"), "micro-dojo", {}, 2, seed="0")))
    return [msgspec.json.encode(one) for one in said]


def _outcome(call: object) -> object:
    try:
        return call()
    except KifuError as error:
        return [error.code, error.detail, str(error), error.extra]


@pytest.mark.parametrize("movement", ["none", "1B"])
def test_nothing_that_is_said_of_a_running_game_contains_its_seed(games: Games, movement: str) -> None:
    game_id = new_game(games, movement=movement)
    random = Random(5)
    answers = [body(play_one(games, game_id, random)) for _ in range(6)]
    forms = disguises(seed_of(games, game_id))
    told = [*answers, *everything_told(games, game_id)]
    assert len(told) > 30
    assert [form for form in forms for text in told if form in text] == []


def test_the_search_would_find_a_seed(games: Games) -> None:
    game_id = new_game(games)
    seed = seed_of(games, game_id)
    leaked = msgspec.json.encode({"oops": seed.hex()}), msgspec.json.encode(list(seed)), base64.b64encode(seed)
    assert all(any(form in text for form in disguises(seed)) for text in leaked)


def test_the_store_holds_the_seed_in_the_opening_of_the_game_only(games: Games, database_url: str) -> None:
    game_id = new_game(games)
    seat = mover(games, game_id)
    move = legal(games, game_id, seat)[0]
    games.recording.play(keyed(WHO[seat].by, "k", 1), game_id, seat, move)
    _outcome(lambda: games.recording.play(WHO[seat], game_id, seat, b'{"type":"donate","resource":"gold"}'))
    seed = seed_of(games, game_id).hex()
    with psycopg.connect(database_url) as connection:
        events = connection.execute("SELECT version, payload FROM kifu.event ORDER BY version").fetchall()
        others = [
            connection.execute(f"SELECT row_to_json(t)::text FROM kifu.{table} t").fetchall()
            for table in ("idempotency", "refused_move")
        ]
    assert [version for version, payload in events if seed in payload] == [1]
    assert all(rows for rows in others)
    assert not any(seed in text for rows in others for (text,) in rows)


def test_the_commitment_is_told_at_the_opening_and_the_seed_when_the_game_is_over(games: Games) -> None:
    game_id = new_game(games)
    info = games.queries.describe(game_id)
    assert (info.seed, info.teaching) == (None, False)
    assert info.commitment == commitment(seed_of(games, game_id))
    games.recording.resign(WHO[0], game_id, 0)
    over = games.queries.describe(game_id)
    assert commitment(bytes.fromhex(over.seed)) == over.commitment == info.commitment


def test_a_teaching_game_says_so_tells_its_seed_and_can_be_reproduced(games: Games) -> None:
    seed = "ab" * 32
    one, other = new_game(games, seed=seed), new_game(games, seed=seed)
    assert (games.queries.describe(one).teaching, games.queries.describe(one).seed) == (True, seed)
    assert games.queries.state(one, SPECTATOR).state == games.queries.state(other, SPECTATOR).state
    assert games.queries.state(one, SPECTATOR).state != games.queries.state(new_game(games), SPECTATOR).state


def test_games_opened_without_a_seed_get_seeds_of_their_own(games: Games) -> None:
    seeds = {seed_of(games, new_game(games)) for _ in range(5)}
    assert len(seeds) == 5
    assert all(len(seed) == 32 for seed in seeds)
