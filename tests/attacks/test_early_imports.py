"""Imports older than the first checkpoint, as in databases from before 0.2.0."""

from __future__ import annotations

import json
from pathlib import Path
from uuid import UUID

import pytest

from domain.games.micro_dojo.ruleset import MicroDojo
from domain.rows import partition_of
from service.checkpoints.beginning import sign_beginning
from tests.attacks.site import Played, Site
from tests.attacks.test_other_tables import NOTE_GONE, ON_AGAIN
from tests.support.databases import create_database, database_name, drop_database
from tests.support.services import ROOT

pytestmark = pytest.mark.long

WITHOUT_RECEIPTS = ROOT / "service" / "demo" / f"{MicroDojo.id}.kifu"
IMPORT = UUID(json.loads(WITHOUT_RECEIPTS.read_bytes().partition(b"\n")[0])["game"])
DELETE_NOTES = NOTE_GONE + ON_AGAIN[2:]


@pytest.fixture
def early(site: Site) -> Site:
    """A game without receipts, older than the keys, was imported before anything was signed."""
    site.sql("TRUNCATE kifu.log_tile, kifu.tree_head, kifu.logged_heads, kifu.checkpoint_file, kifu.early_streams")
    site.file.unlink()
    code, output = site.kifu("import", str(WITHOUT_RECEIPTS))
    assert code == 0, output
    return site


def checkpoint(site: Site) -> None:
    code, output = site.kifu("checkpoint")
    assert code == 0, output


def test_26c_the_deleted_note_of_an_import_from_before_the_first_checkpoint_is_found(early: Site) -> None:
    checkpoint(early)
    early.kifu("checkpoint", "--check")
    assert early.kifu("verify", str(IMPORT))[0] == 0
    early.sql(DELETE_NOTES)
    (fault,) = early.v(IMPORT)
    assert "the signed list of what was recorded before there were keys does not name the game" in fault
    assert [f"game {IMPORT}: " in line for line in early.c()] == [True]
    early.s()


@pytest.mark.parametrize(
    "also", ["", "TRUNCATE kifu.early_streams", f"UPDATE kifu.early_streams SET streams = ARRAY['{IMPORT}'::uuid]"]
)
def test_no_later_run_takes_an_import_without_its_note_for_a_game_from_before_there_were_keys(
    early: Site, also: str
) -> None:
    checkpoint(early)
    early.sql(DELETE_NOTES)
    if also:
        early.sql(also)
    code, output = early.kifu("checkpoint")
    assert (code, "cannot be made again" in output) == ((1, True) if also else (0, False))
    assert any("(receipts)" in line for line in early.v(IMPORT))


@pytest.mark.parametrize("deed", ["TRUNCATE kifu.early_streams", "UPDATE kifu.early_streams SET streams = '{}'"])
def test_the_list_is_put_back_as_it_was_signed_where_nothing_else_was_changed(early: Site, deed: str) -> None:
    early.sql(DELETE_NOTES)
    checkpoint(early)
    before = early.sql("SELECT streams, signature FROM kifu.early_streams")
    assert before[0][0] == [IMPORT]
    early.sql(deed)
    assert any("(receipts)" in line for line in early.v(IMPORT))
    checkpoint(early)
    assert before[0] in early.sql("SELECT streams, signature FROM kifu.early_streams")
    assert early.kifu("verify", str(IMPORT))[0] == 0


def test_a_game_from_before_there_were_keys_holds_as_the_list_names_it(early: Site) -> None:
    early.sql(DELETE_NOTES)
    checkpoint(early)
    assert early.kifu("verify", str(IMPORT))[0] == 0
    assert early.kifu("checkpoint", "--check")[0] == 0


def test_a_list_that_the_role_of_the_service_adds_excuses_nothing(early: Site) -> None:
    checkpoint(early)
    early.sql_as_service(
        "INSERT INTO kifu.early_streams (time, streams, key, signature) "
        "SELECT time, %s::uuid[], key, sha512('false') FROM kifu.early_streams",
        [IMPORT],
    )
    early.sql(DELETE_NOTES)
    assert any("(receipts)" in line for line in early.v(IMPORT))


@pytest.mark.parametrize("changed", [False, True])
def test_the_deleted_note_of_an_import_in_a_new_service_is_found_whatever_the_first_leaf_says(
    played: Played, postgres_url: str, template: str, tmp_path: Path, changed: bool
) -> None:
    """A new service signs that its log is empty, so it needs no list, and makes none later."""
    new = Site(played, create_database(postgres_url, database_name(), template), tmp_path)
    sign_beginning(new.settings, new.settings.database_url or "")
    assert new.kifu("import", str(WITHOUT_RECEIPTS))[0] == 0
    checkpoint(new)
    new.sql(DELETE_NOTES)
    if changed:
        new.sql("UPDATE kifu.logged_heads SET sizes[%s] = 1000 WHERE size = 1", partition_of(IMPORT) + 1)
    assert any("(receipts)" in line for line in new.v(IMPORT))
    assert any(f"game {IMPORT}: " in line for line in new.c())
    new.file.unlink()
    new.kifu("checkpoint", "--new-file")
    assert new.sql("SELECT FROM kifu.early_streams") == []
    assert any("(receipts)" in line for line in new.v(IMPORT))
    drop_database(new.url)
