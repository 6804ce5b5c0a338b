"""Whole games of Micro Dojo, played through the application, as the read models show them."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from uuid import UUID

import msgspec
import pytest

from domain.application.arbitration import Claim
from domain.application.commands import Request
from domain.application.errors import CannotTakeBack
from domain.application.games import Games
from domain.application.stored.stored_games import StoredGames
from domain.kernel.audience import ARBITER, SPECTATOR
from domain.record.views import GameInfo
from domain.record.words import Reader
from projections.queries.items import Page
from projections.queries.read import ReadModels
from projections.read_models.stored_events import StoredReader
from projections.running.rebuild import rebuild
from service.parts import build_projections
from tests.projections.running import caught_up, running
from tests.projections.test_rebuilding import rows
from tests.support.rulesets import product_rulesets
from tests.support.waiting import eventually

PLAYERS = ("Ann", "Bob", "Cem")


@pytest.fixture
def reader() -> StoredReader:
    return StoredReader(Reader(product_rulesets()))


@pytest.fixture
def games(database_url: str) -> Iterator[Games]:
    env = {"PERSISTENCE_MODULE": "eventstore.factory", "KIFU_DATABASE_URL": database_url}
    opened = Games(StoredGames(product_rulesets(), clock=lambda: datetime.now(UTC), entropy=os.urandom, env=env))
    yield opened
    opened.close()


def start(
    games: Games, players: tuple[str, str], unlisted: bool = False, seed: str | None = None, **more: object
) -> UUID:
    options = {"objectives": "advanced", "movement": "2A", **more}
    answer = games.lobby.open_game(Request(by=players[0]), "micro-dojo", options, 2, seed=seed, unlisted=unlisted)
    assert answer.game_id is not None
    for seat, player in enumerate(players):
        games.lobby.take_seat(Request(by=player), answer.game_id, seat)
    return answer.game_id


def play(games: Games, game: UUID, dice: random.Random, most: int = 10_000) -> int:
    """Play random legal moves, and take some back at once; return how many."""
    taken_back = 0
    for _ in range(most):
        info = games.queries.describe(game)
        if info.status != "playing":
            break
        (choice, *_) = games.queries.legal_moves(game, ARBITER).choices
        by = Request(by=info.seats[choice.seat].player)
        games.recording.play(by, game, choice.seat, msgspec.json.encode(dice.choice(choice.moves).move))
        if dice.random() < 0.1 and games.queries.describe(game).status == "playing":
            try:
                games.recording.take_back(by, game, choice.seat)
            except CannotTakeBack:
                continue
            taken_back += 1
    return taken_back


def both_moved_twice(games: Games, game: UUID) -> bool:
    """Whether a resignation now leaves a game that counts: a shorter one is in no standing."""
    steps = games.queries.steps(game, SPECTATOR, limit=1000)
    undone = {step.undone for step in steps}
    moves = Counter(step.seat for step in steps if step.kind == "move" and step.n not in undone)
    return moves[0] >= 2 and moves[1] >= 2


def everything(page: Page) -> list:
    assert page.next is None
    return page.items


def test_the_read_models_of_played_games_agree_with_the_games(
    database_url: str, games: Games, models: ReadModels
) -> None:
    dice = random.Random(20260501)
    with running(database_url, build_projections(product_rulesets())):
        shown, taken_back = [], 0
        for number in range(12):
            game = start(games, (PLAYERS[number % 3], PLAYERS[(number + 1) % 3]))
            shown.append(game)
            if number == 9:
                while not both_moved_twice(games, game):
                    taken_back += play(games, game, dice, most=1)
                games.recording.resign(Request(by=PLAYERS[0]), game, 0)
            elif number == 10:
                taken_back += play(games, game, dice, most=5)
            elif number < 9:
                taken_back += play(games, game, dice)
        unlisted = start(games, ("Ann", "Bob"), unlisted=True)
        play(games, unlisted, dice)
        teaching = start(games, ("Ann", "Bob"), seed="ab" * 32)
        play(games, teaching, dice)
        shown.append(teaching)
        eventually(lambda: caught_up(models))
    assert taken_back > 3
    assert not any(state.stopped for state in models.lag())
    infos = {game: games.queries.describe(game) for game in shown}
    check_games(models, infos)
    check_history(games, models, infos, taken_back)
    ended = {game: info for game, info in infos.items() if info.result is not None and not info.teaching}
    assert len(ended) == 10
    check_scores(models, ended)
    check_standings(models, ended)


def check_games(models: ReadModels, infos: dict[UUID, GameInfo]) -> None:
    items = {item.id: item for item in everything(models.games(limit=1000))}
    assert set(items) == set(infos)
    for game, info in infos.items():
        item = items[game]
        assert (item.ruleset, item.rules_version, item.teaching) == (info.ruleset, info.rules_version, info.teaching)
        assert item.options == msgspec.json.decode(info.options)
        assert (item.status, item.version, item.step) == (info.status, info.version, info.step)
        assert [seat.player for seat in item.seats] == [seat.player for seat in info.seats]
        assert (item.opened_by, item.opened_at) == (info.opened_by, info.opened_at)
        assert item.to_move == list(info.to_move)
        assert item.winners == (None if info.result is None else list(info.result.winners))


def check_history(games: Games, models: ReadModels, infos: dict[UUID, GameInfo], taken_back: int) -> None:
    lines = everything(models.history(limit=100_000))
    assert len(lines) == sum(info.step for info in infos.values())
    told = {(line.game, line.n): line for line in lines}
    undone = set()
    for game in infos:
        for step in games.queries.steps(game, SPECTATOR, limit=10_000):
            line = told[game, step.n]
            assert (line.kind, line.seat, line.player, line.words, line.time) == (
                step.kind,
                step.seat,
                step.player,
                step.words,
                step.time,
            )
            if step.undone is not None:
                undone.add((game, step.undone))
    assert undone == {(line.game, line.n) for line in lines if line.taken_back}
    assert len(undone) >= taken_back


def check_scores(models: ReadModels, ended: dict[UUID, GameInfo]) -> None:
    scores = {score.game: score for score in everything(models.scores(limit=1000))}
    assert set(scores) == set(ended)
    for game, info in ended.items():
        assert info.result is not None
        score = scores[game]
        assert (score.status, score.ended_by, score.decided_by) == (
            info.status,
            info.result.ended_by,
            info.result.decided_by,
        )
        seats = [(s.seat, s.player, s.points, s.rank, s.lines) for s in score.seats]
        assert seats == [(s.seat, info.seats[s.seat].player, s.points, s.rank, s.lines) for s in info.result.scores]


def check_standings(models: ReadModels, ended: dict[UUID, GameInfo]) -> None:
    played, won, points = Counter[str](), Counter[str](), Counter[str]()
    for info in ended.values():
        assert info.result is not None
        for score in info.result.scores:
            player = info.seats[score.seat].player
            assert player is not None
            played[player] += 1
            won[player] += score.rank == 1
            points[player] += score.points
    lines = {line.player: line for line in everything(models.leaderboard("micro-dojo"))}
    assert {name: line.games for name, line in lines.items()} == dict(played)
    assert {name: line.wins + line.shared_wins for name, line in lines.items()} == dict(won)
    assert {name: line.points for name, line in lines.items()} == dict(points)


def test_rebuilding_played_games_gives_the_rows_of_the_live_projections(
    database_url: str, games: Games, models: ReadModels
) -> None:
    dice = random.Random(7)
    projections = build_projections(product_rulesets())
    with running(database_url, projections):
        for number in range(4):
            game = start(games, ("Ann", "Bob"), unlisted=number == 3)
            games.recording.dispute(Request("Ann"), game, Claim(1, "The meeples were not mixed."))
            play(games, game, dice)
        start(games, ("Ann", "Bob"), clock={"spell": 3600})
        eventually(lambda: caught_up(models))
    live = rows(database_url)
    assert all(live.values())
    rebuild(database_url, projections=projections)
    assert rows(database_url) == live


def test_the_position_that_a_move_answers_can_be_waited_for(
    database_url: str, games: Games, models: ReadModels
) -> None:
    with running(database_url, build_projections(product_rulesets())):
        game = start(games, ("Ann", "Bob"))
        for _ in range(5):
            (choice, *_) = games.queries.legal_moves(game, ARBITER).choices
            by = Request(by=games.queries.describe(game).seats[choice.seat].player)
            answer = games.recording.play(by, game, choice.seat, msgspec.json.encode(choice.moves[0].move))
            assert answer.position is not None
            assert models.wait_for("history", answer.position, timeout=60)
            assert models.history(limit=1).items[0].n == games.queries.describe(game).step
