CREATE TABLE kifu_read.history_game (
    game_id  uuid    PRIMARY KEY,
    ruleset  text    NOT NULL,
    players  text[]  NOT NULL,
    teaching boolean NOT NULL,
    unlisted boolean NOT NULL
);

CREATE TABLE kifu_read.history (
    game_id    uuid        NOT NULL,
    n          integer     NOT NULL,
    ruleset    text        NOT NULL,
    kind       text        NOT NULL,
    seat       integer,
    player     text,
    words      text        NOT NULL,
    at         timestamptz NOT NULL,
    taken_back boolean     NOT NULL,
    PRIMARY KEY (game_id, n)
);

CREATE INDEX history_newest ON kifu_read.history (at DESC, game_id DESC, n DESC);
