"""Evidence for the file of a game: its last event is under a checkpoint that witnesses cosigned."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

import msgspec

from domain.application.log import Log
from domain.application.log_of_heads import LogOfHeads
from domain.errors import KifuError
from domain.proof.checkpoints import Inclusion
from domain.proof.envelope import Unreadable, read_envelope
from domain.rows import EventRow, partition_of


class Evidence:
    """Finds what proves the events of games to those who trust witnesses."""

    def __init__(self, log: Log, heads: LogOfHeads) -> None:
        self._log = log
        self._heads = heads

    def find(self, game_id: UUID, rows: Sequence[EventRow]) -> Inclusion | None:
        """Prove the last event that a cosigned checkpoint covers, by the first such checkpoint.

        None if there is no such checkpoint, or if the log cannot prove what it should.
        """
        partition = partition_of(game_id)
        try:
            place = self._heads.first_cosigned(partition, [row.position for row in rows])
            last = next((row for row in rows if place is not None and row.position == place.position), None)
            if place is None or last is None:
                return None
            step = read_envelope(last.payload).n or 1
            found = self._log.inclusion(game_id, partition, step, last, place.head)
            heads = self._heads.proof_at(found.head, place.checkpoint)
        except (KifuError, Unreadable):
            # The file is as good as without; what is wrong with the log is for those who verify the game.
            return None
        return msgspec.structs.replace(found, heads=heads) if heads is not msgspec.UNSET else None
