"""Which feed partition a game belongs to."""

from uuid import UUID
from zlib import crc32

# Fixed for the life of a database: a game is looked for only in the partition of its id.
PARTITIONS = 64


def partition_of(game_id: UUID, partitions: int = PARTITIONS) -> int:
    """The partition, 0 to `partitions` - 1, of a game: the same in every process and release."""
    return crc32(game_id.bytes) % partitions
