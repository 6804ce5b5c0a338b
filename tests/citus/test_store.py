"""What the event store promises, on a Citus cluster: every test of the recorder once more."""

from tests.eventstore.test_recorder import *  # noqa: F403
