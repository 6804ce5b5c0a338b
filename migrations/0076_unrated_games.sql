-- Works with code that knows 0059.
-- A game may be opened to count for nothing. What follows games remembers it, and the list of games shows it.
ALTER TABLE kifu_read.game ADD COLUMN rated boolean NOT NULL DEFAULT true;
ALTER TABLE kifu_read.dispute_game ADD COLUMN rated boolean NOT NULL DEFAULT true;
ALTER TABLE kifu_read.history_game ADD COLUMN rated boolean NOT NULL DEFAULT true;
ALTER TABLE kifu_read.player_seats ADD COLUMN rated boolean NOT NULL DEFAULT true;
ALTER TABLE kifu_read.rating_seats ADD COLUMN rated boolean NOT NULL DEFAULT true;
ALTER TABLE kifu_read.score_game ADD COLUMN rated boolean NOT NULL DEFAULT true;
ALTER TABLE kifu_read.standing_game ADD COLUMN rated boolean NOT NULL DEFAULT true;
