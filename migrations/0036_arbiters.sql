-- Who rules on disputes, who looked into a running game, and why a result does not count.

-- Players are appointed as arbiters and dismissed by the operator. Each is a row, and the last one of a player counts.
CREATE TABLE kifu.arbiter_note (
    number     bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    player     text        NOT NULL REFERENCES kifu.player (name),
    appointed  boolean     NOT NULL,   -- false: the appointment ends
    at         timestamptz NOT NULL,
    request_id text        NOT NULL
);

CREATE INDEX arbiter_note_by_player ON kifu.arbiter_note (player, number DESC);

-- Each look of an arbiter or of the operator at what a running game hides from them, written before they are shown it.
CREATE TABLE kifu.look (
    number     bigint      GENERATED ALWAYS AS IDENTITY,
    partition  smallint    NOT NULL,
    game_id    uuid        NOT NULL,
    at         timestamptz NOT NULL,
    player     text,                   -- NULL: the operator
    eyes       text        NOT NULL,   -- as the query parameter `as`
    call       text        NOT NULL,
    step       integer,                -- the last one of the game then; NULL: its record could not be read
    request_id text        NOT NULL,
    PRIMARY KEY (partition, game_id, number)
);

ALTER TABLE kifu_read.dispute ADD COLUMN arbiter text;
ALTER TABLE kifu_read.score ADD COLUMN uncounted text;
ALTER TABLE kifu_read.player_game ADD COLUMN uncounted text;

-- What has ended before is counted anew: these read models are read again from the first event.
TRUNCATE kifu_read.score_game, kifu_read.score, kifu_read.score_player, kifu_read.standing_game, kifu_read.standing,
    kifu_read.player_seats, kifu_read.player_game, kifu_read.player_record;
DELETE FROM kifu.tracking WHERE projection IN ('scores', 'leaderboard', 'players');
DELETE FROM kifu_read.stopped WHERE projection IN ('scores', 'leaderboard', 'players');
DELETE FROM kifu_read.faulty WHERE projection IN ('scores', 'leaderboard', 'players');

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON kifu.arbiter_note
    FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON kifu.look
    FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();
