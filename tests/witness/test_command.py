"""`kifu witness` as a process: its key, its folder, its answers over HTTP."""

from __future__ import annotations

from pathlib import Path

import pytest
import requests
from click.testing import CliRunner, Result

from domain.proof.notes import Note, parse_signatures, verify_note
from kifu.main import main
from tests.support.witnesses import ToyLog, running_witness
from witness.records import load_or_make_key

NAME = "friend.example/w"


def run(data: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["witness", "--data", str(data), *arguments], prog_name="kifu")


@pytest.mark.slow
def test_a_witness_is_asked_over_http_and_remembers_after_a_restart(tmp_path: Path) -> None:
    log = ToyLog()
    log.grow(2)
    with running_witness(tmp_path / "w", log.key) as witness, requests.Session() as session:
        first = session.post(f"{witness.url}/add-checkpoint", data=log.submission(0))
        assert first.status_code == 200
        assert verify_note(Note(log.note().text, parse_signatures(first.text)), [witness.key])
        url = witness.url
    assert (tmp_path / "w" / "witness.key").stat().st_mode & 0o777 == 0o600
    with running_witness(tmp_path / "w", log.key, port=int(url.rpartition(":")[2])) as again:
        assert again.key == witness.key
        second = requests.post(f"{again.url}/add-checkpoint", data=log.submission(0), timeout=60)
        assert (second.status_code, second.text) == (409, "2\n")


def test_a_folder_belongs_to_one_witness(tmp_path: Path) -> None:
    vkey = ToyLog().key.vkey
    load_or_make_key(tmp_path / "w", NAME)
    other = run(tmp_path / "w", "--name", "other.example", "--log", vkey)
    assert other.exit_code == 2
    assert "belongs to the witness friend.example/w+" in other.output
    (tmp_path / "w" / "witness.key").unlink()
    gone = run(tmp_path / "w", "--name", NAME, "--log", vkey)
    assert (gone.exit_code, "is gone" in gone.output) == (2, True)
    (tmp_path / "w" / "witness.key").write_text("no key")
    assert "holds no key" in run(tmp_path / "w", "--name", NAME, "--log", vkey).output


def test_names_and_keys_that_no_note_can_have_are_refused(tmp_path: Path) -> None:
    log, witness = ToyLog().key, load_or_make_key(tmp_path / "other", NAME)[1]
    for name, vkey in (("a b", log.vkey), ("a+b", log.vkey), (NAME, "nonsense"), (NAME, witness.vkey)):
        found = run(tmp_path / "w", "--name", name, "--log", vkey)
        assert (found.exit_code, found.output.count("\n")) == (2, 1), found.output
    assert not (tmp_path / "w").exists()
