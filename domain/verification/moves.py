"""Checks whether the rules give the recorded facts for the recorded moves.

Every move is replayed from its *recorded* position, so that one difference does not hide the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from domain.kernel.chance import Chance
from domain.kernel.errors import Refusal
from domain.kernel.fact import Fact
from domain.kernel.language import ENGLISH, current_language, say, speaking
from domain.kernel.ruleset import MalformedMove, is_version
from domain.kernel.rulesets import ContentMissing, Rulesets, UnknownRuleset
from domain.kernel.table import Outcome, State
from domain.kernel.words import say_json_fault
from domain.record import order
from domain.record.clocks.events import TimeRanOut
from domain.record.clocks.of_game import recorded_asking
from domain.record.disputes import REWINDING
from domain.record.event import Step
from domain.record.events import AnyEvent, DisputeRuled, GameStarted, MovePlayed, SeatResigned
from domain.record.game import Game, fold, replay, rules_label
from domain.record.reading import is_sealed, steps_in_force
from domain.record.resigned_seats import passing_move

Replayed: TypeAlias = GameStarted | MovePlayed | SeatResigned | TimeRanOut | DisputeRuled
REPLAYED = (GameStarted, MovePlayed, SeatResigned, TimeRanOut, DisputeRuled)
"""The steps that follow from the game before them and can be replayed."""


class Difference(msgspec.Struct, frozen=True):
    """The first step at which the rules and the record disagree, and the first fact, as JSON; None if there is none.

    `rules` is the ruleset that made the step, `now` the one that replayed it; `why` explains the difference. `refused`:
    the rules refuse the step altogether. `superseded`: the game was opened under a version of the rules that is not
    supported here, so the versions differ and the record may be sound.
    """

    step: Annotated[int, Meta(description="The number of the step.")]
    rules: Annotated[str, Meta(description="The ruleset that made the step.")]
    now: Annotated[str, Meta(description="The ruleset that was asked.")]
    why: Annotated[str, Meta(description="The difference in words.")]
    expected: Annotated[msgspec.Raw | None, Meta(description="The first fact that differs, by the rules.")] = None
    recorded: Annotated[msgspec.Raw | None, Meta(description="The same fact as it was recorded.")] = None
    refused: Annotated[bool, Meta(description="Whether the rules refuse the step.")] = False
    superseded: Annotated[
        bool, Meta(description="Whether other rules made the step, which are no longer carried out.")
    ] = False


class RulesCheck(msgspec.Struct, frozen=True):
    """The result of carrying out every recorded move again, each from its recorded position.

    Of moves, resignations and rulings, `unchanged` ones led to the same result, `changed` ones to another; `illegal`
    events of any kind are now refused. `outcomes` counts the random outcomes drawn again in unchanged moves.
    `superseded` ones differ in a game under an unsupported version of the rules, which is not a fault. `first` is the
    first fault, or without one the first superseded difference.
    """

    steps: Annotated[int, Meta(description="How many steps there are.")]
    unchanged: Annotated[int, Meta(description="How many gave the same facts.")]
    changed: Annotated[int, Meta(description="How many gave other facts.")]
    illegal: Annotated[int, Meta(description="How many are refused now.")]
    first: Annotated[Difference | None, Meta(description="The first difference.")]
    outcomes: Annotated[int, Meta(description="How many random outcomes were drawn again.")] = 0
    superseded: Annotated[int, Meta(description="How many differ and were made by such rules.")] = 0

    @property
    def holds(self) -> bool:
        """Whether no step contradicts the rules that made it."""
        return self.first is None or self.first.superseded


def check_moves(events: Iterable[AnyEvent], rulesets: Rulesets) -> RulesCheck:
    """Carry out every move of a game again; raises ValueError if the events are not a game."""
    events = list(events)
    steps = replay(events, rulesets)
    game: Game | None = None
    found = _Tally()
    for place, event in enumerate(events):
        found.examine(game, event, events[:place])
        try:
            _, game = next(steps)
        except (ContentMissing, UnknownRuleset):
            raise
        except Exception as error:
            # A changed record can break a fold in any way, so later events cannot be judged.
            found.count(_broken_difference(game, event, error))
            break
    if game is None:
        raise ValueError("these events are not a game")
    return RulesCheck(
        game.step, found.unchanged, found.changed, found.illegal, found.first, found.outcomes, found.superseded
    )


class _Tally(msgspec.Struct):
    """The findings so far."""

    unchanged: int = 0
    changed: int = 0
    illegal: int = 0
    first: Difference | None = None
    outcomes: int = 0
    superseded: Annotated[int, Meta(description="How many differ and were made by such rules.")] = 0

    def examine(self, game: Game | None, event: AnyEvent, before: Sequence[AnyEvent]) -> None:
        """Examine one event, with the game and all events before it."""
        difference = _compare_order(game, event)
        if difference is None and game is not None and isinstance(event, REPLAYED):
            chance = game.chance()
            difference = _compare(game, event, before, chance)
            self.unchanged += difference is None
            self.outcomes += len(chance.outcomes) if difference is None else 0
        if difference is not None:
            self.count(difference)

    def count(self, difference: Difference) -> None:
        """Count one more difference, and keep the first."""
        if difference.superseded:
            self.superseded += 1
        elif difference.refused:
            self.illegal += 1
        else:
            self.changed += 1
        if self.first is None or (self.first.superseded and not difference.superseded):
            self.first = difference


def find_difference(events: Sequence[AnyEvent], n: int, rulesets: Rulesets) -> tuple[Difference | None, int]:
    """Find how step `n` differs from its replay, and count the random outcomes of the replay.

    The difference is None if there is none.
    """
    before = [event for event in events if not isinstance(event, Step) or event.n < n]
    game = fold(before, rulesets)
    event = events[len(before)]
    found = _compare_order(game, event)
    if found is not None or game is None or not isinstance(event, REPLAYED):
        return found, 0
    chance = game.chance()
    return _compare(game, event, before, chance), len(chance.outcomes)


def _compare_order(game: Game | None, event: AnyEvent) -> Difference | None:
    try:
        order.check_event(game, event)
    except order.OutOfOrder as error:
        return _refused_difference(game, event, str(error))
    return None


def _compare(game: Game, event: Replayed, before: Sequence[AnyEvent], chance: Chance) -> Difference | None:
    found = _compared(game, event, before, chance)
    if found is None or not _is_of_other_version(game, event):
        return found
    why = say(
        "{why}. The step was made by {rules}, which is not carried out here; {now} was asked: "
        "this is a difference between versions of the rules, not a fault of the record",
        why=found.why,
        rules=event.rules,
        now=found.now,
    )
    return msgspec.structs.replace(found, why=why, superseded=True)


def _is_of_other_version(game: Game, event: Replayed) -> bool:
    """Return whether the game and the step both belong to unsupported versions of the rules."""
    versions = game.opened.rules_version, event.rules.rpartition("@")[2]
    return all(is_version(version) and not game.ruleset.has_version(version) for version in versions)


def _compared(game: Game, event: Replayed, before: Sequence[AnyEvent], chance: Chance) -> Difference | None:
    match event:
        case SeatResigned() | TimeRanOut():
            return _compare_resignation(game, event)
        case DisputeRuled():
            return _compare_ruling(game, event, before)
        case MovePlayed() if isinstance(event.dispute, int):
            return _compare_correction(game, event, event.dispute, before) or _compare_step(game, event, chance)
        case MovePlayed() if event.automatic == "pass":
            return _compare_pass(game, event) or _compare_step(game, event, chance)
        case _:
            return _compare_step(game, event, chance)


def _refused_difference(game: Game | None, event: AnyEvent, why: str) -> Difference:
    now = rules_label(game.ruleset) if game is not None else ""
    n, rules = (event.n, event.rules) if isinstance(event, Step) else (0, now)
    return Difference(n, rules, now, why, refused=True)


def _broken_difference(game: Game | None, event: AnyEvent, error: Exception) -> Difference:
    return _refused_difference(
        game,
        event,
        say("the event does not fit the game before it: {kind}: {error}", kind=type(error).__name__, error=error),
    )


def _compare_correction(game: Game, event: MovePlayed, dispute: int, before: Sequence[AnyEvent]) -> Difference | None:
    step = game.disputes[dispute - 1].step
    disputed = next((e for e in before if isinstance(e, MovePlayed) and e.n == step), None)
    if disputed is not None and disputed.seat == event.seat:
        return None
    return _refused_difference(
        game, event, say("the move corrects step {step}, but it is played for another seat", step=step)
    )


def _compare_pass(game: Game, event: MovePlayed) -> Difference | None:
    """Check that a seat that passes by rule makes the move that the rule demands."""
    try:
        expected = msgspec.json.encode(passing_move(game.ruleset, game.position, event.seat))
    except Exception as error:
        # In a tampered position, the rules may fail in any way.
        return _refused_difference(
            game, event, say("the seat cannot pass: {kind}: {error}", kind=type(error).__name__, error=error)
        )
    if expected == bytes(event.move):
        return None
    why = say("the move with which the seat passes differs from what was recorded")
    return Difference(event.n, event.rules, rules_label(game.ruleset), why, msgspec.Raw(expected), event.move)


def _compare_step(game: Game, event: GameStarted | MovePlayed, chance: Chance) -> Difference | None:
    try:
        outcome = carry_out(game, event, chance)
    except (Refusal, MalformedMove) as refusal:
        return _refused_difference(
            game, event, say("the move is refused: {refusal}", refusal=_say_refusal(game, event, refusal))
        )
    except Exception as error:
        # In a tampered position, the rules may fail in any way.
        return _refused_difference(
            game, event, say("the rules cannot carry it out: {kind}: {error}", kind=type(error).__name__, error=error)
        )
    return (
        _compare_facts(game, event, outcome.facts)
        or _compare_sealed(game, event, outcome.facts, chance)
        or _compare_draw(game, event, chance)
        or _compare_asking(game, event, outcome.state)
    )


def _compare_sealed(
    game: Game, event: GameStarted | MovePlayed, facts: Sequence[Fact[State]], chance: Chance
) -> Difference | None:
    """Compare with the record whether the move can be taken back."""
    if not isinstance(event, MovePlayed):
        return None
    expected = is_sealed(facts, chance) or isinstance(event.dispute, int)
    if event.sealed == expected:
        return None
    why = say("whether the move can be taken back differs from what was recorded")
    return Difference(
        event.n, event.rules, rules_label(game.ruleset), why, _encode_raw(expected), _encode_raw(event.sealed)
    )


def _compare_draw(game: Game, event: GameStarted | MovePlayed, chance: Chance) -> Difference | None:
    """Compare with the record whether the step counts as one with random outcomes."""
    expected = game.draw_after(chance) or None
    recorded = event.draw or None
    if expected == recorded:
        return None
    why = say("whether chance had a part in the step, and under which number, differs from what was recorded")
    return Difference(
        event.n, event.rules, rules_label(game.ruleset), why, _encode_raw(expected), _encode_raw(recorded)
    )


def _compare_asking(game: Game, event: GameStarted | MovePlayed, state: State) -> Difference | None:
    """Compare with the record which seats the position asks, on which the clocks depend."""
    expected, recorded = recorded_asking(game, state), event.asking
    if expected == recorded:
        return None
    why = say("which seats the step asks, whose time runs, differs from what was recorded")
    rules = event.rules, rules_label(game.ruleset)
    return Difference(event.n, *rules, why, _encode_raw(expected or None), _encode_raw(recorded or None))


def carry_out(game: Game, event: GameStarted | MovePlayed, chance: Chance) -> Outcome[State]:
    """Carry out a recorded step by the current rules in `game`, the game before it; raises Refusal or MalformedMove."""
    # Some facts hold words, and records are in English.
    with speaking(ENGLISH):
        return _decide(game, event, chance)


def _decide(game: Game, event: GameStarted | MovePlayed, chance: Chance) -> Outcome[State]:
    """Decide on a recorded step; a refusal is in the current language."""
    if isinstance(event, GameStarted):
        return game.set_up(chance)
    if game.state is None:
        raise MalformedMove(say("the game has not started"))
    move = game.ruleset.decode_move(bytes(event.move))
    return game.ruleset.decide(game.state, event.seat, move, chance, game.resigned_seats)


def _say_refusal(game: Game, event: GameStarted | MovePlayed, english: Refusal | MalformedMove) -> str:
    """Say why the rules refuse a step, in the current language; unless that is English, they decide again."""
    if current_language() == ENGLISH:
        return str(english)
    try:
        _decide(game, event, game.chance())
    except Refusal as refusal:
        return str(refusal)
    except MalformedMove as malformed:
        return say_json_fault(str(malformed))
    return str(english)


def _compare_facts(game: Game, event: GameStarted | MovePlayed, facts: tuple[Fact[State], ...]) -> Difference | None:
    ruleset = game.ruleset
    if ruleset.encode_facts(facts) == bytes(event.facts):
        return None
    expected = [ruleset.encode_facts((fact,))[1:-1] for fact in facts]
    recorded = [bytes(fact) for fact in msgspec.json.decode(bytes(event.facts), type=list[msgspec.Raw])]
    place = next((n for n, pair in enumerate(zip(expected, recorded, strict=False)) if pair[0] != pair[1]), None)
    if place is None:
        place = min(len(expected), len(recorded))
    return Difference(
        event.n,
        event.rules,
        rules_label(ruleset),
        say("fact {n} of the step differs", n=place + 1),
        msgspec.Raw(expected[place]) if place < len(expected) else None,
        msgspec.Raw(recorded[place]) if place < len(recorded) else None,
    )


def _compare_resignation(game: Game, event: SeatResigned | TimeRanOut) -> Difference | None:
    expected = game.result_if_resigned(event.seat)
    recorded = event.result or None
    if expected == recorded:
        return None
    return Difference(
        event.n,
        event.rules,
        rules_label(game.ruleset),
        say("the result of the resignation differs"),
        _encode_raw(expected),
        _encode_raw(recorded),
    )


def _compare_ruling(game: Game, event: DisputeRuled, before: Sequence[AnyEvent]) -> Difference | None:
    """Check that a ruling goes back to the position of the disputed step, and undoes every step since."""
    line = steps_in_force(before)
    # A resignation leaves the position unchanged.
    expected: tuple[int, tuple[int, ...]] = (game.origin, ())
    if event.ruling in REWINDING:
        if event.step not in line[1:]:
            why = say("the ruling goes back to before step {step}, which no longer counted", step=event.step)
            return _refused_difference(game, event, why)
        place = line.index(event.step)
        expected = (line[place - 1], line[place:])
    if (event.to, event.undone) == expected:
        return None
    return Difference(
        event.n,
        event.rules,
        rules_label(game.ruleset),
        say("the ruling goes back to another step"),
        _encode_raw(expected),
        _encode_raw((event.to, event.undone)),
    )


def _encode_raw(value: object) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value))
