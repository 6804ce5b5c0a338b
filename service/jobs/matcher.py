"""Matches open seeks into games."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from secrets import SystemRandom

import structlog
from openskill.models import PlackettLuce

from domain.application.commands import Request
from domain.application.errors import VersionConflict
from domain.application.seeking.matching import Match, Matching, OpenSeek, Skill
from domain.application.seeking.seek import GameKind, Wanted, list_kinds, read_wanted
from domain.kernel.errors import KifuError
from domain.rows import SeekRow
from service.jobs.trying import logged
from service.parts import Parts

log = structlog.get_logger("kifu.matcher")

MOST_AT_ONCE = 1000
"""How many of the oldest seeks are looked at at a time."""
MODEL = PlackettLuce()


class Job:
    """Opens a game for seeks that fit together, all of whose seats are reserved for their players.

    The game and the end of its seeks are one transaction, which fails if one of them is no longer open, so concurrent
    instances do no harm.
    """

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._skills: dict[tuple[GameKind, str], Skill] = {}

    def tick(self) -> int:
        """Open the games that can be opened, and return their number; failures are logged and retried."""
        opened = 0
        with logged(log, "no seeks are matched"):
            opened = sum(map(self._open, self._find_matches()))
        if opened:
            log.info("seeks matched", games=opened)
        return opened

    def _find_matches(self) -> Sequence[Match]:
        seeks = [self._read(row) for row in self._parts.seeks.list_oldest(MOST_AT_ONCE)]
        # Ratings change while seeks wait.
        self._skills = {}
        return list(Matching(self._find_skill, measure_imbalance).find_all(seeks))

    def _read(self, row: SeekRow) -> OpenSeek:
        wanted = read_wanted(row.wanted)
        return OpenSeek(row.id, row.player, self._list_kinds(wanted), wanted.rating_within)

    def _list_kinds(self, wanted: Wanted) -> tuple[GameKind, ...]:
        """Return the kinds of games that a seek wants; none if one of them is no longer offered by this version."""
        with suppress(KifuError):
            return list_kinds(wanted, self._parts.games.stored.rulesets)
        return ()

    def _find_skill(self, kind: GameKind, player: str) -> Skill:
        found = self._skills.get((kind, player))
        if found is None:
            rating = self._parts.read_models.skill(player, kind.ruleset, kind.seats)
            found = self._skills[kind, player] = Skill(*rating) if rating is not None else Skill()
        return found

    def _open(self, match: Match) -> bool:
        players = list(match.players)
        # The first to seek is not the first to play.
        SystemRandom().shuffle(players)
        try:
            opened = self._parts.games.lobby.open_matched(
                Request(by=match.players[0], request_id="matching"),
                match.kind,
                players,
                [seek.id for seek in match.seeks],
            )
        except VersionConflict:
            # One of them was withdrawn, or matched elsewhere.
            return False
        self._parts.feed.wake(opened.game_id)
        return True


def measure_imbalance(skills: Sequence[Skill]) -> float:
    """Return by how much the best chance to win exceeds the least among players with these skills."""
    chances = MODEL.predict_win([[MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills])
    return float(max(chances) - min(chances))
