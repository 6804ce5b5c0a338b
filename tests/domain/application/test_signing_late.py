"""A service that signed nothing for days and then catches up in pieces: its events are older than the heads around."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from uuid import UUID

import msgspec
import pytest

from domain.application.checks import pieces
from domain.proof.receipts import KeyDocument
from domain.rows import partition_of
from service.checkpoints.checkpoint_file import CheckpointFile
from service.checkpoints.make_checkpoints import Checkpoints, MadeCheckpoints, join_pieces
from service.keys import signing
from service.settings import Settings
from tests.domain.application.logged import House, house
from tests.domain.application.playing import play_one

PIECE = 10
TODAY = timedelta(0)
MISDATED = "the event says that it was recorded at"


@pytest.fixture
def home(database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(pieces, "MOST_EVENTS", PIECE)
    monkeypatch.setattr(pieces, "AT_ONCE", 3)
    with house(database_url, tmp_path) as found:
        yield found


def sign(home: House, later: timedelta, most: int | None = None) -> MadeCheckpoints:
    """Sign all events in pieces by a clock that is ahead, or only the first pieces; nothing is refused or noticed."""

    def clock() -> datetime:
        return datetime.now(UTC) + later

    file = CheckpointFile(home.file)
    run = Checkpoints(home.url, home.signer, home.keyring, file, clock, most_events=PIECE).pieces()
    made = join_pieces(piece for piece, _ in islice(run, most))
    assert made.is_whole, made
    return made


def play(home: House, game: UUID, moves: int) -> None:
    for _ in range(moves):
        play_one(home.games, game, home.random)


def heads_of(home: House, game: UUID) -> int:
    ((count,),) = home.sql("SELECT count(*) FROM kifu.tree_head WHERE partition = %s", partition_of(game))
    return int(count)


def assert_no_fault(home: House, *games: UUID) -> None:
    code, output = home.kifu("checkpoint", "--check")
    assert code == 0, output
    for game in games:
        code, output = home.kifu("verify", str(game))
        assert code == 0, output


def test_events_that_waited_days_to_be_signed_in_pieces_are_not_misdated(home: House) -> None:
    games = [home.game(2), home.game(2)]
    sign(home, TODAY)
    for game in games:
        play(home, game, 25)
    sign(home, timedelta(days=3))
    assert all(heads_of(home, game) > 2 for game in games)
    assert_no_fault(home, *games)


def test_signing_that_stopped_for_days_between_two_pieces_leaves_no_fault(home: House) -> None:
    game = home.game(2)
    sign(home, TODAY)
    play(home, game, 35)
    sign(home, timedelta(days=3), most=1)
    sign(home, timedelta(days=8), most=1)
    sign(home, timedelta(days=5))
    assert_no_fault(home, game)


def test_a_first_signing_in_pieces_does_not_date_what_was_recorded_before(home: House) -> None:
    games = [home.game(25) for _ in range(4)]
    sign(home, timedelta(days=3))
    assert len({partition_of(game) for game in games}) > 1
    assert_no_fault(home, *games)


def use_keys_from(home: House, ahead: timedelta) -> None:
    """Let the key of the service come into use at a later time, as if everything so far was recorded without it."""
    path = home.data / signing.FOLDER / signing.PUBLIC
    document = msgspec.json.decode(path.read_bytes(), type=KeyDocument)
    keys = tuple(msgspec.structs.replace(key, since=key.since + ahead) for key in document.keys)
    path.write_bytes(msgspec.json.encode(msgspec.structs.replace(document, keys=keys)))
    home.signer, home.keyring = signing.load_or_make(Settings(data=home.data))


def test_a_first_signing_in_pieces_demands_no_receipts_of_what_is_older_than_the_keys(home: House) -> None:
    games = [home.game(25) for _ in range(4)]
    home.sql("UPDATE kifu.event SET receipt = NULL")
    use_keys_from(home, timedelta(days=2))
    sign(home, timedelta(days=3), most=2)
    sign(home, timedelta(days=3))
    assert_no_fault(home, *games)
    invented = home.game(3)
    home.sql("UPDATE kifu.event SET receipt = NULL WHERE game_id = %s", invented)
    code, output = home.kifu("checkpoint", "--check")
    assert (code, f"game {invented}: version 1: the event has no receipt" in output) == (1, True)


def test_an_event_that_is_older_than_the_last_whole_signing_is_misdated_in_any_piece(home: House) -> None:
    game = home.game(2)
    sign(home, timedelta(days=10))
    play(home, game, 25)
    sign(home, timedelta(days=11))
    assert heads_of(home, game) > 2
    code, output = home.kifu("checkpoint", "--check")
    assert (code, MISDATED in output) == (1, True)
    assert MISDATED in home.found(game)
