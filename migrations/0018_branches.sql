-- Branches: games that start as another one stood after a step. They are listed as such and count nowhere.
ALTER TABLE kifu_read.game ADD COLUMN branch jsonb;  -- {game, step}; null: no branch
ALTER TABLE kifu_read.score_game ADD COLUMN branch boolean NOT NULL DEFAULT false;
ALTER TABLE kifu_read.history_game ADD COLUMN branch boolean NOT NULL DEFAULT false;
ALTER TABLE kifu_read.standing_game ADD COLUMN branch boolean NOT NULL DEFAULT false;
ALTER TABLE kifu_read.player_seats ADD COLUMN branch boolean NOT NULL DEFAULT false;
ALTER TABLE kifu_read.player_game ADD COLUMN branch boolean NOT NULL DEFAULT false;
