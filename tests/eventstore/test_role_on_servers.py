"""The role on servers that have never seen it, and for owners who are not superusers."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from uuid import uuid4

import psycopg
import pytest
from eventsourcing.persistence import StoredEvent

from eventstore.postgres import embedded
from eventstore.postgres.datastore import Datastore
from eventstore.postgres.migrate import MigrationError, migrate, pending_migrations
from eventstore.postgres.role import ROLE, RoleError, check_role, url_for_service
from eventstore.recorder import FeedRecorder
from tests.support.databases import create_database, logged_in_as, migrate_before

pytestmark = [pytest.mark.slow, pytest.mark.long]
MIGRATION = "0022_role"


@pytest.fixture
def server_url(server_data: Path) -> Iterator[str]:
    """The superuser's URL of an empty database on a server of its own."""
    server = embedded.start(server_data)
    yield server.url
    server.stop()


def sql(url: str, *statements: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement.encode())


def owned_database(server_url: str, owner: str, name: str, scratch: Path) -> str:
    """The URL of a new database for the login that owns it, as it was before the role."""
    url = create_database(server_url, name)
    sql(server_url, f"ALTER DATABASE {name} OWNER TO {owner}")
    scratch.mkdir(exist_ok=True)
    migrate_before(logged_in_as(url, owner), MIGRATION, scratch)
    return logged_in_as(url, owner)


def appends(url: str) -> bool:
    """Whether the service can append with this URL, in its role."""
    check_role(url)
    with Datastore(url_for_service(url), pool_size=1) as store:
        assert store.fetch("SELECT current_user", ()) == [(ROLE,)]
        return FeedRecorder(store).insert_events([StoredEvent(uuid4(), 1, "step", b"{}")]) == [1]


@pytest.mark.parametrize("rights", ["SUPERUSER", "CREATEROLE"])
def test_databases_of_one_owner_that_are_migrated_at_once_make_the_role_once(
    rights: str, server_url: str, tmp_path: Path
) -> None:
    sql(server_url, f"CREATE ROLE anna LOGIN {rights}")
    urls = [owned_database(server_url, "anna", f"kifu_{number}", tmp_path / "before") for number in range(6)]
    together = Barrier(len(urls))

    def attempt(url: str) -> list[str]:
        together.wait(30)
        return migrate(url)

    with ThreadPoolExecutor(len(urls)) as threads:
        for applied in threads.map(attempt, urls):
            assert applied[0] == MIGRATION
    assert all(appends(url) for url in urls)


def test_who_may_not_create_roles_is_told_what_an_administrator_can_do(server_url: str, tmp_path: Path) -> None:
    sql(server_url, "CREATE ROLE bert LOGIN", "CREATE ROLE cleo LOGIN CREATEROLE")
    url = owned_database(server_url, "bert", "of_bert", tmp_path / "before")
    advice = "CREATE ROLE kifu_service LOGIN; GRANT kifu_service TO bert;"
    with pytest.raises(MigrationError, match=f"bert may not create it. .*: {advice}$"):
        migrate(url)
    assert pending_migrations(url)[0] == MIGRATION
    # Somebody else's database has created the role, of which Bert is not a member.
    other = owned_database(server_url, "cleo", "of_cleo", tmp_path / "before")
    migrate(other)
    assert appends(other)
    with pytest.raises(MigrationError, match=r"Let an administrator do it: GRANT kifu_service TO bert;$"):
        migrate(url)
    sql(server_url, "GRANT kifu_service TO bert")
    assert migrate(url)[0] == MIGRATION
    assert appends(url)


def test_a_login_of_the_service_s_own_needs_no_more_than_to_be_a_member(server_url: str) -> None:
    sql(server_url, "CREATE ROLE service_login LOGIN")
    login = logged_in_as(server_url, "service_login")
    with pytest.raises(MigrationError, match="Run `kifu migrate` with the KIFU_DATABASE_URL of the owner"):
        migrate(login)
    migrate(server_url)
    with pytest.raises(RoleError, match="service_login needs: GRANT kifu_service TO service_login"):
        check_role(login)
    sql(server_url, "GRANT kifu_service TO service_login")
    assert migrate(login) == pending_migrations(login) == []
    assert appends(login)
    with psycopg.connect(url_for_service(login), autocommit=True) as connection:
        connection.execute("SET ROLE NONE")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("DELETE FROM kifu.event")


def test_a_role_that_can_become_the_owner_is_noticed(server_url: str) -> None:
    migrate(server_url)
    sql(server_url, "GRANT postgres TO kifu_service WITH INHERIT FALSE")
    with pytest.raises(RoleError, match="can change events"):
        check_role(server_url)


def test_a_server_that_lost_the_role_is_noticed(server_url: str) -> None:
    migrate(server_url)
    sql(server_url, "ALTER ROLE kifu_service RENAME TO formerly")
    with pytest.raises(RoleError, match="CREATE ROLE kifu_service LOGIN"):
        check_role(server_url)
