"""The process that records a finished game of each ruleset in a new database: `python -m service.jobs.demo`.

So first-time visitors have something to look at. Two bots played these games, whose moves are in files. The service
replays them, so that they are dated and signed like any other; since the files reveal their seeds, they are teaching
games, which count nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import resources
from io import BytesIO
from typing import cast

import msgspec
import structlog
from eventsourcing.persistence import IntegrityError

from domain.application.commands import Request
from domain.application.lobby.opening import Opening
from domain.application.replaying import Replaying
from domain.application.stored.stored_games import StoredGames
from domain.archive import reading
from domain.archive.lines import Archive, parse_header, read_lines
from domain.kernel.errors import KifuError
from domain.record.events import AnyEvent, GameOpened, MovePlayed
from domain.record.words import decode_event
from eventstore.postgres.away import AWAY
from service import metrics, structured_logging
from service.parts import Parts, build_parts
from service.settings.handing import take_settings

log = structlog.get_logger("kifu.demo")


def demo_files() -> Iterator[bytes]:
    """Yield the games as .kifu files."""
    folder = resources.files("service").joinpath("demo")
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        yield file.read_bytes()


def record_demo(parts: Parts) -> int:
    """Record missing demo games, unless there are other games; return how many were recorded.

    Each is stored in one transaction: a killed process leaves only complete games, and the next start records the rest.
    """
    # This runs at every start of a service, so a file is read in full only if its game is missing.
    files = {parse_header(file.partition(b"\n")[0]).game: file for file in demo_files()}
    listed = parts.read_models.games(unlisted=True, limit=len(files) + 1).items
    if any(game.id not in files for game in listed):
        return 0
    missing = [file for game, file in files.items() if not parts.games.stored.store.rows(game, 1)]
    return sum(_record(parts, reading.parse_archive(read_lines(BytesIO(file).read))) for file in missing)


def _record(parts: Parts, archive: Archive) -> bool:
    try:
        replay_archive(parts.games.stored, archive)
    except IntegrityError:
        # Another instance of the service has recorded it meanwhile.
        return False
    except KifuError as error:
        # A service with its own content may play differently; then the remaining games have to do.
        log.warning("a demo game cannot be played", ruleset=archive.header.ruleset, why=str(error))
        return False
    parts.feed.wake(archive.header.game)
    return True


def replay_archive(stored: StoredGames, archive: Archive) -> None:
    """Replay and record the moves of a file under its id; raises what `Replaying.replay` does."""
    first, *others = _read_events(archive)
    opened = cast(GameOpened, first)
    wanted = Opening(opened.ruleset, msgspec.json.decode(opened.options), opened.seats, opened.seed, False)
    moves = ((event.seat, bytes(event.move)) for event in others if isinstance(event, MovePlayed))
    asked = Request(by=opened.opened_by, request_id="demo")
    Replaying(stored).replay(asked, archive.header.game, wanted, cast(Sequence[str], archive.header.players), moves)


def _read_events(archive: Archive) -> list[AnyEvent]:
    return [decode_event(row.topic, archive.header.game, row.version, row.payload) for row in archive.rows]


def main() -> None:
    """Record the games once."""
    settings = take_settings()
    structured_logging.configure(settings.log_level)
    metrics.share()
    parts = build_parts(settings)
    try:
        recorded = record_demo(parts)
        if recorded:
            log.info("demo games recorded", games=recorded)
    except (KifuError, *AWAY) as error:
        # A service works without them; a game that cannot be played is reported once.
        log.warning("no demo games", why=str(error))
    finally:
        parts.close()


if __name__ == "__main__":
    main()
