-- Works with code that knows 0049.
-- Standings of each month, of each year and of all time, by ruleset and number of seats: `seats` 0 is any number, and `period` is
-- 2026-05, 2026 or empty. Sums of games that count, added to when a game ends.
CREATE TABLE kifu_read.period_standing (
    ruleset     text             NOT NULL,
    seats       integer          NOT NULL,
    period      text             NOT NULL,
    player      text             NOT NULL,
    games       integer          NOT NULL,
    wins        integer          NOT NULL,
    shared_wins integer          NOT NULL,
    points      bigint           NOT NULL,
    best        integer          NOT NULL,
    mean_points double precision GENERATED ALWAYS AS (points::double precision / games) STORED,
    PRIMARY KEY (ruleset, seats, period, player)
) WITH (fillfactor = 80);

CREATE INDEX period_standing_order ON kifu_read.period_standing
    (ruleset, seats, period, (-wins), (-shared_wins), (-mean_points), player);

-- Kept with the ratings, which are made of the same games, so both are read from the first event.
TRUNCATE kifu_read.rating_seats, kifu_read.rated_game, kifu_read.rating_change, kifu_read.rating;
DELETE FROM kifu.tracking WHERE projection = 'ratings';
DELETE FROM kifu_read.stopped WHERE projection = 'ratings';

-- The last games of a player in one ruleset.
CREATE INDEX score_player_by_ruleset ON kifu_read.score_player (player, ruleset, ended_at DESC, game_id DESC);
