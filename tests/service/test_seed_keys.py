"""The keys of seeds: made once, kept in a file that only its owner reads, several after a rotation."""

from __future__ import annotations

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from service.keys.seed_keys import load_or_make_seed_keys, load_seed_keys
from service.settings import BadSettings, Settings, read_settings
from tests.support.services import ROOT, environment

LOAD = (
    "from service.keys.seed_keys import load_or_make_seed_keys; from service.settings import read_settings; "
    "print(load_or_make_seed_keys(read_settings())[-1].hex())"
)


def test_a_key_is_made_at_the_first_start_and_kept(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    assert load_seed_keys(settings) == ()
    (key,) = load_or_make_seed_keys(settings)
    path = tmp_path / "keys" / "seed.keys"
    assert (stat.S_IMODE(path.stat().st_mode), len(key)) == (0o600, 32)
    assert load_or_make_seed_keys(settings) == load_seed_keys(settings) == (key,)
    assert sorted(found.name for found in path.parent.iterdir()) == [".lock", "seed.keys"]


def test_of_several_processes_that_start_together_one_makes_the_key(tmp_path: Path) -> None:
    command = [sys.executable, "-c", LOAD]
    started = [
        subprocess.Popen(command, cwd=ROOT, env=environment(tmp_path), stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    found = {process.communicate(timeout=60)[0] for process in started}
    assert found == {load_seed_keys(Settings(data=tmp_path))[0].hex() + "\n"}


def test_a_line_that_is_added_is_the_key_in_use(tmp_path: Path) -> None:
    (first,) = load_or_make_seed_keys(Settings(data=tmp_path))
    with (tmp_path / "keys" / "seed.keys").open("a") as file:
        file.write("ab" * 32 + "\n")
    assert load_seed_keys(Settings(data=tmp_path)) == (first, bytes.fromhex("ab" * 32))


def test_keys_can_come_from_the_environment_and_then_no_file_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIFU_DATA", str(tmp_path))
    monkeypatch.setenv("KIFU_SEED_KEYS", f"{'01' * 32},{'02' * 32}")
    assert load_or_make_seed_keys(read_settings()) == (b"\1" * 32, b"\2" * 32)
    assert list(tmp_path.iterdir()) == []
    assert "01" * 32 not in repr(read_settings())
    monkeypatch.setenv("KIFU_SEED_KEYS", "01" * 32 + ",zz")
    with pytest.raises(BadSettings, match="64 hexadecimal digits"):
        read_settings()


@pytest.mark.parametrize("text", ["", "ab", "zz" * 32, "ab" * 32 + "\nabcd\n", "ab" * 33])
def test_what_is_no_key_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "keys").mkdir()
    (tmp_path / "keys" / "seed.keys").write_text(text)
    with pytest.raises(BadSettings, match=r"seed\.keys must hold keys of 64 hexadecimal digits"):
        load_or_make_seed_keys(Settings(data=tmp_path))
