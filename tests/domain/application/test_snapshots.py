"""No game is continued from a snapshot that this service did not seal, and verification names one that is false."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from uuid import UUID

import psycopg
import pytest

from domain.application.audit import Audit
from domain.application.stored.stored_games import SNAPSHOT_EVERY, Keys
from domain.kernel.audience import SPECTATOR
from domain.proof.snapshot_seal import FalseSeal, NoSeal, Unsealed, seal_state, strip_seal
from domain.record.events import GameSnapshot
from eventstore.postgres.role import url_for_service
from service.keys import signing
from service.parts import build_games
from service.settings import Settings
from tests.domain.application.logged import House, house
from tests.domain.application.playing import new_game, play_one

OTHER_KEY = bytes(32)
Told = list[tuple[UUID, int, type[Unsealed]]]


class Played(House):
    """A running game with one snapshot, as a process sees it for the first time."""

    game_id: UUID

    def play_past_the_snapshot(self) -> None:
        for seed in range(50):
            self.game_id, random = new_game(self.games, movement="1A", seed=f"{seed:064x}"), Random(seed)
            while (now := self.games.queries.describe(self.game_id)).to_move:
                if now.version == SNAPSHOT_EVERY + 2:
                    return
                play_one(self.games, self.game_id, random)
        raise AssertionError("every game ended too soon")

    def snapshot(self) -> tuple[int, bytes]:
        ((version, state),) = self.sql("SELECT version, state FROM kifu.snapshot WHERE game_id = %s", self.game_id)
        return version, bytes(state)

    def write(self, state: bytes) -> None:
        self.sql("UPDATE kifu.snapshot SET state = %s WHERE game_id = %s", state, self.game_id)

    def richer(self) -> bytes:
        """The JSON of the snapshot, with ten more points for seat 0."""
        plain = strip_seal(self.snapshot()[1])
        changed = re.sub(rb'"points":\[(\d+)', lambda found: b'"points":[%d' % (int(found[1]) + 10), plain, count=1)
        assert changed != plain
        return changed

    def seen_anew(self) -> tuple[object, Told]:
        """The table as a process with an empty cache sees it, and the snapshots that it refused."""
        told: Told = []
        key = signing.snapshot_key(Settings(data=self.data))
        games = build_games(
            self.games.stored.rulesets,
            self.url,
            1,
            Keys(snapshots=key),
            lambda *one: told.append((one[0], one[1], type(one[2]))),
        )
        with games:
            return games.queries.state(self.game_id, SPECTATOR), told

    def verification(self) -> tuple[bool, str | None]:
        found = Audit(self.games.stored, self.games.queries, self.keyring).verification(
            self.game_id, None, arbiter=True
        )
        assert found.snapshots is not None
        return found.holds, found.snapshots.fault.why if found.snapshots.fault else None


@pytest.fixture
def played(database_url: str, tmp_path: Path):
    with house(database_url, tmp_path) as opened:
        found = Played(opened.url, opened.data, opened.games, opened.signer, opened.keyring)
        found.play_past_the_snapshot()
        yield found


def test_a_game_is_continued_from_its_own_snapshot_which_the_events_give(played: Played) -> None:
    assert played.seen_anew() == (played.games.queries.state(played.game_id, SPECTATOR), [])
    assert played.verification() == (True, None)
    version, state = played.snapshot()
    assert version == SNAPSHOT_EVERY
    assert b"{" not in state[:1]


def insert_as_the_service(played: Played, state: bytes) -> None:
    """Add a snapshot after the genuine one, using only the rights of the service's role."""
    statement = (
        "INSERT INTO kifu.snapshot SELECT partition, game_id, version + 1, topic, %s FROM kifu.snapshot "
        "WHERE game_id = %s"
    )
    last = played.games.stored.store.rows(played.game_id, SNAPSHOT_EVERY + 1, SNAPSHOT_EVERY)[0].payload[-66:-2]
    state = state.replace(b'"originator_version":100', b'"originator_version":101')
    state = re.sub(rb'"digest":"[0-9a-f]{64}"(?!.*"digest")', b'"digest":"%s"' % last, state)
    with psycopg.connect(url_for_service(played.url)) as connection:
        connection.execute(statement.encode(), (state, played.game_id))


def test_a_snapshot_that_the_role_of_the_service_inserts_is_not_played_on_and_is_named(played: Played) -> None:
    insert_as_the_service(played, played.richer())
    table, told = played.seen_anew()
    assert table == played.games.queries.state(played.game_id, SPECTATOR)
    assert told == [(played.game_id, SNAPSHOT_EVERY + 1, NoSeal)]
    holds, why = played.verification()
    assert (holds, why) == (False, "the snapshot of version 101 is not what the events up to there add up to")
    code, output = played.kifu("verify", str(played.game_id))
    assert code == 1
    assert "Fault (snapshots): step 98 (version 101)" in output


def changed_behind_its_seal(played: Played) -> bytes:
    return played.snapshot()[1][:33] + played.richer()


def sealed_with_another_key(played: Played) -> bytes:
    return seal_state(OTHER_KEY, played.game_id, SNAPSHOT_EVERY, GameSnapshot.TOPIC, played.richer())


@pytest.mark.parametrize("change", [changed_behind_its_seal, sealed_with_another_key])
def test_a_changed_snapshot_is_not_played_on_and_is_named(played: Played, change: Callable[[Played], bytes]) -> None:
    played.write(change(played))
    assert played.seen_anew() == (
        played.games.queries.state(played.game_id, SPECTATOR),
        [(played.game_id, SNAPSHOT_EVERY, FalseSeal)],
    )
    assert played.verification()[0] is False


def test_a_snapshot_of_another_history_is_not_played_on(played: Played) -> None:
    key = signing.snapshot_key(Settings(data=played.data))
    assert key is not None
    plain = strip_seal(played.snapshot()[1])
    other = re.sub(rb'"digest":"[0-9a-f]{64}"(?!.*"digest")', b'"digest":"%s"' % (b"ab" * 32), plain)
    assert other != plain
    played.write(seal_state(key, played.game_id, SNAPSHOT_EVERY, GameSnapshot.TOPIC, other))
    assert played.seen_anew()[1] == [(played.game_id, SNAPSHOT_EVERY, FalseSeal)]


@pytest.mark.parametrize("state", [b"{}", b"", b"\x01", bytes(40)])
def test_what_is_no_snapshot_is_ignored(played: Played, state: bytes) -> None:
    played.write(state)
    assert played.seen_anew()[0] == played.games.queries.state(played.game_id, SPECTATOR)
    assert played.verification() == (True, None)


def test_an_earlier_snapshot_without_a_seal_is_ignored(played: Played) -> None:
    played.write(strip_seal(played.snapshot()[1]))
    assert played.seen_anew() == (
        played.games.queries.state(played.game_id, SPECTATOR),
        [(played.game_id, SNAPSHOT_EVERY, NoSeal)],
    )
    assert played.verification() == (True, None)


def test_a_process_without_the_key_reads_from_the_first_event(played: Played) -> None:
    with build_games(played.games.stored.rulesets, played.url, 1) as games:
        assert games.queries.state(played.game_id, SPECTATOR) == played.games.queries.state(played.game_id, SPECTATOR)
