"""The wheel contains all of Kifu: containers and services run from it, without a clone."""

import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.services import ROOT

PACKAGES = ("api", "domain", "eventstore", "kifu", "migrations", "projections", "service", "witness")
BUILD = "import sys; from setuptools import build_meta; print(build_meta.build_wheel(sys.argv[1]))"


@pytest.mark.slow
def test_the_wheel_has_every_file_of_every_package_the_licence_and_nothing_else(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    for package in PACKAGES:
        shutil.copytree(ROOT / package, copy / package, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / file, copy)
    done = subprocess.run([sys.executable, "-c", BUILD, str(tmp_path)], cwd=copy, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    found = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert found == {str(path.relative_to(ROOT)) for package in PACKAGES for path in files(ROOT / package)}
    assert any(name.endswith("/licenses/LICENSE") for name in zipfile.ZipFile(wheel).namelist())


def files(folder: Path) -> list[Path]:
    """Return the files below a folder, without Python's caches."""
    return [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]


def needed_by(name: str, extras: frozenset[str] = frozenset()) -> set[str]:
    """The names of all installed distributions that one distribution with its extras needs on this machine."""
    found: set[str] = set()
    waiting = [(name, extras)]
    seen = set()
    while waiting:
        asked = waiting.pop()
        if asked in seen:
            continue
        seen.add(asked)
        for text in requires(asked[0]) or []:
            requirement = Requirement(text)
            marker = requirement.marker
            if marker is None or any(marker.evaluate({"extra": extra}) for extra in (*asked[1], "")):
                needed = canonicalize_name(requirement.name)
                found.add(needed)
                waiting.append((needed, frozenset(requirement.extras)))
    return found


def locked(file: str) -> dict[str, str]:
    """The versions that a file pins for this machine, by name."""
    pins = {}
    for line in (ROOT / file).read_text().splitlines():
        if "==" in line and not line.startswith((" ", "#")):
            requirement = Requirement(line.rstrip(" \\"))
            if requirement.marker is None or requirement.marker.evaluate():
                pins[canonicalize_name(requirement.name)] = str(requirement.specifier)
    return pins


def test_a_server_installs_what_the_service_needs_and_nothing_else() -> None:
    assert set(locked("requirements.lock")) == needed_by("kifu", frozenset({"s3", "build"}))


def test_a_server_runs_the_versions_that_the_tests_run_with() -> None:
    tested = locked("requirements-dev.lock")
    assert {name: tested.get(name) for name in locked("requirements.lock")} == locked("requirements.lock")
    assert {"pytest", "mypy", "playwright"} <= set(tested) - set(locked("requirements.lock"))
