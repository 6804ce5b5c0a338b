"""The call of `kifu.append`, made with libpq directly, because it is the one statement whose cost matters.

A cursor of the driver takes five times as long to encode the parameters and to wait, and holds the GIL for most of
that time.
"""

from collections.abc import Sequence
from struct import Struct
from uuid import UUID

import psycopg
from psycopg import pq
from psycopg.errors import error_from_result

from domain.rows import FirstAnswer
from eventstore.postgres.pool import FeedConnection

SMALLINT, BIGINT, LENGTH, ARRAY_HEAD = Struct("!h"), Struct("!q"), Struct("!i"), Struct("!iiIii")
SMALLINT_OID, BIGINT_OID, TEXT_OID, BYTEA_OID, UUID_OID, TEXTS_OID, BYTEAS_OID = 21, 20, 25, 17, 2950, 1009, 1001

# PostgreSQL builds the arrays of a single event, which nearly every append has.
CALL = "SELECT kifu.append($1, $2, $3, $4, {}, $8, $9, $10, $11, $12, $13)"
ONE = CALL.format("ARRAY[$5::text], ARRAY[$6::text], ARRAY[$7::bytea]").encode()
MANY = CALL.format("$5, $6, $7").encode()
STREAM_OIDS = [SMALLINT_OID, UUID_OID, BIGINT_OID, BIGINT_OID]
ANSWER_OIDS = [TEXT_OID, TEXT_OID, BYTEA_OID, SMALLINT_OID, BYTEA_OID]
ONE_OIDS = [*STREAM_OIDS, TEXT_OID, TEXT_OID, BYTEA_OID, BYTEA_OID, *ANSWER_OIDS]
MANY_OIDS = [*STREAM_OIDS, TEXTS_OID, TEXTS_OID, BYTEAS_OID, BYTEA_OID, *ANSWER_OIDS]
BINARY = [pq.Format.BINARY] * len(ONE_OIDS)
NULL = LENGTH.pack(-1)
NO_SUCH_STATEMENT = b"26000"
NO_ANSWER: list[bytes | None] = [None] * len(ANSWER_OIDS)


def append(
    connection: FeedConnection,
    partition: int,
    game_id: UUID,
    first_version: int,
    lowest: int,
    topics: Sequence[str],
    payloads: Sequence[bytes],
    receipts: Sequence[bytes | None],
    previous: bytes | None,
    answer: FirstAnswer | None,
) -> int:
    """Append events of one game in one round trip, and return the position of the last.

    `payloads` are UTF-8 text, with as many `receipts`. `previous` is the digest that the first event follows. Raises
    the driver's exceptions: IntegrityError with the name of the constraint, DataError for a payload that is not text,
    OperationalError if the connection is lost.
    """
    one = len(payloads) == 1
    values: list[bytes | None] = [
        SMALLINT.pack(partition),
        game_id.bytes,
        BIGINT.pack(first_version),
        BIGINT.pack(lowest),
        topics[0].encode() if one else _encode_array(TEXT_OID, [topic.encode() for topic in topics]),
        payloads[0] if one else _encode_array(TEXT_OID, payloads),
        receipts[0] if one else _encode_array(BYTEA_OID, receipts),
        previous,
        *(NO_ANSWER if answer is None else _encode_answer(answer)),
    ]
    call, oids = (ONE, ONE_OIDS) if one else (MANY, MANY_OIDS)
    if connection.prepare_threshold is None:
        return _position(connection.pgconn.exec_params(call, values, oids, BINARY, pq.Format.BINARY))
    name = b"kifu_append_one" if one else b"kifu_append_many"
    if name not in connection.prepared:
        _check_result(connection.pgconn.prepare(name, call, oids))
        connection.prepared |= {name}
    made = connection.pgconn.exec_prepared(name, values, BINARY, pq.Format.BINARY)  # type: ignore[arg-type]
    if made.error_field(pq.DiagnosticField.SQLSTATE) == NO_SUCH_STATEMENT:
        # After a rollback the driver deallocates all statements of a connection, ours too. Nothing was done: try again.
        connection.prepared -= {name}
        raise psycopg.OperationalError("the statement has to be prepared again")
    return _position(made)


def _position(made: "pq.abc.PGresult") -> int:
    position: int = BIGINT.unpack(_check_result(made).get_value(0, 0) or b"")[0]
    return position


def _encode_answer(answer: FirstAnswer) -> list[bytes | None]:
    owner, key, digest, status, body = answer.row()
    return [owner.encode(), key.encode(), digest, SMALLINT.pack(status), body]


def _encode_array(oid: int, values: Sequence[bytes | None]) -> bytes:
    """Encode a one-dimensional array of this type in PostgreSQL's binary format."""
    parts = [ARRAY_HEAD.pack(1, int(None in values), oid, len(values), 1)]
    for value in values:
        parts += (NULL,) if value is None else (LENGTH.pack(len(value)), value)
    return b"".join(parts)


def _check_result(result: "pq.abc.PGresult") -> "pq.abc.PGresult":
    if result.status in (pq.ExecStatus.TUPLES_OK, pq.ExecStatus.COMMAND_OK):
        return result
    if result.error_field(pq.DiagnosticField.SQLSTATE) is None:
        raise psycopg.OperationalError(result.error_message.decode(errors="replace").strip())
    raise error_from_result(result)
