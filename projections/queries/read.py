"""Queries over the read models: the only way in which the API reaches them."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, TypeAlias, TypeVar, Unpack
from uuid import UUID

import msgspec
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import tuple_row

from domain.kernel.language import translate
from domain.kernel.scoring import Goal
from domain.personal.values import Openings, list_openings
from eventstore.node_feed import NodeFeed
from eventstore.postgres.datastore import Datastore, persevere
from eventstore.tables.accounts.kinds import BOTS
from eventstore.tables.accounts.personal_values import PersonalValues
from eventstore.tables.tracking import upstream
from projections.contract import Reader
from projections.queries import cursor
from projections.queries import ratings as rating_queries
from projections.queries import sql as queries
from projections.queries.clauses import ClauseCount, RefusedClauses, count_clauses, deciding_steps
from projections.queries.endings import Meaning, meaning, read_meaning
from projections.queries.items import (
    DisputedClause,
    DisputeItem,
    GameItem,
    HistoryItem,
    Page,
    PlayerGame,
    PlayerPage,
    PlayerRecord,
    ProjectionState,
    ScoreItem,
    Standing,
    TakenSeat,
    read_dispute,
)
from projections.queries.lines import find_line_seals, read_line
from projections.queries.ratings import PlayerRating, RatedPlayer, RatingChange
from projections.queries.sql import DisputesWanted, GamesWanted
from projections.queries.standings import (
    MonthLeaders,
    PeriodStanding,
    group_leaders,
    last_months,
    leaders,
    read_standing,
    standings,
)
from projections.queries.statistics import PlayerStatistics, last_games, summarize
from projections.read_models.catalogue import NAMES
from projections.read_models.scores import ScoreSeat

T = TypeVar("T")
Row: TypeAlias = tuple[Any, ...]

POLL_SECONDS = 0.01
POOL_SIZE = 8


class UnknownReadModel(ValueError):
    """No read model has this name."""


class BadPosition(ValueError):
    """Not a position in the form that a POST returns: PARTITION:POSITION."""


class ReadModels:
    """Reads the read models of one database.

    Lists are in pages, the newest or best first; `after` is the `next` of the previous page, None for the first. For
    items with a time, `since` leaves out earlier ones. Unlisted games are excluded, except for their disputes on
    request. Every query is one statement, so that it sees a consistent state of its model; events, which never change,
    are read separately. Raises eventsourcing.persistence.OperationalError or InterfaceError if the database is
    unavailable for more than about two seconds, and cursor.BadCursor for an `after` that no page has issued.

    `reader` reads the events of the history. Built from a URL, it has its own connections, through the pooler at
    `pooled` if given, which it opens at the first query, so it may be built before a fork; `close` gives them back.
    """

    def __init__(
        self, database: Datastore | str, reader: Reader, pool_size: int = POOL_SIZE, pooled: str | None = None
    ) -> None:
        self._reader = reader
        self._own = isinstance(database, str)
        if isinstance(database, str):
            database = Datastore(_in_utc(database), pool_size=pool_size, pooled=pooled)
        self._datastore = database
        self._refused = RefusedClauses(self._rows)
        self._feed = NodeFeed(database.url, pooled)

    def close(self) -> None:
        """Give back the connections, if they are its own."""
        self._feed.close()
        if self._own:
            self._datastore.close()

    def count_in_use(self) -> int:
        """Return how many of the connections are in use now."""
        return self._datastore.count_in_use()

    def games(self, *, after: str | None = None, limit: int = 50, **wanted: Unpack[GamesWanted]) -> Page[GameItem]:
        """Games by the time of their opening."""
        key = cursor.decode(after, cursor.Newest) if after else None
        rows = self._rows(queries.games(wanted, key, limit + 1))
        return _page([_game(row) for row in rows], limit, lambda game: cursor.Newest(game.opened_at, game.id))

    def waiting_games(self, opened_by: str, limit: int) -> list[UUID]:
        """Return at most `limit` games that a player opened and that wait for players."""
        return [row[0] for row in self._rows(queries.waiting_games(opened_by, limit))]

    def calls(self, player: str, limit: int) -> dict[UUID, int]:
        """Return at most `limit` games that wait for a player to move or take a reserved seat, with their versions."""
        return dict(self._rows(queries.calls(player, limit)))

    def under_way(self, players: Sequence[str]) -> dict[tuple[str, UUID], int]:
        """Return the versions of all games that players play or are invited to, by player and game."""
        return {(player, game): version for player, game, version in self._rows(queries.under_way(players))}

    def waiting_since(self, opened_before: datetime, limit: int) -> list[UUID]:
        """Return at most `limit` games opened before a moment that still wait for players, the oldest first."""
        return [row[0] for row in self._rows(queries.waiting_since(opened_before, limit))]

    def due_games(self, before: datetime, limit: int) -> list[UUID]:
        """Return at most `limit` games in which a time runs out before a moment, the first to run out first."""
        return [row[0] for row in self._rows(queries.due_games(before, limit))]

    def timed_games(self, after: UUID | None, limit: int) -> list[UUID]:
        """Return at most `limit` games in which time runs, in order of their ids, from `after` on."""
        return [row[0] for row in self._rows(queries.timed_games(after, limit))]

    def scores(
        self,
        ruleset: str | None = None,
        player: str | None = None,
        since: datetime | None = None,
        after: str | None = None,
        limit: int = 50,
    ) -> Page[ScoreItem]:
        """Return games by the time of their end, including resigned ones, but no teaching games or branches."""
        key = cursor.decode(after, cursor.Newest) if after else None
        rows = self._rows(queries.scores(ruleset, player, since, key, limit + 1))
        return _page([_score(row) for row in rows], limit, lambda score: cursor.Newest(score.ended_at, score.game))

    def meaning(self, game: UUID, players: Sequence[str]) -> Meaning | None:
        """Return what the end of a game meant for its players, by seat; None if the game is not among the scores."""
        rows = self._rows(meaning(game, players))
        return read_meaning(rows[0]) if rows else None

    def leaderboard(self, ruleset: str, after: str | None = None, limit: int = 100) -> Page[Standing]:
        """Players by wins, then shared wins, then mean points.

        Counts listed games that ended, by resignation too, after each seat had moved twice. Not counted are teaching
        games, branches, cooperative games, games in which one player held several seats, and imported ones unless the
        operator vouches for their keys.
        """
        key = cursor.decode(after, cursor.BelowStanding) if after else None
        rows = self._rows(queries.leaderboard(ruleset, key, limit + 1))
        above = key.place if key else 0
        return _page([_standing(above + number, row) for number, row in enumerate(rows, 1)], limit, _below_standing)

    def standings(
        self,
        ruleset: str,
        seats: int | None = None,
        period: str | None = None,
        after: str | None = None,
        limit: int = 100,
    ) -> Page[PeriodStanding]:
        """Like `leaderboard`, for one number of seats and a period, such as 2026 or 2026-05, or for all."""
        key = cursor.decode(after, cursor.BelowStanding) if after else None
        rows = self._rows(standings(ruleset, seats, period, key, limit + 1))
        above = key.place if key else 0
        return _page([read_standing(above + number, row) for number, row in enumerate(rows, 1)], limit, _below_standing)

    def leaders(self, ruleset: str, seats: int | None = None, months: int = 12) -> Page[MonthLeaders]:
        """Return the first players of this month and earlier ones, as many `months` in all, in one page."""
        now = datetime.now(UTC)
        return Page(group_leaders(self._rows(leaders(ruleset, seats, last_months(now.year, now.month, months)))))

    def ratings(self, ruleset: str, seats: int, after: str | None = None, limit: int = 100) -> Page[RatedPlayer]:
        """Return players by their rating in a ruleset with this number of seats; from the same games as
        `leaderboard`."""
        key = cursor.decode(after, cursor.BelowRating) if after else None
        rows = self._rows(rating_queries.ratings(ruleset, seats, key, limit + 1))
        above = key.place if key else 0
        players = [RatedPlayer(above + number, *row) for number, row in enumerate(rows, 1)]
        return _page(players, limit, lambda line: cursor.BelowRating(line.ordinal, line.player, line.place))

    def skill(self, player: str, ruleset: str, seats: int) -> tuple[float, float] | None:
        """Return mu and sigma of a player in a ruleset with this number of seats; None if nothing is known of them."""
        rows = self._rows(rating_queries.skill(player, ruleset, seats))
        return (rows[0][0], rows[0][1]) if rows else None

    def player_ratings(self, name: str, limit: int = 100) -> Page[PlayerRating]:
        """All ratings of a player in one page, each with the last `limit` games that changed it."""
        return Page(
            [rating_queries.read_player_rating(row) for row in self._rows(rating_queries.player_ratings(name, limit))]
        )

    def rating_changes(
        self,
        name: str,
        ruleset: str,
        seats: int,
        since: datetime | None = None,
        after: str | None = None,
        limit: int = 100,
    ) -> Page[RatingChange]:
        """The games that changed one rating of a player, the newest first."""
        key = cursor.decode(after, cursor.Newest) if after else None
        rows = self._rows(rating_queries.rating_changes(name, ruleset, seats, since, key, limit + 1))
        changes = [RatingChange(*row) for row in rows]
        return _page(changes, limit, lambda change: cursor.Newest(change.time, change.game))

    def player(self, name: str) -> PlayerPage | None:
        """Return the page of a player, or of a removed guest who has played; None for anybody else."""
        rows = self._rows(queries.player(name))
        if not rows:
            return None
        records = [_record(row[2:-1]) for row in rows if row[2] is not None]
        kind = rows[0][-1]
        return PlayerPage(rows[0][0], rows[0][1], records, guest=kind == "guest", bot=kind in BOTS)

    def statistics(self, name: str, ruleset: str | None = None, limit: int = 200) -> PlayerStatistics:
        """Return statistics of the player's last `limit` games that are in `scores`."""
        return summarize(name, self._rows(last_games(name, ruleset, limit)))

    def player_games(
        self, name: str, since: datetime | None = None, after: str | None = None, limit: int = 50
    ) -> Page[PlayerGame]:
        """Return the games of one player, by the time they sat down; teaching games and branches too."""
        key = cursor.decode(after, cursor.Newest) if after else None
        rows = self._rows(queries.player_games(name, since, key, limit + 1))
        return _page([PlayerGame(*row) for row in rows], limit, lambda game: cursor.Newest(game.joined_at, game.game))

    def history(self, since: datetime | None = None, after: str | None = None, limit: int = 100) -> Page[HistoryItem]:
        """Return every step of every listed game in words, by time. A move that was taken back stays and is marked."""
        key = cursor.decode(after, cursor.NewestStep) if after else None
        rows = self._rows(queries.history(since, key, limit + 1))
        places = [row[-2:] for row in rows]
        events = {
            row[:2]: row[2:] for row in self._rows(queries.events(places), *{partition for partition, _ in places})
        }
        openings = self._open([seal for event in events.values() for seal in find_line_seals(event)])
        items = [read_line(row, events.get(row[-2:]), self._reader, openings) for row in rows]
        return _page(items, limit, lambda step: cursor.NewestStep(step.time, step.game, step.n))

    def disputes(
        self, *, after: str | None = None, limit: int = 50, **wanted: Unpack[DisputesWanted]
    ) -> Page[DisputeItem]:
        """List disputes, the latest first."""
        key = cursor.decode(after, cursor.NewestStep) if after else None
        rows = self._rows(queries.disputes(wanted, key, limit + 1))
        openings = self._open([seal for row in rows for seal in row[-2:] if seal is not None])
        items = [read_dispute(row, openings) for row in rows]
        return _page(items, limit, lambda item: cursor.NewestStep(item.raised_at, item.game, item.number))

    def _open(self, seals: Sequence[str]) -> Openings:
        return list_openings(PersonalValues(self._datastore).opened([bytes.fromhex(seal) for seal in seals]))

    def disputed_clauses(self, ruleset: str | None = None, unlisted: bool = False) -> Page[DisputedClause]:
        """Return how often each clause was disputed, and the rulings, the most disputed first, in one page."""
        return Page([DisputedClause(*row) for row in self._rows(queries.disputed_clauses(ruleset, unlisted))])

    def clause_counts(self, ruleset: str, clauses: Iterable[str]) -> Page[ClauseCount]:
        """Return how often each of these clauses decided a step, refused a move or was disputed, in one page.

        Only listed games count, and steps and refusals only once the game is over.
        """
        decided = {str(clause): int(steps) for clause, steps in self._rows(deciding_steps(ruleset))}
        disputed = self.disputed_clauses(ruleset).items
        return Page(count_clauses(clauses, decided, self._refused.count(), disputed))

    def wait_for(self, read_model: str, position: str, timeout: float = 1.0) -> bool:
        """Return whether the read model reaches, within `timeout` seconds, the Kifu-Position of a POST.

        Raises UnknownReadModel, BadPosition.
        """
        deadline = time.monotonic() + timeout
        while not self.has_reached(read_model, position):
            if time.monotonic() + POLL_SECONDS > deadline:
                return False
            time.sleep(POLL_SECONDS)
        return True

    def has_reached(self, read_model: str, position: str) -> bool:
        """Like `wait_for`, without waiting."""
        if read_model not in NAMES:
            raise UnknownReadModel(read_model)
        return bool(self._rows(queries.reached(read_model, *_position(position))))

    def find_reached(self, wanted: Collection[tuple[str, str]]) -> set[tuple[str, str]]:
        """Return which of the `wanted` pairs of read model and position have been reached."""
        progress = {(name, upstream): int(position) for name, upstream, position in self._rows(queries.progress())}
        places = {(name, text): _position(text) for name, text in wanted}
        return {one for one, (upstream, position) in places.items() if progress.get((one[0], upstream), -1) >= position}

    def lag(self) -> list[ProjectionState]:
        """Return the state of every projection, by name; for one thread at a time.

        Data on unresponsive cluster workers is not counted; `away` names them.
        """
        heads = {upstream(partition): position for partition, position in self._feed.heads().items()}
        return [_state(row) for row in self._rows(queries.lag(NAMES, heads))]

    def away(self) -> Mapping[str, Sequence[int]]:
        """The cluster workers that did not answer the last `lag`, with their partitions."""
        return self._feed.away

    def _rows(self, query: queries.Query, *partitions: int) -> list[Row]:
        def attempt(left: float, _: bool) -> list[Row]:
            with (
                self._datastore.get_connection(left, *partitions) as connection,
                connection.cursor(row_factory=tuple_row) as cursor,
            ):
                return cursor.execute(query.statement.encode(), query.values).fetchall()

        return persevere(attempt)


def _in_utc(url: str) -> str:
    """Return the URL of a database with sessions in UTC."""
    options = str(conninfo_to_dict(url).get("options") or "")
    return make_conninfo(url, options=f"{options} -c timezone=UTC".strip())


def _page(items: list[T], limit: int, key: Callable[[T], msgspec.Struct]) -> Page[T]:
    """Return a page of `limit` items, given one more that tells whether there is a next page."""
    if len(items) <= limit:
        return Page(items)
    return Page(items[:limit], cursor.encode(key(items[limit - 1])))


def _position(text: str) -> tuple[str, int]:
    partition, colon, position = text.partition(":")
    if not (colon and partition.isascii() and partition.isdigit() and position.isascii() and position.isdigit()):
        raise BadPosition(text)
    if len(partition) > 4 or len(position) > 18:
        raise BadPosition(text)
    return upstream(int(partition)), int(position)


def _game(row: Row) -> GameItem:
    game, ruleset, version, options, players, *others, reserved_for, by_invitation, resigned, rated = row
    held = zip(players, reserved_for, by_invitation, strict=True)
    seats = [TakenSeat(seat, *found) for seat, found in enumerate(held)]
    item = GameItem(game, ruleset, version, options, seats, *others)
    return msgspec.structs.replace(item, resigned=resigned or msgspec.UNSET, rated=rated)


def _score(row: Row) -> ScoreItem:
    game, ruleset, status, ended_at, ended_by, decided_by, seats, goals, imported, uncounted = row
    stored = msgspec.json.decode(seats, type=list[ScoreSeat])
    scored = [msgspec.structs.replace(seat, side=translate(seat.side)) if seat.side else seat for seat in stored]
    together = msgspec.json.decode(goals, type=tuple[Goal, ...])
    counted = uncounted is None
    return ScoreItem(
        game, ruleset, status, ended_at, ended_by, decided_by, scored, counted, uncounted, together, imported
    )


def _below_standing(line: Standing | PeriodStanding) -> cursor.BelowStanding:
    return cursor.BelowStanding(line.wins, line.shared_wins, line.mean_points, line.player, line.place)


def _standing(place: int, row: Row) -> Standing:
    player, games, wins, shared, points, mean = row
    return Standing(place, player, games, wins, shared, points, mean, (wins + shared) / games)


def _record(row: Sequence[Any]) -> PlayerRecord:
    ruleset, joined, games, wins, shared, points, best, *together = row
    mean, rate = (points / games, (wins + shared) / games) if games else (0.0, 0.0)
    return PlayerRecord(ruleset, joined, games, wins, shared, points, mean, best, rate, *together)


def _state(row: Row) -> ProjectionState:
    name, behind, error, partition, position, game, since, false = row
    place = None if partition is None else f"{partition}:{position}"
    return ProjectionState(name, int(behind), error is not None, error, place, game, since, false)
