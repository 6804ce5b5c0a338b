"""The operator learns that the files of moved games are unavailable before anyone asks for such a game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest
from prometheus_client import REGISTRY
from structlog.testing import capture_logs

from eventstore.codec import use_archive
from eventstore.postgres.datastore import Datastore
from service.jobs.archive_watch import find_fault, watch_forever
from tests.api.house import app_on
from tests.service.moving_house import House
from tests.support.waiting import eventually


@pytest.fixture
def home(database_url: str, tmp_path: Path) -> Iterator[House]:
    with app_on(database_url, tmp_path) as app:
        yield House(database_url, tmp_path, app.test_client())
    use_archive(None)


def test_a_moved_game_is_looked_at_as_the_role_of_the_service(home: House) -> None:
    with Datastore(home.url, pool_size=1) as datastore:
        use_archive(None)
        assert find_fault(datastore.read) is None
        use_archive(home.place)
        home.move_out()
        assert find_fault(datastore.read) is None
        use_archive(None)
        assert "KIFU_ARCHIVE says nothing of where" in str(find_fault(datastore.read))
        use_archive(str(home.folder.parent))
        assert "No such file" in str(find_fault(datastore.read))
        use_archive(home.place)
        home.move_back()
        home.file.unlink()
        assert find_fault(datastore.read) is None


def test_a_fault_is_shown_while_it_lasts_and_logged_once(home: House) -> None:
    home.move_out()
    use_archive(None)
    stop = Event()
    with capture_logs() as logged:
        watch = Thread(target=watch_forever, args=(home.url, stop, 0.02))
        watch.start()
        eventually(lambda: REGISTRY.get_sample_value("kifu_archive_faults") == 1)
        use_archive(home.place)
        eventually(lambda: REGISTRY.get_sample_value("kifu_archive_faults") == 0)
        stop.set()
        watch.join()
    assert [line["event"] for line in logged] == [
        "files of moved games away",
        "the files of moved games can be read again",
    ]
