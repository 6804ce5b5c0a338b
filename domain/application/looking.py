"""Who may look at what a running game hides from them, and what is kept of it.

Everyone sees a game with the eyes of their own seats. An arbiter who is to judge a dispute asks for more, and so may
the operator; each time, a row says so before anything is shown, for the players to read.
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
    """Who asks for more than their own eyes see: a player, who may be an arbiter, or the operator, and how."""

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
    """Return a kept look as it is shown."""
    return LookView(number, row.at, row.player, row.eyes, row.call, row.step, row.request_id)


class LookStore(Protocol):
    """The store of looks at running games."""

    def add(self, look: LookRow) -> None:
        """Keep a look."""
        ...

    def of_game(self, game_id: UUID, after: int, limit: int) -> list[tuple[int, LookRow]]:
        """Return at most `limit` looks at a game behind the first `after`, in order, numbered from 1 in the game."""
        ...


def check_look(game: Game, looker: Looker, as_: str) -> None:
    """Raise NotYourSeat, ArbiterPlays or NothingToJudge if somebody may not look at a running game so."""
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
