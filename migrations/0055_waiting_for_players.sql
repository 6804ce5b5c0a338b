-- Works with code that knows 0054.
-- When a bot last listened for its turns, and what it plays: who has listened lately can be asked to play. No record, only a hint
-- for those who look for an opponent, so it is one row a bot that is updated.
CREATE TABLE kifu.bot_presence (
    player   text        PRIMARY KEY REFERENCES kifu.player (name),
    seen_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    rulesets text[]      NOT NULL  -- empty: all
);
GRANT UPDATE ON kifu.bot_presence TO kifu_service;

-- The games in which a seat is reserved for somebody: asked each time when that player begins to listen.
CREATE INDEX game_by_reservation ON kifu_read.game USING gin (reserved_for) WHERE status = 'waiting';
