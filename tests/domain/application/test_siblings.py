"""Two workers of one machine play one game, and each hears of what the other stores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import NamedTuple
from uuid import UUID

import msgspec
import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent

from domain.application.games import Games
from domain.application.stored.stored_games import Telling, Told
from domain.kernel.audience import seat_viewer
from domain.proof.chain import digest_bytes
from eventstore.siblings import connect_siblings
from tests.domain.application.playing import WHO, holds, mover, new_game, play_to_the_end

Process = Callable[[], Games]


class Pair(NamedTuple):
    """Two workers; `refused` counts the appends that the store refused, `reads` the reads of events."""

    one: Games
    two: Games
    refused: list[None]
    reads: list[UUID]

    def play(self, games: Games, game_id: UUID, random: Random) -> None:
        """Play a random legal move like a client that learnt from another worker what is legal."""
        other = self.two if games is self.one else self.one
        seat = mover(other, game_id)
        assert seat is not None
        choices = other.queries.legal_moves(game_id, seat_viewer(seat), seat).choices
        move = random.choice([msgspec.json.encode(legal.move) for choice in choices for legal in choice.moves or ()])
        self.refused.clear()
        self.reads.clear()
        games.recording.play(WHO[seat], game_id, seat, move)


@pytest.fixture
def pair(process: Process, monkeypatch: pytest.MonkeyPatch) -> Pair:
    found = Pair(process(), process(), [], [])
    for games, siblings in zip((found.one, found.two), connect_siblings(2), strict=True):
        games.stored.siblings = siblings
        watch(games, found, monkeypatch)
    return found


def watch(games: Games, pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    insert, read = games.stored.recorder.insert_events, games.stored.read_events

    def insert_events(events: Sequence[StoredEvent], **more: object) -> object:
        try:
            return insert(events, **more)
        except IntegrityError:
            pair.refused.append(None)
            raise

    def read_events(game_id: UUID, **bounds: int | None) -> object:
        pair.reads.append(game_id)
        return read(game_id, **bounds)

    monkeypatch.setattr(games.stored.recorder, "insert_events", insert_events)
    monkeypatch.setattr(games.stored, "read_events", read_events)


def test_the_second_players_move_is_decided_once(pair: Pair) -> None:
    game_id, random = new_game(pair.one, seed="5c" * 32), Random(1)
    pair.two.stored.current(game_id)
    workers = (pair.one, pair.two)
    for number in range(20):
        # Asking a worker for legal moves makes it read, so those reads come before the counted ones.
        pair.play(workers[number % 2], game_id, random)
        assert (pair.refused, pair.reads) == ([], [])


class Deaf:
    """Hears nothing, as if all messages were lost."""

    def tell(self, _: Sequence[StoredEvent], __: bytes | None) -> None:
        return

    def hear(self) -> Iterable[Told]:
        return ()


def test_where_messages_are_lost_the_store_refuses_and_the_game_goes_on(pair: Pair) -> None:
    game_id, random = new_game(pair.one, seed="5c" * 32), Random(1)
    pair.two.stored.current(game_id)
    pair.one.stored.siblings = Deaf()
    pair.play(pair.one, game_id, random)
    known = pair.two.stored.known(game_id)
    assert known is not None
    assert pair.one.stored.current(game_id).version == known.version + 1
    play_to_the_end(pair.two, game_id, Random(2))
    assert holds(pair.one, game_id)


def test_what_was_heard_of_another_version_or_cannot_be_read_changes_nothing(pair: Pair) -> None:
    game_id = new_game(pair.one, seed="5c" * 32)
    game = pair.two.stored.current(game_id)
    told = pair.one.stored.siblings
    assert told is not None
    digest = digest_bytes(game.digest)
    for version, state in ((game.version, b"{}"), (game.version + 2, b"{}"), (game.version + 1, b"no JSON")):
        told.tell([StoredEvent(game_id, version, "kifu:move-played", state)], digest)
    assert pair.two.stored.last_seen(game_id) is game
    play_to_the_end(pair.two, game_id, Random(2))
    assert holds(pair.two, game_id)


class Overheard:
    """Tells the true events of a worker as if they followed another digest."""

    def __init__(self, told: Telling, digest: bytes | None) -> None:
        self._told = told
        self._digest = digest

    def tell(self, events: Sequence[StoredEvent], _: bytes | None) -> None:
        self._told.tell(events, self._digest)

    def hear(self) -> Iterable[Told]:
        return self._told.hear()


@pytest.mark.parametrize("digest", [bytes(range(32)), None])
def test_what_was_heard_of_another_history_changes_nothing(pair: Pair, digest: bytes | None) -> None:
    game_id = new_game(pair.one, seed="5c" * 32)
    game = pair.two.stored.current(game_id)
    told = pair.one.stored.siblings
    assert told is not None
    pair.one.stored.siblings = Overheard(told, digest)
    pair.play(pair.one, game_id, Random(1))
    assert pair.two.stored.last_seen(game_id) is game
    play_to_the_end(pair.two, game_id, Random(2))
    assert holds(pair.two, game_id)
