"""The bonus action tiles and mini-boards: what is on which side."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.games.daimyo.effects.gains import Gain
from domain.games.daimyo.pack import load
from domain.games.daimyo.printed.content import DaimyoContent
from domain.games.daimyo.printed.entries import Edition
from domain.games.daimyo.printed.goods import NOTHING

SIDES: tuple[tuple[Edition, str], ...] = (("2021", "basic"), ("2021", "advanced"), ("2019", "basic"))


@pytest.fixture(scope="module")
def content() -> DaimyoContent:
    return load()


@pytest.mark.clause("daimyo.tile.basic-set")
def test_any_two_boards_hold_six_gray_tiles_and_two_yellow(content: DaimyoContent) -> None:
    for edition, side in SIDES:
        for board in content.mini_boards.values():
            colours = Counter(content.face_of(tile, edition, side).colour for tile in board.tiles)
            assert colours == {"gray": 3, "yellow": 1}, (board.id, edition, side)


def clauses_of(content: DaimyoContent, boards: tuple[str, str], edition: Edition, side: str) -> Counter[str]:
    tiles = [tile for board in boards for tile in content.mini_boards[board].tiles]
    return Counter(content.face_of(tile, edition, side).clause for tile in tiles)


def pairs_of_boards(content: DaimyoContent) -> list[tuple[str, str]]:
    kinds = {board.id: board.building for board in content.mini_boards.values()}
    farms = [board for board, kind in kinds.items() if kind == "techno-farm"]
    return [(farm, tower) for farm in farms for tower in kinds if tower not in farms]


@pytest.mark.clause(
    "daimyo.tile.basic-set",
    "daimyo.tile.build-normal-cost",
    "daimyo.tile.recruit-discount",
    "daimyo.tile.scavenge",
    "daimyo.tile.storage-two",
    "daimyo.tile.gain",
    "daimyo.tile.revenue",
)
def test_beginners_of_2021_have_the_same_eight_kinds_of_tiles(content: DaimyoContent) -> None:
    wanted = {
        "daimyo.tile.build-normal-cost": 1,
        "daimyo.tile.recruit-discount": 1,
        "daimyo.tile.scavenge": 1,
        "daimyo.tile.storage-two": 1,
        "daimyo.tile.gain": 2,
        "daimyo.tile.revenue": 2,
    }
    for boards in pairs_of_boards(content):
        assert clauses_of(content, boards, "2021", "basic") == wanted


@pytest.mark.clause(
    "daimyo.tile.build-discount.2019",
    "daimyo.tile.recruit-discount.2019",
    "daimyo.tile.gain-two-a.2019",
    "daimyo.tile.gain-two-b.2019",
    "daimyo.tile.revenue-one.2019",
    "daimyo.tile.revenue-two.2019",
)
def test_players_of_2019_have_the_same_eight_kinds_of_tiles(content: DaimyoContent) -> None:
    wanted = {
        "daimyo.tile.build-discount.2019": 1,
        "daimyo.tile.recruit-discount.2019": 1,
        "daimyo.tile.scavenge": 1,
        "daimyo.tile.storage-two": 1,
        "daimyo.tile.gain-two-a.2019": 1,
        "daimyo.tile.gain-two-b.2019": 1,
        "daimyo.tile.revenue-one.2019": 1,
        "daimyo.tile.revenue-two.2019": 1,
    }
    for boards in pairs_of_boards(content):
        assert clauses_of(content, boards, "2019", "basic") == wanted


def test_every_advanced_tile_of_the_rulebook_lies_on_a_board(content: DaimyoContent) -> None:
    used = {content.face_of(tile, "2021", "advanced").clause for tile in content.tiles}
    kinds = {face.clause for face in content.faces.values() if ".tile.adv." in face.clause}
    assert len(kinds) == 18
    assert kinds <= used


def test_every_face_lies_on_a_board(content: DaimyoContent) -> None:
    used = {content.face_of(tile, edition, side).id for tile in content.tiles for edition, side in SIDES}
    assert used == set(content.faces)


@pytest.mark.clause("daimyo.tile.variants")
def test_tiles_of_one_kind_differ_in_goods_only(content: DaimyoContent) -> None:
    gains = [face for face in content.faces.values() if face.clause == "daimyo.tile.gain"]
    goods = {effect.goods for face in gains for effect in face.effects if isinstance(effect, Gain)}
    assert len(goods) == len(gains) == 4
    assert {each.total for each in goods} == {2}


def test_beginners_start_with_equal_goods(content: DaimyoContent) -> None:
    basic = {(board.building, board.basic_goods) for board in content.mini_boards.values()}
    assert len(basic) == 2
    assert {board.advanced_goods.total for board in content.mini_boards.values()} == {3}
    assert {clan.goods.total for clan in content.clans.values()} == {3}
    assert NOTHING not in {goods for _, goods in basic}
