"""The limit on open files, raised as far as it may be."""

from __future__ import annotations

import subprocess
import sys

import pytest

from service.open_files import LEAST_CONNECTIONS, MOST_CONNECTIONS, OTHER_FILES
from tests.support.services import ROOT

COUNT = (
    "import resource, sys; from service.open_files import count_connections; "
    "resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[1]), int(sys.argv[2]))); "
    "print(count_connections(), resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
)
LEAST, MOST = LEAST_CONNECTIONS + OTHER_FILES, MOST_CONNECTIONS + OTHER_FILES


@pytest.mark.parametrize(
    ("soft", "hard", "connections", "raised"),
    [
        (64, LEAST, LEAST_CONNECTIONS, LEAST),
        (64, 2000, 2000 - OTHER_FILES, 2000),
        (MOST + 10, MOST + 10, MOST_CONNECTIONS, MOST + 10),
    ],
)
def test_a_process_raises_its_limit_and_counts_the_connections_that_it_leaves_room_for(
    soft: int, hard: int, connections: int, raised: int
) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", COUNT, str(soft), str(hard)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout.split() == [str(connections), str(raised)]
