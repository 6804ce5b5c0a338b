"""The scripts in examples/ do what they say, against a real service."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.support.services import ROOT, environment, running_service

MOVEMENTS = ("none", "1A", "1B", "2A", "2B")


def play_all_options(address: str, tmp_path: Path, *movements: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        ["bash", "examples/play_all_options.sh", address, *movements],
        cwd=ROOT,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=560,
        check=False,
    )


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_whole_game_of_each_movement_option_is_played_replayed_and_looked_up(
    database_url: str, tmp_path: Path
) -> None:
    with running_service(tmp_path, KIFU_DATABASE_URL=database_url) as address:
        done = play_all_options(address, tmp_path)
        refused = play_all_options(address, tmp_path, "9Z")
    assert done.returncode == 0, done.stdout + done.stderr
    games = re.findall(r"^movement (\w+): (\d+) steps, game [0-9a-f-]{36}$", done.stdout, re.MULTILINE)
    assert [movement for movement, _ in games] == list(MOVEMENTS)
    assert all(int(steps) > 10 for _, steps in games)
    assert done.stdout.count("  replayed: the same state after each step\n") == 5
    assert len(re.findall(r"^  rank 1: (?:Anna|Bert)-\d+ with \d+ points$", done.stdout, re.MULTILINE)) >= 5
    assert len(re.findall(r"^  last step: .*The game ends\.", done.stdout, re.MULTILINE)) == 5
    assert refused.returncode != 0
    assert '"code":"bad-options"' in refused.stderr


@pytest.mark.slow
def test_the_script_fails_where_no_service_answers(tmp_path: Path) -> None:
    done = play_all_options("http://127.0.0.1:1", tmp_path)
    assert done.returncode != 0
    assert done.stdout == ""
