CREATE TABLE kifu.refused_move (
    partition smallint    NOT NULL,
    game_id   uuid        NOT NULL,
    number    bigint      GENERATED ALWAYS AS IDENTITY,
    seat      smallint    NOT NULL,
    player    text,
    move      bytea       NOT NULL,  -- as it was sent: what a client sends need not be text
    clause    text,
    why       text        NOT NULL,
    at        timestamptz NOT NULL,
    PRIMARY KEY (partition, game_id, number)
);
