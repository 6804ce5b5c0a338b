"""Bots are marked wherever players are shown, so that nobody plays with one unawares."""

from __future__ import annotations

from msgspec.structs import replace

from api.requests.services import services
from domain.record.views import GameInfo
from eventstore.tables.accounts.kinds import PlayerKinds
from projections.queries.items import GameItem, Page, ScoreItem, Standing
from projections.queries.ratings import RatedPlayer
from projections.queries.standings import MonthLeaders, PeriodStanding
from projections.read_models.scores import ScoreSeat


def mark_bots(info: GameInfo, kinds: PlayerKinds) -> GameInfo:
    """Mark the seats of bots in a game."""
    bots = kinds.find_bots(seat.player for seat in info.seats)
    if not bots:
        return info
    return replace(info, seats=tuple(replace(seat, bot=seat.player in bots) for seat in info.seats))


def mark_listed_bots(page: Page[GameItem]) -> Page[GameItem]:
    """Mark the seats of bots in a list of games."""
    bots = services().player_kinds.find_bots(seat.player for game in page.items for seat in game.seats)
    if not bots:
        return page
    return replace(
        page,
        items=[
            replace(game, seats=[replace(seat, bot=seat.player in bots) for seat in game.seats]) for game in page.items
        ],
    )


def mark_scores(page: Page[ScoreItem]) -> Page[ScoreItem]:
    """Mark the seats of bots in a list of games that ended."""
    bots = services().player_kinds.find_bots(seat.player for game in page.items for seat in game.seats)
    if not bots:
        return page
    return replace(
        page, items=[replace(game, seats=[_mark_score(seat, bots) for seat in game.seats]) for game in page.items]
    )


def _mark_score(seat: ScoreSeat, bots: frozenset[str]) -> ScoreSeat:
    return replace(seat, bot=True) if seat.player in bots else seat


def mark_standings(page: Page[Standing]) -> Page[Standing]:
    """Mark the bots in a leaderboard."""
    bots = services().player_kinds.find_bots(standing.player for standing in page.items)
    return replace(page, items=[replace(standing, bot=standing.player in bots) for standing in page.items])


def mark_ranking(page: Page[RatedPlayer]) -> Page[RatedPlayer]:
    """Mark the bots in a list of ratings."""
    bots = services().player_kinds.find_bots(line.player for line in page.items)
    return replace(page, items=[replace(line, bot=line.player in bots) for line in page.items])


def mark_period(page: Page[PeriodStanding]) -> Page[PeriodStanding]:
    """Mark the bots in the leaderboard of a period."""
    bots = services().player_kinds.find_bots(line.player for line in page.items)
    return replace(page, items=[replace(line, bot=line.player in bots) for line in page.items])


def mark_leaders(page: Page[MonthLeaders]) -> Page[MonthLeaders]:
    """Mark the bots among the leaders of months."""
    bots = services().player_kinds.find_bots(line.player for month in page.items for line in month.leaders)
    return replace(
        page,
        items=[
            replace(month, leaders=[replace(line, bot=line.player in bots) for line in month.leaders])
            for month in page.items
        ],
    )
