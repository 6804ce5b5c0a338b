"""The rooms and walls of the house: where a module may be, how large it may be, and what it may import."""

from __future__ import annotations

import graphlib
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path, PurePosixPath

import grimp
import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("api", "bots", "domain", "eventstore", "kifu", "migrations", "page", "projections", "service", "witness")
MOST_MODULES = 20
MOST_LINES = 400

TOY_FILES = {"toy.py": "ruleset.py", "toy_facts.py": "facts.py"}
"""The toy game of the kernel's tests, and its modules' names in a package of their own."""
REGISTRATION = {
    "from domain.games.micro_dojo.ruleset import MicroDojo\n": "from domain.games.toy.ruleset import Toy\n",
    "LOADERS: dict[str, Loader] = {\n": "    Toy.id: Loader(lambda _: Toy(), lambda _: None, lambda _: None),\n",
}
"""The lines added to the table of rulesets for the toy game, and the lines that they follow."""
TRESPASSES = ("domain.record.game", "domain.proof.chain", "domain.games.micro_dojo.state")
"""What no game may import: the layers above it, its sibling packages, and another game."""


def tracked(*folders: str) -> list[PurePosixPath]:
    """The files under version control, as they are in the working tree."""
    listed = subprocess.run(["git", "ls-files", *folders], cwd=ROOT, check=True, capture_output=True, text=True)
    return [PurePosixPath(name) for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def modules(*folders: str) -> list[PurePosixPath]:
    return [path for path in tracked(*folders) if path.suffix == ".py"]


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    # A module run by name imports itself, so that other processes can find its functions.
    imports = {module: graph.find_modules_directly_imported_by(module) - {module} for module in graph.modules}
    # Raises CycleError, which names the modules of a circle.
    graphlib.TopologicalSorter(imports).prepare()
    assert len(imports) > 200


def test_no_folder_holds_more_modules_than_can_be_taken_in_at_a_glance() -> None:
    found = Counter(path.parent for path in modules(*PACKAGES) if path.name != "__init__.py")
    assert {str(folder): count for folder, count in found.items() if count > MOST_MODULES} == {}


def test_no_module_is_longer_than_can_be_read_at_once() -> None:
    lengths = {str(path): len((ROOT / path).read_text("utf-8").splitlines()) for path in modules()}
    assert {path: length for path, length in lengths.items() if length > MOST_LINES} == {}


def test_a_thread_that_must_not_end_is_run_in_one_way() -> None:
    """Exempt are a command that asks witnesses in threads that end, and the bots, which have no event store and catch
    all faults."""
    started = {str(path) for path in modules(*PACKAGES) if re.search(r"\bThread\(", (ROOT / path).read_text("utf-8"))}
    assert started == {"eventstore/threads.py", "service/witnesses/keeper.py", "bots/app.py"}


def house_with_toy(folder: Path) -> Path:
    """A copy of the packages with the toy game as another game package, registered in the table of rulesets."""
    for path in [*tracked(*PACKAGES, "benchmarks"), PurePosixPath("pyproject.toml")]:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, folder / path)
    toy = folder / "domain/games/toy"
    toy.mkdir()
    (toy / "__init__.py").write_text('"""A toy game."""\n', "utf-8")
    for source, name in TOY_FILES.items():
        text = (ROOT / "tests/domain/kernel" / source).read_text("utf-8")
        (toy / name).write_text(text.replace("tests.domain.kernel.toy_facts", "domain.games.toy.facts"), "utf-8")
    table = folder / "domain/rulesets.py"
    text = table.read_text("utf-8")
    for before, added in REGISTRATION.items():
        assert before in text
        text = text.replace(before, before + added, 1)
    table.write_text(text, "utf-8")
    return folder


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "200"}
    return subprocess.run([sys.executable, *command], cwd=folder, env=environment, capture_output=True, text=True)


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    return run(folder, "-c", "from importlinter.cli import lint_imports_command as lint; lint()", "--no-cache")


@pytest.mark.slow
def test_a_game_that_is_registered_in_one_table_is_known_and_behind_every_wall(tmp_path: Path) -> None:
    house = house_with_toy(tmp_path)
    listed = run(house, "-c", "from domain.rulesets import registry; print(*(ruleset.id for ruleset in registry()))")
    assert "toy" in listed.stdout.split(), listed.stderr
    kept = lint(house)
    assert kept.returncode == 0, kept.stdout
    facts = house / "domain/games/toy/facts.py"
    trespassing = "".join(f"\nimport {module}  # noqa" for module in TRESPASSES)
    facts.write_text(facts.read_text("utf-8") + trespassing, "utf-8")
    broken = lint(house)
    assert broken.returncode == 1
    for module in TRESPASSES:
        assert f"domain.games.toy.facts -> {module}" in broken.stdout


@pytest.mark.slow
def test_no_room_of_the_house_may_import_a_benchmark(tmp_path: Path) -> None:
    house = house_with_toy(tmp_path)
    store = house / "eventstore/appender.py"
    store.write_text(store.read_text("utf-8") + "\nimport benchmarks.results  # noqa\n", "utf-8")
    broken = lint(house)
    assert broken.returncode == 1
    assert "eventstore.appender -> benchmarks.results" in broken.stdout


def test_every_module_of_a_game_is_imported_with_its_ruleset() -> None:
    """Moves, facts, items and effects are found in imported modules; one that nobody imports would be missing."""
    code = "import sys; from domain.rulesets import registry; registry(); print(*sys.modules)"
    imported = set(run(ROOT, "-c", code).stdout.split())
    paths = [path for path in modules("domain") if path.is_relative_to("domain/games")]
    names = {".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in paths}
    assert len(names) > 100
    assert names - imported == set()
