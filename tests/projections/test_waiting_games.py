"""Read models of games that wait for their players: reserved seats, abandoned seats, cancelled games."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from domain.application.commands import Request
from eventstore.postgres.role import url_for_service
from eventstore.recorder import FeedRecorder
from projections.queries.read import ReadModels
from projections.read_models.catalogue import all_projections
from projections.running import rebuild
from service.jobs.expirer import Job
from service.parts import Parts, build_parts, build_projections
from service.settings import Settings
from tests.projections.running import carry
from tests.projections.scripted import START, Script, ScriptReader
from tests.support.rulesets import product_rulesets

READER = ScriptReader()


@pytest.mark.parametrize("limit", [1, 100])
def test_lists_and_pages_follow_who_sits_down_and_gets_up(
    limit: int, database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    waiting = Script(store).reserve(0).reserve(1, "Cem").take(0, "Ann").get_up(0, "Ann").take(0, "Bob")
    played = Script(store, start=START + timedelta(hours=1)).take(1, "Cem").get_up(1, "Cem").reserve(1).withdraw(1)
    played.sit().moves(5).take_back().end(3, 1)
    given_up = Script(store, start=START + timedelta(hours=2)).take(0, "Ann").take(1, "Ann").get_up(0, "Ann").cancel()
    carry(database_url, limit=limit)
    games = {game.id: game for game in models.games().items}
    shown = [(seat.player, seat.reserved_for, seat.by_invitation) for seat in games[waiting.id].seats]
    assert shown == [("Bob", None, True), (None, "Cem", False)]
    assert [(game.status, game.step, game.winners) for game in games.values()] == [
        ("cancelled", 0, None),
        ("finished", 8, [0]),
        ("waiting", 0, None),
    ]
    assert all(seat.reserved_for is None and not seat.by_invitation for seat in games[played.id].seats)
    assert [game.id for game in models.games(status="cancelled").items] == [given_up.id]
    assert models.games(player="Cem").items == []
    assert models.waiting_games("Ann", 10) == [waiting.id]
    ann = [(game.game, game.seats, game.status) for game in models.player_games("Ann").items]
    assert ann == [(given_up.id, [1], "cancelled"), (played.id, [0], "finished")]
    assert [game.status for game in models.player_games("Bob").items] == ["finished", "waiting"]
    assert models.player_games("Cem").items == []
    assert [line.player for line in models.leaderboard("tic").items] == ["Ann", "Bob"]
    assert [line.taken_back for line in models.history().items if line.kind == "move"] == [
        False,
        True,
        False,
        False,
        False,
        False,
    ]
    found = rebuild.check(url_for_service(database_url), [], projections=all_projections(READER))
    assert not any(found.values())


@pytest.fixture
def parts(database_url: str, tmp_path: Path) -> Iterator[Parts]:
    opened = build_parts(Settings(data=tmp_path, database_url=url_for_service(database_url)), product_rulesets())
    yield opened
    opened.close()


def test_games_that_nobody_fills_expire_once_however_many_processes_look(
    database_url: str, parts: Parts, tmp_path: Path
) -> None:
    games = parts.games
    ann, bob = Request("Ann"), Request("Bob")
    waiting, filled, cancelled = (games.lobby.open_game(ann, "micro-dojo", {}, 2).game_id for _ in range(3))
    for who in (ann, bob):
        games.lobby.take_seat(who, filled)
    carry(database_url, build_projections(product_rulesets()))
    # The read model does not know yet.
    games.lobby.cancel(ann, cancelled)
    second = build_parts(Settings(data=tmp_path, database_url=url_for_service(database_url)), product_rulesets())
    assert second.games.stored.current(waiting).status == "waiting"
    assert Job(parts, timedelta(hours=1)).tick() == 0
    with capture_logs() as told:
        assert [Job(one, timedelta(0)).tick() for one in (parts, second)] == [1, 0]
    second.close()
    assert [line["event"] for line in told if line["log_level"] != "debug"] == ["games expired"]
    (opened, last) = games.stored.recorded_events(waiting)
    assert games.stored.reader.words(last, ["", ""]) == "The game has waited too long for players."
    assert [games.queries.describe(game).status for game in (waiting, filled, cancelled)] == [
        "cancelled",
        "playing",
        "cancelled",
    ]
    carry(database_url, build_projections(product_rulesets()))
    assert parts.read_models.waiting_since(opened.timestamp + timedelta(days=1), 10) == []
