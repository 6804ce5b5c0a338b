-- Whose move it is. `asked` are the seats that the rules ask; nobody is to move while the game waits for its players or
-- for the arbiter, or once it is over. The model is read anew from the first event, which fills these columns.
ALTER TABLE kifu_read.game
    ADD COLUMN asked         integer[] NOT NULL DEFAULT '{}',
    ADD COLUMN open_disputes integer   NOT NULL DEFAULT 0,
    ADD COLUMN to_move       integer[] GENERATED ALWAYS AS (
        CASE WHEN status = 'playing' AND NOT (open_disputes > 0 AND options @> '{"pause_on_dispute": true}')
             THEN asked ELSE '{}' END
    ) STORED;

-- The games that can wait for a player. Like `status`, it is not written when a move is played.
CREATE INDEX game_running_by_player ON kifu_read.game USING gin (players) WHERE status = 'playing';

TRUNCATE kifu_read.game;
DELETE FROM kifu.tracking WHERE projection = 'games';
DELETE FROM kifu_read.stopped WHERE projection = 'games';
