"""Games that are won or lost together, played through the application, as the read models show and count them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from uuid import UUID

import msgspec
import pytest

from domain.application.commands import Request
from domain.application.games import Games
from domain.application.stored.stored_games import StoredGames
from domain.kernel.audience import seat_viewer
from domain.kernel.rulesets import Rulesets
from domain.kernel.scoring import Goal
from domain.record.words import Reader
from projections.contract import Projection
from projections.queries.read import ReadModels
from projections.read_models.catalogue import all_projections
from projections.read_models.stored_events import StoredReader
from projections.running.rebuild import rebuild
from tests.domain.kernel.toy import Toy
from tests.domain.kernel.toy_coop import CoopToy, Earn, Help
from tests.projections.running import carry
from tests.projections.test_read_models import register
from tests.projections.test_rebuilding import rows
from tests.support.games import PLAYERS

RULESETS = Rulesets([CoopToy(), Toy()])
LOWEST, ERRANDS = "coop.end.lowest", "coop.end.errands"


@pytest.fixture
def games(database_url: str) -> Iterator[Games]:
    env = {"PERSISTENCE_MODULE": "eventstore.factory", "KIFU_DATABASE_URL": database_url}
    opened = Games(StoredGames(RULESETS, clock=lambda: datetime.now(UTC), entropy=os.urandom, env=env))
    yield opened
    opened.close()


@pytest.fixture
def reader() -> StoredReader:
    return StoredReader(Reader(RULESETS))


def projections() -> list[Projection]:
    return list(all_projections(StoredReader(Reader(RULESETS))))


def start(games: Games, ruleset: str, seats: int, options: object) -> UUID:
    game = games.lobby.open_game(Request(by=PLAYERS[0]), ruleset, options, seats).game_id
    assert game is not None
    for seat in range(seats):
        games.lobby.take_seat(Request(by=PLAYERS[seat]), game, seat)
    return game


def play(games: Games, seats: int, *, won: bool) -> UUID:
    """A game of two rounds that is won by its one errand, or lost without."""
    game = start(games, "coop", seats, {})
    for turn in range(2 * seats):
        move = Help() if won and turn == 2 * seats - 1 else Earn()
        seat = turn % seats
        games.recording.play(Request(by=PLAYERS[seat]), game, seat, msgspec.json.encode(move))
    return game


def resign(games: Games, ruleset: str, seats: int, seat: int, each: int = 0) -> UUID:
    """A game that ends with a resignation after each seat has moved a number of times."""
    options = {"on_resignation": "end"} if seats > 2 else {}
    game, moved = start(games, ruleset, seats, options), [0] * seats
    while min(moved) < each:
        mover = games.queries.describe(game).to_move[0]
        (choice, *_) = games.queries.legal_moves(game, seat_viewer(mover), mover).choices
        assert choice.moves is not None
        games.recording.play(Request(by=PLAYERS[mover]), game, mover, msgspec.json.encode(choice.moves[0].move))
        moved[mover] += 1
    games.recording.resign(Request(by=PLAYERS[seat]), game, seat)
    return game


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_scores_and_lists_show_who_won_together_and_by_which_goals(
    database_url: str, games: Games, models: ReadModels, seats: int
) -> None:
    won, lost = play(games, seats, won=True), play(games, seats, won=False)
    given_up = resign(games, "coop", seats, seats - 1)
    carry(database_url, projections())
    scores = {score.game: score for score in models.scores().items}
    assert {game: score.goals[1] for game, score in scores.items()} == {
        won: Goal(ERRANDS, "errands", 1, 1),
        lost: Goal(ERRANDS, "errands", 1, 0),
        given_up: Goal(ERRANDS, "errands", 1, 0),
    }
    assert [goal.clause for goal in scores[won].goals] == [LOWEST, ERRANDS]
    assert {game: score.decided_by for game, score in scores.items()} == {
        won: "coop.end.all",
        lost: ERRANDS,
        given_up: "coop.end.resignation",
    }
    for game, ranks in ((won, (1, 2)), (lost, (2, 1)), (given_up, (2, 1))):
        *players, rival = scores[game].seats
        assert [(seat.player, seat.side, seat.rank) for seat in players] == [
            (name, None, ranks[0]) for name in PLAYERS[:seats]
        ]
        assert (rival.seat, rival.player, rival.side, rival.points, rival.rank) == (
            seats,
            None,
            "the Daimyo",
            0,
            ranks[1],
        )
    everybody, daimyo_alone = list(range(seats)), [seats]
    assert {item.id: item.winners for item in models.games().items} == {
        won: everybody,
        lost: daimyo_alone,
        given_up: daimyo_alone,
    }
    assert {item.game: item.rank for item in models.player_games(PLAYERS[0]).items} == {won: 1, lost: 2, given_up: 2}


def test_the_history_says_that_the_players_won_or_lost_and_how_far_they_came(
    database_url: str, games: Games, models: ReadModels
) -> None:
    won, lost, given_up = play(games, 2, won=True), play(games, 2, won=False), resign(games, "coop", 2, 1)
    carry(database_url, projections())
    last = {
        game: max((i for i in models.history().items if i.game == game), key=lambda i: i.n).words
        for game in (
            won,
            lost,
            given_up,
        )
    }
    assert "The players win together against the Daimyo. Goals: Fewest Points " in last[won]
    assert "Errands 1 of 1, met. Points: anna " in last[won]
    assert "The players lose together against the Daimyo. " in last[lost]
    assert "Errands 0 of 1, missed. " in last[lost]
    assert last[given_up].startswith("bela resigns. The players lose together against the Daimyo. Goals: ")


def test_no_leaderboard_counts_a_game_that_is_won_or_lost_together(
    database_url: str, games: Games, models: ReadModels
) -> None:
    play(games, 2, won=True)
    play(games, 3, won=False)
    resign(games, "coop", 2, 0)
    resign(games, "toy", 3, 0, each=2)
    carry(database_url, projections())
    assert models.leaderboard("coop").items == []
    assert sorted(line.player for line in models.leaderboard("toy").items) == ["anna", "bela", "cora"]


def test_a_players_page_counts_them_apart_and_none_that_was_played_alone_or_ended_at_once(
    database_url: str, games: Games, models: ReadModels
) -> None:
    register(database_url, "anna")
    play(games, 1, won=True)
    play(games, 2, won=True)
    play(games, 2, won=False)
    resign(games, "coop", 3, 2)
    carry(database_url, projections())
    page = models.player("anna")
    assert page is not None
    (record,) = page.records
    assert (record.joined, record.together, record.won_together) == (4, 2, 1)
    assert (record.games, record.wins, record.shared_wins, record.points, record.best) == (0, 0, 0, 0, None)
    assert (record.mean_points, record.win_rate) == (0, 0)


def test_a_rebuild_of_the_read_models_gives_the_same_rows(database_url: str, games: Games) -> None:
    for seats in (1, 2, 4):
        play(games, seats, won=seats != 2)
        resign(games, "coop", seats, 0)
    resign(games, "toy", 3, 1, each=2)
    carry(database_url, projections())
    live = rows(database_url)
    assert live["standing"]
    assert any(LOWEST in str(row) for row in live["score"])
    rebuild(database_url, projections=projections())
    assert rows(database_url) == live
