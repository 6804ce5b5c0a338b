"""Versions of the rules: what each one changed, and that a game keeps the one that it was opened under."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from domain.application import commands as command
from domain.application.commands import Request
from domain.application.lobby import opening
from domain.application.stored.snapshots import restore_snapshot, take_snapshot
from domain.archive.lines import read_lines
from domain.games.daimyo import pack
from domain.games.daimyo.actions.hiring import HireForFree, HireHero, Hiring
from domain.games.daimyo.facts.heroes import HeroHired, MarketPlaceFilled, MarketRefilled
from domain.games.daimyo.ruleset import Daimyo
from domain.kernel.audience import SPECTATOR
from domain.kernel.chance import Chance
from domain.kernel.rulesets import Rulesets
from domain.record.events import AnyEvent, GameOpened, Step
from domain.record.game import Game, fold
from domain.record.reading import facts_of
from domain.record.words import Reader
from domain.verification.moves import check_moves
from tests.domain.games.daimyo.game import RULES
from tests.domain.games.daimyo.solo import EMPIRE, empire
from tests.domain.verification.test_chance import begun, played, resigned
from tests.support.archives import read_archive
from tests.support.games import NOW, PLAYERS

MARKET = ("vat-farmer", "arc-architect", "ruin-scout", "trench-salvager", "scrap-diver")
TOP = "stage-director"
RECORDED = Path(__file__).parents[3] / "games" / "daimyo-2021-solo-normal-1.kifu"
"""A game of version 1 in which heroes are hired."""


class OfVersion1(Daimyo):
    """The ruleset as it was before version 2."""

    versions = range(1, 2)


class WithoutVersion1(Daimyo):
    """The ruleset as it will be once version 1 is no longer kept."""

    versions = range(2, 4)


BEFORE, NOW_KEPT, LATER = OfVersion1(pack.load()), Rulesets([RULES]), Rulesets([WithoutVersion1(pack.load())])


def hired_then_by_the_empire(version: str) -> tuple[tuple[str, ...], str]:
    """Let the human hire the hero in the first place of the market, then the empire the rightmost one. Return the first
    four places of the market afterwards, and the hero of the empire.
    """
    rules = RULES.with_version(version)
    game = empire().selling(*MARKET, top=TOP).having(0, gold=9)
    game = game.asking(Hiring(seat=0, single=True), HireForFree(side=EMPIRE, cites="daimyo.solo.end.hire"))
    state = rules.decode_state(rules.encode_state(game.state))
    outcome = rules.decide(state, 0, HireHero(MARKET[0]), Chance(bytes(32), 2))
    (hired,) = [fact.hero for fact in outcome.facts if isinstance(fact, HeroHired) and fact.side == EMPIRE]
    return outcome.state.offers.market[:4], hired


@pytest.mark.clause("daimyo.hire.refill", "daimyo.solo.end.hire")
def test_the_newcomer_takes_the_place_of_the_hired_hero() -> None:
    market, hired = hired_then_by_the_empire("2")
    assert market == (TOP, *MARKET[1:4])
    assert hired == MARKET[4], "the hero that lay rightmost before"


def test_by_version_1_the_row_moves_up_and_the_newcomer_lies_last() -> None:
    market, hired = hired_then_by_the_empire("1")
    assert market == MARKET[1:]
    assert hired == TOP


def facts_in(events: list[AnyEvent]) -> set[type]:
    return {type(fact) for event in events for fact in facts_of(event, RULES)}


def rules_in(events: list[AnyEvent]) -> set[str]:
    return {event.rules for event in events if isinstance(event, Step)}


def folded(events: list[AnyEvent], rulesets: Rulesets = NOW_KEPT) -> Game:
    game = fold(events, rulesets)
    assert game is not None
    return game


def version_1(moves: int) -> list[AnyEvent]:
    """Return a game for two with mercenaries that was begun when there was no version 2."""
    events, game = begun(BEFORE, (None, None))
    played(events, game, moves)
    return events


def test_a_new_game_is_opened_under_the_last_version() -> None:
    events, game = begun(RULES, (None, None))
    assert isinstance(events[0], GameOpened)
    assert (events[0].rules_version, game.position.rules) == ("3", 3)
    while not {MarketPlaceFilled} <= facts_in(events):
        game = played(events, game, 50)
    assert MarketRefilled not in facts_in(events)
    assert rules_in(events) == {"daimyo@3"}
    assert check_moves(events, NOW_KEPT).holds


def test_a_running_game_of_version_1_continues_and_is_verified_under_version_1() -> None:
    events = version_1(100)
    game = folded(events)
    assert (game.ruleset.version, game.position.rules) == ("1", 1)
    played(events, game, 2_000, seed=2)
    assert folded(events).is_over
    assert rules_in(events) == {"daimyo@1"}
    assert MarketRefilled in facts_in(events)
    assert MarketPlaceFilled not in facts_in(events)
    assert check_moves(events, NOW_KEPT).first is None


def test_a_snapshot_of_a_game_of_version_1_continues_under_version_1() -> None:
    events = version_1(60)
    game = folded(events)
    again = restore_snapshot(take_snapshot(game, events[-1]), game.opened, NOW_KEPT)
    assert again is not None
    assert again.ruleset.version == "1"
    assert again.ruleset.encode_state(again.position) == game.ruleset.encode_state(game.position)


def test_a_branch_of_a_game_of_version_1_is_played_under_version_1() -> None:
    events = version_1(60)
    then = folded(events)
    over = resigned(events, then)
    opened = opening.open_branch(over, then, True, Request("dora"), NOW, Random(1).randbytes)
    branch, branched = folded([opened]), list[AnyEvent]([opened])
    for seat in (0, 1):
        decision = command.take_seat(branch, Request(PLAYERS[seat]), seat, NOW)
        branched += decision.events
        branch = decision.game
    assert (opened.rules_version, branch.ruleset.version, branch.position.rules) == ("1", "1", 1)
    played(branched, branch, 30)
    assert rules_in(branched) == {"daimyo@1"}
    assert check_moves(branched, NOW_KEPT).first is None


def recorded() -> list[AnyEvent]:
    with RECORDED.open("rb") as file:
        return read_archive(read_lines(file.read), NOW_KEPT)


def test_an_archive_of_version_1_is_read_verified_and_described() -> None:
    events = recorded()
    assert folded(events).ruleset.version == "1"
    assert check_moves(events, NOW_KEPT).first is None
    told = [Reader(NOW_KEPT).words(event, ("anna", "The Empire"), SPECTATOR) for event in events]
    assert any("comes to the last place of the hero market" in words for words in told)


def test_a_version_no_longer_kept_is_a_difference_between_versions_and_not_a_fault() -> None:
    events = recorded()
    game = folded(events, LATER)
    assert game.is_over
    assert game.ruleset.version == "2"
    found = check_moves(events, LATER)
    assert found.holds
    assert (found.changed, found.illegal) == (0, 0)
    assert found.superseded > 0
    assert found.unchanged + found.superseded == found.steps
    assert found.first is not None
    assert (found.first.rules, found.first.now, found.first.superseded) == ("daimyo@1", "daimyo@2", True)
    assert "difference between versions of the rules, not a fault of the record" in found.first.why


def test_a_game_whose_version_is_no_longer_kept_continues_under_the_nearest_one() -> None:
    events = version_1(60)
    played(events, folded(events, LATER), 60)
    assert rules_in(events) == {"daimyo@1", "daimyo@2"}
    assert check_moves(events, LATER).holds
    events[-1] = msgspec.structs.replace(events[-1], facts=events[-2].facts)
    found = check_moves(events, LATER)
    assert not found.holds, "a step of a version that is kept has no excuse"
    assert found.first is not None
    assert not found.first.superseded


@pytest.mark.parametrize("claimed", ["0", "two", "01", "²"])
def test_an_invalid_version_does_not_excuse_a_difference(claimed: str) -> None:
    events = recorded()
    forged = [
        msgspec.structs.replace(event, rules=f"daimyo@{claimed}")
        if isinstance(event, Step)
        else msgspec.structs.replace(event, rules_version=claimed)
        if isinstance(event, GameOpened)
        else event
        for event in events
    ]
    assert not check_moves(forged, LATER).holds


def test_a_step_that_claims_another_version_than_its_game_is_a_fault() -> None:
    events = recorded()
    place = next(n for n, event in enumerate(events) if MarketRefilled in facts_in([event]))
    events[place] = msgspec.structs.replace(events[place], rules="daimyo@3", facts=msgspec.Raw(b"[]"))
    found = check_moves(events[: place + 1], NOW_KEPT)
    assert not found.holds
