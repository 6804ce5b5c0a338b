"""The service can append events; its role can neither change nor delete what is recorded."""

from collections.abc import Iterator
from uuid import UUID, uuid4

import psycopg
import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent

from eventstore.postgres.datastore import Datastore
from eventstore.postgres.role import ROLE, RoleError, check_role, url_for_service
from eventstore.recorder import FeedRecorder
from tests.support.databases import logged_in_as, temporary_database

READS, APPENDS, KEEPS = {"SELECT"}, {"SELECT", "INSERT"}, {"SELECT", "INSERT", "UPDATE"}
RIGHTS = ("SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "REFERENCES", "TRIGGER", "MAINTAIN")


@pytest.fixture
def service_url(database_url: str) -> str:
    """The URL by which the service uses the embedded server."""
    return logged_in_as(database_url, ROLE)


@pytest.fixture(scope="module")
def recorded_url(postgres_url: str, template: str) -> Iterator[str]:
    """A database with a game of two events, for tests that try to change something and must not succeed."""
    with temporary_database(postgres_url, template) as url:
        appended(url)
        yield url


def appended(url: str) -> UUID:
    """A new game of two events, appended by this login."""
    game_id = uuid4()
    with Datastore(url, pool_size=1) as store:
        recorder = FeedRecorder(store)
        for version in (1, 2):
            assert recorder.insert_events([StoredEvent(game_id, version, "step", b"{}")]) == [version]
        assert [event.originator_version for event in recorder.select_events(game_id)] == [1, 2]
    return game_id


def whole(url: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url) as connection:
        events = connection.execute("SELECT * FROM kifu.event ORDER BY partition, position").fetchall()
        return [*events, *connection.execute("SELECT * FROM kifu.feed_head ORDER BY partition").fetchall()]


def refused(url: str, statement: str) -> str:
    """PostgreSQL's refusal of a statement, which it must not permit."""
    with psycopg.connect(url, autocommit=True) as connection:
        with pytest.raises(psycopg.errors.InsufficientPrivilege) as error:
            connection.execute(statement.encode())
        return str(error.value)


def test_the_service_appends_and_an_event_out_of_order_is_refused_as_ever(service_url: str) -> None:
    game_id = appended(service_url)
    with Datastore(service_url, pool_size=1) as store:
        for version in (1, 2, 4):
            with pytest.raises(IntegrityError):
                FeedRecorder(store).insert_events([StoredEvent(game_id, version, "step", b"{}")])


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE kifu.event SET payload = '{}'",
        "DELETE FROM kifu.event",
        "TRUNCATE kifu.event",
        "INSERT INTO kifu.event VALUES (0, 9, gen_random_uuid(), 1, 'step', '{}')",
        "INSERT INTO kifu.event VALUES (0, 1, gen_random_uuid(), 1, '', '{}') ON CONFLICT DO NOTHING",
        "MERGE INTO kifu.event AS e USING kifu.feed_head AS h ON e.partition = h.partition WHEN MATCHED THEN DELETE",
        "SELECT * FROM kifu.event FOR UPDATE",
        "BEGIN; LOCK TABLE kifu.event IN SHARE MODE",
        "ALTER TABLE kifu.event ADD COLUMN more text",
        "ALTER TABLE kifu.event RENAME TO past",
        "ALTER TABLE kifu.event DROP CONSTRAINT event_position",
        "ALTER TABLE kifu.event DISABLE TRIGGER ALL",
        "ALTER TABLE kifu.event OWNER TO kifu_service",
        "DROP TABLE kifu.event CASCADE",
        "DROP INDEX kifu.refused_move_at",
        "DROP SCHEMA kifu CASCADE",
        "DROP OWNED BY postgres",
        "CREATE TRIGGER changed BEFORE INSERT ON kifu.event EXECUTE FUNCTION suppress_redundant_updates_trigger()",
        "CREATE RULE kept AS ON INSERT TO kifu.event DO INSTEAD NOTHING",
        "CREATE TABLE kifu.mine (id uuid)",
        "CREATE SCHEMA mine",
        "UPDATE kifu.feed_head SET position = 0",
        "DELETE FROM kifu.feed_head",
        "UPDATE kifu.snapshot SET state = ''",
        "DELETE FROM kifu.idempotency",
        "UPDATE kifu.player SET name = ''",
        "UPDATE kifu.token SET digest = ''",
        "DELETE FROM kifu.account_event WHERE kind = 'token-revoked'",
        "UPDATE kifu.recovery_code SET player = ''",
        "DELETE FROM kifu.token_use",
        "DELETE FROM kifu.refused_move",
        "UPDATE kifu.forgotten_refusal SET moves = 0",
        "UPDATE kifu.look SET player = ''",
        "DELETE FROM kifu.look",
        "DELETE FROM kifu.arbiter_note",
        "DELETE FROM kifu.tracking",
        "DELETE FROM kifu_read.standing",
        "TRUNCATE kifu_read.history",
        "DELETE FROM public.kifu_migration",
        "INSERT INTO public.kifu_migration VALUES ('9999_mine', '')",
        "GRANT postgres TO kifu_service",
        "ALTER ROLE kifu_service SUPERUSER",
        "ALTER DEFAULT PRIVILEGES FOR ROLE postgres GRANT ALL ON TABLES TO kifu_service",
        "SET ROLE postgres",
        "SET SESSION AUTHORIZATION postgres",
        "SET session_replication_role = replica",
        "COPY kifu.event TO PROGRAM 'cat'",
    ],
)
def test_what_is_recorded_cannot_be_changed(statement: str, recorded_url: str) -> None:
    before = whole(recorded_url)
    assert len(before) == 2 + 64
    refused(logged_in_as(recorded_url, ROLE), statement)
    # The same holds in the role by an option of the connection, except for statements that return to the login.
    if not statement.startswith("SET "):
        refused(url_for_service(recorded_url), statement)
    assert whole(recorded_url) == before


@pytest.mark.parametrize("change", ["SECURITY INVOKER", "RESET ALL", "OWNER TO kifu_service", "RENAME TO other"])
def test_the_function_that_appends_cannot_be_changed(change: str, recorded_url: str) -> None:
    service_url = logged_in_as(recorded_url, ROLE)
    with psycopg.connect(recorded_url) as connection:
        found = connection.execute(
            "SELECT oid::regprocedure::text, pg_get_functiondef(oid) FROM pg_proc "
            "WHERE pronamespace = 'kifu'::regnamespace AND proname = 'append'"
        ).fetchall()
    ((signature, definition),) = found
    assert "SECURITY DEFINER" in definition
    refused(service_url, f"ALTER FUNCTION {signature} {change}")
    refused(service_url, f"DROP FUNCTION {signature}")
    refused(service_url, definition.replace("added = 1", "false"))


def test_the_function_that_appends_takes_nothing_from_schemas_that_others_write_to(
    service_url: str, database_url: str
) -> None:
    with psycopg.connect(database_url, autocommit=True) as owner:
        owner.execute("CREATE SCHEMA shadow AUTHORIZATION kifu_service")
    with psycopg.connect(service_url, autocommit=True) as connection:
        connection.execute(
            "CREATE FUNCTION shadow.lifted(integer, integer) RETURNS boolean AS 'SELECT 1 / 0 = 1' LANGUAGE sql"
        )
        connection.execute("CREATE OPERATOR shadow.= (leftarg = integer, rightarg = integer, function = shadow.lifted)")
        connection.execute("CREATE TEMPORARY TABLE event (LIKE kifu.event)")
        connection.execute("CREATE DOMAIN pg_temp.bigint AS integer")
        connection.execute("SET search_path = shadow, pg_temp, pg_catalog")
        with pytest.raises(psycopg.errors.DivisionByZero):
            connection.execute("SELECT 1::integer = 1::integer")
        connection.execute(
            "SELECT kifu.append(0::pg_catalog.int2, gen_random_uuid(), 1, 1, "
            "ARRAY['step'], ARRAY['{}'], ARRAY[NULL]::bytea[])"
        )
    assert len(whole(database_url)) == 1 + 64


def test_the_role_cannot_grant_itself_what_it_lacks(service_url: str) -> None:
    with psycopg.connect(service_url, autocommit=True) as connection:
        connection.execute("GRANT ALL ON kifu.event TO kifu_service")
    refused(service_url, "DELETE FROM kifu.event")


@pytest.mark.parametrize("way", ["RESET ROLE", "SET ROLE NONE", "RESET SESSION AUTHORIZATION", "DISCARD ALL"])
def test_no_way_leads_from_the_login_of_the_embedded_server_to_the_owner(way: str, recorded_url: str) -> None:
    service_url = logged_in_as(recorded_url, ROLE)
    for url in (service_url, url_for_service(service_url)):
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(way.encode())
            assert connection.execute("SELECT current_user, session_user").fetchone() == (ROLE, ROLE)
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute("DELETE FROM kifu.event")


def test_a_role_taken_by_an_option_outlives_a_reset_but_an_owner_s_login_can_put_it_off(database_url: str) -> None:
    with psycopg.connect(url_for_service(database_url), autocommit=True) as connection:
        for way in ("RESET ROLE", "RESET ALL", "DISCARD ALL"):
            connection.execute(way.encode())
            assert connection.execute("SELECT current_user").fetchone() == (ROLE,)
        connection.execute("SET ROLE NONE")
        assert connection.execute("SELECT current_user").fetchone() == ("postgres",)


def test_the_role_has_the_rights_that_the_code_needs_and_no_others(database_url: str) -> None:
    exceptions = {
        "erasure": READS,
        "event": READS,
        "feed_head": READS,
        "forgotten_refusal": READS,
        "log_tile": READS,
        "moved_game": READS,
        "reimported": READS,
        "replaced_stream": READS,
        "seek": APPENDS | {"DELETE"},
        "told_game": APPENDS | {"DELETE"},
        "token_use": KEEPS,
        "webhook": APPENDS | {"DELETE"},
        "webhook_call": APPENDS | {"DELETE"},
        "bot_presence": KEEPS,
        "tracking": KEEPS,
    }
    with psycopg.connect(database_url, autocommit=True) as connection:
        # Tables of later migrations get rights by themselves.
        connection.execute("CREATE TABLE kifu.later (id uuid)")
        connection.execute("CREATE TABLE kifu_read.later (id uuid)")
        tables = connection.execute(
            "SELECT oid::regclass::text, relname, relnamespace::regnamespace::text, relowner::regrole::text "
            "FROM pg_class WHERE relkind IN ('r', 'v') AND relnamespace::regnamespace::text IN ('kifu', 'kifu_read')"
        ).fetchall()
        rights = {
            (table, right)
            for table, *_ in tables
            for right in RIGHTS
            if connection.execute("SELECT has_table_privilege(%s, %s, %s)", (ROLE, table, right)).fetchone() == (True,)
        }
        owned = connection.execute(
            "SELECT count(*) FROM pg_shdepend WHERE deptype = 'o' AND refobjid = %s::regrole", (ROLE,)
        ).fetchone()
    assert {"kifu.later", "kifu_read.later", "kifu.event"} <= {table for table, *_ in tables}
    read_models = {
        "clause_game": KEEPS | {"DELETE"},
        "faulty": KEEPS | {"DELETE"},
        "history": APPENDS,
        "history_undone": APPENDS,
        "player_game": KEEPS | {"DELETE"},
        "stopped": KEEPS | {"DELETE"},
    }
    for table, name, schema, _ in tables:
        expected = exceptions.get(name, APPENDS) if schema == "kifu" else read_models.get(name, KEEPS)
        assert {right for of, right in rights if of == table} == expected, table
    assert owned == (0,)


def test_the_role_is_taken_beside_the_options_of_the_url() -> None:
    base = "postgresql://anna:a%40b@db.example:5433/kifu"
    taken = "options=-c%20role%3Dkifu_service"
    assert url_for_service(base) == f"{base}?{taken}"
    assert url_for_service(f"{base}?sslmode=require") == f"{base}?sslmode=require&{taken}"
    both = url_for_service(f"{base}?application_name=a+b&options=-c%20timezone%3DUTC")
    assert psycopg.conninfo.conninfo_to_dict(both) == {
        **psycopg.conninfo.conninfo_to_dict(base),
        "application_name": "a+b",
        "options": "-c timezone=UTC -c role=kifu_service",
    }


def test_a_role_with_other_rights_than_those_of_the_migration_is_noticed(database_url: str, service_url: str) -> None:
    check_role(database_url)
    check_role(service_url)
    with psycopg.connect(database_url, autocommit=True) as owner:
        for right in ("SELECT ON kifu.event", "USAGE ON SCHEMA kifu", "EXECUTE ON ALL FUNCTIONS IN SCHEMA kifu"):
            owner.execute(f"REVOKE {right} FROM kifu_service".encode())
            with pytest.raises(RoleError, match="lacks rights"):
                check_role(service_url)
            owner.execute(f"GRANT {right} TO kifu_service".encode())
            check_role(service_url)
        owner.execute("GRANT DELETE ON kifu.event TO kifu_service")
        for url in (service_url, database_url):
            with pytest.raises(RoleError, match="can change events"):
                check_role(url)
