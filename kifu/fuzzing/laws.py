"""Laws that every step of every game obeys. `kifu fuzz` and the tests of each ruleset check them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from domain.kernel.audience import ARBITER, SPECTATOR, Viewer, seat_viewer
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.fact import find_prose, show_record
from domain.kernel.options import GameOptions
from domain.kernel.ruleset import AnyRuleset
from domain.kernel.scoring import Result
from domain.kernel.table import Asked, Outcome, Part, State


class BrokenLaw(Exception):
    """A game broke one of the laws; the message says which."""


def require(holds: object, what: str) -> None:
    """Raise BrokenLaw with these words unless `holds` is true."""
    if not holds:
        raise BrokenLaw(what)


def check_step(ruleset: AnyRuleset, before: State, outcome: Outcome[State]) -> None:
    """Check that facts lead from one state to the next, survive storage, hold ids and cite clauses."""
    facts, state = outcome.facts, outcome.state
    require(ruleset.fold(before, facts) == state, "the facts do not lead to the state of the step")
    stored = ruleset.decode_facts(ruleset.encode_facts(facts))
    require(stored == facts, "the facts change when they are stored")
    require(ruleset.fold(before, stored) == state, "the stored facts do not lead to the state of the step")
    for name in state.__struct_fields__:
        part = getattr(state, name)
        if isinstance(part, Part) and part is getattr(before, name):
            raise BrokenLaw(f"the state of the step shares {name} with the state before, which {name} can change")
    for fact in facts:
        if fact.clause not in ruleset.rulebook:
            raise BrokenLaw(f"{type(fact).__name__} cites {fact.clause!r}, which is not a clause of the rulebook")
        if (prose := find_prose(fact, english=state.rules <= ruleset.prose_until)) is not None:
            field, text = prose
            raise BrokenLaw(f"{type(fact).__name__}.{field} holds {text!r}, but facts hold ids; words are for `words`")
        require(show_record(fact, ARBITER, fact.owners())["type"], "a fact shows no type")
    agendas = [place for place, fact in enumerate(facts) if isinstance(fact, Asked)]
    require(agendas == [len(facts) - 1], "the agenda is not written once, as the last fact")
    check_stored_state(ruleset, state)


def check_clauses(ruleset: AnyRuleset, options: GameOptions, seats: int, outcome: Outcome[State]) -> None:
    """Check that the cited clauses apply to the game's edition and number of players."""
    edition = ruleset.edition(options)
    cited = [(fact, fact.clause) for fact in outcome.facts]
    cited += [(choice, choice.clause) for choice in ruleset.choices(outcome.state)]  # type: ignore[misc]
    for what, clause in cited:
        if not ruleset.rulebook[clause].applies_to(edition, seats):
            played = f"{seats} of edition {edition}" if edition else str(seats)
            raise BrokenLaw(f"{type(what).__name__} cites {clause}, which does not hold in a game for {played}")


def check_stored_state(ruleset: AnyRuleset, state: State) -> None:
    """Check that a state survives storage unchanged."""
    stored = ruleset.encode_state(state)
    again = ruleset.decode_state(stored)
    require(again == state, "the state changes when it is stored")
    require(ruleset.encode_state(again) == stored, "a stored state is stored differently the second time")


def check_refusal(ruleset: AnyRuleset, refusal: IllegalMove) -> None:
    """Check that a refusal names a clause of the rulebook and says why in a sentence."""
    require(refusal.clause in ruleset.rulebook, f"refused by the unknown clause {refusal.clause!r}")
    sentence = refusal.why[:1].isupper() and refusal.why.endswith(".")
    require(sentence, f"the reason of a refusal is not a sentence: {refusal.why!r}")


def check_words(ruleset: AnyRuleset, outcome: Outcome[State], move: Move | None, names: Sequence[str]) -> None:
    """Check that everyone sees a step in words, unless its move is silent."""
    words = [text for fact in outcome.facts if (text := ruleset.tell(fact, names, SPECTATOR))]
    if not words and not isinstance(move, ruleset.silent_moves):
        raise BrokenLaw(f"{move} says nothing" if move is not None else "the set-up says nothing")


def check_views(ruleset: AnyRuleset, state: State, viewers: Iterable[Viewer], names: Sequence[str]) -> None:
    """Check that the view of each viewer can be sent and drawn."""
    for viewer in viewers:
        view = ruleset.view(state, viewer)
        require(msgspec.json.encode(view), "a view is empty")
        require(ruleset.looks.board(view, names).strip(), "a board is empty")


def check_scores(ruleset: AnyRuleset, state: State, seats: int, names: Sequence[str]) -> None:
    """Check that every seat and then every other side is scored, in order, and that all have names."""
    scored = [score.seat for score in ruleset.scores(state)]
    require(scored[:seats] == list(range(seats)), f"the seats scored are {scored}")
    require(sorted(set(scored)) == scored and scored[-1] < len(names), f"the sides scored are {scored}")


def check_result(result: Result, names: Sequence[str], resigned: Sequence[int] = ()) -> None:
    """Check that a result scores sides with names, and that its ranks follow from its goals if it has any.

    Without goals, the resigned seats rank below the others, the first to resign last.
    """
    scored = [score.seat for score in result.scores]
    require(sorted(set(scored)) == scored and scored[-1] < len(names), f"the result scores the sides {scored}")
    if resigned and not result.goals:
        ranks = {score.seat: score.rank for score in result.scores}
        left = [ranks.pop(seat) for seat in reversed(resigned)]
        behind = sorted(set(left)) == left and max(ranks.values()) < left[0]
        require(behind, f"the seats {resigned} were resigned, but do not rank behind the others: {result}")
    if result.goals:
        won = all(goal.is_met for goal in result.goals)
        require(result.won_together is won, f"the goals and the ranks differ on who won: {result}")
        *seats, other = (score.rank for score in result.scores)
        require((set(seats), other) == (({1}, 2) if won else ({2}, 1)), f"the seats do not share one rank: {result}")


def all_viewers(seats: int) -> tuple[Viewer, ...]:
    """Return all viewers: a spectator, every seat, and the arbiter."""
    return (SPECTATOR, *map(seat_viewer, range(seats)), ARBITER)
