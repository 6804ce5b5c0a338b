import shutil
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from eventstore.postgres import migrate as runner
from eventstore.postgres.datastore import Datastore
from eventstore.postgres.migrate import MigrationError, migrate, pending_migrations
from eventstore.tables.tokens import Tokens
from tests.support.waiting import eventually

RUN = """
import sys
from pathlib import Path
from eventstore.postgres.migrate import migrate
print(*migrate(sys.argv[1], Path(sys.argv[2])))
"""
ROOT = Path(__file__).resolve().parents[2]


def migrator(url: str, source: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", RUN, url, str(source)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def table_exists(url: str, name: str) -> bool:
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT to_regclass(%s) IS NOT NULL", (name,)).fetchone()
    return row == (True,)


def test_eight_processes_at_once_apply_every_migration_once(empty_database_url: str) -> None:
    every = pending_migrations(empty_database_url)
    processes = [migrator(empty_database_url, runner.migrations_folder()) for _ in range(8)]
    outputs = [process.communicate(timeout=60)[0].split() for process in processes]
    assert [process.returncode for process in processes] == [0] * 8
    assert sorted(id for output in outputs for id in output) == every
    assert pending_migrations(empty_database_url) == []
    assert migrate(empty_database_url) == []


def test_a_failing_migration_leaves_nothing_behind(empty_database_url: str, tmp_path: Path) -> None:
    (tmp_path / "0001_good.sql").write_text("CREATE TABLE good (id int);")
    bad = tmp_path / "0002_bad.sql"
    bad.write_text("CREATE TABLE half (id int); INSERT INTO good VALUES (1); SELECT 1 / 0;")
    (tmp_path / "0003_later.sql").write_text("CREATE TABLE later (id int);")
    with pytest.raises(psycopg.errors.DivisionByZero):
        migrate(empty_database_url, tmp_path)
    assert table_exists(empty_database_url, "good")
    assert not table_exists(empty_database_url, "half")
    assert not table_exists(empty_database_url, "later")
    assert pending_migrations(empty_database_url, tmp_path) == ["0002_bad", "0003_later"]
    bad.write_text("CREATE TABLE half (id int);")
    assert migrate(empty_database_url, tmp_path) == ["0002_bad", "0003_later"]


def test_a_killed_migrator_leaves_neither_a_lock_nor_half_a_migration(empty_database_url: str, tmp_path: Path) -> None:
    (tmp_path / "0001_slow.sql").write_text("CREATE TABLE slow (id int); SELECT pg_sleep(2);")
    process = migrator(empty_database_url, tmp_path)
    with psycopg.connect(empty_database_url, autocommit=True) as watcher:
        sleeping = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()"
        eventually(lambda: watcher.execute(sleeping).fetchone() != (0,))
    process.kill()
    process.communicate()
    assert not table_exists(empty_database_url, "slow")
    assert migrate(empty_database_url, tmp_path) == ["0001_slow"]


def test_a_function_body_with_semicolons_arrives_whole(empty_database_url: str, tmp_path: Path) -> None:
    (tmp_path / "0001_body.sql").write_text(
        "CREATE FUNCTION twice(n int) RETURNS int LANGUAGE plpgsql AS $$\n"
        "DECLARE m int := n; -- a comment; with a semicolon and 100%\nBEGIN m := m + n; RETURN m; END $$;\n"
    )
    migrate(empty_database_url, tmp_path)
    with psycopg.connect(empty_database_url) as connection:
        assert connection.execute("SELECT twice(21)").fetchone() == (42,)


def test_a_migration_that_was_changed_after_it_was_applied_is_refused(empty_database_url: str, tmp_path: Path) -> None:
    applied = tmp_path / "0001_one.sql"
    applied.write_text("CREATE TABLE one (id int);")
    migrate(empty_database_url, tmp_path)
    applied.write_text("CREATE TABLE one (id bigint);")
    with pytest.raises(MigrationError, match="0001_one"):
        migrate(empty_database_url, tmp_path)
    with pytest.raises(MigrationError, match="0001_one"):
        pending_migrations(empty_database_url, tmp_path)


@pytest.mark.parametrize("names", [["1_one.sql"], ["0001_one.sql", "0001_other.sql"], ["0001-one.sql"]])
def test_names_that_give_no_order_are_refused(empty_database_url: str, tmp_path: Path, names: list[str]) -> None:
    for name in names:
        (tmp_path / name).write_text("SELECT 1")
    with pytest.raises(MigrationError):
        migrate(empty_database_url, tmp_path)


def test_asking_what_is_pending_changes_nothing(empty_database_url: str) -> None:
    assert pending_migrations(empty_database_url)[0] == "0001_schema"
    assert not table_exists(empty_database_url, "public.kifu_migration")


def test_tokens_of_players_who_were_there_before_tokens_had_a_table_stay_valid(
    empty_database_url: str, tmp_path: Path
) -> None:
    for migration in runner.migration_files(runner.migrations_folder()):
        if migration.stem < "0034":
            shutil.copy(migration, tmp_path)
    migrate(empty_database_url, tmp_path)
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        connection.execute("INSERT INTO kifu.player (name, token_digest) VALUES ('anna', 'one'), ('ANNA', 'two')")
    assert "0034_tokens" in migrate(empty_database_url)
    with Datastore(empty_database_url, pool_size=1) as datastore:
        tokens = Tokens(datastore)
        for name, digest in (("anna", b"one"), ("ANNA", b"two")):
            found = tokens.find(digest)
            assert found is not None
            assert found.player == name
            assert [item.label for item in tokens.list_valid(name)] == ["first token"]


def later_version(url: str, first_line: str, source: Path) -> None:
    """Migrate with files of a later version, which has one migration more that begins with this line."""
    shutil.copytree(runner.migrations_folder(), source, ignore=shutil.ignore_patterns("*.py*", "__pycache__"))
    (source / "9998_later.sql").write_text(f"{first_line}CREATE TABLE later (id int);")
    assert "9998_later" in migrate(url, source)


def test_code_is_refused_that_does_not_know_a_migration_of_a_later_version(
    empty_database_url: str, tmp_path: Path
) -> None:
    later_version(empty_database_url, "", tmp_path / "later")
    for call in (migrate, pending_migrations):
        with pytest.raises(MigrationError, match="9998_later was applied, which this version of Kifu does not know"):
            call(empty_database_url)
    assert migrate(empty_database_url, tmp_path / "later") == []


def test_code_goes_on_beside_a_later_version_whose_migrations_work_with_it(
    empty_database_url: str, tmp_path: Path
) -> None:
    last = runner.read_migrations(runner.migrations_folder())[-1].id[:4]
    later_version(empty_database_url, f"-- Works with code that knows {last}.\n", tmp_path / "later")
    assert migrate(empty_database_url) == []
    # Even older code is told that it does not work.
    older = tmp_path / "older"
    older.mkdir()
    for path in runner.migration_files(runner.migrations_folder()):
        if path.stem[:4] < last:
            shutil.copy(path, older)
    with pytest.raises(MigrationError, match="which this version of Kifu does not know"):
        migrate(empty_database_url, older)


def test_a_ledger_of_an_earlier_version_gets_its_column_with_the_next_migration(
    empty_database_url: str, tmp_path: Path
) -> None:
    (tmp_path / "0001_one.sql").write_text("CREATE TABLE one (id int);")
    migrate(empty_database_url, tmp_path)
    with psycopg.connect(empty_database_url) as connection:
        connection.execute("ALTER TABLE public.kifu_migration DROP COLUMN works_from")
    assert migrate(empty_database_url, tmp_path) == []
    (tmp_path / "0002_two.sql").write_text("-- Works with code that knows 0001.\nCREATE TABLE two (id int);")
    assert migrate(empty_database_url, tmp_path) == ["0002_two"]
    (tmp_path / "0002_two.sql").unlink()
    assert migrate(empty_database_url, tmp_path) == []


def test_a_migration_that_says_with_which_code_it_works_says_it_so_that_it_is_read() -> None:
    migrations = runner.read_migrations(runner.migrations_folder())
    numbers = {migration.id[:4] for migration in migrations}
    for migration in migrations:
        if "Works with" in migration.text.partition("\n")[0]:
            assert migration.works_from in numbers, migration.id
            assert str(migration.works_from) < migration.id[:4]
