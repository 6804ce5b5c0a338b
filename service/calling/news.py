"""Finds what is news to players who have webhooks, and writes a call for each webhook that wants to know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID, uuid4

import structlog

from domain.kernel.errors import KifuError
from domain.record.events import DisputeRaised, DisputeRuled, DisputeWithdrawn, MoveTakenBack
from domain.record.views import GameInfo
from domain.record.words import Reader
from eventstore.tables.accounts.webhooks import Call, Kind, Told, Webhook, Webhooks
from projections.read_models.stored_events import StoredReader
from service.calling.quiet import read_quiet_hours
from service.calling.words import Subject, encode_call
from service.jobs.trying import logged
from service.parts import Parts

log = structlog.get_logger("kifu.calling")

INTERRUPTIONS = frozenset((MoveTakenBack.TOPIC, DisputeRaised.TOPIC, DisputeRuled.TOPIC, DisputeWithdrawn.TOPIC))
"""Events after which a seat is asked again, though no step says that it was not asked meanwhile."""


class _News(NamedTuple):
    kind: Kind
    seats: tuple[int, ...]


class News:
    """What players were last looked at for, and what has come since.

    A seat is called when it is asked and was not, once until it has been let go: several questions in a row are one
    turn. What each player was looked at for is a row, so a process that dies calls nobody twice for the same.
    Concurrent instances do no harm.
    """

    def __init__(self, parts: Parts, origin: str | None) -> None:
        self._parts = parts
        self._webhooks: Webhooks = parts.webhooks
        self._reader = StoredReader(Reader(parts.games.stored.rulesets))
        self._origin = origin
        self._called: frozenset[str] | None = None

    def tick(self) -> int:
        """Write the calls that are news, and return their number; failures are logged and retried."""
        with logged(log, "nobody is called"):
            return self._look()
        return 0

    def _look(self) -> int:
        webhooks: dict[str, list[Webhook]] = {}
        for webhook in self._webhooks.list_called():
            webhooks.setdefault(webhook.player, []).append(webhook)
        if self._called != webhooks.keys():
            # Whoever is called again later is not told of what ended in between.
            self._webhooks.forget_others(webhooks)
            self._called = frozenset(webhooks)
        if not webhooks:
            return 0
        told = {(one.player, one.game): one for one in self._webhooks.told(webhooks)}
        under_way = self._parts.read_models.under_way(list(webhooks))
        written = 0
        for player, game in _find_changed(told, under_way):
            try:
                info = self._parts.games.queries.describe(game)
            except KifuError:
                # It cannot be read now, so it asks nobody anything.
                continue
            written += self._tell(webhooks[player], player, info, told.get((player, game)))
        return written

    def _tell(self, webhooks: Sequence[Webhook], player: str, info: GameInfo, before: Told | None) -> int:
        """Write what is news in one game to one player, and return the number of calls."""
        now = Told(player, info.id, info.version, tuple(_find_seats(info, player)))
        held = self._find_held(before, info) if before is not None and before.seats else frozenset()
        seats = {seat for seat in now.seats if seat >= 0 and seat not in held}
        kept = {-1 - seat for seat in now.seats if seat < 0 and (before is None or seat not in before.seats)}
        news = [_News("turn", tuple(sorted(seats)))] if seats else []
        news += [_News("invited", tuple(sorted(kept)))] if kept else []
        if info.result is not None:
            news = [_News("game-over", _seats_of(info, player))]
        calls = [
            self._make_call(webhook, one, info) for one in news for webhook in webhooks if one.kind in webhook.kinds
        ]
        ended = info.is_over or not (now.seats or _seats_of(info, player))
        self._webhooks.note(calls, [] if ended else [now], [now] if ended else [])
        return len(calls)

    def _find_held(self, before: Told, info: GameInfo) -> frozenset[int]:
        """Find the seats that were asked when the player was last looked at, and have not been let go since."""
        held = frozenset(before.seats)
        for stored in self._parts.games.stored.recorder.select_events(info.id, gt=before.version, lte=info.version):
            if stored.topic in INTERRUPTIONS:
                return frozenset()
            event = self._reader.decode(stored.topic, info.id, stored.originator_version, stored.state)
            asked = self._reader.asked(event)
            if asked is not None:
                held &= frozenset(asked)
        return held

    def _make_call(self, webhook: Webhook, news: _News, info: GameInfo) -> Call:
        now = datetime.now(UTC)
        title = self._parts.games.stored.rulesets[info.ruleset].title
        subject = Subject(info.id, info.version, info.ruleset, title, news.seats)
        body = encode_call(webhook, news.kind, subject, now, self._origin)
        due = read_quiet_hours(webhook.quiet).find_end(now) if webhook.quiet else now
        return Call(uuid4(), webhook.id, news.kind, info.id, info.version, body, now, due)


def make_test(webhook: Webhook) -> Call:
    """Return a call about no game, which shows whether a webhook works."""
    now = datetime.now(UTC)
    return Call(uuid4(), webhook.id, "test", None, None, encode_call(webhook, "test", None, now, None), now, now)


def _find_changed(
    told: Mapping[tuple[str, UUID], Told], under_way: Mapping[tuple[str, UUID], int]
) -> Iterator[tuple[str, UUID]]:
    """Yield the players and games that have changed since they were looked at, and those that have gone."""
    for place, version in under_way.items():
        if place not in told or told[place].version < version:
            yield place
    yield from told.keys() - under_way.keys()


def _find_seats(info: GameInfo, player: str) -> Iterator[int]:
    """Yield the seats of a player that are asked, and those that are kept for them, as -1 less the seat."""
    if info.status == "waiting":
        yield from (-1 - one.seat for one in info.seats if one.player is None and one.reserved_for == player)
    else:
        yield from (seat for seat in info.to_move if info.seats[seat].player == player)


def _seats_of(info: GameInfo, player: str) -> tuple[int, ...]:
    return tuple(one.seat for one in info.seats if one.player == player)
