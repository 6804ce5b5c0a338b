-- Works with code that knows 0059.
-- What games players would play, with whom, and until when. These rows are no record: a seek that is matched or withdrawn says so
-- for some days and goes, and the game that it led to has the usual events. It goes with its player's account as well.
CREATE TABLE kifu.seek (
    id        uuid        PRIMARY KEY,
    player    text        NOT NULL REFERENCES kifu.player (name) ON DELETE CASCADE,
    wanted    jsonb       NOT NULL,  -- games, whether they are rated, and how near the others' ratings have to be
    opened_at timestamptz NOT NULL DEFAULT now(),
    until     timestamptz NOT NULL,
    ended_at  timestamptz,           -- when it was matched or withdrawn
    game      uuid                   -- the game, if it was matched
);

CREATE INDEX seek_open ON kifu.seek (opened_at, id) WHERE ended_at IS NULL;
CREATE INDEX seek_of_player ON kifu.seek (player, opened_at);
CREATE INDEX seek_old ON kifu.seek (until);

-- A seek ends once, and is removed some days later.
GRANT UPDATE (ended_at, game), DELETE ON kifu.seek TO kifu_service;
