"""Marks bots wherever players are shown, so that nobody plays with one unawares."""

from __future__ import annotations

from datetime import timedelta
from typing import TypeVar

from msgspec.structs import replace

from api.requests.services import services
from domain.record.views import GameInfo, SeatInfo
from eventstore.tables.accounts.kinds import PlayerKinds
from projections.queries.items import GameItem, Page, ScoreItem, Standing, TakenSeat
from projections.queries.ratings import RatedPlayer
from projections.queries.standings import MonthLeaders, PeriodStanding
from projections.read_models.scores import ScoreSeat

Seated = TypeVar("Seated", GameItem, ScoreItem)
Line = TypeVar("Line", Standing, RatedPlayer, PeriodStanding)
Marked = TypeVar("Marked", SeatInfo, TakenSeat, ScoreSeat, Standing, RatedPlayer, PeriodStanding)


def mark_bots(info: GameInfo, kinds: PlayerKinds) -> GameInfo:
    """Mark the seats of bots in a game."""
    bots = kinds.find_bots(seat.player for seat in info.seats)
    if not bots:
        return info
    return replace(info, seats=tuple(_mark(seat, bots) for seat in info.seats))


def mark_seats(page: Page[Seated]) -> Page[Seated]:
    """Mark the seats of bots in a list of games."""
    bots = services().parts.player_kinds.find_bots(seat.player for game in page.items for seat in game.seats)
    if not bots:
        return page
    return replace(page, items=[replace(game, seats=[_mark(seat, bots) for seat in game.seats]) for game in page.items])


def say_how_long(page: Page[GameItem]) -> Page[GameItem]:
    """Say of the games that wait for players until when they do, if the service cancels them then."""
    hours = services().settings.waiting_hours
    if not hours:
        return page
    items = [
        replace(game, waits_until=game.opened_at + timedelta(hours=hours)) if game.status == "waiting" else game
        for game in page.items
    ]
    return replace(page, items=items)


def mark_lines(page: Page[Line]) -> Page[Line]:
    """Mark the bots in a leaderboard or a list of ratings."""
    bots = services().parts.player_kinds.find_bots(line.player for line in page.items)
    return replace(page, items=[_mark(line, bots) for line in page.items])


def mark_leaders(page: Page[MonthLeaders]) -> Page[MonthLeaders]:
    """Mark the bots among the leaders of months."""
    bots = services().parts.player_kinds.find_bots(line.player for month in page.items for line in month.leaders)
    return replace(
        page,
        items=[replace(month, leaders=[_mark(line, bots) for line in month.leaders]) for month in page.items],
    )


def _mark(player: Marked, bots: frozenset[str]) -> Marked:
    return replace(player, bot=True) if player.player in bots else player
