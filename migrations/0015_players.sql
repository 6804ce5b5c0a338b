CREATE TABLE kifu_read.player_seats (
    game_id  uuid    PRIMARY KEY,
    ruleset  text    NOT NULL,
    players  text[]  NOT NULL,
    teaching boolean NOT NULL,
    unlisted boolean NOT NULL
);

CREATE TABLE kifu_read.player_game (
    game_id   uuid        NOT NULL,
    player    text        NOT NULL,
    ruleset   text        NOT NULL,
    seats     integer[]   NOT NULL,
    status    text        NOT NULL,
    teaching  boolean     NOT NULL,
    joined_at timestamptz NOT NULL,
    ended_at  timestamptz,
    rank      integer,
    points    integer,
    PRIMARY KEY (game_id, player)
) WITH (fillfactor = 80);

CREATE INDEX player_game_newest ON kifu_read.player_game (player, joined_at DESC, game_id DESC);

CREATE TABLE kifu_read.player_record (
    player      text    NOT NULL,
    ruleset     text    NOT NULL,
    joined      integer NOT NULL,  -- listed games of any kind in which the player sat down
    games       integer NOT NULL,  -- those that ended and count
    wins        integer NOT NULL,
    shared_wins integer NOT NULL,
    points      bigint  NOT NULL,
    best        integer,
    PRIMARY KEY (player, ruleset)
) WITH (fillfactor = 80);
