CREATE TABLE kifu_read.score_game (
    game_id  uuid    PRIMARY KEY,
    ruleset  text    NOT NULL,
    players  text[]  NOT NULL,
    teaching boolean NOT NULL,
    unlisted boolean NOT NULL
);

CREATE TABLE kifu_read.score (
    game_id    uuid        PRIMARY KEY,
    ruleset    text        NOT NULL,
    status     text        NOT NULL,
    ended_at   timestamptz NOT NULL,
    ended_by   text        NOT NULL,
    decided_by text        NOT NULL,
    seats      jsonb       NOT NULL   -- [{seat, player, points, rank, lines: [{clause, what, points}]}]
);

CREATE INDEX score_newest ON kifu_read.score (ended_at DESC, game_id DESC);
CREATE INDEX score_by_ruleset ON kifu_read.score (ruleset, ended_at DESC, game_id DESC);

CREATE TABLE kifu_read.score_player (
    player   text        NOT NULL,
    game_id  uuid        NOT NULL,
    ruleset  text        NOT NULL,
    ended_at timestamptz NOT NULL,
    PRIMARY KEY (player, game_id)
);

CREATE INDEX score_player_newest ON kifu_read.score_player (player, ended_at DESC, game_id DESC);
