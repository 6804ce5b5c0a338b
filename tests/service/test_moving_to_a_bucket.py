"""Games move to a bucket of an S3-compatible store, here moto, as they do to a folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from uuid import UUID, uuid4

import pytest
import requests
from moto.server import ThreadedMotoServer
from obstore.store import S3Store

from eventstore import archive_files
from eventstore.archive_files import BadPlace, Bucket, FileAway, open_archive
from eventstore.codec import use_archive
from tests.api.house import app_on
from tests.kifu.command import kifu
from tests.service.moving_house import House

GAME = UUID(int=1)
PIECE = archive_files.PIECE


@pytest.fixture(scope="module")
def store() -> Iterator[str]:
    """The URL of an S3-compatible store with the bucket `games`."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    requests.put(f"http://{host}:{port}/games", timeout=60).raise_for_status()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture
def place(store: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """A folder of its own in the bucket, as KIFU_ARCHIVE names it."""
    for name, value in (("ENDPOINT_URL", store), ("ACCESS_KEY_ID", "a"), ("SECRET_ACCESS_KEY", "b"), ("REGION", "x")):
        monkeypatch.setenv(f"AWS_{name}", value)
    return f"s3://games/{uuid4()}"


@pytest.fixture
def home(database_url: str, tmp_path: Path, place: str) -> Iterator[House]:
    with app_on(database_url, tmp_path) as app:
        house = House(database_url, tmp_path, app.test_client())
        house.place = place
        use_archive(place)
        yield house
    use_archive(None)


class Raw:
    """A file in the bucket, to be changed behind the service's back."""

    def __init__(self, place: str, game: UUID) -> None:
        self._store = S3Store.from_url(place, client_options={"allow_http": True})
        self._name = f"{str(game)[:2]}/{game}.kifu"

    def get(self) -> bytes:
        return bytes(self._store.get(self._name).bytes())

    def put(self, content: bytes) -> None:
        self._store.put(self._name, content)

    def delete(self) -> None:
        self._store.delete(self._name)


def test_what_the_service_answers_is_the_same_before_and_after_a_move_to_a_bucket(home: House) -> None:
    with home.cold():
        before, rows = home.read(), home.payloads()
        home.move_out()
        assert {stub[:3] for stub in home.payloads()[1:-2]} == {"a1:"}
    with home.cold():
        assert home.read() == before
        assert home.move_back() == len(rows) - 2
    assert home.payloads() == rows


@pytest.mark.parametrize("change", ["away", "another byte", "cut off"])
def test_a_file_that_is_away_or_changed_in_the_bucket_is_a_problem_until_it_is_back(
    home: House, store: str, change: str
) -> None:
    home.move_out()
    file = Raw(home.place, home.game)
    kept = file.get()
    if change == "away":
        file.delete()
    else:
        other = kept.replace(b'"seat":1', b'"seat":0') if change == "another byte" else kept[: len(kept) // 4]
        file.put(other)
    expected = (503, "game-archived") if change == "away" else (409, "damaged-record")
    with home.cold():
        for path in ("", "/state", "/steps", "/audit/9"):
            answer = home.ada.get(f"{home.path}{path}")
            assert (answer.status_code, answer.get_json()["code"]) == expected, path
            assert home.place not in answer.get_data(as_text=True)
            assert store not in answer.get_data(as_text=True)
        file.put(kept)
        assert home.ada.get(f"{home.path}/verification").get_json()["holds"]


@pytest.mark.parametrize(
    ("offset", "length"),
    [
        (0, 9),
        (PIECE - 3, 9),
        (PIECE, 1),
        (2 * PIECE - 1, 2),
        (PIECE - 3, PIECE + 9),
        (2 * PIECE + 90, 20),
        (9 * PIECE, 9),
    ],
)
def test_the_bytes_that_are_asked_for_are_read_wherever_they_are(place: str, offset: int, length: int) -> None:
    content = bytes(number % 251 for number in range(2 * PIECE + 100))
    files = open_archive(place)
    files.write(GAME, content)
    assert files.read(GAME, offset, length) == content[offset:][:length]
    assert files.read(GAME, offset, length) == content[offset:][:length]


def test_a_file_is_read_once_for_its_events_and_anew_when_it_was_written(place: str) -> None:
    files = open_archive(place)
    files.write(GAME, b"one two")
    assert files.read(GAME, 0, 3) == b"one"
    Raw(place, GAME).put(b"ONE TWO")
    assert files.read(GAME, 4, 3) == b"two"
    assert files.read(GAME, 4, 3, anew=True) == b"TWO"
    files.write(GAME, b"1 2")
    assert files.read(GAME, 0, 3) == b"1 2"


def test_a_process_keeps_a_bounded_number_of_bytes(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive_files, "PIECES", 2)
    files = Bucket(place)
    for number in range(5):
        files.write(UUID(int=number), b"some bytes")
        files.read(UUID(int=number), 0, 4)
    assert [game for game, _ in files._kept] == [UUID(int=3), UUID(int=4)]


def test_a_bucket_that_does_not_answer_is_not_asked_again_at_once(
    place: str, store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    other.start()
    host, port = other.get_host_and_port()
    other.stop()
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
    files = open_archive(place)
    with pytest.raises(FileAway, match="does not answer as it should") as away:
        files.read(GAME, 0, 3)
    assert (str(port) in away.value.cause, str(port) in str(away.value)) == (True, False)
    with pytest.raises(FileAway, match="did not answer a moment ago"):
        files.write(GAME, b"one")
    monkeypatch.setattr(files, "_silent_until", 0.0)
    with pytest.raises(FileAway, match="does not answer as it should"):
        files.write(GAME, b"one")


@pytest.mark.parametrize("address", ["not an address", "localhost:9000", "http://", "https://s3.example?x", "ftp://s3"])
def test_the_address_of_the_store_must_be_a_url(place: str, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL", address)
    with pytest.raises(BadPlace, match="AWS_ENDPOINT_URL is not a URL"):
        open_archive(place)


def test_a_region_that_makes_no_address_is_a_problem_and_ends_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AWS_ENDPOINT_URL", raising=False)
    for name, value in (("ACCESS_KEY_ID", "a"), ("SECRET_ACCESS_KEY", "b"), ("REGION", "no region")):
        monkeypatch.setenv(f"AWS_{name}", value)
    with pytest.raises(FileAway, match="make no address of a bucket"):
        open_archive("s3://games").read(GAME, 0, 3)


def test_a_store_that_nobody_has_does_not_answer(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://[::1]:1/path")
    with pytest.raises(FileAway, match="does not answer as it should"):
        open_archive(place).read(GAME, 0, 3)


def test_a_bucket_that_is_not_there_is_said(place: str) -> None:
    with pytest.raises(FileAway, match="written: no such bucket"):
        open_archive("s3://nobody-has-this").write(GAME, b"one")


@pytest.mark.parametrize(
    "place", ["gs://games", "https://games.example", "s3://", "s3://me@games", "s3://games?x=1", "s3://Ä"]
)
def test_only_a_folder_or_a_bucket_can_be_named(place: str) -> None:
    with pytest.raises(BadPlace, match="Neither a folder nor a bucket"):
        open_archive(place)


def test_a_bucket_needs_a_package_and_a_folder_does_not(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(archive_files, "find_spec", lambda _: None)
    with pytest.raises(BadPlace, match="pip install obstore"):
        open_archive("s3://games")
    open_archive(str(tmp_path)).write(GAME, b"one")


@pytest.mark.long
@pytest.mark.slow
def test_the_command_moves_games_to_a_bucket_and_back(home: House, tmp_path: Path) -> None:
    rows, settings = home.payloads(), {"data": tmp_path, "KIFU_DATABASE_URL": home.url, "KIFU_ARCHIVE": home.place}
    ran = kifu("archive", "--older-than", "0d", **settings)  # type: ignore[arg-type]
    assert (ran.exit_code, ran.out.partition(" to files")[0]) == (0, "1 game moved"), ran.err
    assert kifu("verify", "--all", **settings).out == "1 game verified, 0 at fault.\n"  # type: ignore[arg-type]
    ran = kifu("archive", "--restore", str(home.game), **settings)  # type: ignore[arg-type]
    assert (ran.exit_code, home.payloads()) == (0, rows), ran.err
    ran = kifu("archive", "--older-than", "0d", **{**settings, "KIFU_ARCHIVE": "ftp://games"})  # type: ignore[arg-type]
    assert (ran.exit_code, "KIFU_ARCHIVE: Neither a folder nor a bucket" in ran.err) == (2, True), ran.err
