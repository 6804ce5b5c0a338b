-- The history keeps where the event of a step lies instead of what it says: words, seat and player are read from the event.
-- `kind` is the place of the kind among those that the service knows, from 0. Moves that were taken back are few, so they
-- have a table of their own, and nothing but the time is looked up in the other. Both are filled anew from the first event.
DROP TABLE kifu_read.history;

CREATE TABLE kifu_read.history (
    at        timestamptz NOT NULL,
    position  bigint      NOT NULL,
    n         integer     NOT NULL,
    partition smallint    NOT NULL,
    kind      smallint    NOT NULL,
    game_id   uuid        NOT NULL
);

CREATE INDEX history_newest ON kifu_read.history (at);

CREATE TABLE kifu_read.history_undone (
    game_id uuid    NOT NULL,
    n       integer NOT NULL,
    PRIMARY KEY (game_id, n)
);

TRUNCATE kifu_read.history_game;
DELETE FROM kifu.tracking WHERE projection = 'history';
DELETE FROM kifu_read.stopped WHERE projection = 'history';

-- No query looks for a digest, and the chain of a game says more about it than that no other event of the partition has it.
DROP INDEX kifu.event_digest;
