-- Results of imported games are marked, and count for players only if the operator vouches for the keys of their receipts.

-- Whether each event of the file had a genuine receipt, by our keys or by those that the operator named; NULL: nobody asked.
-- It is not signed, since verification finds it anew from the receipts.
ALTER TABLE kifu.imported ADD COLUMN vouched boolean;

ALTER TABLE kifu_read.score_game
    ADD COLUMN imported boolean NOT NULL DEFAULT false, ADD COLUMN vouched boolean NOT NULL DEFAULT false;
ALTER TABLE kifu_read.history_game
    ADD COLUMN imported boolean NOT NULL DEFAULT false, ADD COLUMN vouched boolean NOT NULL DEFAULT false;
ALTER TABLE kifu_read.standing_game
    ADD COLUMN imported boolean NOT NULL DEFAULT false, ADD COLUMN vouched boolean NOT NULL DEFAULT false;
ALTER TABLE kifu_read.player_seats
    ADD COLUMN imported boolean NOT NULL DEFAULT false, ADD COLUMN vouched boolean NOT NULL DEFAULT false;
ALTER TABLE kifu_read.dispute_game
    ADD COLUMN imported boolean NOT NULL DEFAULT false, ADD COLUMN vouched boolean NOT NULL DEFAULT false;
ALTER TABLE kifu_read.game ADD COLUMN imported boolean NOT NULL DEFAULT false;
ALTER TABLE kifu_read.score ADD COLUMN imported boolean NOT NULL DEFAULT false;
ALTER TABLE kifu_read.player_game ADD COLUMN imported boolean NOT NULL DEFAULT false;

-- Where games were imported before, every model is read anew from the first event, which fills these columns.
DO $again$
BEGIN
    IF EXISTS (SELECT FROM kifu.imported) THEN
        TRUNCATE kifu_read.game, kifu_read.history_game, kifu_read.history, kifu_read.score_game, kifu_read.score,
            kifu_read.score_player, kifu_read.standing_game, kifu_read.standing, kifu_read.player_seats,
            kifu_read.player_game, kifu_read.player_record, kifu_read.dispute_game, kifu_read.dispute;
        DELETE FROM kifu.tracking;
        DELETE FROM kifu_read.stopped;
    END IF;
END
$again$;
