-- Works with code that knows 0049.
-- Ratings of players by ruleset and number of seats, folded over the games that count in the order in which they ended.
CREATE TABLE kifu_read.rating_seats (
    game_id  uuid    PRIMARY KEY,
    ruleset  text    NOT NULL,
    players  text[]  NOT NULL,
    sides    text[]  NOT NULL DEFAULT '{}',
    teaching boolean NOT NULL,
    unlisted boolean NOT NULL,
    branch   boolean NOT NULL DEFAULT false,
    imported boolean NOT NULL DEFAULT false,
    vouched  boolean NOT NULL DEFAULT false
);

-- What is folded: `players` by seat, and the rank of each.
CREATE TABLE kifu_read.rated_game (
    ruleset  text        NOT NULL,
    seats    integer     NOT NULL,
    ended_at timestamptz NOT NULL,
    game_id  uuid        NOT NULL,
    players  text[]      NOT NULL,
    ranks    integer[]   NOT NULL,
    PRIMARY KEY (ruleset, seats, ended_at, game_id)
);

-- The rating of a player after each game; `games` counts them, this one included. Its values change if an earlier game is
-- read later, as after an import, so the fill factor leaves room to write them off the index.
CREATE TABLE kifu_read.rating_change (
    player   text             NOT NULL,
    ruleset  text             NOT NULL,
    seats    integer          NOT NULL,
    ended_at timestamptz      NOT NULL,
    game_id  uuid             NOT NULL,
    rank     integer          NOT NULL,
    games    integer          NOT NULL,
    mu       double precision NOT NULL,
    sigma    double precision NOT NULL,
    PRIMARY KEY (player, ruleset, seats, ended_at, game_id)
) WITH (fillfactor = 80);

CREATE TABLE kifu_read.rating (
    ruleset    text             NOT NULL,
    seats      integer          NOT NULL,
    player     text             NOT NULL,
    games      integer          NOT NULL,
    mu         double precision NOT NULL,
    sigma      double precision NOT NULL,
    changed_at timestamptz      NOT NULL,
    ordinal    double precision GENERATED ALWAYS AS (mu - 3 * sigma) STORED,
    PRIMARY KEY (ruleset, seats, player)
) WITH (fillfactor = 80);

CREATE INDEX rating_order ON kifu_read.rating (ruleset, seats, (-ordinal), player);
CREATE INDEX rating_player ON kifu_read.rating (player, ruleset, seats);
