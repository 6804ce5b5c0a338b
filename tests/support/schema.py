"""The schema of a migrated database as SQL, for those who want to read it without reading all migrations."""

from __future__ import annotations

import re
import subprocess

from eventstore.postgres import embedded

HEAD = "-- The schema after all migrations, for readers: `make definitions` writes it, and nothing runs it.\n\n"
_NOISE = re.compile(
    r"^(--\n-- .*\n--|-- Dumped .*|SET .*|SELECT pg_catalog\.set_config.*|\\(?:un)?restrict .*)\n", re.MULTILINE
)


def dump_schema(url: str) -> str:
    """Return the schema as `pg_dump` writes it, without settings and comments."""
    command = [embedded._binaries() / "pg_dump", "--schema-only", "--no-owner", url]
    dumped = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return HEAD + re.sub(r"\n{3,}", "\n\n", _NOISE.sub("", dumped)).strip() + "\n"
