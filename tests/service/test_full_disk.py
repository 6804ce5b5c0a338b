"""A full disk: nothing is killed, nothing half made stays, and people are told."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from service import metrics_files, supervisor
from service.keys import signing, tokens
from service.settings import BadSettings, Settings


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of two megabytes, where this user may mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)], capture_output=True)
    if mounted.returncode:
        pytest.skip("mounting a small disk takes root")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def fill(folder: Path) -> None:
    with (folder / "filling").open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"x" * 4096)


def test_the_files_of_metrics_have_their_space_when_they_are_made(monkeypatch, tmp_path):
    monkeypatch.setenv(metrics_files.FOLDER, str(tmp_path))
    metrics_files.make_files()
    sizes = {path.name.rpartition("_")[0]: path.stat() for path in tmp_path.iterdir()}
    assert sizes.keys() == metrics_files.SIZES.keys()
    for kind, size in metrics_files.SIZES.items():
        assert sizes[kind].st_size == size <= sizes[kind].st_blocks * 512


def test_metrics_lie_in_memory_and_beside_the_data_where_memory_has_no_room(monkeypatch, tmp_path, small_disk):
    memory = metrics_files.make_folder(tmp_path / "data")
    assert memory.parent == metrics_files.MEMORY
    metrics_files.remove_folder(memory)
    assert not memory.exists()
    monkeypatch.setattr(metrics_files, "MEMORY", small_disk)
    assert metrics_files.make_folder(tmp_path / "data") == tmp_path / "data" / "metrics"
    assert list(small_disk.iterdir()) == []


def test_a_service_does_not_start_on_a_full_disk_and_says_so(small_disk):
    with pytest.raises(BadSettings, match=r"Nothing can be kept in .*No space left on device"):
        supervisor._make_folder(small_disk)


def test_no_stray_file_stays_of_secrets_for_which_there_was_no_room(small_disk):
    fill(small_disk)
    (small_disk / "keys").mkdir()
    for make in (
        lambda: tokens.operator_token(small_disk),
        lambda: tokens.operator_token(small_disk / "keys"),
        lambda: signing.load_or_make(Settings(data=small_disk)),
        lambda: signing.snapshot_key(Settings(data=small_disk)),
    ):
        with pytest.raises(OSError, match="No space left"):
            make()
    left = {path.name for path in small_disk.rglob("*") if path.is_file()}
    assert left <= {"filling", ".lock"}


def test_a_process_finds_its_files_made(tmp_path):
    environment = {**os.environ, metrics_files.FOLDER: str(tmp_path)}
    code = "import os, service.metrics as m; m.MOVES.inc(); print(os.getpid())"
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    made = tmp_path / f"counter_{done.stdout.strip()}.db"
    assert made.stat().st_size == metrics_files.SIZES["counter"]
    assert b"kifu_moves_total" in made.read_bytes()
