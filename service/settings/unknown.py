"""Variables named like settings that do not exist: misspelt, or from another version."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from difflib import get_close_matches

from service.settings import PREFIX, Settings

OF_SCRIPTS = frozenset({"KIFU_OWNER_PASSWORD", "KIFU_PASSWORD"})
"""Variables for `deploy/create_database.sh` and `compose.yaml`."""


def find_unknown(names: Iterable[str]) -> dict[str, str | None]:
    """Return the names that are not settings, each with the most similar setting, if any."""
    known = [f"{PREFIX}{one.name.upper()}" for one in fields(Settings)]
    unknown = sorted({name for name in names if name.startswith(PREFIX)} - set(known) - OF_SCRIPTS)
    return {name: next(iter(get_close_matches(name, known, 1, 0.75)), None) for name in unknown}
