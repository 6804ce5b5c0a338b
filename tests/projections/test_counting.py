"""Which results count for their players, and the reasons why others do not."""

from __future__ import annotations

from pathlib import Path

import msgspec
import psycopg
import pytest

from domain.record.events import Branch
from eventstore.postgres.datastore import Datastore
from eventstore.postgres.migrate import migrate, migrations_folder, read_migrations
from eventstore.recorder import FeedRecorder
from projections.queries.read import ReadModels
from projections.read_models import counting
from projections.read_models.catalogue import all_projections
from projections.read_models.scores import ScoresProjection
from projections.running.rebuild import rebuild
from tests.projections.running import carry
from tests.projections.scripted import START, Script, ScriptReader
from tests.projections.test_read_models import register


def test_a_player_with_several_seats_is_placed_by_the_best_and_counts_in_nothing(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    register(database_url, "Ann")
    several = Script(store, ("Ann", "Bob", "Ann")).sit().moves(6).end(3, 5, 6)
    alone = Script(store, ("Ann", "Ann")).sit().moves(6).end(1, 2)
    carry(database_url)
    assert models.leaderboard("tic").items == []
    page = models.player("Ann")
    assert page is not None
    assert (page.records[0].joined, page.records[0].games) == (2, 0)
    why = {several.id: "several-seats", alone.id: "one-player"}
    assert {score.game: (score.counted, score.why) for score in models.scores().items} == {
        game: (False, reason) for game, reason in why.items()
    }
    games = {game.game: game for game in models.player_games("Ann").items}
    assert {game: (item.counted, item.why) for game, item in games.items()} == {
        game: (False, reason) for game, reason in why.items()
    }
    assert [(games[id].seats, games[id].rank) for id in (several.id, alone.id)] == [([0, 2], 1), ([0, 1], 1)]


@pytest.mark.parametrize("read_at_first", [1, counting.FIRST_MOVES])
def test_a_game_counts_once_each_seat_has_moved_twice_and_those_moves_stand(
    database_url: str, store: FeedRecorder, models: ReadModels, monkeypatch: pytest.MonkeyPatch, read_at_first: int
) -> None:
    monkeypatch.setattr(counting, "FIRST_MOVES", read_at_first)
    register(database_url, "Ann")
    short = [
        Script(store).sit().resign(0, 1, 5),
        Script(store).sit().moves(3).resign(0, 1, 5),
        Script(store).sit().moves(2).end(4, 7),
        Script(store).sit().moves(4).take_back().resign(0, 1, 5),
        Script(store).sit().moves(4).dispute(4).rule("annul", 4, 4, 5).resign(1, 5, 1),
    ]
    whole = [
        Script(store).sit().moves(4).resign(0, 1, 5),
        Script(store).sit().moves(3).end(4, 7),
        Script(store).sit().moves(4).take_back().moves(2).resign(0, 1, 5),
    ]
    playing = Script(store).sit().moves(1)
    carry(database_url)
    assert {line.player: line.games for line in models.leaderboard("tic").items} == {"Ann": 3, "Bob": 3}
    page = models.player("Ann")
    assert page is not None
    assert (page.records[0].joined, page.records[0].games) == (9, 3)
    scores = {score.game: (score.counted, score.why) for score in models.scores().items}
    assert scores == {game.id: (False, "too-short") for game in short} | {game.id: (True, None) for game in whole}
    games = {game.game: (game.counted, game.why) for game in models.player_games("Ann").items}
    assert games == {**scores, playing.id: (None, None)}


def test_a_game_in_which_a_seat_resigned_at_once_counts_if_the_others_played_on(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    three = ("Ann", "Bob", "Cem")
    game = Script(store, three).sit().leave(0).passes(0).passes(0).moves(6).end(1, 7, 3)
    over_at_once = Script(store, three).sit().leave(0).passes(0).resign(1, 1, 2, 3)
    carry(database_url)
    assert {line.player: line.games for line in models.leaderboard("tic").items} == dict.fromkeys(three, 1)
    scores = {score.game: score.why for score in models.scores().items}
    assert scores == {game.id: None, over_at_once.id: "too-short"}


def test_the_page_of_a_player_says_of_each_game_why_it_does_not_count(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    taught = Script(store, teaching=True).sit().moves(6).end(4, 7)
    branch = Script(store, branch=Branch(taught.id, 3), position=msgspec.Raw(b"{}")).sit().moves(6).end(4, 7)
    carry(database_url)
    games = {game.game: (game.counted, game.why) for game in models.player_games("Ann").items}
    assert games == {taught.id: (False, "teaching"), branch.id: (False, "branch")}


def test_an_unrated_game_is_listed_with_its_result_and_counts_for_nobody(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    agreed = Script(store, rated=False).sit().moves(6).end(4, 7)
    played = Script(store).sit().moves(6).end(4, 7)
    carry(database_url)
    assert {score.game: score.why for score in models.scores().items} == {agreed.id: "unrated", played.id: None}
    assert {game.id: game.rated for game in models.games().items} == {agreed.id: False, played.id: True}
    assert {line.player: line.games for line in models.leaderboard("tic").items} == {"Ann": 1, "Bob": 1}
    assert [line.games for line in models.ratings("tic", 2).items] == [1, 1]


def test_a_changed_move_stops_no_list(database_url: str, store: FeedRecorder, models: ReadModels) -> None:
    script = Script(store).sit().moves(4)
    with psycopg.connect(database_url) as connection:
        connection.execute("UPDATE kifu.event SET payload = 'no json, \"facts\":[]' WHERE version = 6")
    script.resign(0, 1, 5)
    carry(database_url, [ScoresProjection(ScriptReader())])
    (score,) = models.scores().items
    assert (score.counted, score.why) == (False, "too-short")


def test_a_rebuild_counts_the_same_games(database_url: str, store: FeedRecorder, models: ReadModels) -> None:
    for moves in (0, 2, 4, 6):
        Script(store).sit().moves(moves).end(4, 7)
    carry(database_url)
    before = models.leaderboard("tic"), models.scores(), models.player_games("Ann")
    assert before[0].items[0].games == 2
    rebuild(database_url, projections=all_projections(ScriptReader()))
    assert (models.leaderboard("tic"), models.scores(), models.player_games("Ann")) == before


def test_results_that_an_earlier_version_counted_are_counted_anew(empty_database_url: str, tmp_path: Path) -> None:
    for migration in read_migrations(migrations_folder()):
        if migration.id < "0036":
            (tmp_path / f"{migration.id}.sql").write_text(migration.text, "utf-8")
    migrate(empty_database_url, tmp_path)
    with Datastore(empty_database_url, pool_size=2) as store:
        for moves in (0, 4):
            Script(FeedRecorder(store), start=START).sit().moves(moves).end(4, 7)
        with psycopg.connect(empty_database_url) as connection:
            connection.execute(
                "INSERT INTO kifu_read.standing VALUES ('tic', 'Ann', 2, 0, 0, 8), ('tic', 'Bob', 2, 2, 0, 14)"
            )
            connection.execute(
                "INSERT INTO kifu.tracking SELECT name, 'feed-' || partition, position FROM kifu.feed_head, "
                "unnest(ARRAY['leaderboard', 'scores', 'players']) AS name"
            )
        migrate(empty_database_url)
        carry(empty_database_url)
        found = ReadModels(store, ScriptReader()).leaderboard("tic").items
    assert {line.player: (line.games, line.points) for line in found} == {"Ann": (1, 4), "Bob": (1, 7)}
