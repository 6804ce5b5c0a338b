"""The answers of commands about games that are opened and wait for their players."""

from __future__ import annotations

from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from domain.proof.receipts import Receipt
from domain.record.counting import Foreseen
from domain.record.game import Status
from domain.record.views import GameInfo

SignedReceipt = Annotated[Receipt | msgspec.UnsetType, Meta(description="The signed promise that this was recorded.")]
"""The receipt of a command's last event; unset if events are not signed."""


class Invitation(msgspec.Struct, frozen=True):
    """The secret with which a seat can be taken, once."""

    seat: Annotated[int, Meta(description="The seat that is reserved for its holder.")]
    secret: Annotated[str, Meta(description="Send it as invitation when you take the seat.")]


class OpenedGame(GameInfo, frozen=True, kw_only=True):
    """An opened game. The secrets are in the first answer and nowhere else."""

    link: Annotated[
        str | msgspec.UnsetType, Meta(description="The secret with which others read an unlisted game, as Kifu-Link.")
    ] = msgspec.UNSET
    invitations: Annotated[
        tuple[Invitation, ...] | msgspec.UnsetType, Meta(description="For each seat reserved by an invitation.")
    ] = msgspec.UNSET
    receipt: SignedReceipt = msgspec.UNSET


class SeatAnswer(msgspec.Struct, frozen=True):
    """The seat that the caller has taken."""

    seat: Annotated[int, Meta(description="The seat, counted from 0.", examples=[0])]
    version: Annotated[int, Meta(description="The version of the game now.")]
    status: Status
    uncounted: Foreseen = msgspec.UNSET
    receipt: SignedReceipt = msgspec.UNSET


class LobbyAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A change of a game that waits for its players. `invitation` is in the first answer and nowhere else."""

    seat: Annotated[int | None, Meta(description="The seat that it is about; null if it is about the game.")] = None
    invitation: Annotated[
        str | msgspec.UnsetType, Meta(description="The secret with which the seat can be taken, once.")
    ] = msgspec.UNSET
    version: Annotated[int, Meta(description="The version of the game now.")]
    status: Status
    uncounted: Foreseen = msgspec.UNSET
    receipt: SignedReceipt = msgspec.UNSET


A = TypeVar("A", bound=msgspec.Struct)


def without_secrets(answer: A) -> A:
    """Return an answer as stored for repeated requests: secrets are shown once and never stored."""
    secrets = {name: msgspec.UNSET for name in ("link", "invitation", "invitations") if hasattr(answer, name)}
    return msgspec.structs.replace(answer, **secrets) if secrets else answer
