-- The sides of a game that are no seats: they have names and scores, but no players.
ALTER TABLE kifu_read.score_game ADD COLUMN sides text[] NOT NULL DEFAULT '{}';
ALTER TABLE kifu_read.history_game ADD COLUMN sides text[] NOT NULL DEFAULT '{}';
ALTER TABLE kifu_read.standing_game ADD COLUMN sides text[] NOT NULL DEFAULT '{}';
ALTER TABLE kifu_read.player_seats ADD COLUMN sides text[] NOT NULL DEFAULT '{}';
