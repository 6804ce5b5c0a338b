"""A reader of the database cannot predict outcomes: seeds of running games are encrypted under a key outside it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from uuid import UUID

import msgspec
import psycopg
import pytest

from domain.application.audit import Audit
from domain.application.games import Games
from domain.archive import reading
from domain.kernel.audience import ARBITER, SPECTATOR
from domain.proof.receipts import Keyring
from domain.record.events import GameOpened
from domain.record.locked_seed import SeedLocked, key_id
from domain.verification.record import Verification, verify_archive
from eventstore.postgres.role import url_for_service
from tests.domain.application.playing import ANNA, new_game, play_one, play_to_the_end
from tests.domain.application.test_secrets import disguises
from tests.kifu.command import kifu
from tests.support.archives import split_lines
from tests.support.rulesets import product_rulesets

OLD, NEW = bytes(range(32)), bytes(range(1, 33))
WITH_KEYS = Callable[..., Games]


def everything_stored(url: str) -> list[str]:
    """Every row of every table of the database, as text."""
    tables = "SELECT format('%I.%I', schemaname, tablename) FROM pg_tables WHERE schemaname IN ('kifu', 'kifu_read')"
    with psycopg.connect(url) as connection:
        names = [name for (name,) in connection.execute(tables)]
        assert len(names) > 15
        return [row for name in names for (row,) in connection.execute(f"SELECT t::text FROM {name} AS t")]


def verified(games: Games, game_id: UUID) -> Verification:
    return Audit(games.stored, games.queries, Keyring(())).verification(game_id, None, arbiter=True)


def archived(games: Games, game_id: UUID) -> bytes:
    return Audit(games.stored, games.queries, Keyring(())).archive(game_id, SPECTATOR)


def test_the_database_of_a_running_game_tells_no_seed(process: WITH_KEYS, database_url: str) -> None:
    games, random = process(OLD), Random(1)
    game_id = games.lobby.open_game(ANNA, "daimyo", {}, 3).game_id
    for seat in range(3):
        games.lobby.take_seat(ANNA, game_id, seat, f"entropy of {seat}")
    while games.stored.current(game_id).version < 104:
        (choice, *_) = games.queries.legal_moves(game_id, ARBITER).choices
        legal = random.choice(choice.moves or choice.suggestions)
        games.recording.play(ANNA, game_id, choice.seat, msgspec.json.encode(legal.move))
    game = games.stored.current(game_id)
    rows = everything_stored(database_url)
    assert any("game-snapshot" in row and str(game_id) in row for row in rows)
    assert any(f"locked:1:{key_id(OLD)}:" in row for row in rows)
    forms = [form for seed in (game.secret, game.seed) for form in disguises(seed)]
    texts = [form.decode("latin1") for form in forms]
    # Bytes are shown in hexadecimal digits, so hexadecimal text in a bytea appears as digits of digits.
    texts += [text.encode("latin1").hex() for text in texts]
    assert [text for text in texts for row in rows if text in row] == []
    again = process(OLD).stored.current(game_id)
    assert (again.secret, again.draws) == (game.secret, game.draws)
    assert again.ruleset.encode_state(again.position) == game.ruleset.encode_state(game.position)
    assert verified(process(OLD), game_id).holds


def test_when_the_game_ends_its_seed_is_opened_and_no_key_is_needed_any_more(process: WITH_KEYS) -> None:
    games = process(OLD)
    game_id = new_game(games, movement="2B")
    play_to_the_end(games, game_id, Random(2))
    without = process()
    assert without.queries.describe(game_id).seed == games.stored.current(game_id).secret.hex()
    assert verified(without, game_id).holds
    assert without.queries.chance(game_id, SPECTATOR) == games.queries.chance(game_id, SPECTATOR)
    file = archived(without, game_id)
    assert b"locked:" not in file
    archive = reading.parse_archive(split_lines(file))
    assert verify_archive(archive, product_rulesets(), Keyring(())).holds


def test_a_game_that_was_resigned_discloses_its_seed_too(process: WITH_KEYS) -> None:
    games = process(OLD)
    game_id = new_game(games)
    games.recording.resign(ANNA, game_id, 0)
    assert process().queries.describe(game_id).seed == games.stored.current(game_id).secret.hex()
    assert verified(process(), game_id).holds


def test_without_its_key_a_running_game_is_read_but_not_played_and_says_which_key_is_missing(
    process: WITH_KEYS,
) -> None:
    games = process(OLD)
    game_id = new_game(games, movement="1A")
    seen = games.queries.state(game_id, SPECTATOR)
    for keys in ((), (NEW,)):
        without = process(*keys)
        assert without.queries.state(game_id, SPECTATOR) == seen
        assert without.queries.describe(game_id).seed is None
        for refused in (
            lambda games=without: play_one(games, game_id, Random(1)),
            lambda games=without: games.queries.chance(game_id, SPECTATOR),
            lambda games=without: archived(games, game_id),
        ):
            with pytest.raises(SeedLocked, match=f"under the key {key_id(OLD)}") as problem:
                refused()
            assert "seed.keys" in problem.value.detail
        found = verified(without, game_id)
        assert (found.holds, found.rules) == (False, None)
        assert found.chain.fault is not None
        assert (found.chain.fault.version, f"the key {key_id(OLD)}" in found.chain.fault.why) == (1, True)
    play_one(process(OLD), game_id, Random(1))


def test_after_a_rotation_old_games_go_on_and_new_ones_take_the_new_key(process: WITH_KEYS) -> None:
    before = new_game(process(OLD), movement="1A")
    games = process(OLD, NEW)
    after = new_game(games, movement="1A")
    assert dict(games.stored.store.locked_seeds()) == {key_id(OLD): 1, key_id(NEW): 1}
    for game_id in (before, after):
        play_one(games, game_id, Random(3))
        assert verified(games, game_id).holds
    games.recording.resign(ANNA, before, 0)
    assert dict(games.stored.store.locked_seeds()) == {key_id(NEW): 1}
    assert verified(process(NEW), before).holds
    with pytest.raises(SeedLocked):
        play_one(process(OLD), after, Random(3))


def test_the_locked_seed_of_another_game_is_not_taken(process: WITH_KEYS, database_url: str) -> None:
    games = process(OLD)
    one, other = new_game(games), new_game(games)
    with psycopg.connect(database_url, autocommit=True) as owner:
        locked = "substring(payload FROM 'locked:1:[0-9a-f:]+')"
        ((foreign,),) = owner.execute(f"SELECT {locked} FROM kifu.event WHERE game_id = %s AND version = 1", [other])
        swap = f"UPDATE kifu.event SET payload = replace(payload, {locked}, %s) WHERE game_id = %s AND version = 1"
        owner.execute(swap, [foreign, one])
    with pytest.raises(SeedLocked, match="or the record was changed"):
        play_one(process(OLD), one, Random(1))
    assert not verified(process(OLD), one).holds
    assert verified(process(OLD), other).holds


def test_no_other_seed_can_be_stored_as_the_opened_one(process: WITH_KEYS, database_url: str) -> None:
    games = process(OLD)
    game_id = new_game(games)
    values = [games.stored.store.partition_of(game_id), game_id, bytes(32)]
    with psycopg.connect(url_for_service(database_url), autocommit=True) as service:
        with pytest.raises(psycopg.errors.CheckViolation, match="has not committed to this seed"):
            service.execute("INSERT INTO kifu.opened_seed VALUES (%s, %s, %s)", values)
        for change in ("UPDATE kifu.opened_seed SET seed = ''", "DELETE FROM kifu.opened_seed"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                service.execute(change)


def test_games_of_before_and_teaching_games_have_their_seeds_in_the_clear_and_go_on(process: WITH_KEYS) -> None:
    old = new_game(process(), movement="1A")
    games = process(OLD)
    teaching = new_game(games, seed="07" * 32)
    assert list(games.stored.store.locked_seeds()) == []
    for game_id in (old, teaching):
        play_one(games, game_id, Random(1))
        assert verified(process(), game_id).holds
        opened = process().stored.recorded_events(game_id)[0]
        assert isinstance(opened, GameOpened)
        assert len(opened.seed) == 64
    games.recording.resign(ANNA, old, 0)
    assert verified(process(), old).holds


@pytest.mark.long
def test_kifu_chance_lists_the_keys_and_names_one_that_is_missing(
    process: WITH_KEYS, database_url: str, tmp_path: Path
) -> None:
    new_game(process(OLD))
    there = kifu(
        "chance", "--keys", data=tmp_path, KIFU_DATABASE_URL=database_url, KIFU_SEED_KEYS=f"{OLD.hex()},{NEW.hex()}"
    )
    assert (there.exit_code, there.err) == (0, "")
    assert re.search(rf"{key_id(OLD)} . kept +. +1 ", there.out)
    assert re.search(rf"{key_id(NEW)} . in use +. +0 ", there.out)
    gone = kifu("chance", "--keys", data=tmp_path, KIFU_DATABASE_URL=database_url)
    assert gone.exit_code == 1
    assert "MISSING" in gone.out
    assert "1 game can be read but not played: put the missing keys back" in gone.err
