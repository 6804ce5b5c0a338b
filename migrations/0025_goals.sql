-- Games that are won or lost together: their goals, and how many of them a player has played and won. There were none
-- before, so the defaults are what a rebuild gives for the older rows.
ALTER TABLE kifu_read.score ADD COLUMN goals jsonb NOT NULL DEFAULT '[]';  -- [{clause, what, target, reached}]
ALTER TABLE kifu_read.player_record
    ADD COLUMN together     integer NOT NULL DEFAULT 0,  -- games won or lost together that ended and count
    ADD COLUMN won_together integer NOT NULL DEFAULT 0;
