"""Matches open seeks into games: who plays with whom. Nothing is opened here.

The oldest seek comes first, and of its games the dearest. For two players, its partner is the oldest other seek that
wants the same game. For more, there is a choice: of the oldest such seeks, the players who are most evenly matched.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import combinations, islice
from typing import NamedTuple
from uuid import UUID

import msgspec

from domain.application.seeking.seek import GameKind

POOL = 12
"""Among how many of the oldest fitting seeks the others are chosen; five of them make at most 495 groups to compare."""


class Skill(NamedTuple):
    """A player's skill as estimated, and how uncertain that is."""

    mu: float = 25.0
    sigma: float = 25 / 3


class OpenSeek(msgspec.Struct, frozen=True):
    """An open seek, with the kinds of games that it wants, the dearest first."""

    id: UUID
    player: str
    kinds: tuple[GameKind, ...]
    rating_within: int | None = None


class Match(msgspec.Struct, frozen=True):
    """Seeks that make a game of a kind, the oldest first."""

    kind: GameKind
    seeks: tuple[OpenSeek, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """The players, in the order of their seeks."""
        return tuple(seek.player for seek in self.seeks)


SkillOf = Callable[[GameKind, str], Skill]
Imbalance = Callable[[Sequence[Skill]], float]


class Matching:
    """Decides on matches. `skill_of` returns the skill of a player in games of a kind.

    `imbalance` returns how far the chances of players with these skills to win are apart, 0 for even ones.
    """

    def __init__(self, skill_of: SkillOf, imbalance: Imbalance) -> None:
        self._skill_of = skill_of
        self._imbalance = imbalance

    def find_all(self, seeks: Sequence[OpenSeek]) -> Iterator[Match]:
        """Yield matches among open seeks, which are given with the oldest first.

        No player is in two of them.
        """
        wanting: dict[GameKind, list[OpenSeek]] = defaultdict(list)
        for seek in seeks:
            for kind in dict.fromkeys(seek.kinds):
                wanting[kind].append(seek)
        taken = set[str]()
        for seek in seeks:
            match = self._find(seek, wanting, taken) if seek.player not in taken else None
            if match is not None:
                taken.update(match.players)
                yield match

    def _find(self, seek: OpenSeek, wanting: Mapping[GameKind, Sequence[OpenSeek]], taken: Set[str]) -> Match | None:
        for kind in seek.kinds:
            free = (one for one in wanting[kind] if one.player not in taken)
            fitting = islice(self._list_fitting(seek, kind, free), POOL)
            group = self._choose(seek, kind, list(fitting))
            if group is not None:
                return Match(kind, (seek, *group))
        return None

    def _list_fitting(self, seek: OpenSeek, kind: GameKind, free: Iterable[OpenSeek]) -> Iterator[OpenSeek]:
        """Yield the oldest of the free seeks of each other player whom this player accepts, and who accepts them."""
        seen = {seek.player}
        for other in free:
            if other.player not in seen and self._accept(kind, seek, other):
                seen.add(other.player)
                yield other

    def _choose(self, seek: OpenSeek, kind: GameKind, fitting: Sequence[OpenSeek]) -> tuple[OpenSeek, ...] | None:
        """Return the others with whom a player plays: the most even group, of equal ones the oldest."""
        groups = (
            group
            for group in combinations(fitting, kind.seats - 1)
            if all(self._accept(kind, *pair) for pair in combinations(group, 2))
        )
        if kind.seats <= 2:
            return next(groups, None)
        skills = {one.player: self._skill_of(kind, one.player) for one in (seek, *fitting)}
        return min(
            groups,
            key=lambda group: self._imbalance([skills[one.player] for one in (seek, *group)]),
            default=None,
        )

    def _accept(self, kind: GameKind, one: OpenSeek, other: OpenSeek) -> bool:
        """Return whether the ratings of two players are near enough for both."""
        limits = [seek.rating_within for seek in (one, other) if seek.rating_within is not None]
        if not limits:
            return True
        return abs(self._skill_of(kind, one.player).mu - self._skill_of(kind, other.player).mu) <= min(limits)
