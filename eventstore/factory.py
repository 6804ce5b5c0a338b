"""The library's infrastructure factory over Kifu's schema: `PERSISTENCE_MODULE=eventstore.factory`."""

from eventsourcing.persistence import InfrastructureFactory, NotSupportedError, ProcessRecorder, TrackingRecorder
from eventsourcing.utils import Environment, EnvType
from psycopg.conninfo import make_conninfo

from eventstore.partition import PARTITIONS
from eventstore.postgres.datastore import Datastore
from eventstore.recorder import FeedRecorder
from eventstore.snapshots import SnapshotRecorder

URL = "KIFU_DATABASE_URL"
POOLED_URL = "KIFU_POOLED_DATABASE_URL"
POOL_SIZE = "KIFU_POOL_SIZE"
FEED_PARTITIONS = "KIFU_FEED_PARTITIONS"


class Factory(InfrastructureFactory[TrackingRecorder]):
    """Builds recorders on one datastore. It never creates tables: migrate first.

    Reads `KIFU_DATABASE_URL`, or else the library's `POSTGRES_DBNAME`, `_HOST`, `_PORT`, `_USER` and `_PASSWORD`;
    `KIFU_POOLED_DATABASE_URL`, where statements go through a pooler; `KIFU_POOL_SIZE`, the greatest number of
    connections (10); and `KIFU_FEED_PARTITIONS` (64, only 1 for the library's own tests). Raises OSError if the
    database is not named or a number is not valid.
    """

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        self.partitions = self._number(FEED_PARTITIONS, PARTITIONS)
        self.datastore = Datastore(
            self._url(), pool_size=self._number(POOL_SIZE, 10), pooled=self.env.get(POOLED_URL) or None
        )

    def aggregate_recorder(self, purpose: str = "events") -> SnapshotRecorder:
        """Return the recorder of snapshots, which keeps the first of each version and drops later ones silently."""
        return SnapshotRecorder(self.datastore, partitions=self.partitions, keep_first=True)

    def application_recorder(self) -> FeedRecorder:
        """Return the recorder of games."""
        return FeedRecorder(self.datastore, partitions=self.partitions)

    def tracking_recorder(self, tracking_recorder_class: type[TrackingRecorder] | None = None) -> TrackingRecorder:
        """Raise NotSupportedError: see `eventstore.tables.tracking`."""
        raise NotSupportedError("no tracking recorder: projections track positions on connections of their own")

    def process_recorder(self) -> ProcessRecorder:
        """Raise NotSupportedError: projections write rows, not events."""
        raise NotSupportedError("no process recorder: projections write rows, not events")

    def close(self) -> None:
        """Close the connections."""
        self.datastore.close()

    def _url(self) -> str:
        url = self.env.get(URL)
        if url:
            return url
        names = {"dbname": "DBNAME", "host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD"}
        parts = {option: self.env.get(f"POSTGRES_{name}") for option, name in names.items()}
        if not parts["dbname"]:
            raise OSError(f"neither {URL} nor POSTGRES_DBNAME is set")
        return make_conninfo("", **{option: value for option, value in parts.items() if value})

    def _number(self, name: str, default: int) -> int:
        text = self.env.get(name) or str(default)
        if not text.isdecimal() or int(text) < 1:
            raise OSError(f"{name} must be a whole number above 0, not {text!r}")
        return int(text)
