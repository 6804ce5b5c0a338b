"""Links: the secrets that let people without a seat read an unlisted game."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated
from uuid import UUID

import msgspec
from eventsourcing.persistence import IntegrityError
from msgspec import Meta

from domain.application.commands import Request
from domain.application.errors import NoLink, TooManyChanges
from domain.application.lobby.changes import require_opener
from domain.application.stored.stored_games import StoredGames
from domain.kernel.language import later
from domain.proof.envelope import Unreadable, read_envelope
from domain.record.damage import DamagedRecord
from domain.record.events import GameOpened, SeatTaken
from domain.record.seating.lobby import digest_secret, make_secret
from domain.rows import LinkRow

MOST_LINKS = 100
"""The most links that a game can ever have."""


class NewLink(msgspec.Struct, frozen=True):
    """The new link of an unlisted game; the previous one stops working."""

    link: Annotated[str, Meta(description="The secret with which others read the game, as Kifu-Link.")]


class Reader(msgspec.Struct, frozen=True):
    """A reader of a game: a player by name or nobody, or somebody `trusted` with every game.

    `secret` is the secret of a link or an invitation, as sent.
    """

    player: str | None
    trusted: bool
    secret: str | None


def digest_link(secret: str | None) -> str | msgspec.UnsetType:
    """Return the digest of a link's secret, as the opening of a game stores it."""
    return msgspec.UNSET if secret is None else digest_secret(secret)


class Links:
    """The access rights to games."""

    def __init__(self, stored: StoredGames) -> None:
        self._stored = stored

    def has_link(self, game_id: UUID) -> bool:
        """Return whether reading a game takes a link, which its opening settled; raises UnknownGame."""
        # From the opening alone, since later events may be damaged.
        return bool(self._stored.opening(game_id).link)

    def may_read(self, game_id: UUID, reader: Reader) -> bool:
        """Return whether somebody may read a game, or even know that it exists; raises UnknownGame."""
        opened = self._stored.opening(game_id)
        if not opened.link or reader.trusted or (reader.player is not None and reader.player == opened.opened_by):
            return True
        digest = digest_secret(reader.secret) if reader.secret is not None else None
        return (digest is not None and self._is_link(opened, digest)) or self._is_expected(game_id, reader, digest)

    def _is_link(self, opened: GameOpened, digest: str) -> bool:
        latest = self._stored.store.links.latest(opened.originator_id)
        return digest == (latest.digest if latest is not None else opened.link)

    def _is_expected(self, game_id: UUID, reader: Reader, digest: str | None) -> bool:
        """Return whether somebody sits in a game, or may take a reserved seat."""
        by = reader.player
        seen = self._stored.known(game_id)
        if seen is not None and by is not None and seen.state is not None and by in seen.players:
            return True
        try:
            game = self._stored.current(game_id)
        except DamagedRecord:
            return by is not None and by in self._everyone_seated(game_id)
        if digest is not None and game.lobby.seat_of_invitation(digest) is not None:
            return True
        return by is not None and (by in game.players or game.lobby.is_reserved_for(by))

    def _everyone_seated(self, game_id: UUID) -> set[str | None]:
        """Return everyone who sat down in a game with a damaged record: its players must see what became of it."""
        found: set[str | None] = set()
        for row in self._stored.store.rows(game_id):
            with suppress(Unreadable):
                found.add(read_envelope(row.payload).player if row.topic == SeatTaken.TOPIC else None)
        return found

    def renew_link(self, req: Request, game_id: UUID) -> NewLink:
        """Make a new link for an unlisted game, as its opener or the operator.

        Raises UnknownGame, Unauthenticated, NotOpener, NoLink, TooManyChanges.
        """
        game = self._stored.current(game_id)
        require_opener(game, req)
        if not game.opened.link:
            raise NoLink(
                later("Only unlisted games have a link; those that were opened before there were links have none.")
            )
        secret = make_secret(self._stored.entropy)
        while True:
            latest = self._stored.store.links.latest(game_id)
            number = latest.number + 1 if latest is not None else 1
            if number > MOST_LINKS:
                raise TooManyChanges(later("A game can have {most} links, one after the other.", most=MOST_LINKS))
            # Another one may have been made at the same moment.
            with suppress(IntegrityError):
                self._stored.store.links.add(LinkRow(game_id, number, digest_secret(secret), self._stored.clock()))
                return NewLink(secret)
