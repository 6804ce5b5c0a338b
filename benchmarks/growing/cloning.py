"""A large database, made by cloning played games.

A clone has its own id, players and date, and therefore its own digests and receipts. Moves, facts and chance are those
of the played game, so checkpoints, verification and read models do all their work. Snapshots, answers to repeated
requests and refused moves are not cloned.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from uuid import UUID

import msgspec
import psycopg

from benchmarks.store import fresh_games
from domain.application.commands import Recorded, Request
from domain.application.games import Games
from domain.kernel.bots import RandomBot, suggest_any
from domain.kernel.ruleset import AnyRuleset
from domain.proof.chain import count_before_steps, link_digest, read_seed, split_digest, step_of_version
from domain.proof.envelope import read_envelope
from domain.proof.receipts import Signer, pack_receipt
from domain.rows import PARTITIONS, EventRow, partition_of
from domain.rulesets import registry

PLAYED = 6
"""How many games of each ruleset are played, with the bot that picks at random."""
PLAYERS = 1000
DAYS = 700
GAMES_AT_ONCE = 128
NAMES = ("p000000", "p000001")
"""The players of the original games; clones get similar names."""
HOUR = re.compile(rb'"timestamp":"(\d{4}-\d\d-\d\dT\d\d):')

COPY = "COPY kifu.event (partition, position, game_id, version, topic, payload, receipt) FROM STDIN"
COUNT = "SELECT sum(position) FROM kifu.feed_head"
HEADS = "SELECT partition, position FROM kifu.feed_head"
ADD_PLAYERS = "INSERT INTO kifu.player (name) SELECT unnest(%s::text[]) ON CONFLICT DO NOTHING"
SET_HEADS = (
    "UPDATE kifu.feed_head AS head SET position = new.position "
    "FROM unnest(%s::smallint[], %s::bigint[]) AS new (partition, position) WHERE head.partition = new.partition"
)

Progress = Callable[[int, int], None]
"""Called with the number of events so far, and the number wanted."""
Line = tuple[UUID, int, str, str, bytes | None]
"""Id of the game, version, topic, payload and receipt of an event."""


@dataclass(frozen=True)
class PlayedGame:
    """A played game: its id, its rows and its seed."""

    game_id: UUID
    rows: Sequence[EventRow]
    seed: bytes


def grow(url: str, signer: Signer, events: int, progress: Progress) -> None:
    """Clone games until the database at its owner's `url` has this many events; continues after an interruption."""
    with psycopg.connect(url) as connection:
        there = _count(connection)
        if there >= events:
            return
        connection.execute(ADD_PLAYERS, ([f"p{n:06}" for n in range(PLAYERS)],))
        connection.commit()
        played = play_games(url, signer)
        while there < events:
            random = Random(there)
            clones = [_clone(random.choice(played), signer, random) for _ in range(GAMES_AT_ONCE)]
            _store(connection, clones)
            connection.commit()
            there = _count(connection)
            progress(there, events)


def play_games(url: str, signer: Signer) -> list[PlayedGame]:
    """Play some games of each ruleset into the database, and return them."""
    found = []
    with fresh_games(url, signer) as games:
        for ruleset in registry():
            for seed in range(PLAYED):
                game_id = _play(games, ruleset, Random(seed))
                rows = games.stored.store.rows(game_id)
                opened = read_seed(rows)
                assert opened is not None
                # The times of a game played across a full hour would get out of order.
                if len({_hour(row) for row in rows}) == 1:
                    found.append(PlayedGame(game_id, rows, opened))
    return found


def _play(games: Games, ruleset: AnyRuleset, random: Random) -> UUID:
    players = [Request(by=name) for name in NAMES]
    opened = games.lobby.open_game(players[0], ruleset.id, {}, len(NAMES))
    assert isinstance(opened, Recorded)
    game_id, bot = opened.game_id, RandomBot()
    for player in players:
        games.lobby.take_seat(player, game_id)
    while games.stored.current(game_id).to_move:
        state = games.stored.current(game_id).state
        assert state is not None
        listed = suggest_any(state, ruleset.choices(state))
        move = bot.choose(ruleset, listed, random)
        games.recording.play(players[listed.choice.seat], game_id, listed.choice.seat, msgspec.json.encode(move))
    return game_id


def _hour(row: EventRow) -> bytes:
    found = HOUR.search(row.payload)
    assert found is not None
    return found[1]


def _clone(game: PlayedGame, signer: Signer, random: Random) -> list[Line]:
    """Return the events of a clone."""
    new, first = UUID(int=random.getrandbits(128), version=4), random.randrange(2, PLAYERS)
    hour = datetime.fromisoformat(_hour(game.rows[0]).decode()) - timedelta(hours=random.randrange(24 * DAYS))
    replaced = {
        str(game.game_id): str(new),
        f'"{NAMES[0]}"': f'"p{first:06}"',
        f'"{NAMES[1]}"': f'"p{(first + 1 + random.randrange(PLAYERS - 1)) % PLAYERS:06}"',
        f'"timestamp":"{_hour(game.rows[0]).decode()}:': f'"timestamp":"{hour:%Y-%m-%dT%H}:',
    }
    previous, before, lines = None, count_before_steps(game.rows), list[Line]()
    for row in game.rows:
        body = split_digest(row.payload)[0].decode()
        for old, other in replaced.items():
            body = body.replace(old, other)
        encoded = body.encode()
        previous = link_digest(encoded, row.topic, row.version, previous, game.seed)
        at = read_envelope(encoded).time
        assert at is not None
        step = step_of_version(row.version, before) or 0
        receipt = pack_receipt(signer.sign_receipt(new, step, row.version, previous, at))
        lines.append((new, row.version, row.topic, f'{body[:-1]},"digest":"{previous}"}}', receipt))
    return lines


def _store(connection: psycopg.Connection, clones: Sequence[list[Line]]) -> None:
    """Store clones at the ends of their partitions; those of one partition as if played at the same time."""
    heads: dict[int, int] = dict(connection.execute(f"{HEADS} FOR UPDATE").fetchall())
    by_partition = defaultdict[int, list[list[Line]]](list)
    for clone in clones:
        by_partition[partition_of(clone[0][0])].append(clone)
    with connection.cursor() as cursor, cursor.copy(COPY) as copy:
        for partition, together in sorted(by_partition.items()):
            for line in _interleave(together):
                heads[partition] += 1
                copy.write_row((partition, heads[partition], *line))
    assert len(heads) == PARTITIONS
    connection.execute(SET_HEADS, (list(heads), list(heads.values())))


def _interleave(clones: Sequence[list[Line]]) -> Iterator[Line]:
    for version in range(max(map(len, clones))):
        for clone in clones:
            if version < len(clone):
                yield clone[version]


def _count(connection: psycopg.Connection) -> int:
    row = connection.execute(COUNT).fetchone()
    assert row is not None
    return int(row[0])
