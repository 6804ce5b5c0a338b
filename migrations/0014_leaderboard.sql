CREATE TABLE kifu_read.standing_game (
    game_id  uuid    PRIMARY KEY,
    ruleset  text    NOT NULL,
    players  text[]  NOT NULL,
    teaching boolean NOT NULL,
    unlisted boolean NOT NULL
);

CREATE TABLE kifu_read.standing (
    ruleset     text             NOT NULL,
    player      text             NOT NULL,
    games       integer          NOT NULL,
    wins        integer          NOT NULL,
    shared_wins integer          NOT NULL,
    points      bigint           NOT NULL,
    mean_points double precision GENERATED ALWAYS AS (points::double precision / games) STORED,
    PRIMARY KEY (ruleset, player)
) WITH (fillfactor = 80);

CREATE INDEX standing_order ON kifu_read.standing
    (ruleset, (-wins), (-shared_wins), (-mean_points), player);
