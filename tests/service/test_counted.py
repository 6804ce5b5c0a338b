"""The counter of `python -m benchmarks.move_parts` must match the code, and count correctly."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.support.services import ROOT

COUNTING = """
import json, struct, sys, time
from pathlib import Path

sys.path.insert(0, sys.argv[1])
import sitecustomize as counting
from domain.application.recording import Recording

plain = Recording.play
counting._count_all()

def spin(seconds):
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass

inner = counting.count("append", spin)

def fail():
    spin(0.02)
    inner(0.2)
    raise ValueError

outer = counting.count("rules", fail)
began = time.thread_time_ns()
for _ in range(2):
    try:
        outer()
    except ValueError:
        pass
took = time.thread_time_ns() - began
(file,) = Path(sys.argv[2]).iterdir()
spent = dict(zip(counting.PARTS, struct.unpack(f"{len(counting.PARTS)}q", file.read_bytes())))
print(json.dumps({"fits": Recording.play is not plain, "spent": spent, "took": took}))
"""


def test_the_parts_fit_the_code_and_each_is_counted_without_those_within_it_also_if_it_raises(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COUNTED": str(tmp_path)}
    command = [sys.executable, "-c", COUNTING, str(ROOT / "benchmarks" / "counted"), str(tmp_path)]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found = json.loads(ran.stdout)
    assert found["fits"]
    spent = found["spent"]
    assert spent["append"] >= 400e6
    assert 40e6 <= spent["rules"] < spent["append"]
    assert sum(spent.values()) <= found["took"]
