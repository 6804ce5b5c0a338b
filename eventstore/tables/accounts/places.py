"""Where a page of a list of rows begins."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple
from uuid import UUID


class Place(NamedTuple):
    """A position in a list of rows with a time and an id, the newest first."""

    at: datetime
    id: UUID
