"""Announces that a call is deprecated: the headers Deprecation (RFC 9745) and Sunset (RFC 8594)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import TypeVar

View = TypeVar("View", bound=Callable[..., object])


@dataclass(frozen=True)
class Deprecated:
    """When a call is deprecated, when it is switched off if known, and a page on what to use instead.

    The times are in UTC. Raises ValueError if the end precedes the deprecation.
    """

    since: datetime
    link: str
    sunset: datetime | None = None

    def __post_init__(self) -> None:
        if self.sunset is not None and self.sunset < self.since:
            raise ValueError("a call cannot end before it is deprecated")

    def headers(self) -> Mapping[str, str]:
        """Return the headers for every response of the call."""
        found = {
            "Deprecation": f"@{int(self.since.timestamp())}",
            "Link": f'<{self.link}>; rel="deprecation"; type="text/html"',
        }
        if self.sunset is not None:
            found["Sunset"] = format_datetime(self.sunset.astimezone(UTC), usegmt=True)
        return found


def deprecate(notice: Deprecated) -> Callable[[View], View]:
    """Mark a view's call as deprecated."""

    def decorate(view: View) -> View:
        view.deprecated = notice  # type: ignore[attr-defined]
        return view

    return decorate
