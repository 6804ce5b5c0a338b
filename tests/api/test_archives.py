"""Import over HTTP: the same game again, or a refusal with the first line at fault and nothing changed."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.calls import archives as calls
from tests.api.house import OPERATOR, Person, app_on, bearer, play_on
from tests.support.archives import (
    FORMATS,
    chain_again,
    edit_line,
    house_game,
    record_file,
    split_lines,
    write_running_game,
)
from tests.support.databases import create_database, database_name, drop_database
from tests.support.rulesets import product_rulesets

NDJSON = "application/x-ndjson"
SOUND = record_file(product_rulesets())
OLD = (FORMATS / "micro-dojo-1.kifu").read_bytes()


def send(client: FlaskClient, file: bytes, token: str = OPERATOR, **headers: str) -> TestResponse:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post("/v1/archives", data=file, headers={**bearer(token), "Content-Type": NDJSON, **named})


def restored(client: FlaskClient, file: bytes) -> str:
    """The path of the game restored from a file."""
    answer = send(client, file)
    assert answer.status_code == 201, answer.data
    return str(answer.headers["Location"])


def fault(client: FlaskClient, file: bytes) -> tuple[int, str]:
    """The line for which a file is refused, and why."""
    answer = send(client, file)
    found = answer.get_json()
    assert (answer.status_code, found.get("code")) == (422, "bad-archive"), answer.data[:500]
    assert f"Line {found['line']}: " in found["detail"]
    return found["line"], found["detail"]


def stored(url: str) -> tuple[int, int, int]:
    """How many events, imports and content packs a database holds."""
    with psycopg.connect(url) as connection:
        rows = [connection.execute(f"SELECT count(*) FROM kifu.{t}") for t in ("event", "imported", "content_pack")]
        one, two, three = (row[0] for cursor in rows if (row := cursor.fetchone()))
        return one, two, three


def execute(url: str, statement: str, *values: object) -> None:
    with psycopg.connect(url) as connection:
        connection.execute(statement, values)


@contextmanager
def another_app(postgres_url: str, template: str, data: Path) -> Iterator[FlaskClient]:
    """Another service, with a database of its own; its keys are in `data`."""
    url = create_database(postgres_url, database_name(), template)
    data.mkdir(exist_ok=True)
    try:
        with app_on(url, data) as app:
            yield app.test_client()
    finally:
        drop_database(url)


@pytest.fixture
def elsewhere(postgres_url: str, template: str, tmp_path: Path) -> Iterator[FlaskClient]:
    """A service that knows nothing of the first one."""
    with another_app(postgres_url, template, tmp_path / "elsewhere") as client:
        yield client


@pytest.fixture
def moved(postgres_url: str, template: str, tmp_path: Path) -> Iterator[FlaskClient]:
    """The first service with its keys and another, empty database."""
    with another_app(postgres_url, template, tmp_path) as client:
        yield client


def test_a_game_goes_to_another_service_as_the_same_file(
    client: FlaskClient, ada: Person, bob: Person, game: str, elsewhere: FlaskClient
) -> None:
    play_on([ada, bob], game)
    file = client.get(f"{game}/archive").data
    answer = send(elsewhere, file)
    assert (answer.status_code, answer.headers["Location"]) == (201, game), answer.data
    assert answer.get_json() == client.get(game).get_json()
    assert elsewhere.get(f"{game}/archive").data == file
    for path in ("", "/state", "/steps?limit=1000", "/states/5", "/chance"):
        assert client.get(game + path).get_json() == elsewhere.get(game + path).get_json(), path
    found = elsewhere.get(f"{game}/verification").get_json()
    assert found["holds"] is True
    # Nobody here knows the keys of the first service, so nobody can tell whether its receipts are genuine.
    assert (found["receipts"]["genuine"], found["receipts"]["fault"]) == (0, None)
    assert found["receipts"]["unknown"] == found["chain"]["events"] == found["imported"]["version"]
    here, there = (c.get(f"{game}/audit/2").get_json() for c in (client, elsewhere))
    assert (here.pop("imported"), there.pop("imported")["file"]) == (None, found["imported"]["file"])
    assert here == there


def test_disputes_and_rulings_come_along(
    client: FlaskClient, ada: Person, bob: Person, arbiter: Person, game: str, elsewhere: FlaskClient
) -> None:
    play_on([ada, bob], game, most=6)
    clause = "micro-dojo.move.orthogonal"
    disputes = f"{game}/disputes"
    for step, ruling in ((5, "annul"), (3, "correct"), (2, "uphold")):
        raised = bob.post(disputes, {"step": step, "claim": "That cannot be."})
        assert raised.status_code == 201, raised.data
        found: dict[str, Any] = {"ruling": ruling, "clause": clause, "words": "So be it."}
        if ruling == "correct":
            (choice, *_) = arbiter.get(f"{raised.headers['Location']}?as=arbiter").get_json()["audit"]["legal"]
            disputed = client.get(f"{game}/steps/3").get_json()["move"]
            found["move"] = next(legal["move"] for legal in choice["moves"] if legal["move"] != disputed)
        ruled = arbiter.post(f"{raised.headers['Location']}/ruling", found)
        assert ruled.status_code == 201, ruled.data
    number = ada.post(disputes, {"step": 2, "claim": "Nor that.", "clause": clause}).get_json()["dispute"]
    assert ada.post(f"{disputes}/{number}/withdrawal").status_code == 201
    play_on([ada, bob], game, most=5)
    ada.post(f"{game}/resignation", {"seat": 0})
    late = bob.post(disputes, {"step": 4, "claim": "I say it still."}).headers["Location"]
    assert arbiter.post(f"{late}/ruling", {"ruling": "note", "clause": clause, "words": "Noted."}).status_code == 201
    file = client.get(f"{game}/archive").data
    assert restored(elsewhere, file) == game
    assert elsewhere.get(f"{game}/archive").data == file
    assert elsewhere.get(f"{game}/verification").get_json()["holds"] is True
    for path in ("/disputes", "/steps?limit=1000", "/state"):
        assert client.get(game + path).get_json() == elsewhere.get(game + path).get_json(), path
    # Later rulings of the arbiter get receipts from this service, like everything else that happens here.
    again = Person(elsewhere, "Bob").post(disputes, {"step": 4, "claim": "And here."})
    assert again.status_code == 201
    found = elsewhere.get(f"{game}/verification").get_json()
    assert (found["holds"], found["receipts"]["genuine"]) == (True, 1)


@pytest.mark.usefixtures("database_url")
def test_receipts_by_the_keys_of_the_service_are_checked_when_its_game_comes_back(
    client: FlaskClient, ada: Person, bob: Person, game: str, moved: FlaskClient
) -> None:
    play_on([ada, bob], game, most=5)
    bob.post(f"{game}/resignation", {"seat": 1})
    file = client.get(f"{game}/archive").data
    for number, change, why in (
        (6, lambda line: line["receipt"].update(signature="0" * 128), "not genuine"),
        (7, lambda line: line.pop("receipt"), "no receipt"),
        (8, lambda line: line["receipt"].update(lines_receipt(file, 7)), "not genuine"),
    ):
        at, said = fault(moved, edit_line(file, number, change))
        assert at == number
        assert why in said
    # Recomputing the digests is possible, forging the receipts is not.
    assert fault(moved, without_receipts_from(edit_line(file, 7, retimed), 7))[0] == 7
    assert restored(moved, file) == game
    found = moved.get(f"{game}/verification").get_json()
    assert (found["holds"], found["receipts"]["genuine"], found["receipts"]["unknown"]) == (True, 10, 0)


def lines_receipt(file: bytes, number: int) -> dict[str, Any]:
    return dict(json.loads(split_lines(file)[number - 1])["receipt"])


def retimed(line: dict[str, Any]) -> None:
    line["event"]["timestamp"] = "2026-01-02T03:04:05Z"


def without_receipts_from(file: bytes, number: int) -> bytes:
    """A file with recomputed digests, which keeps its old receipts before a line."""
    whole, anew = split_lines(file), split_lines(chain_again(file))
    return b"".join([*whole[: number - 1], *anew[number - 1 :]])


def test_the_same_game_again_changes_nothing_and_another_with_its_id_is_refused(
    client: FlaskClient, database_url: str
) -> None:
    game = restored(client, SOUND)
    before = stored(database_url)
    answer = send(client, SOUND)
    assert (answer.status_code, answer.headers["Location"]) == (200, game)
    other = send(client, chain_again(edit_line(SOUND, 4, lambda line: line["event"].update(request_id="another"))))
    assert (other.status_code, other.get_json()["code"]) == (409, "game-exists")
    assert stored(database_url) == before


def test_a_game_that_was_played_here_is_not_imported_over_itself(
    client: FlaskClient, ada: Person, bob: Person, game: str, database_url: str
) -> None:
    bob.post(f"{game}/resignation", {"seat": 1})
    before = stored(database_url)
    assert send(client, client.get(f"{game}/archive").data).status_code == 200
    assert stored(database_url) == before
    assert client.get(f"{game}/verification").get_json()["imported"] is None


def test_only_the_operator_may_import_and_others_are_told_why(client: FlaskClient, ada: Person) -> None:
    answer = send(client, SOUND, ada.token)
    assert (answer.status_code, answer.get_json()["code"]) == (403, "not-operator")
    assert "can claim any moves of anyone" in answer.get_json()["detail"]
    nobody = client.post("/v1/archives", data=SOUND, content_type=NDJSON)
    assert (nobody.status_code, nobody.get_json()["code"]) == (401, "unauthenticated")


def test_a_key_gets_the_first_answer_again(client: FlaskClient) -> None:
    first = send(client, SOUND, Idempotency_Key="one")
    again = send(client, SOUND, Idempotency_Key="one")
    assert (again.status_code, again.data, again.headers["Idempotent-Replayed"]) == (201, first.data, "true")
    assert again.headers["Location"] == first.headers["Location"]
    other = send(client, OLD, Idempotency_Key="one")
    assert (other.status_code, other.get_json()["code"]) == (422, "key-reused")
    assert send(client, OLD, Idempotency_Key="\x7f").status_code == 400


@pytest.mark.parametrize("name", ["micro-dojo-1", "daimyo-1", "micro-dojo-2"])
def test_files_of_earlier_formats_are_restored_as_they_are(client: FlaskClient, name: str) -> None:
    file = (FORMATS / f"{name}.kifu").read_bytes()
    game = restored(client, file)
    archive = split_lines(client.get(f"{game}/archive").data)
    assert archive[2:] == split_lines(file)[1:]
    found = client.get(f"{game}/verification").get_json()
    assert (found["holds"], found["rules"]["changed"]) == (True, 0)
    assert (found["chain"]["since"] is None) is name.endswith("1")


def test_what_is_sealed_cannot_be_restored(client: FlaskClient) -> None:
    line, why = fault(client, (FORMATS / "micro-dojo-2-redacted.kifu").read_bytes())
    assert line == 1
    assert "redacted" in why


def test_a_game_that_still_runs_is_not_restored_since_its_file_tells_its_seed(client: FlaskClient) -> None:
    file = write_running_game(20, end=False)
    line, why = fault(client, file)
    assert line == len(split_lines(file))
    assert "knows its seed" in why


@pytest.mark.usefixtures("projector")
def test_an_imported_game_is_in_history_and_scores_with_its_own_times_and_marked(
    client: FlaskClient, database_url: str
) -> None:
    answer = send(client, SOUND)
    wait = {"Kifu-Wait-For": answer.headers["Kifu-Position"]}
    game = answer.get_json()
    (score,) = client.get("/v1/scores", headers=wait).get_json()["items"]
    last = json.loads(split_lines(SOUND)[-1])["event"]["timestamp"]
    assert (score["game"], score["ended_at"]) == (game["id"], last)
    history = client.get("/v1/history?limit=1000", headers=wait).get_json()["items"]
    assert {line["n"] for line in history} == set(range(1, game["step"] + 1))
    assert history[0]["time"] == last
    (listed,) = client.get("/v1/games?status=finished", headers=wait).get_json()["items"]
    assert listed["id"] == game["id"]
    assert (score["imported"], listed["imported"]) == (True, True)
    # Nobody vouches for the keys.
    for name in ("leaderboard", "players"):
        assert client.get("/v1/leaderboards/micro-dojo", headers=wait).get_json()["items"] == [], name
    player = listed["seats"][0]["player"]
    with psycopg.connect(database_url) as connection:
        records = connection.execute("SELECT sum(games), sum(joined) FROM kifu_read.player_record").fetchone()
        marked = connection.execute(
            "SELECT imported FROM kifu_read.player_game WHERE player = %s", (player,)
        ).fetchall()
    assert (records, marked) == ((0, 2), [(True,)])


def test_content_that_came_with_a_game_serves_it_in_every_process_and_no_new_game(
    client: FlaskClient, ada: Person, database_url: str, tmp_path: Path
) -> None:
    file = house_game(tmp_path)
    content = json.loads(split_lines(file)[1])["content"]
    installed = client.get("/v1/rulesets/micro-dojo").get_json()["content"]
    with app_on(database_url, tmp_path) as other:
        game = restored(client, file)
        for worker in (client, other.test_client()):
            assert worker.get(game).get_json()["content"] == content
            assert worker.get(f"{game}/states/3").status_code == 200
            assert worker.get(f"{game}/verification").get_json()["holds"] is True
            assert worker.get(f"{game}/archive").data == file
    assert client.get("/v1/rulesets/micro-dojo").get_json()["content"] == installed != content
    assert ada.get(ada.open()).get_json()["content"] == installed


def test_a_content_that_was_changed_or_that_nobody_could_play_with_is_refused_with_its_line(
    client: FlaskClient, tmp_path: Path
) -> None:
    file = house_game(tmp_path)

    def in_place(old: str, new: str) -> bytes:
        found = json.loads(split_lines(file)[1])
        files = {name: text.replace(old, new) for name, text in found["files"].items()}
        return with_files(file, files)

    line, why = fault(client, edit_line(file, 2, lambda pack: pack["files"].pop("board.toml")))
    assert (line, "not the one that is named" in why) == (2, True)
    for old, new, said in (
        ("gold = 4", "gold = 4000000", "beyond 10000"),
        ("gold = 4", "gold = true", "buildings.toml"),
        ("[[building]]", "[[building", "buildings.toml"),
        ("gold = 4", "gold = " + "[" * 5000, "deeply"),
        ("gold = 4", "gold = " + "9" * 5000, "buildings.toml"),
    ):
        line, why = fault(client, in_place(old, new))
        assert (line, said in why) == (2, True), why
    assert fault(client, edit_line(file, 2, lambda pack: pack["files"].update({"../x.toml": ""})))[0] == 2
    # Another price is a sound pack, and shows where the rules are applied to it.
    line, why = fault(client, in_place("gold = 4", "gold = 5"))
    assert line > 3


def with_files(file: bytes, files: dict[str, str]) -> bytes:
    """A file with different content, named consistently in header, content and opening, and with a recomputed chain."""
    from domain.kernel.content import pack_digest

    digest = pack_digest(files)
    head, _, opening, *others = split_lines(file)
    header = msgspec.json.encode({**json.loads(head), "content": digest}) + b"\n"
    pack = msgspec.json.encode({"content": digest, "files": files}) + b"\n"
    old = json.loads(head)["content"]
    return chain_again(b"".join([header, pack, opening.replace(old.encode(), digest.encode()), *others]))


def test_nobody_can_call_a_game_imported_to_be_rid_of_its_receipts(
    client: FlaskClient, ada: Person, bob: Person, game: str, database_url: str
) -> None:
    bob.post(f"{game}/resignation", {"seat": 1})
    other = restored(client, SOUND)
    execute(database_url, "UPDATE kifu.event SET receipt = NULL WHERE game_id = %s", game[-36:])
    assert client.get(f"{game}/verification").get_json()["receipts"]["fault"] is not None
    copied = (
        "INSERT INTO kifu.imported SELECT e.partition, e.game_id, i.time, i.request_id, i.file, 5, i.record, i.keys, "
        "i.receipt FROM kifu.imported i, kifu.event e WHERE e.game_id = %s AND e.version = 1"
    )
    execute(database_url, copied, game[-36:])
    found = client.get(f"{game}/verification").get_json()
    assert (found["holds"], found["receipts"]["fault"]["version"]) == (False, 1)
    assert "not genuine" in found["imported"]["fault"]
    for statement in (
        "UPDATE kifu.imported SET version = 0",
        "DELETE FROM kifu.imported",
        "DELETE FROM kifu.content_pack",
    ):
        with pytest.raises(psycopg.errors.RestrictViolation):
            execute(database_url, statement)
    assert client.get(f"{other}/verification").get_json()["holds"] is True


def test_a_change_in_an_imported_game_without_digests_is_found_by_the_note_of_its_import(
    client: FlaskClient, database_url: str
) -> None:
    game = restored(client, OLD)
    statement = "UPDATE kifu.event SET payload = replace(payload, %s, %s) WHERE version = 7"
    execute(database_url, statement, "2026-01-01T00:00:06Z", "2026-01-01T00:00:07Z")
    found = client.get(f"{game}/verification").get_json()
    assert (found["holds"], found["imported"]["fault"]) == (False, "the events are not those that were imported")


def test_a_game_of_a_thousand_steps_is_restored_within_seconds(client: FlaskClient) -> None:
    file, began = write_running_game(1000, end=True), time.process_time()
    assert restored(client, file)
    assert time.process_time() - began < 5


@pytest.mark.usefixtures("database_url")
def test_a_file_is_sent_as_lines_and_as_it_is(client: FlaskClient, app: Flask) -> None:
    for headers in ({"Content-Type": "application/json"}, {"Content-Encoding": "gzip"}, {"Content-Type": "text/plain"}):
        answer = client.post(
            "/v1/archives", data=SOUND, headers={**bearer(OPERATOR), "Content-Type": NDJSON, **headers}
        )
        assert (answer.status_code, answer.get_json()["code"]) == (415, "unsupported-media-type")
    large = send(client, split_lines(SOUND)[0] + b" " * calls.LARGEST_ARCHIVE)
    assert (large.status_code, large.get_json()["code"]) == (413, "too-large")
    assert send(client, SOUND).status_code == 201


@pytest.mark.usefixtures("database_url")
def test_while_one_file_is_imported_another_is_asked_to_come_back(client: FlaskClient) -> None:
    with calls._importing:
        answer = send(client, SOUND)
    assert (answer.status_code, answer.get_json()["code"]) == (503, "unavailable")
    assert "Retry-After" in answer.headers
    assert send(client, SOUND).status_code == 201
