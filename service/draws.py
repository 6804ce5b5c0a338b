"""What a game draws by chance: every purpose that its rules declare, its bounds, and what it decides.

An outsider can compare a game's list of outcomes with it. The numbers of each purpose are counted separately, so the
order in which a step draws for its purposes affects no outcome.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from domain.kernel.chance import EVERYONE, Kind, Purpose
from domain.kernel.language import mark, translate
from domain.kernel.ruleset import AnyRuleset

SAID: dict[Kind, str] = {
    "below": mark("one outcome"),
    "roll": mark("dice: one outcome for each"),
    "flip": mark("a coin: one outcome below 2"),
    "shuffle": mark("a shuffle: outcomes below n, n - 1, ..., 2 for n items"),
    "draw": mark("the first of a shuffle: outcomes below n, n - 1, ..., 2 for n items"),
    "pick": mark("a pick: outcomes below n, n - 1, ... for n items, one for each that is taken"),
    "pile": mark(
        "the next of a pile: one outcome for each card without a fixed place, below the number of cards that it may be"
    ),
}
ORDER: dict[Kind, str] = {
    "below": mark("one outcome"),
    "roll": mark("one outcome a die, in the order of the dice, all with the same bound"),
    "flip": mark("one outcome"),
    "shuffle": mark("from the last place to the second, each bound one less than the one before, down to 2"),
    "draw": mark("as in a shuffle of all that it is drawn from, whatever the count: bounds down to 2"),
    "pick": mark("in the order of taking, each bound one less than the one before"),
    "pile": mark("in the order in which the cards leave the pile"),
}
"""The order in which a step draws the outcomes of a purpose."""


class PurposeView(msgspec.Struct, frozen=True):
    """A purpose, or several whose names differ only in the part in braces.

    Each step with such an outcome has one of `facts`, and each step with a fact from `always` has an outcome for one of
    the purposes that name this fact there.
    """

    name: Annotated[str, Meta(description="The purpose, with what varies in braces.")]
    of: Annotated[str, Meta(description="What is drawn from, in words.")]
    when: Annotated[str, Meta(description="When it is drawn.")]
    least: Annotated[int, Meta(description="The smallest bound of an outcome.", ge=1)]
    most: Annotated[int, Meta(description="The largest bound of an outcome.", ge=1)]
    facts: Annotated[tuple[str, ...], Meta(description="A step with an outcome has one of these facts.")]
    always: Annotated[
        tuple[str, ...],
        Meta(description="A step with one of these facts has an outcome for a purpose that names the fact here."),
    ]
    pattern: Annotated[str, Meta(description="The regular expression of the whole purpose.")]


class Draw(msgspec.Struct, frozen=True):
    """How chance decides for a purpose; `purpose` and `pattern` are those of its entry in `purposes`."""

    purpose: Annotated[str, Meta(description="The purpose, with what varies in braces.")]
    pattern: Annotated[str, Meta(description="The regular expression of the whole purpose.")]
    kind: Annotated[Kind, Meta(description="How it is drawn.")]
    order: Annotated[str, Meta(description="The order of its outcomes within a step, numbered from 0.")]
    of: Annotated[str | None, Meta(description="What it is drawn from, in words.")]
    count: Annotated[
        str | None,
        Meta(
            description="Always null: the words of the purpose say how many are drawn.",
            extra_json_schema={"deprecated": True},
        ),
    ]
    bound: Annotated[int | None, Meta(description="The bound of each outcome, if it is always the same.")]
    seen_by: Annotated[str, Meta(description="Who may know the outcomes while the game runs.")]
    clauses: Annotated[tuple[str, ...], Meta(description="The clauses that it follows from.")]
    facts: Annotated[tuple[str, ...], Meta(description="A step with an outcome has one of these facts.")]
    where: Annotated[str, Meta(description="Where the code declares it: the module, and the name in it.")]

    @property
    def words(self) -> str:
        """How it is drawn, in words."""
        return translate(SAID[self.kind])


class Draws(msgspec.Struct, frozen=True):
    """Everything that a game draws by chance."""

    ruleset: Annotated[str, Meta(description="The id of the ruleset.")]
    rules: Annotated[str, Meta(description="The version of the rules that declares it.")]
    purposes: Annotated[list[PurposeView], Meta(description="Every purpose in words, with its bounds and facts.")]
    draws: Annotated[list[Draw], Meta(description="How each purpose is drawn, who sees it and what it follows from.")]


def list_draws(ruleset: AnyRuleset) -> Draws:
    """Return everything that the rules of a game draw for, in the order of declaration."""
    declared = ruleset.purposes
    return Draws(
        ruleset.id,
        ruleset.version,
        [_view(purpose) for purpose in declared.values()],
        [_describe(purpose, where) for where, purpose in declared.items()],
    )


def _view(purpose: Purpose) -> PurposeView:
    return PurposeView(
        purpose.name,
        translate(purpose.of),
        translate(purpose.when),
        purpose.least,
        purpose.most,
        _tags(purpose.facts),
        _tags(purpose.always),
        purpose.pattern,
    )


def _describe(purpose: Purpose, where: str) -> Draw:
    return Draw(
        purpose.name,
        purpose.pattern,
        purpose.kind,
        translate(ORDER[purpose.kind]),
        translate(purpose.of),
        None,
        purpose.most if purpose.least == purpose.most else None,
        _audience(purpose),
        purpose.clauses,
        _tags(purpose.facts),
        where,
    )


def _audience(purpose: Purpose) -> str:
    if isinstance(purpose.seen_by, str):
        return purpose.seen_by
    return "everyone" if purpose.seen_by is EVERYONE else "nobody"


def _tags(facts: tuple[type[msgspec.Struct], ...]) -> tuple[str, ...]:
    """Return the names of facts in records."""
    return tuple(str(fact.__struct_config__.tag) for fact in facts)
