"""The promises of the event store on a Citus cluster: every test of the recorder again."""

import pytest

from eventstore.postgres import datastore
from eventstore.postgres.datastore import Datastore
from eventstore.recorder import FeedRecorder
from tests.eventstore import test_recorder
from tests.eventstore.cutting_proxy import CuttingProxy
from tests.eventstore.test_recorder import *  # noqa: F403

connect_worker = datastore.connect_worker


@pytest.fixture(autouse=True)
def proxies_before_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cuts by a proxy also apply to direct connections to a worker."""

    def recorder_behind(proxy: CuttingProxy) -> FeedRecorder:
        monkeypatch.setattr(
            datastore,
            "connect_worker",
            lambda url, host, port: connect_worker(url, "127.0.0.1", str(proxy.before(host, port))),
        )
        return FeedRecorder(Datastore(proxy.url, pool_size=1))

    monkeypatch.setattr(test_recorder, "recorder_behind", recorder_behind)
