"""Clauses as an audit cites them, in the words of the current rulebook."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from domain.kernel.fact import Shown
from domain.kernel.language import translate
from domain.record.game import Game


class CitedClause(msgspec.Struct, frozen=True):
    """A clause with its text and source in the current rulebook; null if the current rulebook no longer has it."""

    clause: Annotated[str, Meta(description="The id of the clause.")]
    text: Annotated[str | None, Meta(description="The wording; null if the rulebook no longer has this clause.")]
    source: Annotated[str | None, Meta(description="Where the printed rulebook states it.")]


class CitedFact(msgspec.Struct, frozen=True):
    """A fact with the clause that it follows from, in the words of the current rulebook."""

    fact: Shown
    clause: str
    text: str | None
    source: str | None


def cite_clause(game: Game, clause: str) -> CitedClause:
    """Return a clause from the rulebook of a game."""
    book = game.ruleset.rulebook
    if clause not in book:
        return CitedClause(clause, None, None)
    return CitedClause(clause, translate(book[clause].text), book[clause].source)
