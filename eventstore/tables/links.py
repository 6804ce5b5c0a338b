"""The later links of unlisted games, after the one of the opening; rows are only added."""

from uuid import UUID

from domain.rows import LinkRow
from eventstore.postgres.datastore import Datastore, persevere
from eventstore.tables.accounts.seals import UNSEALED, SealedRow

INSERT = (
    "INSERT INTO kifu.game_link (game_id, number, digest, at) "
    "VALUES (%b::uuid, %b::smallint, decode(%b::text, 'hex'), %b::timestamptz)"
)
LATEST = (
    "SELECT game_id, number, encode(digest, 'hex'), at FROM kifu.game_link "
    "WHERE game_id = %b::uuid ORDER BY number DESC, digest LIMIT 1000"
)


class Links:
    """The table of links; with `seals`, only those that the service made count."""

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore
        self.seals = UNSEALED

    def add(self, link: LinkRow) -> None:
        """Add a link. Raises IntegrityError if the game already has one with this number, also after a lost reply."""

        def attempt(left: float, _: bool) -> None:
            with self._datastore.get_connection(left) as connection, connection.transaction():
                connection.execute(INSERT, (link.game_id, link.number, link.digest, link.at), prepare=True)
                self.seals.add(connection.execute, _sealed(link))

        persevere(attempt)

    def latest(self, game_id: UUID) -> LinkRow | None:
        """Return the link of a game that the service made last."""
        links = [LinkRow(*row) for row in self._datastore.read(LATEST, (game_id,))]
        genuine = self.seals.genuine(self._datastore.read, [_sealed(link) for link in links])
        return next((link for link in links if _sealed(link) in genuine), None)


def _sealed(link: LinkRow) -> SealedRow:
    return SealedRow("game-link", (str(link.game_id), link.number, link.digest))
