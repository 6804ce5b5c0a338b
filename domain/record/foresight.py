"""What a move would do, as far as the asking seat can know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import takewhile
from typing import Annotated

import msgspec
from msgspec import Meta

from domain.kernel.audience import seat_viewer
from domain.kernel.chance import Chance
from domain.kernel.choice import Move
from domain.kernel.drawing.looks import Holding
from domain.kernel.errors import Refusal
from domain.kernel.fact import Fact
from domain.kernel.ruleset import AnyRuleset
from domain.kernel.table import State
from domain.record.game import Game
from domain.record.reading import is_sealed


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a move changes the amount of something that the seat has."""

    what: Annotated[str, Meta(description="The thing, in a word or two.")]
    before: Annotated[int, Meta(description="How much of it the seat has now.")]
    after: Annotated[int, Meta(description="How much of it the seat has after the move.")]
    symbol: Annotated[str, Meta(description="The symbol or art of drawings that means it, if there is one.")] = ""


class Explanation(msgspec.Struct, frozen=True):
    """Whether a move is legal, and if not, the clause that forbids it, its text and the reason."""

    legal: Annotated[bool, Meta(description="Whether the move would be accepted.")]
    clause: Annotated[str | None, Meta(description="The clause that forbids it.")] = None
    text: Annotated[str | None, Meta(description="The wording of that clause.")] = None
    why: Annotated[str | None, Meta(description="How the clause applies here.")] = None
    final: Annotated[
        bool | msgspec.UnsetType,
        Meta(description="true: the move cannot be taken back, as far as the seat can know; otherwise missing."),
    ] = msgspec.UNSET
    changes: Annotated[
        tuple[Change, ...] | msgspec.UnsetType,
        Meta(
            description="What the move costs the seat and gives it, as far as neither chance nor anything hidden has "
            "a part in it; missing if it is illegal."
        ),
    ] = msgspec.UNSET


def foresee(game: Game, seat: int, move: Move) -> Explanation:
    """Explain a legal move: whether it is final, and what of its costs and gains is certain for its seat.

    The move is tried on a table re-dealt for the seat, with different chance, which reveals nothing hidden.
    """
    viewer = seat_viewer(seat)
    known = sha256(f"kifu/final {game.id} {game.version} {seat}".encode()).digest()
    seen, chance = game.ruleset.redeal(game.position, viewer, Chance(known)), Chance(known)
    try:
        outcome = game.ruleset.decide(seen, seat, move, chance, game.resigned_seats)
    except Refusal:
        return Explanation(True)
    final = is_sealed(outcome.facts, chance)
    after = game.ruleset.fold(seen, certain(game.ruleset, outcome.facts)) if final else outcome.state
    pairs = zip(_hold(game, seen, seat), _hold(game, after, seat), strict=True)
    changes = (Change(was.what, was.amount, now.amount, was.symbol) for was, now in pairs if was.amount != now.amount)
    return Explanation(True, final=final or msgspec.UNSET, changes=tuple(changes))


def certain(ruleset: AnyRuleset, facts: Iterable[Fact[State]]) -> Iterator[Fact[State]]:
    """Yield the facts of a move that precede the first in which chance or something hidden shows."""
    drawn = {shows for purpose in ruleset.purposes.values() for shows in purpose.facts}
    return takewhile(lambda fact: not fact.reveals and type(fact) not in drawn, facts)


def _hold(game: Game, state: State, seat: int) -> tuple[Holding, ...]:
    return game.ruleset.looks.holdings(game.ruleset.view(state, seat_viewer(seat)), seat)
