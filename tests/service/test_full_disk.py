"""A full disk: nothing is killed, nothing incomplete remains, and people are told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from service import metrics, metrics_files, supervisor
from service.keys import signing, tokens
from service.settings import BadSettings, Settings
from service.verify_all import Verified
from tests.support import disks


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of two megabytes."""
    with disks.small_disk(tmp_path / "disk", 2) as folder:
        yield folder


def test_metrics_lie_in_memory_and_beside_the_data_where_memory_has_no_room(monkeypatch, tmp_path, small_disk):
    memory = metrics_files.make_folder(tmp_path / "data", 4)
    assert memory.parent == metrics_files.MEMORY
    metrics_files.remove_folder(memory)
    assert not memory.exists()
    monkeypatch.setattr(metrics_files, "MEMORY", small_disk)
    in_memory = metrics_files.make_folder(tmp_path / "data", 4)
    assert in_memory.parent == small_disk
    metrics_files.remove_folder(in_memory)
    assert metrics_files.make_folder(tmp_path / "data", 9) == tmp_path / "data" / "metrics"
    assert list(small_disk.iterdir()) == []


def test_a_service_whose_metrics_have_no_room_anywhere_says_where_it_may_be_made(monkeypatch, small_disk):
    monkeypatch.setattr(metrics_files, "MEMORY", small_disk)
    with pytest.raises(BadSettings, match=r"KIFU_DATA: .* 18 MB .*disk or in .*data: No space left on device"):
        supervisor._make_metrics_folder(Settings(data=small_disk / "data", workers=64))
    assert list(small_disk.rglob("*")) == [small_disk / "data"]


def test_metrics_that_find_no_room_later_stay_as_they_were_and_nobody_is_killed(monkeypatch, small_disk):
    monkeypatch.setenv(metrics_files.FOLDER, str(small_disk))
    metrics.share_now()
    (file,) = small_disk.iterdir()
    before = file.read_bytes()
    disks.fill(small_disk)
    metrics.PRUNED_KEYS.inc()
    with capture_logs() as told:
        metrics.share_now()
        metrics.share_now()
    assert [line["event"] for line in told] == ["metrics are not shared"]
    assert (file.read_bytes(), {path.name for path in small_disk.iterdir()}) == (before, {file.name, "filling"})
    assert b"kifu_pruned_keys_total" in metrics.exposition({}, Verified())


def test_a_service_does_not_start_on_a_full_disk_and_says_so(small_disk):
    with pytest.raises(BadSettings, match=r"Nothing can be kept in .*No space left on device"):
        supervisor._make_folder(small_disk)


def test_no_stray_file_stays_of_secrets_for_which_there_was_no_room(small_disk):
    disks.fill(small_disk)
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
