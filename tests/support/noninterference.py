"""Checks that secrets do not leak: what a viewer gets is the same in two games that differ only in what the viewer must
not see. A game supplies *pairs*: two positions that one viewer must not be able to tell apart, each with the secret
seed of its game. For every pair, these must be the same for the viewer: the view, the questions, the legal moves, the
words, the errors, the position of a branch that they would open, and what they may know about chance. They must stay
the same while both games continue with moves that look alike to the viewer, until something that differs is revealed to
them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import NamedTuple

import msgspec

from domain.kernel.audience import SPECTATOR, Viewer
from domain.kernel.bots import MOST_TRIED, outlooks
from domain.kernel.chance import Chance
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove, NotAsked
from domain.kernel.fact import Fact, show_record
from domain.kernel.ruleset import AnyRuleset
from domain.kernel.table import Asked, Outcome, State
from domain.record import views
from domain.verification import chance as fairness

NAMES = ("Anna", "Bela", "Cora", "Dora", "Fifth", "Sixth")
"""Enough names for the seats and other sides of a game."""


class Leak(AssertionError):
    """A viewer can tell two games apart that must look the same to them."""


class Secretly(NamedTuple):
    """A position, and the secret seed from which its game will draw."""

    state: State
    seed: bytes


class Pair(NamedTuple):
    """Two positions that the viewer must not be able to tell apart."""

    viewer: Viewer
    one: Secretly
    other: Secretly


Universe = Callable[[State], Iterable[Move]]


def check(ruleset: AnyRuleset, pair: Pair, universe: Universe, step: int = 2) -> None:
    """Raise Leak if the positions look different to the viewer, or answer the viewer's moves differently."""
    one, other = pair.one.state, pair.other.state
    _same("view", _view(ruleset, one, pair.viewer), _view(ruleset, other, pair.viewer))
    _same("who is asked", ruleset.asked(one), ruleset.asked(other))
    _same("questions", _questions(ruleset, one, pair.viewer), _questions(ruleset, other, pair.viewer))
    _same("branch", _redeal(ruleset, one, pair.viewer), _redeal(ruleset, other, pair.viewer))
    for seat in sorted(pair.viewer.seats):
        # Only for viewers with one seat: of two, one could not know what the other does.
        if len(pair.viewer.seats) == 1:
            _same("outlooks", _outlooks(ruleset, one, seat), _outlooks(ruleset, other, seat))
        for move in (*universe(one), *_legal(ruleset, one, seat)):
            _same(
                f"answer to {move}",
                _answer(ruleset, pair.one, seat, move, step),
                _answer(ruleset, pair.other, seat, move, step),
            )


def walk(ruleset: AnyRuleset, pair: Pair, universe: Universe, random: Random, steps: int = 30) -> int:
    """Continue both games with moves that look alike, checking after each; return how many steps were compared.

    Stops where a fact reveals to the viewer something that differs, where no moves look alike, or where the games are
    over, since all is open then.
    """
    for step in range(2, steps + 2):
        if pair.one.state.result is not None:
            return step - 2
        check(ruleset, pair, universe, step)
        moves = _find_alike(ruleset, pair, random)
        if moves is None:
            return step - 2
        seat, move, twin = moves
        chance, others = Chance(pair.one.seed, step), Chance(pair.other.seed, step)
        one = ruleset.decide(pair.one.state, seat, move, chance)
        other = ruleset.decide(pair.other.state, seat, twin, others)
        if not same_step(one, other, pair.viewer):
            return step - 1
        _same("whether chance decided", bool(chance.outcomes), bool(others.outcomes))
        _same("chance", _view_drawn(chance, pair.viewer), _view_drawn(others, pair.viewer))
        pair = Pair(pair.viewer, Secretly(one.state, pair.one.seed), Secretly(other.state, pair.other.seed))
    return steps


def same_step(one: Outcome[State], other: Outcome[State], viewer: Viewer) -> bool:
    """Whether two steps look the same; raises Leak if they differ in a fact that reveals nothing."""
    facts, twins = _visible_facts(one), _visible_facts(other)
    for fact, twin in zip(facts, twins, strict=False):
        if _shown(fact, viewer) != _shown(twin, viewer):
            if fact.reveals and twin.reveals:
                return False
            raise Leak(f"a step shows {_shown(fact, viewer)} or {_shown(twin, viewer)}")
    _same("number of facts", len(facts), len(twins))
    # Both are in the redacted file of the game, though no step shows them.
    _same("what is public of the agenda", _public_agenda(one), _public_agenda(other))
    return True


def _visible_facts(outcome: Outcome[State]) -> list[Fact[State]]:
    return [fact for fact in outcome.facts if not isinstance(fact, Asked)]


def _public_agenda(outcome: Outcome[State]) -> list[object]:
    """Return the step as everyone sees it in the file of a running game."""
    return [show_record(fact, SPECTATOR, ()) for fact in outcome.facts if isinstance(fact, Asked)]


def _shown(fact: Fact[State], viewer: Viewer) -> object:
    return show_record(fact, viewer, fact.owners()), fact.words(NAMES, viewer)


def _view(ruleset: AnyRuleset, state: State, viewer: Viewer) -> tuple[bytes, str]:
    view = ruleset.view(state, viewer)
    return msgspec.json.encode(view), ruleset.looks.board(view, NAMES)


def _questions(ruleset: AnyRuleset, state: State, viewer: Viewer) -> list[object]:
    """Return the open questions as the viewer gets them."""
    return [views.view_choice(choice, state, viewer, NAMES) for choice in ruleset.choices(state)]


def _redeal(ruleset: AnyRuleset, state: State, viewer: Viewer) -> bytes:
    """Return the position of a branch, all of which its players may see."""
    return ruleset.encode_state(ruleset.redeal(state, viewer, Chance(bytes(32), 0)))


def _outlooks(ruleset: AnyRuleset, state: State, seat: int) -> tuple[float | None, ...]:
    return outlooks(ruleset, state, seat, _legal(ruleset, state, seat)[:MOST_TRIED], b"")


def _view_drawn(chance: Chance, viewer: Viewer) -> list[fairness.OutcomeView]:
    return [fairness.view_outcome(drawn, 1, None, viewer) for drawn in chance.outcomes]


def _legal(ruleset: AnyRuleset, state: State, seat: int) -> list[Move]:
    return [move for choice in ruleset.choices(state) if choice.seat == seat for move in choice.moves(state)]


def _answer(ruleset: AnyRuleset, position: Secretly, seat: int, move: Move, step: int) -> object:
    try:
        ruleset.decide(position.state, seat, move, Chance(position.seed, step))
    except IllegalMove as refusal:
        return refusal.clause, refusal.why, str(refusal)
    except NotAsked as refusal:
        return refusal.asked, str(refusal)
    return "legal"


def _find_alike(ruleset: AnyRuleset, pair: Pair, random: Random) -> tuple[int, Move, Move] | None:
    """Return a seat and a move of each game, where the moves look the same to the viewer."""
    found = []
    asking = (*ruleset.choices(pair.one.state), *ruleset.choices(pair.other.state))
    for seat in sorted({choice.seat for choice in asking}):
        moves, twins = (_legal(ruleset, position.state, seat) for position in (pair.one, pair.other))
        for move in moves:
            seen = show_record(move, pair.viewer, (seat,))
            found += [(seat, move, twin) for twin in twins if show_record(twin, pair.viewer, (seat,)) == seen]
    return random.choice(found) if found else None


def _same(what: str, one: object, other: object) -> None:
    if one != other:
        raise Leak(f"{what}: {one} or {other}")
