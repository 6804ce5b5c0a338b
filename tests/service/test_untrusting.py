"""The patch with which `python -m benchmarks.trust_cost` compares the service must match the code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.support.services import ROOT

PATCHED = """
from pathlib import Path
from uuid import UUID
from domain.record import snapshots
from service import parts
from service.settings import Settings

game = UUID(int=1)
sealed = snapshots.seal_state(bytes(32), game, 100, "topic", b"{}")
print(sealed == b"\\x01" + bytes(32) + b"{}")
print(snapshots.open_state(bytes(32), game, 100, "topic", sealed) == b"{}")
print(parts.load_or_make_seed_keys(Settings(data=Path("data"))) == ())
"""


def run_python(folder: Path, *path: Path) -> list[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path))}
    command = [sys.executable, "-c", PATCHED]
    found = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    assert found.stderr == ""
    return found.stdout.split()


def test_a_service_without_trust_neither_encrypts_seeds_nor_computes_seals(tmp_path: Path) -> None:
    assert run_python(tmp_path, ROOT, ROOT / "benchmarks" / "untrusting") == ["True", "True", "True"]
    assert run_python(tmp_path, ROOT) == ["False", "True", "False"]
