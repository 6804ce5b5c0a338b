"""One version everywhere, and the promises of CHANGELOG.md about upgrades from one version to the next."""

from __future__ import annotations

import re
import subprocess
from itertools import pairwise

from eventstore.postgres.migrate import migrations_folder, read_migrations
from migrations import LAST_OF_VERSION
from service.version import VERSION
from tests.support.services import KIFU, ROOT

HEADING = re.compile(r"^## (\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)\)$", re.MULTILINE)
TOGETHER = "stop every instance"
IN_TURN = "replace one instance after the other"


def sections() -> dict[str, str]:
    """The sections of the changelog by version, the newest first."""
    _, *parts = HEADING.split((ROOT / "CHANGELOG.md").read_text())
    return dict(zip(parts[::3], parts[2::3], strict=True))


def test_the_newest_section_of_the_changelog_is_this_version() -> None:
    assert next(iter(sections())) == VERSION


def test_the_command_says_its_version() -> None:
    said = subprocess.run([*KIFU, "--version"], capture_output=True, text=True, check=True).stdout
    assert said == f"kifu {VERSION}\n"


def test_the_changelog_says_how_each_version_is_reached_as_its_migrations_allow() -> None:
    versions = list(reversed(sections()))
    migrations = read_migrations(migrations_folder())
    for before, version in pairwise(versions):
        known, last = LAST_OF_VERSION[before], LAST_OF_VERSION.get(version, "9999")
        new = [migration for migration in migrations if known < migration.id[:4] <= last]
        works = all(migration.works_from and migration.works_from <= known for migration in new)
        upgrade = sections()[version].partition(f"**Upgrade from {before}:** ")[2].partition("\n")[0]
        assert upgrade.startswith(IN_TURN if works else TOGETHER)


def test_every_version_before_this_one_says_which_migrations_it_knows() -> None:
    assert list(LAST_OF_VERSION) == list(reversed(list(sections())[1:]))
    known = {migration.id[:4] for migration in read_migrations(migrations_folder())}
    assert set(LAST_OF_VERSION.values()) <= known
