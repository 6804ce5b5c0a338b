-- The seats that were resigned, in order. Until now a resignation ended its game, so that rows of games that still run are
-- right; the model is read anew from the first event if any game ended so, which fills the column.
ALTER TABLE kifu_read.game ADD COLUMN resigned integer[] NOT NULL DEFAULT '{}';

DO $again$
BEGIN
    IF EXISTS (SELECT FROM kifu_read.game WHERE status = 'resigned') THEN
        TRUNCATE kifu_read.game;
        DELETE FROM kifu.tracking WHERE projection = 'games';
        DELETE FROM kifu_read.stopped WHERE projection = 'games';
    END IF;
END
$again$;
