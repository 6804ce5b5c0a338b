"""The process that imports a finished game of each ruleset into a new database: `python -m service.jobs.demo`.

Somebody who opens the page for the first time then has something to look at. Two bots played these games; like all
games from files that nobody vouches for, they count nowhere.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import resources
from io import BytesIO

import structlog

from domain.application.commands import Request
from domain.application.importer import Importer
from domain.archive import reading
from domain.archive.lines import read_lines
from domain.errors import KifuError
from eventstore.postgres.datastore import AWAY
from service import metrics, structured_logging
from service.parts import Parts, build_parts
from service.settings.handing import take_settings

log = structlog.get_logger("kifu.demo")


def demo_files() -> Iterator[bytes]:
    """Yield the games as .kifu files."""
    folder = resources.files("service").joinpath("demo")
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        yield file.read_bytes()


def import_demo(parts: Parts) -> int:
    """Import the games if there is no game yet, and return how many were imported."""
    if parts.read_models.games(unlisted=True, limit=1).items:
        return 0
    importer, imported = Importer(parts.games, parts.signer, parts.keyring), 0
    for file in demo_files():
        found = reading.parse_archive(read_lines(BytesIO(file).read))
        asked = Request(operator=True, request_id="demo")
        restored = importer.restore(found, hashlib.sha256(file).digest(), asked, datetime.now(UTC))
        parts.feed.wake(restored.game.id)
        imported += not restored.already_here
    return imported


def main() -> None:
    """Import the games once."""
    settings = take_settings()
    structured_logging.configure(settings.log_level)
    metrics.share()
    parts = build_parts(settings)
    try:
        imported = import_demo(parts)
        if imported:
            log.info("demo games imported", games=imported)
    except (KifuError, *AWAY) as error:
        # A service without them is as good; what cannot be played is said once.
        log.warning("no demo games", why=str(error))
    finally:
        parts.close()


if __name__ == "__main__":
    main()
