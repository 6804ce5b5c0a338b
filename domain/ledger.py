"""Verification: are the recorded facts those that the rules give for the recorded moves?"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from domain.errors import ContentMissing, UnknownRuleset
from domain.events import AnyEvent, GameOpened, GameStarted, MovePlayed, SeatResigned, Step
from domain.game import Game, fold, rules_of
from domain.kernel.chance import Chance
from domain.kernel.errors import Refusal
from domain.kernel.fact import Fact
from domain.kernel.ruleset import MalformedMove
from domain.kernel.table import Outcome, State
from domain.rulesets import Rulesets


class Difference(msgspec.Struct, frozen=True):
    """The first step at which the rules and the record disagree, and the first fact, as JSON; None where there is none.

    `rules` is the ruleset that made the step, `now` the one that was asked; `why` says it in words.
    """

    step: int
    rules: str
    now: str
    why: str
    expected: msgspec.Raw | None = None
    recorded: msgspec.Raw | None = None


class Verification(msgspec.Struct, frozen=True):
    """What came of carrying out every recorded move again, each from its recorded position.

    `unchanged` moves led to the same facts, `changed` ones to others, `illegal` ones are refused now. `outcomes` is how
    many random outcomes were drawn again in unchanged moves.
    """

    steps: int
    unchanged: int
    changed: int
    illegal: int
    first: Difference | None
    outcomes: int = 0

    @property
    def holds(self) -> bool:
        """Whether the record follows from the rules."""
        return self.first is None


def verify(events: Iterable[AnyEvent], rulesets: Rulesets) -> Verification:
    """Carry out every move of a game again; raises ValueError if the events are no game."""
    game: Game | None = None
    unchanged = changed = illegal = outcomes = 0
    first: Difference | None = None
    for event in events:
        if isinstance(event, GameStarted | MovePlayed) and game is not None:
            chance = game.chance(event.n)
            difference = _step(game, event, chance)
            outcomes += len(chance.outcomes) if difference is None else 0
            refused = difference is not None and difference.expected is None and difference.recorded is None
            unchanged += difference is None
            illegal += refused
            changed += difference is not None and not refused
            first = first or difference
        elif isinstance(event, SeatResigned) and game is not None:
            difference = _resignation(game, event)
            unchanged += difference is None
            changed += difference is not None
            first = first or difference
        try:
            game = fold([event], rulesets, game) if game is not None or isinstance(event, GameOpened) else None
        except (ContentMissing, UnknownRuleset):
            raise
        except Exception as error:
            # A record that somebody changed can break a fold in any way; after it nothing can be said.
            at = event.n if isinstance(event, Step) else 0
            rules = rules_of(game.ruleset) if game is not None else ""
            why = f"the event does not fit the game before it: {type(error).__name__}: {error}"
            changed += 1
            first = first or Difference(at, event.rules if isinstance(event, Step) else rules, rules, why)
            break
    if game is None:
        raise ValueError("these events are no game")
    return Verification(game.step, unchanged, changed, illegal, first, outcomes)


def _step(game: Game, event: GameStarted | MovePlayed, chance: Chance) -> Difference | None:
    try:
        outcome = again(game, event, chance)
    except (Refusal, MalformedMove) as refusal:
        return Difference(event.n, event.rules, rules_of(game.ruleset), f"the move is refused: {refusal}")
    except Exception as error:
        # In a position that somebody changed, the rules may fail in any way.
        why = f"the rules cannot carry it out: {type(error).__name__}: {error}"
        return Difference(event.n, event.rules, rules_of(game.ruleset), why)
    return _compare(game, event, outcome.facts)


def again(game: Game, event: GameStarted | MovePlayed, chance: Chance) -> Outcome[State]:
    """What the rules make of a recorded step now, with `game` as it was before; raises Refusal or MalformedMove."""
    if isinstance(event, GameStarted):
        return game.set_up(chance)
    if game.state is None:
        raise MalformedMove("the game has not started")
    move = game.ruleset.decode_move(bytes(event.move))
    return game.ruleset.decide(game.state, event.seat, move, chance)


def _compare(game: Game, event: GameStarted | MovePlayed, facts: tuple[Fact[State], ...]) -> Difference | None:
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
        rules_of(ruleset),
        f"fact {place + 1} of the step differs",
        msgspec.Raw(expected[place]) if place < len(expected) else None,
        msgspec.Raw(recorded[place]) if place < len(recorded) else None,
    )


def _resignation(game: Game, event: SeatResigned) -> Difference | None:
    expected = game.result_if_resigned(event.seat)
    if expected == event.result:
        return None
    return Difference(
        event.n,
        event.rules,
        rules_of(game.ruleset),
        "the result of the resignation differs",
        msgspec.Raw(msgspec.json.encode(expected)),
        msgspec.Raw(msgspec.json.encode(event.result)),
    )
