"""The played service is made once in a process; each attack gets a copy of its database and of its folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.attacks.document import find_number, read_rows
from tests.attacks.site import Played, Site, copy_folder, play
from tests.support.databases import create_database, database_name, drop_database


@pytest.fixture(scope="session")
def played(postgres_url: str, template: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    url = create_database(postgres_url, database_name(), template)
    yield play(url, tmp_path_factory.mktemp("played"))
    drop_database(url)


@pytest.fixture
def site(request: pytest.FixtureRequest, played: Played, postgres_url: str, tmp_path: Path) -> Iterator[Site]:
    """A copy of the played service, for one attack; the findings must match docs/tampering.md."""
    name = played.url.partition("@/")[2].partition("?")[0]
    url = create_database(postgres_url, database_name(), name)
    site = Site(played, url, copy_folder(played.data, tmp_path / "data"))
    yield site
    drop_database(url)
    number = find_number(request.node.name)
    if number is not None:
        assert read_rows()[number].faults(site.seen) == []
