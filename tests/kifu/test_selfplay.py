import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import process_time
from typing import ClassVar, cast

import pytest

from domain.kernel.audience import Hidden, Private, Public
from domain.kernel.bots import BOTS, GreedyBot, RandomBot, suggest, suggest_any
from domain.kernel.chance import Chance
from domain.kernel.choice import AnyChoice, Choice, Move
from domain.kernel.errors import RulesError
from domain.kernel.fact import Fact
from domain.kernel.ruleset import AnyRuleset
from domain.kernel.scoring import Result
from domain.kernel.table import Listed, Outcome, State, Table
from kifu.selfplay.jobs import Work, play_all
from kifu.selfplay.play import PlayedGame, lineup, play_game, play_games
from kifu.selfplay.usage import Usage
from tests.domain.kernel.toy import Toy
from tests.domain.kernel.toy_facts import HOUSE
from tests.kifu.command import kifu
from tests.support.purposes import declared
from tests.support.rulesets import product_rulesets

RULES = product_rulesets()["micro-dojo"]
OPTIONS = RULES.parse_options({})


def test_the_same_seed_gives_the_same_games_and_another_seed_others() -> None:
    def games(seed: str) -> list[tuple[tuple[int, ...], object]]:
        played: list[PlayedGame] = []
        play_games(RULES, OPTIONS, 2, 5, seed, played.append)
        return [(game.moves, game.result) for game in played]

    assert games("one") == games("one")
    assert games("one") != games("two")


def test_a_game_does_not_depend_on_the_games_before_it() -> None:
    def lengths(games: int) -> list[int]:
        return play_games(RULES, OPTIONS, 2, games, "seed").lengths

    assert lengths(6)[:3] == lengths(3)


def test_the_tally_adds_up_what_on_game_is_told() -> None:
    played: list[PlayedGame] = []
    tally = play_games(RULES, OPTIONS, 2, 20, "7", played.append)
    assert [game.number for game in played] == list(range(20))
    assert tally.games == 20
    assert tally.lengths == [sum(game.moves) for game in played]
    assert tally.moves == sum(tally.lengths) == sum(seat.moves for seat in tally.seats)
    assert all(count > 0 for game in played for count in game.moves)
    for number, seat in enumerate(tally.seats):
        assert seat.points == sum(game.result.scores[number].points for game in played)
        assert seat.wins == sum(game.result.winners == (number,) for game in played)
        assert seat.shared == sum(game.result.winners == (0, 1) for game in played)
    assert sum(seat.wins for seat in tally.seats) + tally.seats[0].shared == 20
    assert tally.mean_length == tally.moves / 20
    assert tally.moves_per_second == pytest.approx(tally.moves / sum(game.seconds for game in played))


@pytest.mark.parametrize("movement", ["none", "1A", "1B", "2A", "2B"])
def test_every_option_for_movement_plays_to_the_end(movement: str) -> None:
    options = RULES.parse_options({"movement": movement, "objectives": "advanced"})
    assert play_games(RULES, options, 2, 5, movement).games == 5


class Pass(Move, frozen=True):
    pass


class Offer(Choice[State, Table[State], Move], frozen=True):
    standing = True

    def moves(self, state: State) -> Iterator[Move]:
        return iter(())


class Question(Choice[State, Table[State], Move], frozen=True):
    def moves(self, state: State) -> Iterator[Move]:
        yield Pass()


class OneMove:
    """A game that ends with the first move of any seat."""

    def __init__(self, *asked: AnyChoice) -> None:
        self.asked = asked
        self.answered: list[int] = []

    def open(self, *_: object) -> Outcome[State]:
        return Outcome((), State())

    def first_order(self, state: State) -> tuple[int, ...]:
        return ()

    def choices(self, state: State) -> list[AnyChoice]:
        return list(self.asked)

    def decide(self, state: State, seat: int, move: Move, chance: object, listed: object) -> Outcome[State]:
        self.answered.append(seat)
        return Outcome((), State(result=Result("end", "end", ())))


class Give(Move, frozen=True):
    pass


class Bid(Move, frozen=True):
    pass


class Gift(Offer, frozen=True):
    def moves(self, state: State) -> Iterator[Move]:
        yield Give()


class Auction(Question, frozen=True):
    """A question whose bids are too many to list; bots are told of one."""

    def moves(self, state: State) -> Iterator[Move]:
        return iter(())

    def suggestions(self, state: State) -> Iterator[Move]:
        yield Bid()


class Listening(RandomBot):
    """A bot that records what it is asked and offered."""

    heard: ClassVar[list[tuple[AnyChoice, list[Move]]]] = []

    def choose(self, ruleset: AnyRuleset, listed: Listed[State], random: Random) -> Move:
        self.heard.append((listed.choice, list(listed.answers)))
        return super().choose(ruleset, listed, random)


def test_a_question_comes_to_the_bot_with_the_standing_offers_of_its_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "listening", Listening)
    monkeypatch.setattr(Listening, "heard", [])
    offers = [Gift(seat) for seat in (0, 1)]
    rules = OneMove(*offers, Question(1), Question(0))
    play_games(cast(AnyRuleset, rules), OPTIONS, 2, 50, "seed", bots=("listening",))
    assert set(rules.answered) == {0, 1}
    assert {type(choice) for choice, _ in Listening.heard} == {Question}
    assert all(moves == [Pass(), Give()] for _, moves in Listening.heard)


def test_an_offer_to_a_seat_that_is_not_asked_waits() -> None:
    rules = OneMove(*(Gift(seat) for seat in range(5)), Question(3))
    play_games(cast(AnyRuleset, rules), OPTIONS, 5, 50, "seed")
    assert set(rules.answered) == {3}


def test_a_question_whose_answers_are_too_many_to_list_suggests_some() -> None:
    state = State()
    assert suggest(state, Auction(0), [Auction(0)]).answers == (Bid(),)
    assert suggest_any(state, [Gift(1), Auction(0)]) == Listed(state, Auction(0), (Bid(),))
    assert suggest_any(state, [Gift(1), Offer(0)]) == Listed(state, Gift(1), (Give(),))


def test_an_offer_without_an_answer_is_passed_over() -> None:
    rules = OneMove(Offer(0), Offer(1), Question(1))
    play_games(cast(AnyRuleset, rules), OPTIONS, 2, 20, "seed")
    assert rules.answered == [1] * 20


def test_a_running_game_without_a_move_is_a_defect_of_the_rules() -> None:
    with pytest.raises(RulesError):
        play_games(cast(AnyRuleset, OneMove(Offer(0), Offer(1))), OPTIONS, 2, 1, "seed")


def test_the_command_counts_the_same_as_the_loop(tmp_path: Path) -> None:
    ran = kifu("selfplay", "micro-dojo", "--games", "10", "--seed", "9", "-o", "movement=2A", "--json", data=tmp_path)
    found = json.loads(ran.out)
    tally = play_games(RULES, RULES.parse_options({"movement": "2A"}), 2, 10, "9")
    assert found["moves"] == tally.moves
    assert [seat["wins"] for seat in found["seats"]] == [seat.wins for seat in tally.seats]
    assert found["moves_per_second"] > 0


def test_the_command_shows_a_table_and_the_speed(tmp_path: Path) -> None:
    ran = kifu("selfplay", "micro-dojo", "--games", "4", data=tmp_path)
    assert ran.exit_code == 0
    assert "Micro Dojo: 4 games, bots random" in ran.out
    assert "Mean points" in ran.out
    assert " moves a second" in ran.out


def test_the_greedy_bot_beats_the_random_one_from_either_seat() -> None:
    tally = play_games(RULES, OPTIONS, 2, 40, "greed", bots=("greedy", "random"))
    greedy, random = tally.bots["greedy"], tally.bots["random"]
    assert (greedy.games, random.games) == (40, 40)
    assert greedy.win_rate > 0.7
    assert greedy.wins + random.wins + greedy.shared == 40
    assert greedy.points + random.points == sum(seat.points for seat in tally.seats)


def test_bots_of_different_names_change_their_seats_from_game_to_game() -> None:
    assert [lineup(("greedy", "random"), 2, number) for number in range(3)] == [
        ("greedy", "random"),
        ("random", "greedy"),
        ("greedy", "random"),
    ]
    assert lineup(("random",), 3, 5) == ("random",) * 3
    played: list[PlayedGame] = []
    play_games(RULES, OPTIONS, 2, 2, "1", played.append, bots=("greedy", "random"))
    assert [game.bots for game in played] == [("greedy", "random"), ("random", "greedy")]


def test_games_of_greedy_bots_are_the_same_for_the_same_seed_and_quick() -> None:
    began = process_time()
    one, other = (play_game(RULES, OPTIONS, 2, 0, "x", ("greedy",)) for _ in range(2))
    assert (one.moves, one.result) == (other.moves, other.result)
    assert process_time() - began < 2


class Spying(Toy):
    """A toy that records the chance with which it decides."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[int] = []

    def decide(self, state: State, seat: int, move: Move, chance: Chance, **_: object) -> Outcome[State]:
        self.seen.append(chance.below(declared("spy"), 1 << 40))
        return super().decide(state, seat, move, chance)


def test_the_greedy_bot_does_not_see_what_chance_has_in_store() -> None:
    """Under two seeds that lead to the same state it sees the same outcomes, which come from neither seed."""
    rules = Spying()
    options = rules.parse_options({})
    state = rules.open(options, 3, Chance(bytes(32))).state
    choice = rules.choices(state)[0]
    moves = list(choice.moves(state))
    GreedyBot().choose(rules, Listed(state, choice, moves), Random(1))
    tried = set(rules.seen)
    assert len(rules.seen) == len(moves)
    assert Chance(bytes(32), 2).below(declared("spy"), 1 << 40) not in tried
    assert Chance(bytes(32), 1).below(declared("spy"), 1 << 40) not in tried


def test_the_greedy_bot_tries_a_part_of_many_moves_and_takes_one_of_the_best() -> None:
    class Even(Toy):
        tried = 0

        def __init__(self) -> None:
            super().__init__()
            self.judge = self.count

        def count(self, state: State, seat: int) -> float:
            type(self).tried += 1
            return float(-sum(state.hands[seat]))

    rules = Even()
    state = rules.open(rules.parse_options({}), 3, Chance(bytes(32))).state
    choice = rules.choices(state)[0]
    moves = list(choice.moves(state))
    best = max(moves, key=lambda move: move.card)
    assert GreedyBot().choose(rules, Listed(state, choice, moves), Random(1)) == best
    Even.tried = 0
    assert GreedyBot(most=2).choose(rules, Listed(state, choice, moves), Random(1)) in moves
    assert Even.tried == 2
    assert RandomBot().choose(rules, Listed(state, choice, moves), Random(1)) in moves


class Steps(Toy):
    """A line of states: one move leads from each to the next, and a state is worth its number."""

    def __init__(self) -> None:
        super().__init__()
        self.judge = self.reach

    def decide(self, state: State, seat: int, move: Move, chance: Chance, **_: object) -> Outcome[State]:
        return Outcome((), State(agenda=(*state.agenda, Question(0))))

    def asked(self, state: State) -> tuple[int, ...]:
        return (0,)

    def choices(self, state: State) -> list[AnyChoice]:
        return [state.agenda[-1]]

    def reach(self, state: State, seat: int) -> float:
        self.reached = len(state.agenda)
        return 0.0


@pytest.mark.parametrize("depth", [0, 1, 3])
def test_the_greedy_bot_carries_out_moves_that_leave_no_choice_as_deep_as_it_may(depth: int) -> None:
    rules = Steps()
    state = State(agenda=(Question(0),))
    GreedyBot(depth).choose(rules, Listed(state, Question(0), [Pass(), Pass()]), Random(1))
    assert rules.reached == 2 + depth


def test_a_side_that_is_no_seat_counts_as_a_line_of_its_own() -> None:
    rules = Toy()
    options = rules.parse_options({"house": True})
    tally = play_games(rules, options, 3, 60, "1")
    assert len(tally.seats) == 4
    assert tally.seats[HOUSE].games == 60
    assert tally.seats[HOUSE].moves == 0
    assert 0 < tally.seats[HOUSE].wins < 60
    assert tally.bots["random"].games == 180
    assert tally.bots["random"].points == sum(seat.points for seat in tally.seats[:HOUSE])


def test_several_processes_play_the_same_games_as_one() -> None:
    work = Work("micro-dojo", {"movement": "1B"}, 2, 9, "7", ("greedy", "random"), usage=True)
    told: list[int] = []
    (one, named), (many, also_named) = play_all(work, 1, told.append), play_all(work, 2, told.append)
    assert sum(told) == 18
    assert (one.seats, one.bots, one.lengths) == (many.seats, many.bots, many.lengths)
    assert named.counts == also_named.counts
    assert named.counts


def test_usage_counts_what_the_facts_named_and_tells_what_they_never_did() -> None:
    usage = Usage()
    play_game(RULES, OPTIONS, 2, 0, "1", watch=usage.watch)
    laid_out = {text for fact, field, text in usage.counts if (fact, field) == ("buildings-laid-out", "buildings")}
    assert len(laid_out) == RULES.content.numbers.buildings_on_display
    assert usage.counts["meeple-moved", "meeple", "sumo"] > 0
    assert not any(field == "clause" for _, field, _ in usage.counts)
    never = usage.never(RULES.content)
    assert set(RULES.content.buildings) - laid_out <= set(never)
    assert laid_out.isdisjoint(never)


class Whispered(Fact[State], frozen=True):
    to: Public[str]
    words_said: Public[tuple[str, ...]]
    secret: Private[str]
    plan: Hidden[tuple[str, ...]]
    times: Public[int]


def test_usage_counts_public_texts_alone_or_in_lists_and_leaves_out_what_is_not_public() -> None:
    usage = Usage()
    usage.watch([Whispered("toy.show", "Ann", ("yes", "yes"), "no", ("never",), 3)])
    assert usage.counts == {("whispered", "to", "Ann"): 1, ("whispered", "words_said", "yes"): 2}


def test_the_command_tells_bots_and_usage_as_json(tmp_path: Path) -> None:
    arguments = ("selfplay", "micro-dojo", "--games", "6", "--bots", "greedy,random", "--usage", "--jobs", "2")
    found = json.loads(kifu(*arguments, "--json", data=tmp_path).out)
    assert [bot["bot"] for bot in found["bots"]] == ["greedy", "random"]
    assert [seat["name"] for seat in found["seats"]] == ["0", "1"]
    assert found["mean_winner_points"] > max(seat["mean_points"] for seat in found["seats"])
    (moved,) = [row for row in found["usage"] if (row["fact"], row["named"]) == ("meeple-moved", "sumo")]
    assert moved["times"] > 0
    assert "combatant" in found["never_named"]


@pytest.mark.parametrize(
    ("bots", "said"),
    [
        ("genius", "There is no bot 'genius'. The bots are: random, greedy."),
        ("random,greedy,random", "3 bots cannot take 2 seats."),
    ],
)
def test_bots_that_cannot_play_are_said_in_one_line(bots: str, said: str, tmp_path: Path) -> None:
    ran = kifu("selfplay", "micro-dojo", "--bots", bots, data=tmp_path)
    assert ran.exit_code == 2
    assert said in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.long
def test_recorded_games_are_played_by_the_bots_that_are_named(tmp_path: Path) -> None:
    arguments = ("selfplay", "micro-dojo", "--games", "2", "--record", str(tmp_path))
    for bots in ("random", "greedy"):
        assert kifu(*arguments, "--seed", bots, "--bots", bots, data=tmp_path).exit_code == 0
    for path in tmp_path.glob("*.kifu"):
        assert kifu("verify", str(path), "--unsigned", data=tmp_path).exit_code == 0
    assert len(list(tmp_path.glob("*.kifu"))) == 4
