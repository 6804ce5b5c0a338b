"""The calls of `kifu.append` and `kifu.append_batch`, made with libpq directly, since their cost matters most.

The driver's cursor takes five times as long to encode the parameters and to wait, and holds the GIL for most of that
time.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from struct import Struct
from uuid import UUID

import msgspec
import psycopg
from psycopg import pq
from psycopg.errors import error_from_result

from domain.rows import FirstAnswer, PersonalValue, partition_of_key
from eventstore.postgres.citus import is_spread
from eventstore.postgres.pool import FeedConnection
from eventstore.tables import answers

SMALLINT, INTEGER, BIGINT = Struct("!h"), Struct("!i"), Struct("!q")
LENGTH, ARRAY_HEAD = INTEGER, Struct("!iiIii")
SMALLINT_OID, INTEGER_OID, BIGINT_OID, TEXT_OID, BYTEA_OID, UUID_OID = 21, 23, 20, 25, 17, 2950
SMALLINTS_OID, INTEGERS_OID, BIGINTS_OID, TEXTS_OID, BYTEAS_OID, UUIDS_OID = 1005, 1007, 1016, 1009, 1001, 2951

# PostgreSQL builds the arrays of a single event, which nearly every append has.
CALL = "SELECT kifu.append{}($1, $2, $3, $4, {}, $8, $9, $10, $11, $12, $13)"
ONE, MANY = "ARRAY[$5::text], ARRAY[$6::text], ARRAY[$7::bytea]", "$5, $6, $7"
STREAM_OIDS = [SMALLINT_OID, UUID_OID, BIGINT_OID, BIGINT_OID]
ANSWER_OIDS = [TEXT_OID, TEXT_OID, BYTEA_OID, SMALLINT_OID, BYTEA_OID]
ONE_OIDS = [*STREAM_OIDS, TEXT_OID, TEXT_OID, BYTEA_OID, BYTEA_OID, *ANSWER_OIDS]
MANY_OIDS = [*STREAM_OIDS, TEXTS_OID, TEXTS_OID, BYTEAS_OID, BYTEA_OID, *ANSWER_OIDS]
BATCH_OIDS = [
    *(SMALLINTS_OID, UUIDS_OID, BIGINTS_OID, BIGINTS_OID, BIGINT_OID, BYTEAS_OID),
    *(INTEGERS_OID, BIGINTS_OID, TEXTS_OID, TEXTS_OID, BYTEAS_OID),
    *(TEXTS_OID, TEXTS_OID, BYTEAS_OID, SMALLINTS_OID, BYTEAS_OID, BYTEAS_OID),
]
BATCH = f"SELECT kifu.append_batch({', '.join(f'${number + 1}' for number in range(len(BATCH_OIDS)))})".encode()
NULL = LENGTH.pack(-1)
NO_SUCH_STATEMENT = b"26000"
NO_ANSWER: list[bytes | None] = [None] * len(ANSWER_OIDS)


class Statement(msgspec.Struct, frozen=True):
    """A statement that is prepared under a name, with the types of its parameters."""

    name: bytes
    text: bytes
    oids: Sequence[int]


@cache
def _call(one: bool, shard: int | None = None) -> Statement:
    """Return the call for one event or for several, of the copy for a shard or of `kifu.append` itself."""
    copy = "" if shard is None else f"_to_{shard}"
    name = f"kifu_append{copy}_{'one' if one else 'many'}"
    return Statement(name.encode(), CALL.format(copy, ONE if one else MANY).encode(), ONE_OIDS if one else MANY_OIDS)


APPEND_BATCH = Statement(b"kifu_append_batch", BATCH, BATCH_OIDS)


class NewEvents(msgspec.Struct, frozen=True):
    """Events to append to a stream, and what is stored with them.

    `payloads` are UTF-8 text, with as many `topics` and `receipts`. `previous` is the digest that the first event
    follows, `answer` is kept under an idempotency key, `seed` is the seed of a game that these events end, and `values`
    are what their seals stand for.
    """

    partition: int
    stream: UUID
    first_version: int
    topics: Sequence[str]
    payloads: Sequence[bytes]
    receipts: Sequence[bytes | None]
    previous: bytes | None = None
    answer: FirstAnswer | None = None
    seed: bytes | None = None
    values: Sequence[PersonalValue] = ()

    def partitions(self) -> tuple[int, ...]:
        """Return the partitions that change; on a cluster, the answer's partition is the last."""
        if self.answer is None:
            return (self.partition,)
        return self.partition, partition_of_key(self.answer.owner, self.answer.key, self.answer.game)


def append(connection: FeedConnection, new: NewEvents, lowest: int) -> int:
    """Append events of one stream, without seed and values, in one round trip, and return the position of the last.

    Streams begin with the version `lowest`. Raises the driver's exceptions: IntegrityError with the name of the
    constraint, DataError for a payload that is not text, OperationalError if the connection is lost; and DuplicateKey.
    """
    if new.answer is not None and _goes_apart(connection, new.partition, new.answer):
        with connection.transaction():
            answers.insert(connection, new.answer)
            return append(connection, msgspec.structs.replace(new, answer=None), lowest)
    one = len(new.payloads) == 1
    values: list[bytes | None] = [
        SMALLINT.pack(new.partition),
        new.stream.bytes,
        BIGINT.pack(new.first_version),
        BIGINT.pack(lowest),
        new.topics[0].encode() if one else _encode_array(TEXT_OID, [topic.encode() for topic in new.topics]),
        new.payloads[0] if one else _encode_array(TEXT_OID, new.payloads),
        new.receipts[0] if one else _encode_array(BYTEA_OID, new.receipts),
        new.previous,
        *(NO_ANSWER if new.answer is None else _encode_answer(new.answer)),
    ]
    result = _append_to_shard(connection, new.partition, one, values) or execute(connection, _call(one), values)
    position: int = BIGINT.unpack(result.get_value(0, 0) or b"")[0]
    return position


def _append_to_shard(
    connection: FeedConnection, partition: int, one: bool, values: Sequence[bytes | None]
) -> "pq.abc.PGresult | None":
    """Call the copy for the shard of a partition; return None, with nothing done, if it does not serve."""
    shard = connection.shards.get(partition)
    # Within a transaction, a copy whose shard has moved would undo what was done before.
    if shard is None or connection.pgconn.transaction_status != pq.TransactionStatus.IDLE:
        return None
    try:
        return execute(connection, _call(one, shard), values)
    except (psycopg.errors.ObjectNotInPrerequisiteState, psycopg.errors.UndefinedFunction):
        connection.shards = {at: own for at, own in connection.shards.items() if own != shard}
        return None


def append_batch(connection: FeedConnection, batch: Sequence[NewEvents], lowest: int) -> list[int | None]:
    """Append the events of several streams, with their seeds, in one transaction and one round trip.

    No two of them may have the same stream or the same key. Returns for each the position of its last event, or None if
    none of its events was stored: `append` then says why. Raises as `append` does; then nothing was stored.
    """
    kept = [_encode_answer(new.answer) if new.answer is not None else NO_ANSWER for new in batch]
    keyed = any(new.answer is not None for new in batch)
    owners, keys, digests, statuses, bodies = zip(*kept, strict=True)
    seeds = [new.seed for new in batch]
    values: list[bytes | None] = [
        _encode_array(SMALLINT_OID, [SMALLINT.pack(new.partition) for new in batch]),
        _encode_array(UUID_OID, [new.stream.bytes for new in batch]),
        _encode_array(BIGINT_OID, [BIGINT.pack(new.first_version) for new in batch]),
        _encode_array(BIGINT_OID, [BIGINT.pack(len(new.payloads)) for new in batch]),
        BIGINT.pack(lowest),
        _encode_array(BYTEA_OID, [new.previous for new in batch]),
        _encode_array(INTEGER_OID, [INTEGER.pack(item) for item, new in enumerate(batch, 1) for _ in new.payloads]),
        _encode_array(
            BIGINT_OID,
            [BIGINT.pack(new.first_version + number) for new in batch for number in range(len(new.payloads))],
        ),
        _encode_array(TEXT_OID, [topic.encode() for new in batch for topic in new.topics]),
        _encode_array(TEXT_OID, [payload for new in batch for payload in new.payloads]),
        _encode_array(BYTEA_OID, [receipt for new in batch for receipt in new.receipts]),
        _encode_array(TEXT_OID, owners) if keyed else None,
        _encode_array(TEXT_OID, keys) if keyed else None,
        _encode_array(BYTEA_OID, digests) if keyed else None,
        _encode_array(SMALLINT_OID, statuses) if keyed else None,
        _encode_array(BYTEA_OID, bodies) if keyed else None,
        _encode_array(BYTEA_OID, seeds) if any(seeds) else None,
    ]
    result = execute(connection, APPEND_BATCH, values)
    return list(_decode_bigints(result.get_value(0, 0) or b""))


def execute(connection: FeedConnection, statement: Statement, values: Sequence[bytes | None]) -> "pq.abc.PGresult":
    """Execute a statement with values in PostgreSQL's binary format, and raise the driver's exceptions."""
    formats = [pq.Format.BINARY] * len(values)
    if connection.prepare_threshold is None:
        call = connection.pgconn.exec_params
        return _check_result(call(statement.text, values, statement.oids, formats, pq.Format.BINARY))
    if statement.name not in connection.prepared:
        _check_result(connection.pgconn.prepare(statement.name, statement.text, statement.oids))
        connection.prepared |= {statement.name}
    made = connection.pgconn.exec_prepared(statement.name, values, formats, pq.Format.BINARY)  # type: ignore[arg-type]
    if made.error_field(pq.DiagnosticField.SQLSTATE) == NO_SUCH_STATEMENT:
        # After a rollback the driver deallocates all statements of a connection, ours too. Nothing was done: try again.
        connection.prepared -= {statement.name}
        raise psycopg.OperationalError("the statement has to be prepared again")
    return _check_result(made)


def _goes_apart(connection: FeedConnection, partition: int, answer: FirstAnswer) -> bool:
    """Return whether a cluster keeps the answer in another partition than the events, as when a game is opened."""
    return is_spread(connection) and partition_of_key(answer.owner, answer.key, answer.game) != partition


def _encode_answer(answer: FirstAnswer) -> list[bytes | None]:
    owner, key, digest, status, body = answer.row()
    return [owner.encode(), key.encode(), digest, SMALLINT.pack(status), body]


def _encode_array(oid: int, values: Sequence[bytes | None]) -> bytes:
    """Encode a one-dimensional array of this type in PostgreSQL's binary format."""
    parts = [ARRAY_HEAD.pack(1, int(None in values), oid, len(values), 1)]
    for value in values:
        parts += (NULL,) if value is None else (LENGTH.pack(len(value)), value)
    return b"".join(parts)


def _decode_bigints(array: bytes) -> Iterable[int | None]:
    """Decode a one-dimensional array of bigint that is not empty."""
    at = ARRAY_HEAD.size
    while at < len(array):
        (length,) = LENGTH.unpack_from(array, at)
        at += LENGTH.size
        yield None if length < 0 else BIGINT.unpack_from(array, at)[0]
        at += max(length, 0)


def _check_result(result: "pq.abc.PGresult") -> "pq.abc.PGresult":
    if result.status in (pq.ExecStatus.TUPLES_OK, pq.ExecStatus.COMMAND_OK):
        return result
    if result.error_field(pq.DiagnosticField.SQLSTATE) is None:
        raise psycopg.OperationalError(result.error_message.decode(errors="replace").strip())
    raise error_from_result(result)
