"""Who may see what a running game hides from them, and the record of such looks.

By default, everyone sees a game as their own seats do. An arbiter judging a dispute may ask for more, as may the
operator; each time, a row that the players can read is written before anything is shown.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Protocol
from uuid import UUID

import msgspec
from msgspec import Meta

from domain.application.errors import ArbiterPlays, NothingToJudge, NotYourSeat
from domain.kernel.language import later
from domain.record.game import Game
from domain.rows import LookRow


class Looker(msgspec.Struct, frozen=True):
    """A caller who asks to see hidden information: a player, who may be an arbiter, or the operator, and in which
    call."""

    player: str | None
    operator: bool
    arbiter: bool
    call: str
    request_id: str


class LookView(msgspec.Struct, frozen=True):
    """A look of an arbiter or of the operator at what a running game hid from them."""

    n: Annotated[int, Meta(description="The number of the look in its game, from 1.")]
    at: datetime
    player: Annotated[str | None, Meta(description="The arbiter who looked; null for the operator.")]
    eyes: Annotated[str, Meta(description="Whose eyes they looked with: arbiter, which sees all, or seat:NUMBER.")]
    call: Annotated[str, Meta(description="What they called: method and path, or the command of the operator.")]
    step: Annotated[
        int | None, Meta(description="The last step of the game then; null if its record could not be read.")
    ]
    request_id: Annotated[str, Meta(description="The id under which the request was logged.")]


def view_look(number: int, row: LookRow) -> LookView:
    """Convert a stored look to its public form."""
    return LookView(number, row.at, row.player, row.eyes, row.call, row.step, row.request_id)


class LookStore(Protocol):
    """The store of looks at running games."""

    def add(self, look: LookRow) -> None:
        """Keep a look."""
        ...

    def of_game(
        self, game_id: UUID, after: int, limit: int, since: datetime | None = None
    ) -> list[tuple[int, LookRow]]:
        """Return at most `limit` looks at a game after the first `after`, in order, numbered from 1."""
        ...


def check_look(game: Game, looker: Looker, as_: str) -> None:
    """Raise NotYourSeat, ArbiterPlays or NothingToJudge if the caller may not see this much of a running game."""
    if looker.operator:
        return
    if not looker.arbiter or looker.player is None:
        raise NotYourSeat(later("You may not look at this game as {eyes} while it runs.", eyes=as_))
    check_impartial(game, looker.player)
    if not game.open_disputes:
        raise NothingToJudge(
            later("An arbiter looks into a running game only while a dispute in it waits for a ruling.")
        )


def check_impartial(game: Game, arbiter: str) -> None:
    """Raise ArbiterPlays for an arbiter who has a seat in the game."""
    if arbiter in game.players:
        raise ArbiterPlays(later("You have a seat in this game; another arbiter has to judge it."))
