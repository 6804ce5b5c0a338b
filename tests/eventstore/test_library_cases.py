"""The library's own published cases, with one feed partition because they assume one sequence."""

from collections.abc import Iterator
from typing import ClassVar

import pytest
from eventsourcing.persistence import NotSupportedError
from eventsourcing.utils import Environment, get_topic

from eventstore.factory import Factory
from eventstore.postgres.datastore import Datastore
from eventstore.recorder import FeedRecorder
from eventstore.snapshots import SnapshotRecorder
from tests.eventstore.library_cases import application, persistence


class OnDatabase:
    @pytest.fixture(autouse=True)
    def connect(self, database_url: str) -> Iterator[None]:
        self.url = database_url
        self.datastore = Datastore(database_url, pool_size=20)
        yield
        self.datastore.close()


class TestFeedRecorder(OnDatabase, persistence.ApplicationRecorderTestCase[FeedRecorder]):
    def create_recorder(self) -> FeedRecorder:
        # Some of these cases count versions from 0, the others from 1.
        from_zero = self._testMethodName.startswith("test_concurrent")
        return FeedRecorder(self.datastore, partitions=1, lowest_version=0 if from_zero else 1)


class TestNonInterleaving(OnDatabase, persistence.NonInterleavingNotificationIDsBaseCase):
    def create_recorder(self) -> FeedRecorder:
        return FeedRecorder(self.datastore, partitions=1, lowest_version=0)


class TestSnapshotRecorder(OnDatabase, persistence.AggregateRecorderTestCase):
    def create_recorder(self) -> SnapshotRecorder:
        return SnapshotRecorder(self.datastore)


class TestFactory(OnDatabase, persistence.InfrastructureFactoryTestCase[Factory]):
    def setUp(self) -> None:
        self.env = Environment(env={"PERSISTENCE_MODULE": "eventstore.factory", "KIFU_DATABASE_URL": self.url})
        super().setUp()

    def expected_factory_class(self) -> type[Factory]:
        return Factory

    def expected_aggregate_recorder_class(self) -> type[SnapshotRecorder]:
        return SnapshotRecorder

    def expected_application_recorder_class(self) -> type[FeedRecorder]:
        return FeedRecorder

    def expected_tracking_recorder_class(self) -> type[persistence.TrackingRecorder]:
        raise NotImplementedError

    def tracking_recorder_subclass(self) -> type[persistence.TrackingRecorder]:
        raise NotImplementedError

    def test_create_tracking_recorder(self) -> None:
        with pytest.raises(NotSupportedError):
            self.factory.tracking_recorder()

    def expected_process_recorder_class(self) -> type[persistence.ProcessRecorder]:
        raise NotImplementedError

    def test_create_process_recorder(self) -> None:
        with pytest.raises(NotSupportedError):
            self.factory.process_recorder()


class TestApplication(OnDatabase, application.ExampleApplicationTestCase):
    expected_factory_topic: ClassVar[str] = get_topic(Factory)

    @pytest.fixture(autouse=True)
    def settings(self, connect: None, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PERSISTENCE_MODULE", "eventstore.factory")
        monkeypatch.setenv("KIFU_DATABASE_URL", self.url)
        monkeypatch.setenv("KIFU_FEED_PARTITIONS", "1")
