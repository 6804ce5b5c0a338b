-- The fill factor leaves room for the row of a game that is updated at every move, off the indexes.
CREATE TABLE kifu_read.game (
    game_id       uuid        PRIMARY KEY,
    ruleset       text        NOT NULL,
    rules_version text        NOT NULL,
    options       jsonb       NOT NULL,
    players       text[]      NOT NULL,  -- by seat; null: free
    status        text        NOT NULL,
    version       integer     NOT NULL,
    step          integer     NOT NULL,
    teaching      boolean     NOT NULL,
    unlisted      boolean     NOT NULL,
    opened_by     text,
    opened_at     timestamptz NOT NULL,
    updated_at    timestamptz NOT NULL,
    winners       integer[]
) WITH (fillfactor = 60);

CREATE INDEX game_newest ON kifu_read.game (opened_at DESC, game_id DESC) WHERE NOT unlisted;
CREATE INDEX game_by_ruleset ON kifu_read.game (ruleset, opened_at DESC, game_id DESC) WHERE NOT unlisted;
CREATE INDEX game_by_status ON kifu_read.game (status, opened_at DESC, game_id DESC) WHERE NOT unlisted;
CREATE INDEX game_by_player ON kifu_read.game USING gin (players);
