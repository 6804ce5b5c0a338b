"""Signing, checking and proving on a Citus cluster: the tests of the log again."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from eventstore.postgres.datastore import Datastore
from eventstore.postgres.role import url_for_service
from eventstore.tables.log import LogTables
from service.checkpointer import Job
from service.settings import Settings
from tests.api import conftest
from tests.api.conftest import *  # noqa: F403
from tests.api.test_checkpoints import *  # noqa: F403
from tests.api.test_heads import *  # noqa: F403
from tests.domain.application import logged
from tests.domain.application.logged import House
from tests.service.test_alarms import *  # noqa: F403

# The tests of alarms have another fixture of this name.
house = conftest.house


@pytest.fixture
def served(database_url: str, tmp_path: Path) -> Iterator[House]:
    """Games whose log is signed in the role of the service, as in production."""
    with logged.house(url_for_service(database_url), tmp_path) as found:
        yield found


def test_the_service_signs_in_its_own_role_and_what_it_signed_holds(served: House) -> None:
    first, second = served.game(3), served.game(2)
    with Datastore(served.url, pool_size=1) as datastore:
        job = Job(Settings(data=served.data, database_url=served.url), datastore)
        try:
            for more in (0, 2, 20):
                for _ in range(more):
                    served.game(0)
                with capture_logs() as told:
                    job.tick()
                assert [line for line in told if line["log_level"] == "error"] == []
                log = LogTables(datastore.read)
                assert {head.partition: head.size for head in log.latest()} == {
                    one.partition: one.position for one in log.sizes() if one.position
                }
        finally:
            job.close()
    assert served.kifu("checkpoint", "--check")[0] == 0
    assert served.kifu("checkpoint")[0] == 0
    for game in (first, second):
        assert served.kifu("verify", str(game))[0] == 0
