"""A clock that stepped back behind the birth of a signing key: what is recorded then holds, then and later."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from eventstore.postgres.role import url_for_service
from kifu.main import main
from service.keys import signing
from service.parts import build_parts
from service.settings import Settings
from tests.domain.application.playing import new_game, play_one

pytestmark = pytest.mark.slow

HOUR, MONTHS = timedelta(hours=1), timedelta(days=100)


def make_key(settings: Settings, born: datetime) -> None:
    """Make a new signing key, at a moment at which the clock showed this time."""
    (settings.data / "keys" / "signing.key").unlink(missing_ok=True)
    signing.load_or_make(settings)
    path = settings.data / "keys" / "public.json"
    document = json.loads(path.read_bytes())
    *earlier, newest = document["keys"]
    newest["from"] = born.isoformat()
    for key in earlier[-1:]:
        key["until"] = born.isoformat()
    path.write_text(json.dumps(document))


@pytest.mark.parametrize(
    "births",
    [
        pytest.param((HOUR,), id="an-hour-behind-the-first-key"),
        pytest.param((40 * HOUR * 24,), id="forty-days-behind-the-first-key"),
        pytest.param((-MONTHS, HOUR), id="an-hour-behind-a-later-key"),
        pytest.param((-MONTHS, 40 * HOUR * 24), id="forty-days-behind-a-later-key"),
        pytest.param((-MONTHS,), id="a-key-of-a-hundred-days"),
    ],
)
def test_what_is_recorded_after_the_clock_stepped_back_holds(
    database_url: str, tmp_path: Path, births: tuple[timedelta, ...]
) -> None:
    settings = Settings(data=tmp_path, database_url=url_for_service(database_url))
    started = datetime.now(UTC)
    for ahead in births:
        make_key(settings, started + ahead)
    parts = build_parts(settings)
    try:
        game, random = new_game(parts.games), Random(1)
        play_one(parts.games, game, random)
    finally:
        parts.close()

    def kifu(*arguments: str) -> tuple[int, str]:
        ran = CliRunner().invoke(main, arguments, env={"KIFU_DATABASE_URL": database_url, "KIFU_DATA": str(tmp_path)})
        return ran.exit_code, ran.output

    for command in (("checkpoint",), ("verify", str(game)), ("checkpoint", "--check"), ("checkpoint",)):
        assert kifu(*command)[0] == 0, kifu(*command)
