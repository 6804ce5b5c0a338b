"""Games with a clock on a real database: time is called once, and a move that was recorded first stands."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import msgspec
import psycopg
import pytest
from structlog.testing import capture_logs

from domain.application.commands import Recorded, Request
from domain.application.errors import TooLate
from domain.kernel.audience import seat_viewer
from domain.kernel.errors import KifuError
from domain.record.clocks.events import ClockStarted, ClockStopped, TimeRanOut
from domain.record.events import AnyEvent, MovePlayed
from domain.verification.moves import check_moves
from eventstore.postgres.role import url_for_service
from projections.read_models.catalogue import all_projections
from projections.read_models.stored_events import StoredReader
from projections.running import rebuild
from service.jobs.timekeeper import Job
from service.parts import build_parts, build_projections
from service.settings import Settings
from tests.projections.running import carry
from tests.support.rulesets import product_rulesets

WHO = (Request("anna"), Request("bela"), Request("cora"))
CLOCK = {"spell": 60, "bank": 240}


class House:
    """A process on the test's database whose clock is `later` than it is."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url = url
        self.later = timedelta(0)
        self.parts = build_parts(Settings(data=folder, database_url=url_for_service(url)), product_rulesets())
        self.parts.games.stored.clock = lambda: datetime.now(UTC) + self.later
        self.job = Job(self.parts)

    def game(self, ruleset: str = "micro-dojo", seats: int = 2, **options: object) -> UUID:
        """A game with a clock that has begun."""
        games = self.parts.games
        opened = games.lobby.open_game(WHO[0], ruleset, {"clock": CLOCK, **options}, seats)
        assert isinstance(opened, Recorded)
        for seat, who in enumerate(WHO[:seats]):
            games.lobby.take_seat(who, opened.game_id, seat)
        return opened.game_id

    def project(self) -> None:
        """Bring the read models up to date."""
        carry(self.url, build_projections(product_rulesets()))

    def wait(self, seconds: float) -> None:
        """Let time pass, in which the service runs."""
        games = self.parts.games
        until = self.later + timedelta(seconds=seconds)
        while self.later < until:
            self.later = min(self.later + timedelta(seconds=10), until)
            games.stored.store.uptimes.note(games.stored.clock())

    def ready(self, game_id: UUID) -> tuple[int, bytes]:
        """The first seat that is asked, and its first legal move."""
        queries = self.parts.games.queries
        seat = queries.describe(game_id).to_move[0]
        choices = queries.legal_moves(game_id, seat_viewer(seat), seat).choices
        return seat, next(msgspec.json.encode(legal.move) for choice in choices for legal in choice.moves or ())

    def play(self, game_id: UUID) -> int:
        """Play the first legal move of the first seat that is asked, and return the seat."""
        seat, move = self.ready(game_id)
        self.parts.games.recording.play(WHO[seat], game_id, seat, move)
        return seat

    def events(self, game_id: UUID) -> list[AnyEvent]:
        return self.parts.games.stored.recorded_events(game_id)

    def kinds(self, game_id: UUID) -> list[type]:
        return [type(event) for event in self.events(game_id)]


@pytest.fixture
def house(database_url: str, tmp_path: Path) -> Iterator[Callable[[], House]]:
    opened: list[House] = []

    def open_next() -> House:
        opened.append(House(database_url, tmp_path))
        return opened[-1]

    yield open_next
    for one in opened:
        one.parts.close()


def sound(house: House, game_id: UUID) -> None:
    """The record of a game follows from the rules, and the read models are what its events give."""
    assert check_moves(house.events(game_id), product_rulesets()).first is None
    house.project()
    projections = all_projections(StoredReader(house.parts.games.stored.reader))
    found = rebuild.check(url_for_service(house.url), [], projections=projections)
    assert not any(found.values())


def test_time_that_runs_out_is_called_once_however_many_processes_keep_it(house: Callable[[], House]) -> None:
    one, two = house(), house()
    game_id = one.game()
    one.project()
    one.wait(301)
    two.later = one.later
    with capture_logs() as told:
        assert [keeper.job.tick() for keeper in (one, two)] == [1, 0]
    assert [line["event"] for line in told if line["log_level"] == "info"] == ["time was kept"]
    assert one.kinds(game_id).count(TimeRanOut) == 1
    assert two.parts.games.queries.describe(game_id).status == "resigned"
    sound(one, game_id)
    assert one.job.tick() == 0


def test_nothing_is_called_before_its_time(house: Callable[[], House]) -> None:
    one = house()
    game_id = one.game()
    one.project()
    one.wait(290)
    assert one.job.tick() == 0
    assert one.play(game_id) in (0, 1)


def test_a_late_move_is_refused_and_records_that_time_ran_out(house: Callable[[], House]) -> None:
    one = house()
    game_id = one.game()
    one.wait(301)
    with pytest.raises(TooLate, match="ran out at") as refused:
        one.play(game_id)
    assert refused.value.extra["clause"] == "micro-dojo.end.resignation"
    assert one.kinds(game_id)[-1] is TimeRanOut
    sound(one, game_id)


def test_the_others_play_on_after_a_time_out(house: Callable[[], House]) -> None:
    one = house()
    game_id = one.game("daimyo", 3)
    one.project()
    late = one.parts.games.queries.describe(game_id).to_move[0]
    one.wait(301)
    assert one.job.tick() == 1
    seen = one.parts.games.queries.describe(game_id)
    assert (seen.status, seen.resigned) == ("playing", (late,))
    assert late not in seen.to_move
    assert one.play(game_id) != late
    sound(one, game_id)


def moved(mover: House, game_id: UUID, seat: int, move: bytes, start: threading.Barrier) -> str:
    """What became of a move that is sent when others are ready."""
    start.wait()
    try:
        mover.parts.games.recording.play(WHO[seat], game_id, seat, move)
    except KifuError as error:
        return error.code
    return "moved"


def test_of_a_move_and_a_time_out_at_once_one_wins_and_the_other_is_told(house: Callable[[], House]) -> None:
    mover, keeper = house(), house()
    for number in range(10):
        game_id = mover.game()
        # The keeper sees a moment at which time has run out, the player one at which it has not.
        mover.later, keeper.later = timedelta(0), timedelta(seconds=301)
        keeper.parts.games.stored.current(game_id)
        start = threading.Barrier(2)
        with ThreadPoolExecutor(1) as players:
            moving = players.submit(moved, mover, game_id, *mover.ready(game_id), start)
            start.wait()
            called = keeper.parts.games.recording.keep_time(Request(), game_id)
        kinds = mover.kinds(game_id)
        assert kinds.count(TimeRanOut) == called, number
        assert moving.result() == ("moved" if MovePlayed in kinds else "too-late"), number
        assert check_moves(mover.events(game_id), product_rulesets()).first is None


def test_an_outage_of_the_service_costs_nobody_time(house: Callable[[], House]) -> None:
    one = house()
    one.job.tick()
    games = [one.game(), one.game()]
    one.project()
    one.wait(100)
    before = [one.parts.games.queries.describe(game_id).clocks for game_id in games]
    one.later += timedelta(hours=9)
    assert one.job.tick() == len(games)
    for game_id, clocks in zip(games, before, strict=True):
        assert one.kinds(game_id)[-2:] == [ClockStopped, ClockStarted]
        after = one.parts.games.queries.describe(game_id).clocks
        due, was_due = (max(time.due for time in seen.seats if time.due) for seen in (after, clocks))
        assert timedelta(hours=9) - timedelta(seconds=1) < due - was_due <= timedelta(hours=9) + timedelta(seconds=10)
        sound(one, game_id)
    assert one.job.tick() == 0


def test_a_player_who_comes_before_the_keeper_after_an_outage_is_in_time(house: Callable[[], House]) -> None:
    one = house()
    one.job.tick()
    game_id = one.game()
    one.wait(100)
    one.later += timedelta(hours=9)
    one.play(game_id)
    assert one.kinds(game_id)[-3:-1] == [ClockStopped, ClockStarted]
    sound(one, game_id)


def test_a_game_that_is_over_has_no_time_to_keep(house: Callable[[], House]) -> None:
    one = house()
    game_id = one.game()
    seat = one.play(game_id)
    one.project()
    one.parts.games.recording.resign(WHO[seat], game_id, seat)
    one.wait(1000)
    assert one.job.tick() == 0
    assert one.kinds(game_id).count(TimeRanOut) == 0


def test_time_that_cannot_be_kept_is_told_once_and_holds_nobody_up(house: Callable[[], House]) -> None:
    one = house()
    damaged, game_id = one.game(), one.game()
    one.project()
    with psycopg.connect(one.url, autocommit=True) as database:
        database.execute("ALTER TABLE kifu.event DISABLE TRIGGER ALL")
        database.execute("UPDATE kifu.event SET payload = '{}' WHERE game_id = %s AND version > 1", (damaged,))
    fresh = house()
    fresh.later = one.later
    fresh.wait(301)
    with capture_logs() as told:
        assert [fresh.job.tick(), fresh.job.tick()] == [1, 0]
    warned = [line for line in told if line["log_level"] == "warning"]
    assert [line["game"] for line in warned] == [str(damaged)]
    assert fresh.kinds(game_id)[-1] is TimeRanOut
