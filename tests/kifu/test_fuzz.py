"""The fuzzer finds defects planted in a sound game, records them, and finds them again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

import service.rulesets
from domain.kernel.audience import Viewer
from domain.kernel.choice import AnyChoice, Move
from domain.kernel.errors import IllegalMove, RulesError
from domain.kernel.ruleset import AnyRuleset
from domain.kernel.rulesets import Rulesets
from domain.kernel.scoring import Result
from domain.kernel.table import Outcome, State
from domain.record.game import fold
from kifu.fuzzing.combinations import combinations, representative
from kifu.fuzzing.files import read_report, reproduce, write_defect
from kifu.fuzzing.fuzzer import Count, Defect, Dice, Effort, Examiner
from kifu.fuzzing.playing import Failed, Fuzzing, Playing
from kifu.main import main
from kifu.selfplay.recording import Setup, record_moves
from tests.domain.kernel.toy import Auction, Bid, Counter, Pass, Pick, Toy, ToyView
from tests.domain.kernel.toy_facts import ToyOptions, ToyState
from tests.kifu.command import kifu
from tests.support.archives import read_archive
from tests.support.rulesets import product_rulesets


class AcceptsAnything(Toy):
    """Accepts a card that is too low as a pass."""

    def decide(self, state: ToyState, seat: int, move: Move, chance: Any, resigned: Any = ()) -> Outcome[ToyState]:
        try:
            return super().decide(state, seat, move, chance)
        except IllegalMove:
            if isinstance(move, Counter) and any(Pass() in choice.moves(state) for choice in self.choices(state)):
                return super().decide(state, seat, Pass(), chance)
            raise


class Crashes(Toy):
    def decide(self, state: ToyState, seat: int, move: Move, chance: Any, resigned: Any = ()) -> Outcome[ToyState]:
        return super().decide(state, seat, move, chance) if move != Pick(11) else 1 // 0


class CrashesAtTheSetUp(Toy):
    def open(self, *_: Any) -> Outcome[ToyState]:
        raise RulesError("the box is empty")


class RefusesWhatItOffers(Toy):
    def decide(self, state: ToyState, seat: int, move: Move, chance: Any, resigned: Any = ()) -> Outcome[ToyState]:
        if state.rounds and isinstance(move, Pass):
            raise IllegalMove("toy.counter", "Nobody passes in the second round.")
        return super().decide(state, seat, move, chance)


class OffersTwice(Toy):
    def choices(self, state: ToyState) -> list[AnyChoice]:
        found = super().choices(state)
        return [*found, *found] if state.rounds else found


class CitesNothing(Toy):
    def decide(self, state: ToyState, seat: int, move: Move, chance: Any, resigned: Any = ()) -> Outcome[ToyState]:
        try:
            return super().decide(state, seat, move, chance)
        except IllegalMove as refusal:
            raise IllegalMove("toy.unheard-of", refusal.why) from None


class MintsCoins(Toy):
    def check_state(self, state: ToyState) -> None:
        super().check_state(state)
        if sum(state.coins) < 8:
            raise RulesError(f"coins were lost: {state.coins}")


class SaysNothing(Toy):
    silent_moves = (Pass, Bid)


class HidesTheTable(Toy):
    def view(self, state: ToyState, viewer: Viewer) -> ToyView:
        return super().view(state, viewer) if 2 not in viewer.seats else state.chosen[3]


class ForgetsAFact(Toy):
    def encode_facts(self, facts: Any) -> bytes:
        return super().encode_facts([fact for fact in facts if type(fact).__name__ != "PointWon"])


class IsNotTheSameTwice(Toy):
    times = 0

    def decide(self, state: ToyState, seat: int, move: Move, chance: Any, resigned: Any = ()) -> Outcome[ToyState]:
        outcome = super().decide(state, seat, move, chance)
        type(self).times += 1
        if isinstance(move, Counter) and self.times % 2:
            outcome.state.coins = (9, 9, 9)
        return outcome


class ForgivesResignations(Toy):
    def rank_resigned(self, result: Result, resigned: Any) -> Result:
        return result


class SuggestsTooMuch(Toy):
    def choices(self, state: ToyState) -> list[AnyChoice]:
        return [Eager(**msgspec.structs.asdict(c)) if isinstance(c, Auction) else c for c in super().choices(state)]


class Eager(Auction, frozen=True):
    def suggestions(self, state: ToyState) -> Iterable[Move]:
        return [*super().suggestions(state), Bid(99)]


PLANTED: dict[type[Toy], str] = {
    AcceptsAnything: "is not offered to seat",
    Crashes: "ZeroDivisionError",
    CrashesAtTheSetUp: "the box is empty",
    RefusesWhatItOffers: "but refused: Nobody passes in the second round.",
    OffersTwice: "twice",
    CitesNothing: "toy.unheard-of",
    MintsCoins: "coins were lost",
    SaysNothing: "says nothing",
    HidesTheTable: "IndexError",
    ForgetsAFact: "the facts change when they are stored",
    IsNotTheSameTwice: "does not lead to the same twice",
    ForgivesResignations: "were resigned, but do not rank behind the others",
    SuggestsTooMuch: "Bid(coins=99) is suggested, but not legal",
}


def failing(ruleset: AnyRuleset, seed: str = "7", games: int = 200) -> Failed:
    with pytest.raises(Failed) as failed:
        Fuzzing(ruleset, combinations(ruleset), seed).run(lambda number: number < games)
    return failed.value


@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.__name__)
def test_a_planted_defect_is_found_written_and_reproduced(planted: type[Toy], tmp_path: Path) -> None:
    ruleset = planted()
    rulesets = Rulesets([ruleset])
    failed = failing(ruleset)
    assert PLANTED[planted] in failed.defect.error

    path = write_defect(tmp_path, rulesets, ruleset, "7", failed)
    assert path.name == f"toy-7-{failed.number}.kifu"
    with path.open("rb") as lines:
        events = read_archive(lines, rulesets)
    report = read_report(path)
    assert report is not None
    assert (report.error, report.step, report.seat) == (failed.defect.error, failed.defect.step, failed.defect.seat)
    with pytest.raises(Defect) as again:
        reproduce(events, report, rulesets)
    assert PLANTED[planted] in again.value.error
    assert 1 <= again.value.step <= failed.defect.step


@pytest.mark.parametrize("planted", [AcceptsAnything, Crashes, RefusesWhatItOffers, MintsCoins])
def test_a_game_that_failed_passes_once_its_defect_is_gone(planted: type[Toy], tmp_path: Path) -> None:
    failed = failing(planted())
    path = write_defect(tmp_path, Rulesets([planted()]), planted(), "7", failed)
    sound = Rulesets([Toy()])
    with path.open("rb") as lines:
        events = read_archive(lines, sound)
    assert reproduce(events, read_report(path), sound) == len(failed.moves) + 1


def test_the_same_seed_finds_the_same() -> None:
    assert str(failing(Crashes())) == str(failing(Crashes()))


@pytest.mark.parametrize(
    ("seed", "games"),
    [("1", 6), pytest.param("1", 20, marks=pytest.mark.long), pytest.param("2", 20, marks=pytest.mark.long)],
)
def test_in_a_sound_game_nothing_is_found(seed: str, games: int) -> None:
    fuzzing = Fuzzing(Toy(), combinations(Toy()), seed)
    fuzzing.run(lambda number: number < games)
    assert fuzzing.sums.games == games
    assert all(count.tried and count.refused for count in fuzzing.counts.values())


def test_a_game_is_played_under_every_combination_in_turn() -> None:
    ruleset = product_rulesets()["micro-dojo"]
    found = combinations(ruleset)
    assert len(set(found)) == len(found) == 10
    assert found[0].options == ruleset.parse_options({})
    fuzzing = Fuzzing(ruleset, found, "1", Effort(heavy_every=1000, accepted=1, refused=1))
    fuzzing.run(lambda number: number < 11)
    assert [fuzzing.counts[combination].games for combination in found] == [2, *[1] * 9]
    assert all(isinstance(count, Count) and count.steps > 20 for count in fuzzing.counts.values())


class Picky(Toy):
    """A toy for three, or also for two without the house, with an option that cannot be listed."""

    most_seats = range(2, 4)

    def seats(self, options: ToyOptions) -> range:
        return range(3, 4) if options.house else range(2, 4)

    def check_options(self, options: ToyOptions, seats: int) -> None:
        if seats == 2:
            super().check_options(msgspec.structs.replace(options, house=True, rounds=1), seats)


def test_combinations_are_those_that_the_ruleset_does_not_refuse() -> None:
    assert [(found.options.house, found.seats) for found in combinations(Picky())] == [(False, 3), (True, 3)]
    assert [found.words for found in combinations(Toy())] == [
        "rounds 2, house False, seats 3",
        "rounds 2, house True, seats 3",
    ]


def test_the_representative_combinations_of_a_ruleset_begin_with_the_default_and_reach_the_last() -> None:
    ruleset = product_rulesets()["micro-dojo"]
    found = combinations(ruleset)
    assert representative(ruleset) == [found[0], found[4], found[-1]]
    assert representative(Toy()) == combinations(Toy())


def run(arguments: Iterable[str], ruleset: AnyRuleset, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str]:
    monkeypatch.setattr(service.rulesets, "registry", lambda _: Rulesets([ruleset]))
    ran = CliRunner().invoke(main, ["fuzz", *arguments])
    return ran.exit_code, ran.output


def test_the_command_writes_a_defect_says_how_to_see_it_again_and_ends_with_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ["toy", "--games", "200", "--seed", "a/b", "--folder", str(tmp_path)]
    code, said = run(arguments, Crashes(), monkeypatch)
    (path,) = tmp_path.glob("*.kifu")
    assert code == 1
    assert path.name.startswith("toy-a_b-")
    assert "Fault found after " in said
    assert "ZeroDivisionError" in said
    assert f"kifu fuzz toy --reproduce {path}" in said
    code, said = run(["toy", "--reproduce", str(path)], Crashes(), monkeypatch)
    assert code == 1
    assert "ZeroDivisionError" in said
    assert "1 // 0" in said
    code, said = run(["toy", "--reproduce", str(path), "--json"], Crashes(), monkeypatch)
    fault = json.loads(said)["fault"]
    assert (code, fault["move"]) == (1, {"type": "pick", "card": 11})
    code, said = run(["toy", "--reproduce", str(path)], Toy(), monkeypatch)
    assert code == 0
    assert "No fault found" in said


def test_the_command_as_json_counts_by_combination_and_tells_of_the_defect(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, said = run(["toy", "--games", "4", "--json", "--folder", str(tmp_path)], Toy(), monkeypatch)
    found = json.loads(said)
    assert (code, found["fault"]) == (0, None)
    assert [(row["options"]["house"], row["games"]) for row in found["combinations"]] == [(False, 2), (True, 2)]
    assert list(tmp_path.iterdir()) == []
    code, said = run(["toy", "--games", "200", "--json", "--folder", str(tmp_path)], Crashes(), monkeypatch)
    found = json.loads(said)
    assert code == 1
    assert Path(found["fault"]["file"]).is_file()
    assert found["fault"]["error"].startswith("ZeroDivisionError")


def test_an_interrupt_ends_with_a_verdict_and_an_exit_code_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(Toy):
        def open(self, *arguments: Any) -> Outcome[ToyState]:
            raise KeyboardInterrupt

    code, said = run(["toy"], Interrupted(), monkeypatch)
    assert code == 130
    assert "No fault found: every law held in 0 games" in said


def test_a_recorded_game_is_checked_step_by_step(tmp_path: Path) -> None:
    ran = kifu("fuzz", "micro-dojo", "--reproduce", "tests/games/micro-dojo-2A-1.kifu", data=tmp_path)
    assert ran.exit_code == 0
    assert "No fault found" in ran.out


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"nonsense", "line 1: not the header of an archive"), (b"", "line 1: the file is empty")],
)
def test_a_file_that_is_no_game_is_said_in_one_line(content: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "x.kifu"
    path.write_bytes(content)
    ran = kifu("fuzz", "micro-dojo", "--reproduce", str(path), data=tmp_path)
    assert ran.exit_code == 2
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_the_command_plays_and_counts(tmp_path: Path) -> None:
    ran = kifu("fuzz", "micro-dojo", "--games", "10", "--folder", str(tmp_path), data=tmp_path)
    assert ran.exit_code == 0
    assert "Refused" in ran.out
    verdict = ran.out.splitlines()[-1]
    played = r"10 games of Micro Dojo under 10 combinations of options and seats, \d+ steps, [\d,]+ more moves tried"
    assert re.fullmatch(rf"No fault found: every law held in {played}\.", verdict), verdict
    assert "movement 2B" in ran.out


def test_a_position_has_a_value_for_each_seat_by_default_its_lead() -> None:
    state: State = Toy().start(Toy().parse_options({}), 3)
    state.won = (3, 1, 0)
    assert [Toy().judge(state, seat) for seat in range(3)] == [2.0, -2.0, -3.0]


def test_the_chance_of_a_game_that_is_fuzzed_is_that_of_the_game_as_it_is_recorded() -> None:
    daimyo, secret = product_rulesets()["daimyo"], bytes(range(32))
    combination = combinations(daimyo)[0]
    examiner = Examiner(daimyo, combination, Dice(secret), Random(1), effort=Effort(heavy_every=10_000))
    playing = Playing(examiner, Random(2))
    state = playing.run()
    options, seats = combination
    game = fold(
        record_moves(product_rulesets(), Setup(daimyo, options, seats), secret, playing.moves),
        product_rulesets(),
    )
    assert game is not None
    assert daimyo.encode_state(game.position) == daimyo.encode_state(state)
    # Not every step drew something, so the two numbers of a step differ.
    assert 1 < examiner.draws == game.draws < game.step - 1
