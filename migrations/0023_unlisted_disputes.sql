-- Disputes of unlisted games too, so that the arbiter finds them; whoever else reads leaves them out. The model is read anew
-- from the first event, since a ruling on a dispute without a row would stop it.
ALTER TABLE kifu_read.dispute ADD COLUMN unlisted boolean NOT NULL DEFAULT false;
TRUNCATE kifu_read.dispute, kifu_read.dispute_game;
DELETE FROM kifu.tracking WHERE projection = 'disputes';
DELETE FROM kifu_read.stopped WHERE projection = 'disputes';
