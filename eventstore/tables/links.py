"""The links of unlisted games that were made after the opening; rows are only added."""

from uuid import UUID

from domain.rows import LinkRow
from eventstore.postgres.datastore import Datastore, persevere

INSERT = (
    "INSERT INTO kifu.game_link (game_id, number, digest, at) "
    "VALUES (%b::uuid, %b::smallint, decode(%b::text, 'hex'), %b::timestamptz)"
)
LATEST = (
    "SELECT game_id, number, encode(digest, 'hex'), at FROM kifu.game_link "
    "WHERE game_id = %b::uuid ORDER BY number DESC LIMIT 1"
)


class Links:
    """The table of links."""

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore

    def add(self, link: LinkRow) -> None:
        """Keep a link. Raises IntegrityError if the game has one with this number; also if a reply is lost."""

        def attempt(left: float, _: bool) -> None:
            with self._datastore.get_connection(left) as connection:
                connection.execute(INSERT, (link.game_id, link.number, link.digest, link.at), prepare=True)

        persevere(attempt)

    def latest(self, game_id: UUID) -> LinkRow | None:
        """Return the link of a game that was made last."""
        rows = self._datastore.read(LATEST, (game_id,))
        return LinkRow(*rows[0]) if rows else None
