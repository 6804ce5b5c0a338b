"""The moments at which tests carry out commands of the domain."""

from __future__ import annotations

from datetime import datetime
from random import Random

from domain.record.event import Moment


def moment(now: datetime) -> Moment:
    """This time, with the same random bytes in every run."""
    return Moment(now, Random(7).randbytes)
