"""The wheel is all of Kifu: containers and services run from it and not from a clone."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

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
    """The files below a folder, without what Python caches."""
    return [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
