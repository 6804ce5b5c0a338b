"""How often each clause decided a step, refused a move or was disputed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import psycopg
import pytest

from domain.kernel.scoring import Result
from domain.record.events import MovePlayed
from eventstore.partition import partition_of
from eventstore.recorder import FeedRecorder
from projections.queries import clauses
from projections.queries.read import ReadModels
from projections.read_models.clauses import ClausesProjection
from projections.read_models.disputes import DisputesProjection
from projections.read_models.games import GamesProjection
from projections.running.rebuild import check, rebuild
from tests.projections.running import carry
from tests.projections.scripted import Script, ScriptReader


class CitingReader(ScriptReader):
    """Also reads moves with facts that do not end the game."""

    def result(self, event: Any) -> Result | None:
        is_list = isinstance(event, MovePlayed) and bytes(event.facts).startswith(b"[")
        return None if is_list else super().result(event)


PROJECTIONS = [ClausesProjection(CitingReader()), DisputesProjection(ScriptReader())]


class Citing(Script):
    """A game whose moves have facts."""

    def cite(self, *cited: str) -> Citing:
        """A move with a fact for each of these clauses, and with other members."""
        facts = [{"type": "t", "clause": clause, "lines": [{"clause": "t.nested"}]} for clause in cited]
        asked = {"type": "asked", "clause": "t.asked"}
        self._move(msgspec.Raw(msgspec.json.encode([*facts, asked])))
        return self


def counted(models: ReadModels, *asked: str) -> list[tuple[int, int, int]]:
    found = models.clause_counts("tic", asked).items
    assert [count.clause for count in found] == list(asked)
    return [(count.decided, count.refused, count.disputed) for count in found]


def test_a_clause_counts_each_step_that_cites_it_once_when_the_game_is_over(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    game = Citing(store).sit()
    game.cite("t.a").cite("t.b", "t.a", "t.a").cite("t.b").take_back()
    Citing(store).sit().moves(2).resign(0, 1, 2)
    carry(database_url, PROJECTIONS, limit=3)
    assert counted(models, "t.a", "t.b", "t.set-up") == [(0, 0, 0), (0, 0, 0), (1, 0, 0)]
    game.resign(0, 1, 2)
    carry(database_url, PROJECTIONS, limit=3)
    assert counted(models, "t.a", "t.b", "t.set-up") == [(2, 0, 0), (2, 0, 0), (2, 0, 0)]
    assert counted(models, "t.asked", "t.nested") == [(0, 0, 0), (0, 0, 0)]
    assert models.clause_counts("tac", ["t.a"]).items[0].decided == 0


def test_an_unlisted_game_counts_nowhere(database_url: str, store: FeedRecorder, models: ReadModels) -> None:
    game = Citing(store, unlisted=True).sit().cite("t.a").resign(0, 1, 2)
    refuse(database_url, game, "t.a", timedelta(hours=1))
    carry(database_url, [*PROJECTIONS, GamesProjection(CitingReader())])
    assert counted(models, "t.a") == [(0, 0, 0)]


def test_a_game_that_was_cancelled_leaves_nothing(database_url: str, store: FeedRecorder, models: ReadModels) -> None:
    Citing(store).cancel()
    Citing(store).sit().cite("t.a")
    carry(database_url, PROJECTIONS)
    with psycopg.connect(database_url) as connection:
        left = connection.execute("SELECT steps FROM kifu_read.clause_game").fetchall()
    assert left == [({"t.a": 1, "t.set-up": 1},)]


def test_a_step_whose_facts_were_changed_stops_no_count(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    Citing(store).sit().cite("t.a").end(1, 2)
    carry(database_url, PROJECTIONS)
    assert counted(models, "t.a") == [(1, 0, 0)]


def test_counts_are_what_the_events_give_however_they_are_read(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    for number in range(5):
        Citing(store).sit().cite("t.a", f"t.{number}").cite("t.a").resign(1, 2, 1)
    Citing(store).sit().cite("t.a")
    carry(database_url, PROJECTIONS, limit=1)
    before = counted(models, "t.a", "t.3")
    assert before == [(10, 0, 0), (1, 0, 0)]
    assert check(database_url, ["clauses"], projections=PROJECTIONS) == {"clauses": []}
    rebuild(database_url, ["clauses"], projections=PROJECTIONS)
    assert counted(models, "t.a", "t.3") == before


def test_disputes_of_a_clause_are_counted_with_their_rulings(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    Script(store).sit().moves(4).dispute(4, "t.b").rule("annul", 4, 4, 5).dispute(2, "t.b").rule("uphold", 2)
    carry(database_url, PROJECTIONS)
    (found,) = models.clause_counts("tic", ["t.b"]).items
    assert (found.disputed, found.upheld, found.annulled, found.corrected, found.noted) == (2, 1, 1, 0, 0)


def test_refused_moves_count_when_the_game_is_over_whether_they_are_kept_or_not(
    database_url: str, store: FeedRecorder, models: ReadModels, monkeypatch: pytest.MonkeyPatch
) -> None:
    projections = [*PROJECTIONS, GamesProjection(CitingReader())]
    game, running = Script(store).sit(), Script(store).sit()
    refuse(database_url, running, "t.a", timedelta(days=1))
    refuse(database_url, game, "t.a", timedelta(days=400))
    refuse(database_url, game, None, timedelta(days=1))
    with psycopg.connect(database_url) as connection:
        for clause, moves in (("t.a", 7), ("", 5)):
            connection.execute(
                "INSERT INTO kifu.forgotten_refusal VALUES (%s, %s, 0, %s, %s)",
                (partition_of(game.id), game.id, clause, moves),
            )
    monkeypatch.setattr(clauses, "FRESH_SECONDS", 0.0)
    carry(database_url, projections)
    assert counted(models, "t.a", "t.b") == [(0, 0, 0), (0, 0, 0)]
    game.resign(0, 1, 2)
    carry(database_url, projections)
    assert counted(models, "t.a", "t.b") == counted(models, "t.a", "t.b") == [(0, 8, 0), (0, 0, 0)]
    refuse(database_url, game, "t.b", timedelta(seconds=1))
    monkeypatch.setattr(clauses, "FRESH_SECONDS", 1000.0)
    assert counted(models, "t.a", "t.b") == [(0, 8, 0), (0, 1, 0)]
    refuse(database_url, game, "t.b", timedelta(seconds=1))
    assert counted(models, "t.b") == [(0, 1, 0)]


def refuse(url: str, game: Script, clause: str | None, ago: timedelta) -> None:
    """A refused move some time ago."""
    with psycopg.connect(url) as connection:
        connection.execute(
            "INSERT INTO kifu.refused_move (partition, game_id, seat, player, move, clause, why, at) "
            "VALUES (%s, %s, 0, 'Ann', '{}', %s, 'no', %s)",
            (partition_of(game.id), game.id, clause, datetime.now(UTC) - ago),
        )
