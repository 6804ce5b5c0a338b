-- Everything in this schema can be rebuilt from the feed, so a backup may leave it out.
CREATE SCHEMA kifu_read;

-- What stopped a projection; no row: it runs.
CREATE TABLE kifu_read.stopped (
    projection text        PRIMARY KEY,
    error      text        NOT NULL,
    partition  smallint,
    position   bigint,
    game_id    uuid,
    at         timestamptz NOT NULL,
    attempts   integer     NOT NULL DEFAULT 1
);
