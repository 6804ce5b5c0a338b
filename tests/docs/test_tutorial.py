"""The tutorial grows a game that works: every file, change and command of it, in a copy of the clone."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from tests.support.consoles import Command, Shell, agrees, commands
from tests.support.services import ROOT, environment, free_port
from tests.support.waiting import eventually

TUTORIAL = (ROOT / "docs" / "tutorial.md").read_text("utf-8")
FILE = re.compile(
    r"^`(?P<file>[\w./-]+)`\n\n```(?P<kind>python|toml|po|diff)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
STEPS = 10
ABOUT_EVERY_GAME = (
    "tests/api/test_openapi.py",
    "tests/catalogues/test_catalogues.py",
    "tests/domain/games/nim",
    "tests/domain/kernel",
    "tests/domain/test_clause_coverage.py",
    "tests/domain/verification/test_recorded_games.py",
    "tests/kifu/test_draws.py",
    "tests/kifu/test_rules_commands.py",
    "tests/service/test_demo.py",
)
"""Tests of every registered game that take at most a minute."""


def list_actions(document: str) -> list["re.Match[str] | Command"]:
    """List the files, changes and commands of the tutorial in their order."""
    files = [(found.start(), found) for found in FILE.finditer(document)]
    lines = [0, *(found.end() for found in re.finditer("\n", document))]
    found = [*files, *((lines[command.line - 1], command) for command in commands(document))]
    return [what for _, what in sorted(found, key=lambda pair: pair[0])]


def write(root: Path, found: "re.Match[str]") -> None:
    file, text = root / found["file"], found["text"]
    if found["kind"] == "diff":
        lines = text.splitlines(keepends=True)
        before = "".join(line[1:] or line for line in lines if line[0] in " -\n")
        after = "".join(line[1:] or line for line in lines if line[0] in " +\n")
        whole = file.read_text("utf-8")
        assert whole.count(before) == 1, f"{found['file']} does not have this once:\n{before}"
        text = whole.replace(before, after)
    else:
        assert not file.exists(), f"{found['file']} is there already"
        file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A copy of the code, with the commands of an installed clone."""
    ignored = shutil.ignore_patterns("node_modules", "__pycache__", ".hypothesis")
    for folder in ROOT.iterdir():
        if folder.is_dir() and not folder.name.startswith("."):
            shutil.copytree(folder, tmp_path / folder.name, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    commands = tmp_path / ".venv" / "bin"
    commands.mkdir(parents=True)
    for name, module in (("python", ""), ("kifu", "-P -m kifu")):
        (commands / name).write_text(f'#!/bin/sh\nexec {sys.executable} {module} "$@"\n')
        (commands / name).chmod(0o755)
    return tmp_path


@pytest.mark.long
@pytest.mark.timeout(900)
def test_the_tutorial_grows_a_game_that_works(clone: Path) -> None:
    port = free_port()
    settings = {
        "PYTHONPATH": str(clone),
        "COLUMNS": "120",
        "KIFU_PORT": str(port),
        "KIFU_WORKERS": "1",
        "KIFU_DEMO": "0",
    }
    shell = Shell(clone, environment(clone / "data", **settings))
    try:
        for found in list_actions(TUTORIAL.replace("localhost:8000", f"127.0.0.1:{port}")):
            if isinstance(found, Command):
                real, _ = shell.run(found.text)
                assert agrees(found.output, real), f"line {found.line}: {found.text}\n{real}"
            else:
                write(clone, found)
    finally:
        shell.close()
    types = [sys.executable, "-m", "mypy", "--cache-dir", str(clone / "types"), "domain/games/nim"]
    done = subprocess.run(
        types, cwd=clone, env=environment(clone, PYTHONPATH=str(clone)), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.long
@pytest.mark.timeout(900)
def test_a_game_without_cards_chance_recordings_and_french_is_green(clone: Path) -> None:
    """After seven steps it has all that a game must have, and nothing that it may have."""
    for found in list_actions(TUTORIAL.partition("## 8. ")[0]):
        if not isinstance(found, Command):
            write(clone, found)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "2"]
    done = subprocess.run(
        [*command, "-m", "not long", "-k", "not recorded_facts", *ABOUT_EVERY_GAME],
        cwd=clone,
        env=environment(clone / "data", PYTHONPATH=str(clone)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-5000:]


def test_what_commands_leave_running_ends_with_their_shell(tmp_path: Path) -> None:
    shell = Shell(tmp_path, environment(tmp_path))
    number, _ = shell.run("sleep 900 & echo $!")
    left = psutil.Process(int(number))
    shell.close()
    eventually(lambda: not left.is_running() or left.status() == psutil.STATUS_ZOMBIE)


def test_the_tutorial_has_its_steps() -> None:
    steps = re.findall(r"^## (\d+)\. ", TUTORIAL, re.MULTILINE)
    assert steps == [str(n) for n in range(1, STEPS + 1)]
