"""Guests who have long been inactive are removed, and the games that they played stay."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Barrier, Thread

import psycopg
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from eventstore.postgres.datastore import Datastore
from eventstore.postgres.role import ROLE
from eventstore.tables.accounts.guests import PLAYER_DAYS, STRANGER_DAYS, Guests, PrunedGuests
from service import metrics
from service.jobs.pruner import IdleGuests
from tests.api.house import Person, play_on, started
from tests.api.test_guests import bot, guest
from tests.api.test_player_keys import new_signer, offered
from tests.api.test_read_models import position
from tests.support.databases import logged_in_as

ACCOUNT = (
    *("token", "token_seal", "token_use", "account_event", "account_seal"),
    *("recovery_code", "name_claim", "player_kind", "player"),
)
NOBODY, FEW_HOURS = PrunedGuests(0, 0), 0.2


@pytest.fixture
def datastore(database_url: str) -> Iterator[Datastore]:
    """The database as the service sees it."""
    with Datastore(logged_in_as(database_url, ROLE), pool_size=1) as datastore:
        yield datastore


def prune(datastore: Datastore) -> PrunedGuests:
    """What the second look removes, since the first removes nobody."""
    guests = IdleGuests(datastore)
    assert guests.prune() == NOBODY
    return guests.prune()


def let_pass(database_url: str, days: float) -> None:
    """Make every use of a token older by this number of days."""
    with psycopg.connect(database_url) as owner:
        owner.execute("ALTER TABLE kifu.token DISABLE TRIGGER ALL")
        owner.execute("UPDATE kifu.token SET made_at = made_at - %s * interval '1 day'", (days,))
        owner.execute("UPDATE kifu.token_use SET used_at = used_at - %s * interval '1 day'", (days,))
        owner.execute("ALTER TABLE kifu.token ENABLE TRIGGER ALL")


def rows(database_url: str) -> dict[str, int]:
    """How many rows of accounts there are, by table."""
    with psycopg.connect(database_url) as connection:
        return {
            table: connection.execute(f"SELECT count(*) FROM kifu.{table}").fetchone()[0]  # type: ignore[index]
            for table in ACCOUNT
        }


@pytest.mark.usefixtures("projector")
def test_a_guest_who_never_played_goes_after_a_day_and_leaves_nothing(
    client: FlaskClient, ada: Person, database_url: str, datastore: Datastore
) -> None:
    ada.get("/v1/me")
    before = rows(database_url)
    visitor = guest(client)
    visitor.post("/v1/me/recovery-codes")
    assert prune(datastore) == NOBODY
    gone = metrics.PRUNED_GUESTS.labels("gone")._value.get()
    let_pass(database_url, STRANGER_DAYS + FEW_HOURS)
    assert prune(datastore) == PrunedGuests(1, 0)
    assert metrics.PRUNED_GUESTS.labels("gone")._value.get() - gone == 1
    assert rows(database_url) == before
    assert client.get(f"/v1/players/{visitor.name}").status_code == 404
    assert ada.get("/v1/me").status_code == 200


@pytest.mark.usefixtures("projector")
def test_nobody_gets_the_name_of_a_guest_who_is_gone_but_sat_at_a_table_once(
    client: FlaskClient, ada: Person, database_url: str, datastore: Datastore
) -> None:
    visitor, other = guest(client), guest(client)
    game = ada.open()
    assert visitor.post(f"{game}/seats", {"seat": 1}).status_code == 201
    assert visitor.post(f"{game}/departure", {"seat": 1}).status_code == 201
    client.get("/v1/games", headers={"Kifu-Wait-For": position(ada, game)})
    let_pass(database_url, STRANGER_DAYS + FEW_HOURS)
    assert prune(datastore) == PrunedGuests(2, 0)
    with psycopg.connect(database_url) as connection:
        named = connection.execute("SELECT FROM kifu.event WHERE payload LIKE %s", (f"%{visitor.name}%",)).fetchall()
    assert named
    numbers = [int(one.name.removeprefix("Guest ")) for one in (visitor, other, guest(client), guest(client))]
    assert numbers == sorted(set(numbers))


@pytest.mark.usefixtures("projector")
def test_a_guest_who_played_goes_after_thirty_days_and_the_games_stay_and_verify(
    client: FlaskClient, ada: Person, database_url: str, datastore: Datastore
) -> None:
    ada.get("/v1/me")
    before = rows(database_url)
    visitor = guest(client)
    game = started(visitor, ada)
    play_on([visitor, ada], game)
    client.get("/v1/games", headers={"Kifu-Wait-For": position(ada, game)})
    paths = [f"/v1/players/{visitor.name}{rest}" for rest in ("/games", "/ratings", "/statistics", "/keys")]
    paths += [game, f"{game}/steps", "/v1/leaderboards/micro-dojo", "/v1/scores", "/v1/history"]
    shown = {path: read_whole(client, path, position(ada, game)) for path in paths}
    page = client.get(f"/v1/players/{visitor.name}").get_json()
    assert page["guest"] is True
    assert visitor.name in shown["/v1/leaderboards/micro-dojo"].text
    let_pass(database_url, PLAYER_DAYS - 1)
    assert prune(datastore) == NOBODY
    let_pass(database_url, 1 + FEW_HOURS)
    assert prune(datastore) == PrunedGuests(1, 0)
    assert rows(database_url) == before
    assert {path: read_whole(client, path).text for path in paths} == {path: each.text for path, each in shown.items()}
    first = read_whole(client, paths[0]).get_json()["items"][-1]["joined_at"]
    assert client.get(f"/v1/players/{visitor.name}").get_json() == {**page, "registered_at": first}
    assert client.get(f"{game}/verification").get_json()["holds"] is True
    assert client.post("/v1/players", json={"name": visitor.name}).get_json()["code"] == "name-reserved"
    assert guest(client).name != visitor.name


def read_whole(client: FlaskClient, path: str, at: str | None = None) -> TestResponse:
    """The answer to a request that must succeed once the read models have reached a position."""
    answer = client.get(path, headers={} if at is None else {"Kifu-Wait-For": at})
    assert answer.status_code == 200, answer.text
    return answer


@pytest.mark.usefixtures("projector")
def test_a_guest_whose_keys_sign_moves_keeps_name_and_keys_and_loses_the_token_once(
    client: FlaskClient, ada: Person, database_url: str, datastore: Datastore
) -> None:
    visitor = guest(client)
    game = started(visitor, ada)
    assert visitor.post("/v1/me/keys", offered(visitor.name, new_signer())).status_code == 201
    client.get("/v1/games", headers={"Kifu-Wait-For": position(ada, game)})
    let_pass(database_url, PLAYER_DAYS + FEW_HOURS)
    assert prune(datastore) == PrunedGuests(0, 1)
    assert prune(datastore) == NOBODY
    with psycopg.connect(database_url) as connection:
        left = connection.execute("SELECT count(*) FROM kifu.token WHERE player = %s", (visitor.name,)).fetchone()
    assert left == (0,)
    assert client.get(f"/v1/players/{visitor.name}").get_json()["guest"] is True
    assert len(client.get(f"/v1/players/{visitor.name}/keys").get_json()["keys"]) == 1


@pytest.mark.usefixtures("projector")
def test_a_guest_of_whom_an_earlier_version_left_the_name_goes_too(
    client: FlaskClient, ada: Person, database_url: str, datastore: Datastore
) -> None:
    visitor = guest(client)
    game = started(visitor, ada)
    client.get("/v1/games", headers={"Kifu-Wait-For": position(ada, game)})
    with psycopg.connect(database_url) as owner:
        owner.execute("SET session_replication_role = replica")
        owner.execute("DELETE FROM kifu.token WHERE player = %s", (visitor.name,))
    assert prune(datastore) == PrunedGuests(1, 0)
    assert client.get(f"/v1/players/{visitor.name}").get_json()["guest"] is True


@pytest.mark.usefixtures("projector")
def test_a_false_mark_as_a_guest_frees_no_name_and_no_token(
    client: FlaskClient, ada: Person, database_url: str, datastore: Datastore
) -> None:
    ada.get("/v1/me")
    with psycopg.connect(database_url) as owner:
        owner.execute("INSERT INTO kifu.player_kind (player, kind) VALUES (%s, 'guest')", (ada.name,))
    let_pass(database_url, 1000)
    assert prune(datastore) == NOBODY
    assert ada.get("/v1/me").status_code == 200


@pytest.mark.usefixtures("projector")
def test_nobody_is_a_guest_for_playing_in_an_imported_game(client: FlaskClient, ada: Person, database_url: str) -> None:
    game = started(ada, Person(client, "Bob"))
    client.get("/v1/games", headers={"Kifu-Wait-For": position(ada, game)})
    with psycopg.connect(database_url) as owner:
        owner.execute("UPDATE kifu_read.player_game SET imported = true, player = 'Carl' WHERE player = 'Bob'")
    assert client.get("/v1/players/Carl").status_code == 404


@pytest.mark.usefixtures("projector")
def test_whoever_left_a_trace_keeps_the_name(
    client: FlaskClient, ada: Person, database_url: str, datastore: Datastore
) -> None:
    opener, awaited = guest(client), guest(client)
    opener.open()
    ada.open(reserved=[{"seat": 1, "player": awaited.name}])
    game = ada.open()
    client.get("/v1/games", headers={"Kifu-Wait-For": position(ada, game)})
    let_pass(database_url, STRANGER_DAYS + FEW_HOURS)
    assert prune(datastore) == NOBODY


@pytest.mark.usefixtures("projector")
def test_a_guest_who_only_opened_a_game_that_was_cancelled_goes_after_thirty_days(
    client: FlaskClient, ada: Person, database_url: str, datastore: Datastore
) -> None:
    opener = guest(client)
    game = opener.open()
    assert opener.post(f"{game}/cancellation").status_code == 201
    client.get("/v1/games", headers={"Kifu-Wait-For": position(ada, game)})
    let_pass(database_url, PLAYER_DAYS - 1)
    assert prune(datastore) == NOBODY
    let_pass(database_url, 1 + FEW_HOURS)
    assert prune(datastore) == PrunedGuests(1, 0)
    assert opener.get("/v1/me").status_code == 401
    assert client.get(game).get_json()["opened_by"] == opener.name


@pytest.mark.usefixtures("projector")
def test_a_guest_who_sat_down_and_left_before_the_start_or_was_awaited_in_vain_goes(
    client: FlaskClient, ada: Person, database_url: str, datastore: Datastore
) -> None:
    left, awaited = guest(client), guest(client)
    game = ada.open(reserved=[{"seat": 1, "player": awaited.name}])
    assert left.post(f"{game}/seats", {"seat": 0}).status_code == 201
    assert left.post(f"{game}/departure", {"seat": 0}).status_code == 201
    assert ada.post(f"{game}/cancellation").status_code == 201
    client.get("/v1/games", headers={"Kifu-Wait-For": position(ada, game)})
    let_pass(database_url, STRANGER_DAYS + FEW_HOURS)
    assert prune(datastore) == PrunedGuests(2, 0)
    assert client.get(f"{game}/verification").get_json()["holds"] is True


@pytest.mark.usefixtures("projector")
def test_players_and_bots_who_are_no_guests_stay(
    client: FlaskClient, ada: Person, database_url: str, datastore: Datastore
) -> None:
    hal = bot(client)
    let_pass(database_url, 1000)
    assert prune(datastore) == NOBODY
    assert {person.get("/v1/me").status_code for person in (ada, hal)} == {200}


def test_nobody_goes_while_the_list_of_games_is_behind(
    client: FlaskClient, ada: Person, database_url: str, datastore: Datastore
) -> None:
    visitor = guest(client)
    started(visitor, ada)
    let_pass(database_url, STRANGER_DAYS + FEW_HOURS)
    assert prune(datastore) == NOBODY


@pytest.mark.usefixtures("projector")
def test_several_instances_remove_each_guest_once(client: FlaskClient, database_url: str, datastore: Datastore) -> None:
    for _ in range(20):
        guest(client)
    let_pass(database_url, STRANGER_DAYS + FEW_HOURS)
    found: list[PrunedGuests] = []
    together = Barrier(3)

    def work() -> None:
        with Datastore(logged_in_as(database_url, ROLE), pool_size=1) as own:
            together.wait()
            found.extend(Guests(own).prune(3) for _ in range(8))

    threads = [Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(pruned.gone for pruned in found) == 20
    assert rows(database_url)["player"] == 0


def test_the_role_of_the_service_removes_no_account_otherwise(ada: Person, datastore: Datastore) -> None:
    guest(ada.client)
    assert Guests(datastore).prune(2**31 - 1) == NOBODY
    for statement in ("DELETE FROM kifu.player", "SET kifu.pruning = 'guests'; DELETE FROM kifu.token"):
        with datastore.get_connection() as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute(statement.encode())
