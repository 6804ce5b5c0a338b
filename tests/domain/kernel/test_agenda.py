"""The agenda: open items, waiting ones, and those that run by themselves."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from domain.kernel.audience import Public
from domain.kernel.chance import Chance
from domain.kernel.choice import Choice, Item, M, Move, Task, Template, open_choices, open_places
from domain.kernel.errors import IllegalMove, NotAsked, RulesError
from domain.kernel.fact import Fact
from domain.kernel.scoring import Result, SeatScore
from domain.kernel.table import Asked, Ended, Table, asked, check_no_dead_end


class Log(msgspec.Struct):
    """A state that remembers what was said."""

    agenda: tuple[Item, ...] = ()
    said: tuple[str, ...] = ()
    result: Result | None = None


class Said(Fact[Log], frozen=True):
    text: Public[str]

    def evolve(self, state: Log) -> None:
        state.said = (*state.said, self.text)


class Say(Move, frozen=True):
    text: Public[str]


class Ask(Choice[Log, Table[Log], Say], frozen=True):
    """Says what is answered, then puts `then` on the agenda."""

    answers: tuple[str, ...] = ("yes", "no")
    then: tuple[Item, ...] = ()

    prompt = "Say something."
    clause = "log.ask"

    def moves(self, state: Log) -> Iterator[Say]:
        return map(Say, self.answers)

    def resolve(self, table: Table[Log], move: Say) -> None:
        table.emit(Said(table.clause, f"{self.seat}:{move.text}"))
        table.then(*self.then)

    def refuse(self, state: Log, move: Move) -> IllegalMove:
        return IllegalMove(self.clause, f"Seat {self.seat} cannot say that.")


class Offer(Ask, frozen=True):
    standing = True
    clause = "log.offer"


class Forced(Ask, frozen=True):
    automatic = True
    clause = "log.forced"


class Family(Forced, frozen=True):
    def template(self, state: Log) -> Template:
        return Template("say", {})


class Run(Task[Log, Table[Log]], frozen=True):
    text: str = "run"
    then: tuple[Item, ...] = ()
    together: tuple[Ask, ...] = ()

    clause = "log.run"

    def run(self, table: Table[Log]) -> None:
        table.emit(Said(table.clause, self.text))
        table.ask_together(*self.together)
        table.then(*self.then)


class Stop(Task[Log, Table[Log]], frozen=True):
    clause = "log.stop"

    def run(self, table: Table[Log]) -> None:
        table.end(Result("log.stop", "log.stop", (SeatScore(0, 1, 1),)))
        table.then(Ask(0))


def table(*agenda: Item) -> Table[Log]:
    """Return a table with this agenda, its first item on top."""
    return Table(Log(agenda[::-1]), Chance(bytes(32)))


def answered(state: Log, seat: int, text: str) -> Log:
    pen = Table(state, Chance(bytes(32)))
    pen.answer(seat, Say(text))
    pen.advance()
    return pen.outcome().state


def seats(state: Log) -> list[int]:
    return [choice.seat for choice in open_choices(state.agenda)]


def advanced(*agenda: Item) -> Log:
    pen = table(*agenda)
    pen.advance()
    return pen.outcome().state


@pytest.mark.parametrize(
    ("agenda", "places"),
    [
        ((), []),
        ((Ask(0),), [0]),
        ((Ask(0), Ask(1)), [1]),
        ((Ask(0), Ask(1, lane=1), Ask(2, lane=2)), [2, 1]),
        ((Ask(0, lane=1), Ask(1), Ask(2, lane=2)), [2]),
        ((Ask(0, lane=1), Ask(1, lane=1)), [1]),
        ((Ask(0, lane=1), Ask(1, lane=2), Ask(2, lane=1)), [2, 1]),
        ((Offer(3), Ask(0), Ask(1)), [2, 0]),
        ((Offer(3), Ask(0, lane=1), Ask(1, lane=2)), [2, 1, 0]),
        ((Offer(3), Offer(4)), [1, 0]),
        ((Offer(3),), [0]),
    ],
    ids=[
        "nothing is open on an empty agenda",
        "one item is open",
        "the top item hides what lies below",
        "items in lanes of their own are open side by side and hide what is in sequence",
        "an item in sequence hides the lanes below it",
        "an item hides what lies below it in its lane",
        "only the top of each lane is open",
        "a standing choice is open below others",
        "a standing choice is open below lanes",
        "standing choices are open side by side",
        "a standing choice is open alone",
    ],
)
def test_open_places(agenda: tuple[Item, ...], places: list[int]) -> None:
    assert list(open_places(agenda)) == places


def test_what_is_put_first_comes_first_and_before_what_waits_below() -> None:
    state = answered(Log((Ask(3), Ask(0, then=(Ask(1), Ask(2))))), 0, "yes")
    assert [item.seat for item in state.agenda] == [3, 2, 1]
    assert asked(state.agenda) == (1,)


def test_items_nest_to_any_depth() -> None:
    state = advanced(Run(text="a", then=(Run(text="b", then=(Run(text="c"),)), Run(text="d"))), Run(text="e"), Ask(0))
    assert state.said == ("a", "b", "c", "d", "e")
    assert seats(state) == [0]


def test_a_task_runs_when_everything_above_it_is_done() -> None:
    state = advanced(Ask(0), Run(text="after"), Ask(1))
    assert state.said == ()
    state = answered(state, 0, "yes")
    assert state.said == ("0:yes", "after")
    assert seats(state) == [1]


def test_seats_asked_together_answer_in_any_order_and_what_follows_waits_for_all() -> None:
    state = advanced(Run(together=(Ask(0), Ask(1), Ask(2)), then=(Run(text="all"), Ask(9))))
    assert asked(state.agenda) == (0, 1, 2)
    state = answered(answered(state, 2, "yes"), 0, "no")
    assert asked(state.agenda) == (1,)
    assert "all" not in state.said
    state = answered(state, 1, "yes")
    assert state.said == ("run", "2:yes", "0:no", "1:yes", "all")
    assert asked(state.agenda) == (9,)


def test_what_an_answer_puts_on_the_agenda_stays_in_its_lane() -> None:
    state = advanced(Run(together=(Ask(0, then=(Ask(0, answers=("more",)), Run(text="0 done"))), Ask(1))), Ask(9))
    state = answered(state, 0, "yes")
    assert asked(state.agenda) == (0, 1)
    state = answered(state, 1, "yes")
    assert asked(state.agenda) == (0,)
    state = answered(state, 0, "more")
    assert state.said == ("run", "0:yes", "1:yes", "0:more", "0 done")
    assert asked(state.agenda) == (9,)


def test_a_task_in_a_lane_runs_while_other_lanes_wait() -> None:
    state = advanced(Run(together=(Ask(0, then=(Run(text="mine"),)), Ask(1))))
    assert answered(state, 0, "yes").said == ("run", "0:yes", "mine")


def test_a_standing_choice_is_answered_again_and_again_and_what_follows_goes_on_top() -> None:
    state = advanced(Ask(0), Offer(1, then=(Ask(2),)))
    assert asked(state.agenda) == (0,)
    state = answered(state, 1, "yes")
    assert [type(item) for item in state.agenda] == [Offer, Ask, Ask]
    assert asked(state.agenda) == (2,)
    assert seats(answered(state, 1, "no")) == [2, 1]


def test_a_seat_asked_twice_answers_the_question_that_its_move_fits() -> None:
    state = advanced(Ask(0, answers=("a",)), Offer(0, answers=("b",)))
    assert answered(state, 0, "b").said == ("0:b",)
    assert answered(state, 0, "a").said == ("0:a",)


def test_a_move_that_fits_no_question_is_refused_by_the_topmost_one() -> None:
    with pytest.raises(IllegalMove) as refusal:
        table(Ask(0), Offer(0)).answer(0, Say("maybe"))
    assert refusal.value.clause == "log.ask"
    with pytest.raises(NotAsked) as not_asked:
        table(Ask(0), Ask(1)).answer(1, Say("yes"))
    assert not_asked.value.asked == (0,)


def test_an_automatic_choice_with_one_answer_is_carried_out_without_asking() -> None:
    state = advanced(Forced(0, answers=("only",)), Forced(1))
    assert state.said == ("0:only",)
    assert seats(state) == [1]
    assert seats(advanced(Ask(0, answers=("only",)))) == [0]
    assert seats(advanced(Family(0, answers=("listed",)))) == [0]


def test_facts_follow_from_the_clause_of_the_item_unless_something_nearer_is_cited() -> None:
    pen = table(Run())
    pen.advance()
    with pen.citing("log.outer"):
        pen.emit(Said(pen.clause, "x"))
        with pen.citing("log.inner"):
            pen.emit(Said(pen.clause, "y"))
        pen.emit(Said(pen.clause, "z"))
    assert [fact.clause for fact in pen.facts] == ["log.run", "log.outer", "log.inner", "log.outer"]
    assert pen.clause == "log.run"


def test_the_end_clears_the_agenda_and_nothing_more_is_put_there() -> None:
    pen = table(Stop(), Ask(0), Offer(1))
    pen.advance()
    outcome = pen.outcome()
    assert outcome.state.agenda == ()
    assert [type(fact) for fact in outcome.facts] == [Ended, Asked]
    check_no_dead_end(outcome.state)


def test_a_table_works_on_a_copy() -> None:
    before = Log((Ask(0),))
    after = answered(before, 0, "yes")
    assert before == Log((Ask(0),))
    assert after.said == ("0:yes",)


def test_a_running_game_that_asks_nothing_or_offers_nothing_is_a_defect_of_the_rules() -> None:
    with pytest.raises(RulesError, match="nobody is asked"):
        check_no_dead_end(Log())
    with pytest.raises(RulesError, match="Ask offers no move"):
        check_no_dead_end(Log((Ask(0, answers=()),)))
    check_no_dead_end(Log((Offer(1, answers=()), Ask(0))))
    check_no_dead_end(Log((Family(0, answers=()),)))


class Interrupt(Task[Log, Table[Log]], frozen=True):
    """Replaces itself by questions, then puts another on top of everything."""

    clause = "log.interrupt"

    def run(self, table: Table[Log]) -> None:
        table.then(Ask(seat=0, answers=("later", "much later")))
        table.first(Ask(seat=1, answers=("now", "at once")))


def test_an_interruption_comes_before_everything_that_is_open() -> None:
    table = Table(Log(agenda=(Ask(seat=2), Interrupt())), Chance(bytes(32)))
    table.advance()
    assert [choice.seat for choice in open_choices(table.outcome().state.agenda)] == [1]
    table.answer(1, Say("now"))
    table.answer(0, Say("later"))
    assert asked(table.outcome().state.agenda) == (2,)


class CloseScope(Task[Log, Table[Log]], frozen=True):
    """Withdraws the standing offers above it and asks another question."""

    clause = "log.close"

    def run(self, table: Table[Log]) -> None:
        assert table.has_item(Offer)
        table.withdraw(Offer)
        table.then(Ask(seat=3))


def test_a_withdrawn_offer_is_gone_and_what_follows_keeps_its_place() -> None:
    table = Table(Log(agenda=(Ask(seat=2), Offer(seat=0), CloseScope(), Offer(seat=1))), Chance(bytes(32)))
    table.advance()
    agenda = table.outcome().state.agenda
    assert [type(item) for item in agenda] == [Ask, Ask]
    assert asked(agenda) == (3,)
    assert not table.has_item(Offer)


class Gesture(Move, frozen=True):
    pass


def test_a_choice_is_answered_by_the_moves_that_its_class_or_a_base_names() -> None:
    assert Ask(0).asks_for(Say("anything"))
    assert Family(0).asks_for(Say("yes"))
    assert not Family(0).asks_for(Gesture())


def test_a_move_of_another_type_is_refused_without_listing_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ask, "moves", lambda *_: pytest.fail("moves were listed"))
    with pytest.raises(IllegalMove):
        table(Ask(0)).answer(0, Gesture())


def test_a_choice_must_name_the_moves_that_answer_it() -> None:
    class Nameless(Choice[Log, Table[Log], M], frozen=True):
        pass

    with pytest.raises(TypeError, match="Nameless does not name the moves that answer it"):
        Nameless(0).asks_for(Gesture())
