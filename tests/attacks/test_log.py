"""Attacks on the signed log and its file, alone or together with the events; numbered as in docs/tampering.md."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec
import psycopg
import pytest

from domain.application.audit import Audit
from domain.proof.checkpoints import leaf_hash
from domain.proof.receipts import Receipt
from tests.attacks.site import Site, check, copy_folder
from tests.attacks.test_events import NOT_THERE, other_request
from tests.domain.application.playing import play_one, said
from tests.support.databases import create_database, database_name, drop_database

pytestmark = pytest.mark.long

GONE = "checkpoints.ndjson has no heads, though it was kept from"
LOG = ("log_tile", "tree_head", "logged_heads")


def truncate(site: Site, *tables: str) -> None:
    """Empty those of these tables that exist."""
    for table in tables:
        if site.sql("SELECT to_regclass(%s)", f"kifu.{table}") != [(None,)]:
            site.sql(f"TRUNCATE kifu.{table}")


def with_tiles(site: Site) -> None:
    site.rechain(other_request, signed=True)
    for position, version, digest in site.sql(
        "SELECT position, version, encode(digest, 'hex') FROM kifu.event WHERE game_id = %s AND version > 8", site.game
    ):
        site.sql(
            "UPDATE kifu.log_tile SET hashes = overlay(hashes PLACING %s FROM %s) "
            "WHERE partition = %s AND level = 0 AND index = 0 AND octet_length(hashes) >= %s",
            leaf_hash(site.game, version, digest), (position - 1) * 32 + 1, site.partition, position * 32,
        )  # fmt: skip


def with_tiles_and_heads(site: Site) -> None:
    """Everything in the database is made to fit, and signed with the stolen key."""
    site.rechain(other_request, signed=True)
    kept = site.file.read_bytes()
    truncate(site, *LOG, "checkpoint_file")
    site.file.unlink()
    assert site.s() == []
    site.file.write_bytes(kept)


def tiles_truncated(site: Site) -> None:
    truncate(site, "log_tile")


def heads_truncated(site: Site) -> None:
    truncate(site, "tree_head")


def log_truncated(site: Site) -> None:
    truncate(site, *LOG)


def file_emptied(site: Site) -> None:
    site.file.write_bytes(b"")


def roots_of_the_file(site: Site) -> None:
    site.file.write_bytes(re.sub(rb'"root":"..', b'"root":"00', site.file.read_bytes()))


def file_and_log_emptied(site: Site) -> None:
    log_truncated(site)
    file_emptied(site)


def last_line_of_the_file(site: Site) -> None:
    lines = site.file.read_bytes().splitlines(keepends=True)
    last = max(n for n, line in enumerate(lines) if b'"partition":%d,' % site.partition in line)
    site.file.write_bytes(b"".join(lines[:last] + lines[last + 1 :]))


@pytest.mark.parametrize(
    ("deed", "v", "c", "s", "r"),
    [
        pytest.param(
            with_tiles, "the log was changed here", "the log was changed here",
            "does not begin with the 24 signed in the table", NOT_THERE, id="08a",
        ),
        pytest.param(
            with_tiles_and_heads, "not those of the checkpoint that was kept", "not those of the checkpoint kept",
            "does not begin with the 24 signed in the file", NOT_THERE, id="08b",
        ),
        pytest.param(heads_truncated, None, "its checkpoints are gone from the database",
            "heads are gone", None, id="14"),
        pytest.param(
            tiles_truncated, "the log cannot show the event", "the log cannot show the event", "hashes are missing",
            None, id="15",
        ),
        pytest.param(
            log_truncated, None, "its checkpoints are gone from the database", "Log of heads REFUSED", None, id="15b"
        ),
        pytest.param(file_emptied, None, GONE, GONE, None, id="16a"),
        pytest.param(roots_of_the_file, "is not genuine", "is not genuine", "is not genuine", None, id="16b"),
        pytest.param(file_and_log_emptied, None, GONE, GONE, None, id="16c"),
        pytest.param(
            last_line_of_the_file, None, None, "the file lacked the head of 24 events", None, id="a-last-line"
        ),
    ],
)  # fmt: skip
def test_a_change_of_the_log_is_found(
    site: Site, deed: Callable[[Site], None], v: str | None, c: str | None, s: str | None, r: str | None
) -> None:
    deed(site)
    check(site, v=v, c=c, s=s, r=r)


def test_08c_a_log_signed_anew_with_its_file_is_found_by_receipts_and_by_a_head_that_was_kept_elsewhere(
    site: Site,
) -> None:
    elsewhere = site.file.rename(site.data / "elsewhere.ndjson")
    site.rechain(other_request, signed=True)
    truncate(site, *LOG, "checkpoint_file")
    assert site.s() == []
    check(site, r=NOT_THERE)
    (fault,) = site.v(site.game, "--checkpoints", str(elsewhere))
    assert "are not those of the checkpoint that was kept outside the database" in fault


def test_28_an_old_backup_of_database_and_file_is_found_by_receipts_and_by_a_head_that_was_kept_elsewhere(
    site: Site, postgres_url: str, tmp_path: Path
) -> None:
    name = site.url.partition("@/")[2].partition("?")[0]
    backup = create_database(postgres_url, database_name(), name)
    folder = copy_folder(site.data, tmp_path / "backup")
    with site.games() as games:
        later = [said(play_one(games, site.game, Random(1)))["receipt"] for _ in range(2)]
    assert site.s() == []
    restored = Site(site.played, backup, folder, site.seen)
    try:
        check(restored)
        with restored.games() as games:
            audit = Audit(games.stored, games.queries, restored.keyring)
            verdicts = [audit.check(msgspec.convert(receipt, Receipt)).verdict for receipt in later]
        assert restored.note("R", verdicts) == [NOT_THERE] * 2
        found = restored.v(site.game, "--checkpoints", str(site.file))
        assert any(
            "later steps, of this game or of another, are gone, or an old backup was restored" in one for one in found
        )
    finally:
        drop_database(backup)


def test_an_old_backup_of_the_database_alone_is_found(site: Site, postgres_url: str) -> None:
    name = site.url.partition("@/")[2].partition("?")[0]
    backup = create_database(postgres_url, database_name(), name)
    with site.games() as games:
        play_one(games, site.game, Random(1))
    assert site.s() == []
    restored = Site(site.played, backup, site.data)
    try:
        check(restored, v="an old backup was restored", c="the database ends with the checkpoint of 24", s="REFUSED")
    finally:
        drop_database(backup)


FALSE_TILE = "INSERT INTO kifu.log_tile VALUES (%s, 0, 0, 25, sha256('')), (%s, 0, 0, 30, sha256(''))"
EARLY = """
SELECT kifu.add_hashes(%s::smallint, 0::smallint, 0, width, hashes) FROM (
    SELECT 25::smallint AS width, sha256('\\x00' || convert_to(format(
               E'kifu leaf 1\\ngame %%s\\nversion %%s\\ndigest %%s\\n', game_id, version, encode(digest, 'hex')),
           'UTF8')) AS hashes
      FROM kifu.event WHERE partition = %s AND position = 25) AS new
"""


def test_the_role_of_the_service_adds_no_hash_that_does_not_follow_from_the_events(site: Site) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        site.sql_as_service(FALSE_TILE, site.partition, site.partition)
    for index, width, hashes in ((0, 25, b"\x01" * 32), (0, 26, b"\x01" * 32), (1, 1, b"\x01" * 32), (0, 25, b"\x01")):
        with pytest.raises(psycopg.errors.CheckViolation):
            site.sql_as_service(
                "SELECT kifu.add_hashes(%s::smallint, 0::smallint, %s, %s::smallint, %s)",
                site.partition, index, width, hashes,
            )  # fmt: skip
    check(site)


def test_true_hashes_that_the_role_of_the_service_adds_too_early_stop_no_signing(site: Site) -> None:
    with site.games() as games:
        for _ in range(3):
            play_one(games, site.played.neighbour, Random(1))
    site.sql_as_service(EARLY, site.partition, site.partition)
    assert site.sql("SELECT max(width) FROM kifu.log_tile WHERE partition = %s", site.partition) == [(25,)]
    check(site)
    assert site.kifu("checkpoint") == (0, "Nothing has been recorded since the last checkpoint.\n")


def test_a_false_head_of_the_role_of_the_service_is_passed_over_and_named(site: Site) -> None:
    site.sql_as_service(
        "INSERT INTO kifu.tree_head VALUES (%s, 999, sha256(''), '2026-01-01T00:00:00Z', 'mine', %s)",
        site.partition, bytes(64),
    )  # fmt: skip
    check(site, c="is passed over", s="is passed over")
    with site.games() as games:
        play_one(games, site.game, Random(1))
    assert f"Partition {site.partition}: 25 events" in site.kifu("checkpoint")[1]


ERASE = """
DELETE FROM kifu.event WHERE game_id = %(game)s;
WITH place AS (SELECT game_id, version, row_number() OVER (ORDER BY position) AS n FROM kifu.event
                WHERE partition = %(at)s)
UPDATE kifu.event AS e SET position = 1000000 + n FROM place
 WHERE e.partition = %(at)s AND e.game_id = place.game_id AND e.version = place.version;
UPDATE kifu.event SET position = position - 1000000 WHERE partition = %(at)s;
UPDATE kifu.feed_head SET position = (SELECT count(*) FROM kifu.event WHERE partition = %(at)s)
 WHERE partition = %(at)s;
DELETE FROM kifu.snapshot WHERE game_id = %(game)s;
TRUNCATE kifu.log_tile, kifu.tree_head, kifu.logged_heads, kifu.checkpoint_file, kifu.cosignature;
DELETE FROM kifu.tracking
"""


def test_39_a_game_that_is_erased_with_everything_inside_that_knows_of_it_is_found_by_its_receipts(
    site: Site, tmp_path: Path
) -> None:
    kept = site.file.read_bytes()
    with psycopg.connect(site.url, autocommit=True, cursor_factory=psycopg.ClientCursor) as connection:
        connection.execute("SET session_replication_role = replica")
        connection.execute(ERASE.encode(), {"game": site.game, "at": site.partition})
    site.file.unlink()
    # Rows of read models that contradict the events are found, unless the attacker rebuilds them.
    assert site.kifu("rebuild", "--check", "history")[0] == 1
    assert site.kifu("rebuild")[0] == 0
    check(site, r="not-in-history", game=site.played.neighbour)
    site.file.with_name("kept.ndjson").write_bytes(kept)
    options = ("--checkpoints", str(site.file.with_name("kept.ndjson")))
    assert site.v(site.played.neighbour, *options) != []
