"""The limit on open files: raised as far as it may be, and refused at the start where it leaves no room."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from service.open_files import LEAST_CONNECTIONS, MOST_CONNECTIONS, OTHER_FILES
from tests.support.services import ROOT, environment

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


def test_a_service_that_may_open_too_few_files_does_not_start_and_says_how_many_it_needs(tmp_path: Path) -> None:
    command = f'ulimit -n {LEAST - 1}; exec "{sys.executable}" -m kifu serve'
    ran = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, env=environment(tmp_path), capture_output=True, text=True, timeout=120
    )
    assert ran.returncode not in (0, None)
    assert f"may open {LEAST - 1} files" in ran.stderr
    assert f"allow {LEAST} at least" in ran.stderr
    assert "Traceback" not in ran.stderr
