-- The disputes of listed games, and how they were ruled.
CREATE TABLE kifu_read.dispute_game (
    game_id  uuid    PRIMARY KEY,
    ruleset  text    NOT NULL,
    players  text[]  NOT NULL,
    sides    text[]  NOT NULL DEFAULT '{}',
    teaching boolean NOT NULL,
    unlisted boolean NOT NULL,
    branch   boolean NOT NULL DEFAULT false
);

CREATE TABLE kifu_read.dispute (
    game_id       uuid        NOT NULL,
    number        integer     NOT NULL,
    ruleset       text        NOT NULL,
    step          integer     NOT NULL,
    seat          integer     NOT NULL,
    player        text        NOT NULL,
    clause        text,                  -- the one that the claim names
    claim         text        NOT NULL,
    status        text        NOT NULL,  -- open, ruled or withdrawn
    raised_at     timestamptz NOT NULL,
    closed_at     timestamptz,
    ruling        text,                  -- uphold, annul, correct or note
    ruling_clause text,
    words         text,
    PRIMARY KEY (game_id, number)
);

CREATE INDEX dispute_newest ON kifu_read.dispute (raised_at DESC, game_id DESC, number DESC);
CREATE INDEX dispute_by_status ON kifu_read.dispute (status, raised_at DESC, game_id DESC, number DESC);
CREATE INDEX dispute_by_clause ON kifu_read.dispute (ruleset, coalesce(clause, ruling_clause));
