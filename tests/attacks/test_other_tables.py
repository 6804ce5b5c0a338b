"""Attacks on everything besides the events: read models, snapshots, players, answers, talk, seeds and imports."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from uuid import UUID

import pytest

from domain.application.audit import Audit
from domain.kernel.audience import ARBITER, SPECTATOR
from domain.proof.snapshot_seal import strip_seal
from domain.record.locked_seed import SeedLocked
from domain.record.talk import talk_id
from service.parts import build_projections
from tests.attacks.site import HERE, SNAPSHOT, Site, check
from tests.domain.application.playing import play_one
from tests.projections.running import carry
from tests.support.archives import FORMATS
from tests.support.rulesets import product_rulesets

pytestmark = pytest.mark.long

FALSE_LINE = """
INSERT INTO kifu_read.history SELECT at, position + 1, n, partition, kind, game_id FROM kifu_read.history WHERE n = 6
"""
GENUINE, KEYS = FORMATS / "micro-dojo-2.kifu", str(FORMATS / "keys.json")
GAME = UUID(json.loads(GENUINE.read_bytes().splitlines()[0])["game"])


@pytest.mark.parametrize(
    ("statement", "model"),
    [
        pytest.param("UPDATE kifu_read.standing SET wins = 999, games = 999", "leaderboard", id="11-leaderboard"),
        pytest.param("UPDATE kifu_read.score SET status = 'resigned'", "scores", id="11-scores"),
        pytest.param(FALSE_LINE, "history", id="11-history"),
        pytest.param("UPDATE kifu_read.game SET status = 'resigned'", "games", id="a-status"),
        pytest.param("UPDATE kifu.tracking SET position = position + 1", "history", id="events-passed-over"),
    ],
)
def test_11_a_read_model_that_the_role_of_the_service_changed_is_found(site: Site, statement: str, model: str) -> None:
    assert site.kifu("rebuild", "--check")[0] == 0
    site.sql_as_service(statement)
    if "tracking" in statement:
        with site.games() as games:
            play_one(games, site.game, Random(1))
        carry(site.url, build_projections(product_rulesets()))
    code, output = site.kifu("rebuild", "--check", model)
    assert (code, model in output) == (1, True), output
    check(site)


@pytest.mark.parametrize(
    ("statement", "model", "named"),
    [
        pytest.param(
            "ALTER TABLE kifu_read.standing ALTER COLUMN mean_points SET EXPRESSION AS (999)",
            "leaderboard", "the column mean_points of kifu_read.standing", id="31-standings",
        ),
        pytest.param(
            "ALTER TABLE kifu_read.game ALTER COLUMN to_move SET EXPRESSION AS ('{}'::integer[])",
            "games", "the column to_move of kifu_read.game", id="31-to-move",
        ),
        pytest.param(
            "ALTER TABLE kifu_read.player_record ALTER COLUMN together SET DEFAULT 5", "players",
            "the column together of kifu_read.player_record", id="31-a-default",
        ),
        pytest.param(
            "CREATE SCHEMA mine; ALTER TABLE kifu_read.standing SET SCHEMA mine; "
            "CREATE VIEW kifu_read.standing AS TABLE mine.standing; GRANT USAGE ON SCHEMA mine TO kifu_service; "
            "GRANT SELECT ON kifu_read.standing TO kifu_service",
            "leaderboard", "the view kifu_read.standing is not one", id="32-a-view",
        ),
    ],
)  # fmt: skip
def test_a_read_model_with_another_definition_is_found_and_made_anew(
    site: Site, statement: str, model: str, named: str
) -> None:
    site.sql(statement)
    code, output = site.kifu("rebuild", "--check", model)
    assert (code, named in output) == (1, True), output
    check(site, c=named, s=named)
    code, output = site.kifu("rebuild", model)
    assert code == 0, output
    assert site.kifu("rebuild", "--check", model)[0] == 0


def test_32_a_table_that_inherits_from_a_read_model_is_found_and_must_go_before_a_rebuild(site: Site) -> None:
    site.sql(
        "CREATE SCHEMA mine; CREATE TABLE mine.x () INHERITS (kifu_read.standing); "
        "INSERT INTO mine.x (ruleset, player, games, wins, shared_wins, points) "
        "VALUES ('micro-dojo', 'Cheat', 9, 9, 0, 99)"
    )
    code, output = site.kifu("rebuild", "--check", "leaderboard")
    assert (code, "standing has 1 row that the events do not give" in output) == (1, True), output
    named = "the table that inherits mine.x of kifu_read.standing"
    check(site, c=named, s=named)
    code, output = site.kifu("rebuild", "leaderboard")
    assert code == 2
    assert "Cannot drop table kifu_read.standing because other objects depend on it: table mine.x depends" in output
    site.sql("DROP SCHEMA mine CASCADE")
    assert site.kifu("rebuild", "leaderboard")[0] == 0
    assert site.kifu("rebuild", "--check", "leaderboard")[0] == 0


def write_snapshot(site: Site) -> None:
    """The snapshot of the running game gives seat 0 ten more points."""
    ((state,),) = site.sql("SELECT state FROM kifu.snapshot WHERE game_id = %s", site.played.long)
    richer = re.sub(
        rb'"points":\[(\d+)', lambda found: b'"points":[%d' % (int(found[1]) + 10), strip_seal(state), count=1
    )
    assert richer != strip_seal(state)
    site.sql("UPDATE kifu.snapshot SET state = %s WHERE game_id = %s", state[:33] + richer, site.played.long)


def insert_snapshot(site: Site) -> None:
    """A false snapshot after it, using only the rights of the service."""
    ((state,),) = site.sql("SELECT state FROM kifu.snapshot WHERE game_id = %s", site.played.long)
    last = site.rows(site.played.long)[SNAPSHOT].payload[-66:-2]
    richer = re.sub(
        rb'"points":\[(\d+)', lambda found: b'"points":[%d' % (int(found[1]) + 10), strip_seal(state), count=1
    )
    richer = richer.replace(b'"originator_version":100', b'"originator_version":101')
    richer = re.sub(rb'"digest":"[0-9a-f]{64}"(?!.*"digest")', b'"digest":"%s"' % last, richer)
    site.sql_as_service(
        "INSERT INTO kifu.snapshot SELECT partition, game_id, 101, topic, %s FROM kifu.snapshot WHERE game_id = %s",
        richer, site.played.long,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("deed", "version"), [pytest.param(write_snapshot, 100, id="18"), pytest.param(insert_snapshot, 101, id="18b")]
)
def test_18_a_false_snapshot_is_not_played_on_and_is_named(
    site: Site, deed: Callable[[Site], None], version: int
) -> None:
    with site.games() as games:
        before = games.queries.state(site.played.long, SPECTATOR)
    deed(site)
    with site.games() as games:
        assert games.queries.state(site.played.long, SPECTATOR) == before
    check(site, game=site.played.long, v=f"the snapshot of version {version} is not what the events")


def copy_to_another_version(site: Site) -> UUID:
    site.sql_as_service(
        "INSERT INTO kifu.snapshot SELECT partition, game_id, 50, topic, state FROM kifu.snapshot WHERE game_id = %s",
        site.played.long,
    )
    return site.played.long


def copy_to_another_game(site: Site) -> UUID:
    site.sql_as_service(
        "INSERT INTO kifu.snapshot SELECT e.partition, e.game_id, 50, s.topic, s.state FROM kifu.snapshot AS s, "
        "kifu.event AS e WHERE s.game_id = %s AND e.game_id = %s AND e.version = 1",
        site.played.long, site.played.finished,
    )  # fmt: skip
    return site.played.finished


@pytest.mark.parametrize(
    "deed", [pytest.param(copy_to_another_version, id="18c-version"), pytest.param(copy_to_another_game, id="18c-game")]
)
def test_18_a_genuine_snapshot_in_another_place_is_not_played_on_and_is_named(
    site: Site, deed: Callable[[Site], UUID]
) -> None:
    game = deed(site)
    was_taken = f"for version 50 was taken of version {SNAPSHOT} of game {site.played.long}"
    check(site, game=game, v=was_taken)


def test_an_answer_that_the_role_of_the_service_puts_in_the_place_of_one_to_come_has_no_genuine_receipt(
    site: Site,
) -> None:
    """The first request with the key gets the false answer, and nothing is played."""
    with site.client() as client:
        anna, bela = (site.person(client, name) for name in ("anna", "bela"))
        seat, move = next(
            (seat, choice["moves"][0]["move"])
            for seat, person in enumerate((anna, bela))
            for choice in person.get(f"/v1/games/{site.game}/legal-moves?seat={seat}").get_json()["choices"]
        )
        mover, path = (anna, bela)[seat], f"/v1/games/{site.game}/moves"
        true = mover.post(path, {"seat": seat, "move": move}, Idempotency_Key="first").get_json()
        ((digest,),) = site.sql("SELECT digest FROM kifu.idempotency WHERE key = 'first'")
        false = json.dumps({**true, "receipt": {**true["receipt"], "digest": "00" * 32}})
        site.sql_as_service(
            "INSERT INTO kifu.idempotency (owner, key, digest, status, body) VALUES (%s, 'second', %s, 201, %s)",
            f"player:{mover.name}", digest, false.encode(),
        )  # fmt: skip
        told = mover.post(path, {"seat": seat, "move": move}, Idempotency_Key="second")
        assert told.status_code == 201
        checked = client.post("/v1/receipts/check", json=told.get_json()["receipt"]).get_json()
        assert checked["verdict"] == "not-genuine"


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        pytest.param(
            "UPDATE kifu.event AS e SET payload = replace(e.payload, encode(v.seal, 'hex'), repeat('0', 64)) "
            "FROM kifu.personal_value AS v "
            "WHERE v.value = 'Likewise.' AND strpos(e.payload, encode(v.seal, 'hex')) > 0",
            "Fault (talk): message 2",
            id="a-message-changed",
        ),
        pytest.param(
            "DELETE FROM kifu.event AS e USING kifu.personal_value AS v "
            "WHERE v.value = 'Likewise.' AND strpos(e.payload, encode(v.seal, 'hex')) > 0",
            "Fault (talk): message", id="a-message-deleted",
        ),
    ],
)  # fmt: skip
def test_a_change_of_the_talk_is_named(site: Site, statement: str, named: str) -> None:
    site.sql(statement)
    assert any(named in line for line in site.v())
    assert site.c()


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param(
            "ALTER TABLE kifu.personal_value DISABLE TRIGGER append_only; "
            "UPDATE kifu.personal_value SET value = 'I resign.' WHERE value = 'Likewise.'",
            id="changed",
        ),
        pytest.param("DELETE FROM kifu.personal_value WHERE value = 'Likewise.'", id="deleted-without-a-note"),
    ],
)
def test_a_change_of_the_text_of_a_message_is_named(site: Site, statement: str) -> None:
    site.sql(statement)
    assert any("Fault (talk): message 2" in line for line in site.v())


def test_all_messages_of_a_game_that_are_gone_leave_a_gap(site: Site) -> None:
    site.sql("DELETE FROM kifu.event WHERE game_id = %s", talk_id(site.game))
    assert site.s()
    assert site.c()


def test_a_refused_move_that_was_invented_is_found_by_nothing(site: Site) -> None:
    """Refused moves are never recorded as events; no score and no state depends on them."""
    site.sql_as_service(
        "INSERT INTO kifu.refused_move (partition, game_id, seat, player, move, clause, why, at) SELECT partition, "
        "game_id, 0, 'anna', '{}', NULL, 'Invented.', (payload::jsonb ->> 'timestamp')::timestamptz - interval '1 us' "
        f"FROM kifu.event {HERE}",
        site.game, 9,
    )  # fmt: skip
    with site.games() as games:
        assert [
            one.why for one in Audit(games.stored, games.queries, site.keyring).step(site.game, 6, ARBITER).refused
        ] == ["Invented."]
    check(site)


def test_the_encrypted_seed_of_another_game_does_not_open(site: Site) -> None:
    swap = (
        "UPDATE kifu.event AS e SET payload = replace(e.payload, e.payload::jsonb ->> 'seed', "
        "o.payload::jsonb ->> 'seed') FROM kifu.event AS o "
        "WHERE e.game_id = %s AND e.version = 1 AND o.game_id = %s AND o.version = 1"
    )
    site.sql(swap, site.game, site.played.neighbour)
    assert any("Fault (chain): version 1" in line for line in site.v())
    with site.games() as games, pytest.raises(SeedLocked):
        play_one(games, site.game, Random(1))


def test_another_seed_for_a_game_that_is_over_needs_a_disabled_trigger_and_is_not_taken(site: Site) -> None:
    site.sql("ALTER TABLE kifu.opened_seed DISABLE TRIGGER ALL")
    site.sql("UPDATE kifu.opened_seed SET seed = sha256('other') WHERE game_id = %s", site.played.finished)
    assert any("the trigger opened_seed_promised of kifu.opened_seed is disabled" in line for line in site.s())
    assert site.v(site.played.finished) == []
    (site.data / "keys" / "seed.keys").unlink()
    assert any("version 1" in line for line in site.v(site.played.finished))


def import_genuine(site: Site) -> None:
    code, output = site.kifu("import", str(GENUINE), "--keys", KEYS)
    assert code == 0, output
    assert site.s() == []


NOTE_GONE = "ALTER TABLE kifu.imported DISABLE TRIGGER ALL; DELETE FROM kifu.imported; "
ON_AGAIN = "; ALTER TABLE kifu.imported ENABLE TRIGGER ALL"


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        pytest.param(
            "ALTER TABLE kifu.imported DISABLE TRIGGER ALL; UPDATE kifu.imported SET time = '2020-01-01T00:00:00Z'"
            + ON_AGAIN, "Fault (import", id="26",
        ),
        pytest.param(NOTE_GONE + ON_AGAIN[2:], "Fault (receipts)", id="26b"),
        pytest.param(
            f"UPDATE kifu.event SET receipt = NULL WHERE game_id = '{GAME}' AND version = 9", "Fault (import", id="27"
        ),
    ],
)  # fmt: skip
def test_a_change_of_an_import_is_named(site: Site, statement: str, named: str) -> None:
    import_genuine(site)
    assert site.v(GAME) == []
    site.sql(statement)
    found = site.v(GAME)
    assert any(named in line for line in found), found
    assert any(f"game {GAME}: " in line for line in site.c())
