"""Another language is catalogues and nothing else: a copy of this tree with those of en-XA passes their tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.catalogues.extracting import ROOT
from tests.catalogues.pseudo import LANGUAGE, speak, write_catalogues

LEFT_OUT = {ROOT: {"benchmarks", "deploy", "node_modules", "build"}, ROOT / "tests": {"games", "node_modules"}}
SECONDS = 900


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of this tree with the catalogues of the language."""

    def leave_out(folder: str, names: list[str]) -> set[str]:
        wanted = LEFT_OUT.get(Path(folder), {"node_modules"})
        return {name for name in names if name in wanted or name.startswith(".") or name == "__pycache__"}

    copy = tmp_path_factory.mktemp("third") / "kifu"
    shutil.copytree(ROOT, copy, ignore=leave_out)
    write_catalogues(copy)
    return copy


def test_the_language_is_longer_and_keeps_the_values_of_a_text() -> None:
    assert speak("Move the {meeple} to {space}.") == "Móóvéé théé {meeple} tóó {space}."
    text = "Each opponent in Player Order may buy one of the others for its price."
    assert 1.25 < len(speak(text)) / len(text) < 1.4


@pytest.mark.long
@pytest.mark.parametrize(
    "wanted",
    [
        "tests/api/test_games_in_other_languages.py",
        "tests/api/test_documents_in_other_languages.py",
        "tests/catalogues/test_pictures_in_languages.py",
        "tests/kifu/test_languages.py",
        "tests/page/test_languages.py",
    ],
)
def test_the_catalogues_of_a_language_are_all_that_it_takes(tree: Path, wanted: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", f"{LANGUAGE} and not whole", wanted],
        capture_output=True,
        text=True,
        cwd=tree,
        # Takes precedence over the tree that this interpreter has installed.
        env={**os.environ, "PYTHONPATH": str(tree)},
        timeout=SECONDS,
    )
    assert ran.returncode == 0, ran.stdout[-6000:] + ran.stderr[-2000:]
    assert " passed" in ran.stdout
