-- The partition comes first in every key, so that the tables can be distributed by it on a Citus cluster.

CREATE TABLE kifu.feed_head (
    partition smallint PRIMARY KEY,
    position  bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 20);  -- an append updates its head; free room on the page keeps these updates off the index

INSERT INTO kifu.feed_head (partition) SELECT generate_series(0, 63);

CREATE TABLE kifu.event (
    partition smallint NOT NULL,
    position  bigint   NOT NULL,
    game_id   uuid     NOT NULL,
    version   bigint   NOT NULL CHECK (version >= 0),
    topic     text     NOT NULL,
    payload   text     NOT NULL,  -- text and not jsonb: the bytes that were digested are the bytes that are kept
    PRIMARY KEY (partition, game_id, version),
    CONSTRAINT event_position UNIQUE (partition, position)
);

-- The first answer to a POST that carried an idempotency key. Unique over all games, so that a key that is used
-- again for another game is noticed.
CREATE TABLE kifu.idempotency (
    owner       text        NOT NULL,
    key         text        NOT NULL,
    digest      bytea       NOT NULL,
    status      smallint    NOT NULL,
    body        bytea       NOT NULL,
    partition   smallint,
    position    bigint,
    answered_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (owner, key)
);

-- Appends events to one game and returns the position of the last of them. The head row stays locked until commit:
-- within a partition positions have no gaps and are in commit order.
CREATE FUNCTION kifu.append(
    at_partition  smallint,
    of_game       uuid,
    first_version bigint,
    lowest        bigint,
    topics        text[],
    payloads      text[],
    answer_owner  text     DEFAULT NULL,
    answer_key    text     DEFAULT NULL,
    answer_digest bytea    DEFAULT NULL,
    answer_status smallint DEFAULT NULL,
    answer_body   bytea    DEFAULT NULL
) RETURNS bigint LANGUAGE plpgsql AS $append$
DECLARE
    added CONSTANT integer := cardinality(payloads);
    last  bigint;
BEGIN
    UPDATE kifu.feed_head AS head SET position = head.position + added
     WHERE head.partition = at_partition
    RETURNING head.position INTO last;
    IF last IS NULL THEN
        RAISE EXCEPTION 'no feed partition %', at_partition USING ERRCODE = 'undefined_object';
    END IF;

    -- Before the events: a repeated request must be told from a version conflict.
    IF answer_key IS NOT NULL THEN
        INSERT INTO kifu.idempotency (owner, key, digest, status, body, partition, position)
        VALUES (answer_owner, answer_key, answer_digest, answer_status, answer_body, at_partition, last);
    END IF;

    IF first_version <> lowest AND NOT EXISTS (
        SELECT FROM kifu.event AS e
         WHERE e.partition = at_partition AND e.game_id = of_game AND e.version = first_version - 1
           AND first_version > lowest
    ) THEN
        RAISE EXCEPTION 'version % of % does not follow a stored version', first_version, of_game
            USING ERRCODE = 'check_violation', CONSTRAINT = 'event_version_follows';
    END IF;

    IF added = 1 THEN  -- nearly every append, and a fifth quicker than to unnest one
        INSERT INTO kifu.event (partition, position, game_id, version, topic, payload)
        VALUES (at_partition, last, of_game, first_version, topics[1], payloads[1]);
    ELSE
        INSERT INTO kifu.event (partition, position, game_id, version, topic, payload)
        SELECT at_partition, last - added + n, of_game, first_version + n - 1, topic, payload
          FROM unnest(topics, payloads) WITH ORDINALITY AS new (topic, payload, n);
    END IF;
    RETURN last;
END
$append$;
