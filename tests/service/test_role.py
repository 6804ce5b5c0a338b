"""The service and the commands work in the role that can change no event; only migrations and rebuilds do not."""

import random
from pathlib import Path
from uuid import UUID

import psycopg
import pytest
import requests

from benchmarks.store import fresh_games
from eventstore.postgres import embedded
from eventstore.postgres.migrate import pending_migrations
from eventstore.postgres.role import ROLE, RoleError, check_connection, url_for_service
from projections.read_models.catalogue import NAMES
from tests.domain.application.playing import new_game, play_one
from tests.kifu.command import kifu
from tests.service.test_service import Player
from tests.support.databases import later_tables, logged_in_as, migrate_before
from tests.support.services import running_service
from tests.support.waiting import eventually

pytestmark = pytest.mark.slow


def old_data(data: Path, scratch: Path) -> UUID:
    """A data folder from before the role, with a running game of three steps."""
    scratch.mkdir()
    server = embedded.start(data)
    try:
        migrate_before(server.url, "0022_role", scratch)
        with later_tables(server.url), fresh_games(server.url) as games:
            game_id, chance = new_game(games), random.Random(1)
            for _ in range(2):
                play_one(games, game_id, chance)
            return game_id
    finally:
        server.stop()


def logins(url: str) -> set[str]:
    """The logins connected to the database, except the one that asks."""
    with psycopg.connect(url) as connection:
        found = connection.execute(
            "SELECT usename FROM pg_stat_activity WHERE datname = current_database() "
            "AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )
        return {str(login) for (login,) in found}


def steps_in_history(base: str, game: str) -> list[int]:
    lines = requests.get(f"{base}/v1/history?limit=1000", timeout=60).json()["items"]
    return sorted(line["n"] for line in lines if line["game"] == game)


@pytest.mark.long
def test_an_old_data_folder_gets_the_role_and_the_service_connects_as_nobody_else(
    server_data: Path, tmp_path: Path
) -> None:
    data = server_data
    old = str(old_data(data, tmp_path / "before"))
    with running_service(data) as base:
        player, chance = Player(base, "Ada"), random.Random(2)
        path = player.game()
        for _ in range(3):
            assert player.move(path, chance) is not None
        game = path.rpartition("/")[2]
        eventually(lambda: steps_in_history(base, game) == [1, 2, 3, 4], 60)
        guest = embedded.start(data)
        assert pending_migrations(guest.url) == []
        assert logins(guest.url) == {ROLE}
        assert logged_in_as(guest.url, ROLE) == guest.service_url

        rebuilt = kifu("rebuild", data=data)
        assert (rebuilt.exit_code, rebuilt.err) == (0, "")
        assert [line.partition(":")[0] for line in rebuilt.out.splitlines()] == list(NAMES)
        assert player.move(path, chance) is not None
        eventually(lambda: steps_in_history(base, game) == [1, 2, 3, 4, 5], 60)
        assert steps_in_history(base, old) == [1, 2, 3]
        assert player.call("POST", f"{path}/resignation", {"seat": 0})["status"] == "resigned"
        eventually(lambda: game in requests.get(f"{base}/v1/scores", timeout=60).text, 60)
        assert kifu("verify", old, data=data).exit_code == kifu("verify", game, data=data).exit_code == 0
        assert logins(guest.url) == {ROLE}
        guest.stop()


@pytest.mark.long
def test_with_the_url_of_the_owner_the_service_takes_the_role(tmp_path: Path, database_url: str) -> None:
    with psycopg.connect(database_url) as owner:
        for table in ("kifu.player", "kifu_read.game"):
            owner.execute(f"ALTER TABLE {table} ADD COLUMN role text DEFAULT current_user".encode())
    with running_service(tmp_path, KIFU_DATABASE_URL=database_url) as base:
        Player(base, "Ada").game()
        eventually(lambda: len(requests.get(f"{base}/v1/games", timeout=60).json()["items"]) == 1, 60)
    with psycopg.connect(database_url) as owner:
        query = "SELECT role FROM kifu.player UNION ALL SELECT role FROM kifu_read.game"
        assert owner.execute(query).fetchall() == [(ROLE,)] * 2


@pytest.mark.long
def test_a_login_of_the_service_alone_serves_and_is_told_what_only_the_owner_can_do(
    tmp_path: Path, database_url: str
) -> None:
    url = logged_in_as(database_url, ROLE)
    with running_service(tmp_path, KIFU_DATABASE_URL=url) as base:
        player = Player(base, "Ada")
        assert player.move(player.game(), random.Random(1)) is not None
        assert logins(database_url) == {ROLE}
        ran = kifu("rebuild", "games", data=tmp_path, KIFU_DATABASE_URL=url)
        assert (ran.exit_code, ran.err.count("\n")) == (2, 1)
        assert "The database does not allow it: permission denied for " in ran.err
        assert "Use the KIFU_DATABASE_URL of its owner" in ran.err
        assert len(requests.get(f"{base}/v1/games", timeout=60).json()["items"]) == 1


def test_a_database_whose_role_can_change_events_is_not_served(tmp_path: Path, database_url: str) -> None:
    with psycopg.connect(database_url) as owner:
        owner.execute("GRANT DELETE ON kifu.event TO kifu_service")
    ran = kifu("serve", data=tmp_path, KIFU_DATABASE_URL=database_url, KIFU_PORT="1")
    assert (ran.exit_code, ran.out) == (2, "")
    assert ran.err.startswith("Error: The role kifu_service can change events")
    assert ran.err.count("\n") == 1


def test_a_service_whose_connections_do_not_take_the_role_is_not_started(database_url: str) -> None:
    check_connection(url_for_service(database_url))
    # The URL as seen through a pooler that ignores connection options.
    with pytest.raises(RoleError, match=f"not as {ROLE}: a pooler .* such as PgBouncer"):
        check_connection(database_url)
