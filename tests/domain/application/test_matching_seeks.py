"""Which seeks make a game: the oldest first, the dearest game first, and of many players the most even ones."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from domain.application.seeking.matching import POOL, GameKind, Match, Matching, OpenSeek, Skill

DUEL = GameKind("go", 2, b"{}", True)
TRIO = GameKind("go", 3, b"{}", True)
FRIENDLY = GameKind("go", 2, b"{}", False)


def seek(number: int, player: str, *kinds: GameKind, within: int | None = None) -> OpenSeek:
    return OpenSeek(UUID(int=number), player, kinds or (DUEL,), within)


def spread(skills: Sequence[Skill]) -> float:
    return max(skill.mu for skill in skills) - min(skill.mu for skill in skills)


def matches(*seeks: OpenSeek, **skills: float) -> list[Match]:
    matching = Matching(lambda _, player: Skill(skills.get(player, 25.0)), spread)
    return list(matching.find_all(seeks))


def groups(*seeks: OpenSeek, **skills: float) -> list[tuple[str, ...]]:
    return [match.players for match in matches(*seeks, **skills)]


def test_the_oldest_two_who_want_the_same_game_play_it() -> None:
    found = groups(seek(1, "Ann"), seek(2, "Bob", FRIENDLY), seek(3, "Cem"), seek(4, "Dora"), seek(5, "Eve", FRIENDLY))
    assert found == [("Ann", "Cem"), ("Bob", "Eve")]


def test_nobody_plays_with_themselves_nor_twice() -> None:
    assert groups(seek(1, "Ann"), seek(2, "Ann")) == []
    assert groups(seek(1, "Ann"), seek(2, "Ann"), seek(3, "Bob"), seek(4, "Bob"), seek(5, "Cem")) == [("Ann", "Bob")]


def test_the_dearest_game_of_the_oldest_seek_comes_first() -> None:
    both = seek(1, "Ann", FRIENDLY, DUEL)
    (match,) = matches(both, seek(2, "Bob", DUEL), seek(3, "Cem", FRIENDLY))
    assert (match.players, match.kind) == (("Ann", "Cem"), FRIENDLY)
    (match,) = matches(both, seek(2, "Bob", DUEL))
    assert match.kind == DUEL


def test_a_rating_range_binds_both_whoever_set_it() -> None:
    near, far = seek(1, "Ann", within=3), seek(2, "Bob")
    assert groups(near, far, Ann=25, Bob=28.5) == []
    assert groups(seek(2, "Bob"), seek(1, "Ann", within=3), Ann=25, Bob=28.5) == []
    assert groups(near, far, Ann=25, Bob=28) == [("Ann", "Bob")]


def test_of_several_opponents_the_most_even_group_plays_with_the_oldest() -> None:
    seeks = [seek(number, player, TRIO) for number, player in enumerate(("Ann", "Bob", "Cem", "Dora", "Eve"))]
    assert groups(*seeks, Ann=25, Bob=40, Cem=26, Dora=10, Eve=24) == [("Ann", "Cem", "Eve")]
    assert groups(*seeks)[0] == ("Ann", "Bob", "Cem")


def test_in_a_group_everybody_accepts_everybody() -> None:
    seeks = seek(1, "Ann", TRIO), seek(2, "Bob", TRIO, within=5), seek(3, "Cem", TRIO)
    assert groups(*seeks, Ann=25, Bob=22, Cem=28) == []
    assert groups(*seeks, seek(4, "Dora", TRIO), Ann=25, Bob=22, Cem=28) == [("Ann", "Bob", "Dora")]


def test_whoever_waits_too_far_behind_in_a_long_line_is_not_compared() -> None:
    seeks = [seek(number, f"P{number}", TRIO) for number in range(POOL + 2)]
    skills = {f"P{number}": 25 + number / 10 for number in range(POOL + 1)} | {f"P{POOL + 1}": 25.0}
    assert groups(*seeks, **skills)[0] == ("P0", "P1", "P2")
