"""The bot in examples/ plays as docs/bots.md says."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.bots.table import Guest
from tests.support.services import ROOT, running_service
from tests.support.waiting import eventually

pytestmark = [pytest.mark.slow, pytest.mark.long]


@contextmanager
def running_bot(base: str, name: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run the example in a folder, where it keeps its token."""
    with (folder / "bot.log").open("ab") as log:
        bot = subprocess.Popen(
            [sys.executable, str(ROOT / "examples/bot.py"), base, name], cwd=folder, stdout=log, stderr=log
        )
        try:
            yield bot
        finally:
            bot.terminate()
            bot.wait(60)


@pytest.mark.long
def test_the_bot_plays_whole_games_and_takes_them_up_when_it_is_back(database_url: str, tmp_path: Path) -> None:
    with running_service(tmp_path, KIFU_DATABASE_URL=database_url) as base:
        guest = Guest(base)
        with running_bot(base, "Marvin", tmp_path) as bot:
            (listed,) = guest.await_bots(1)
            assert (listed["name"], listed["kind"]) == ("Marvin", "other")
            path = guest.open("micro-dojo", "Marvin")
            assert guest.play(path, most=5) == 5
            assert bot.poll() is None
        token = tmp_path / "Marvin.token"
        assert token.stat().st_mode & 0o777 == 0o600
        kept = token.read_text()
        with running_bot(base, "Marvin", tmp_path):
            assert guest.play(path) > 5
            assert guest.play(guest.open("daimyo", "Marvin", "Marvin"), most=10) == 10
        assert token.read_text() == kept
        assert guest.call("GET", path)["status"] == "finished"
        # It may be slow, but it makes no mistake.
        refused = re.findall('"code":"([^"]+)"', (tmp_path / "bot.log").read_text())
        assert set(refused) <= {"version-conflict", "seat-taken"}
        assert "Traceback" not in (tmp_path / "bot.log").read_text()


@pytest.mark.long
def test_the_bot_listens_again_where_the_service_was_away(database_url: str, tmp_path: Path) -> None:
    with running_service(tmp_path, KIFU_DATABASE_URL=database_url) as base, running_bot(base, "Marvin", tmp_path):
        Guest(base).await_bots(1)
        first = (tmp_path / "Marvin.token").read_text()
    with running_bot(base, "Marvin", tmp_path) as bot:
        eventually(lambda: "I listen again soon" in (tmp_path / "bot.log").read_text())
        assert bot.poll() is None
    assert (tmp_path / "Marvin.token").read_text() == first
