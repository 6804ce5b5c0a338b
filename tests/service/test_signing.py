"""The keys of receipts: made once, kept with their times, and refused if invalid."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import msgspec
import pytest
from prometheus_client import REGISTRY
from structlog.testing import CapturingLogger

from domain.proof.receipts import Keyring, Receipt, Signer
from domain.proof.snapshot_seal import FalseSeal, NoSeal
from service import parts
from service.keys import signing
from service.settings import BadSettings, Settings, read_settings
from tests.support.services import ROOT, environment

GAME = UUID(int=7)
LOAD = (
    "from service.keys import signing; from service.settings import read_settings; "
    "print(signing.load_or_make(read_settings())[0].key)"
)


def receipt(signer: Signer, at: datetime | None = None) -> Receipt:
    return signer.sign_receipt(GAME, 2, 5, "ab" * 32, at or datetime.now(UTC))


def test_a_key_is_made_at_the_first_start_and_kept(tmp_path: Path) -> None:
    signer, keyring = signing.load_or_make(Settings(data=tmp_path))
    path = tmp_path / "keys" / "signing.key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(path.read_text().strip()) == 64
    again, same = signing.load_or_make(Settings(data=tmp_path))
    assert again.key == signer.key
    assert same.keys == keyring.keys == signing.load_keyring(Settings(data=tmp_path)).keys
    assert keyring.receipt_fault(receipt(signer)) is None
    assert list((tmp_path / "keys").glob(".signing*")) == []


def test_of_several_processes_that_start_together_one_makes_the_key(tmp_path: Path) -> None:
    command = [sys.executable, "-c", LOAD]
    started = [
        subprocess.Popen(command, cwd=ROOT, env=environment(tmp_path), stdout=subprocess.PIPE, text=True)
        for _ in range(6)
    ]
    found = {process.communicate(timeout=60)[0] for process in started}
    assert [process.returncode for process in started] == [0] * 6
    assert found == {signing.load_or_make(Settings(data=tmp_path))[0].key + "\n"}
    assert len(json.loads((tmp_path / "keys" / "public.json").read_text())["keys"]) == 1


def test_receipts_of_before_a_rotation_stay_genuine_and_later_ones_by_the_old_key_are_not(tmp_path: Path) -> None:
    old, before = signing.load_or_make(Settings(data=tmp_path))
    early = receipt(old)
    (tmp_path / "keys" / "signing.key").unlink()
    new, keyring = signing.load_or_make(Settings(data=tmp_path))
    assert new.key != old.key
    assert [key.until is None for key in keyring.keys] == [False, True]
    assert keyring.receipt_fault(early) is None
    assert keyring.receipt_fault(receipt(new)) is None
    late = receipt(old, datetime.now(UTC) + timedelta(minutes=1))
    assert before.receipt_fault(late) is None
    assert "not in use" in str(keyring.receipt_fault(late))
    assert "not in use" in str(keyring.receipt_fault(receipt(new, datetime.now(UTC) - timedelta(days=1))))


def test_the_first_key_was_in_use_also_before_the_time_at_which_it_was_made(tmp_path: Path) -> None:
    """The clock was forty days ahead at the first start, and was then corrected."""
    first, _ = signing.load_or_make(Settings(data=tmp_path))
    early = receipt(first, datetime.now(UTC) - timedelta(days=40))
    (tmp_path / "keys" / "signing.key").unlink()
    second, keyring = signing.load_or_make(Settings(data=tmp_path))
    assert keyring.receipt_fault(early) is None
    assert Keyring(keyring.keys[::-1]).receipt_fault(early) is None
    assert "not in use" in str(keyring.receipt_fault(receipt(second, datetime.now(UTC) - timedelta(days=40))))


def test_nothing_is_dated_before_the_key_that_signs_it_but_by_the_first_key(tmp_path: Path) -> None:
    first, keyring = signing.load_or_make(Settings(data=tmp_path))
    now = datetime.now(UTC)
    before = now - timedelta(hours=1)
    assert keyring.date(first.key, before) == before
    (tmp_path / "keys" / "signing.key").unlink()
    second, keyring = signing.load_or_make(Settings(data=tmp_path))
    assert keyring.date(second.key, before) == keyring.keys[-1].since > now
    assert keyring.receipt_fault(receipt(second, keyring.date(second.key, before))) is None
    later = now + timedelta(hours=1)
    assert keyring.date(second.key, later) == later


def test_each_document_of_keys_has_a_first_key_of_its_own(tmp_path: Path) -> None:
    ours, keyring = signing.load_or_make(Settings(data=tmp_path / "ours"))
    theirs, others = signing.load_or_make(Settings(data=tmp_path / "theirs"))
    both = keyring.with_keys(others.keys)
    assert [key.key for key in both.keys] == [ours.key, theirs.key]
    for signer in (ours, theirs):
        assert both.receipt_fault(receipt(signer, datetime.now(UTC) - timedelta(days=40))) is None


def test_a_given_key_is_used_and_may_come_back(tmp_path: Path) -> None:
    one, other = "01" * 32, "ab" * 32
    first, _ = signing.load_or_make(Settings(data=tmp_path, signing_key=one))
    assert first.public == Signer(bytes.fromhex(one)).public
    assert not (tmp_path / "keys" / "signing.key").exists()
    signing.load_or_make(Settings(data=tmp_path, signing_key=other))
    _, keyring = signing.load_or_make(Settings(data=tmp_path, signing_key=one))
    assert [key.key for key in keyring.keys][-1] == first.key
    assert len(keyring.keys) == 2
    assert keyring.receipt_fault(receipt(first)) is None


@pytest.mark.parametrize("key", ["secret", "0" * 63, "g" * 64, "0" * 128])
def test_a_given_key_that_is_none_is_an_error_of_the_settings(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setenv("KIFU_SIGNING_KEY", key)
    monkeypatch.setenv("KIFU_PORT", "0")
    with pytest.raises(BadSettings) as caught:
        read_settings()
    assert set(caught.value.errors) == {"KIFU_SIGNING_KEY", "KIFU_PORT"}
    assert key not in str(caught.value)


@pytest.mark.parametrize("name", ["signing.key", "public.json"])
def test_files_that_hold_no_keys_are_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "keys").mkdir()
    (tmp_path / "keys" / name).write_text("nothing")
    with pytest.raises(BadSettings, match=name):
        signing.load_or_make(Settings(data=tmp_path))


def test_a_command_beside_a_service_whose_key_is_elsewhere_says_that_it_needs_it(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match=r"KIFU_DATA: .* has no keys; the service makes them at its first start"):
        signing.load_used(Settings(data=tmp_path))
    signer, _ = signing.load_or_make(Settings(data=tmp_path))
    (tmp_path / "keys" / "signing.key").unlink()
    with pytest.raises(BadSettings, match=f"KIFU_SIGNING_KEY: The private key of {signer.key} is needed"):
        signing.load_used(Settings(data=tmp_path))
    assert not (tmp_path / "keys" / "signing.key").exists()


def test_a_document_whose_keys_are_called_otherwise_makes_nothing_genuine(tmp_path: Path) -> None:
    signer, keyring = signing.load_or_make(Settings(data=tmp_path))
    forged = msgspec.structs.replace(keyring.keys[0], public=Signer(bytes(32)).public.hex())
    raw = msgspec.json.encode({"keys": [forged]})
    assert signing.parse_keys(raw).receipt_fault(receipt(signer)) is not None
    with pytest.raises(ValueError, match="keys"):
        signing.parse_keys(b"[]")


def test_the_key_of_snapshots_lies_beside_the_signing_key_and_is_made_once(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    assert signing.snapshot_key(settings, make=False) is None
    key = signing.snapshot_key(settings)
    assert key is not None
    assert len(key) == 32
    assert [signing.snapshot_key(settings), signing.snapshot_key(settings, make=False)] == [key, key]
    path = tmp_path / "keys" / "snapshot.key"
    assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    given = Settings(data=tmp_path, snapshot_key="ab" * 32)
    assert signing.snapshot_key(given) == bytes.fromhex("ab" * 32)
    path.write_text("")
    with pytest.raises(BadSettings, match=r"snapshot\.key holds no key"):
        signing.snapshot_key(settings)


def test_a_refused_snapshot_is_counted_and_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    def counted(why: str) -> float:
        return REGISTRY.get_sample_value("kifu_snapshots_refused_total", {"why": why}) or 0.0

    told = CapturingLogger()
    monkeypatch.setattr(parts, "log", told)
    before = counted("false-seal"), counted("no-seal")
    parts._report_refused_snapshot(UUID(int=1), 100, FalseSeal("the seal of the snapshot is not genuine"))
    parts._report_refused_snapshot(UUID(int=1), 200, NoSeal("the snapshot has no seal"))
    assert (counted("false-seal"), counted("no-seal")) == (before[0] + 1, before[1] + 1)
    said = [(call.method_name, *call.args, call.kwargs["why"]) for call in told.calls]
    assert said == [
        ("warning", "snapshot refused", "the seal of the snapshot is not genuine"),
        ("info", "snapshot refused", "the snapshot has no seal"),
    ]
