"""Whether the caller may write or begin games, or is kept from it by a measure."""

from __future__ import annotations

from api.requests.identity import Asker
from api.requests.services import services
from domain.application.moderation import standing

UNSUITED = ["suspended"]
"""The problems of calls that begin or join games."""
SILENCED = ["suspended", "muted"]
"""The problems of calls that write to others."""


def check_may_play(by: Asker) -> None:
    """Raise Suspended if the caller may begin or join no games."""
    if by.player is not None:
        standing.check_may_play(services().parts.moderation.standing(by.player))


def check_may_write(by: Asker) -> None:
    """Raise Suspended or Muted if the caller may not write to others."""
    if by.player is not None:
        standing.check_may_write(services().parts.moderation.standing(by.player))
