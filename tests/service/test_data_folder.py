"""The folder with the keys is closed to other users of the machine."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
import structlog

from service.keys.data_folder import make_data_folder
from service.keys.signing import load_or_make, snapshot_key
from service.keys.tokens import operator_token
from service.settings import Settings

PASS = 0o001 if os.geteuid() == 0 else 0
"""Other accounts may pass through the folder of root, since its embedded server runs under one of them."""


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_folder_is_closed_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        make_data_folder(tmp_path / "a" / "data")
    finally:
        os.umask(before)
    assert mode(tmp_path / "a" / "data") == 0o700


def test_a_folder_that_others_may_read_is_closed_with_its_secrets_and_it_is_said(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    operator_token(data)
    load_or_make(Settings(data=data))
    snapshot_key(Settings(data=data))
    (data / "bots.json").write_text("[]")
    (data / "checkpoints.ndjson").write_text("")
    for path in (data, *data.rglob("*")):
        path.chmod(0o777 if path.is_dir() else 0o644)
    with structlog.testing.capture_logs() as logs:
        make_data_folder(data)
    assert mode(data) == 0o700 | PASS
    assert mode(data / "keys") == 0o700
    secret = [data / "operator.token", data / "bots.json", *(data / "keys").glob("*.key")]
    assert len(secret) >= 4
    assert {mode(path) for path in secret} == {0o600}
    assert mode(data / "keys" / "public.json") == mode(data / "checkpoints.ndjson") == 0o644
    named = {line["path"] for line in logs if line["event"] == "closed to others"}
    assert {str(path) for path in (data, data / "keys", *secret)} <= named
    with structlog.testing.capture_logs() as logs:
        make_data_folder(data)
    assert logs == []


@pytest.mark.skipif(os.geteuid() != 0, reason="root lets its embedded server pass")
def test_the_passage_of_the_embedded_server_stays(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    data.chmod(0o711)
    make_data_folder(data)
    assert mode(data) == 0o701
