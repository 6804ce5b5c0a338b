CREATE TABLE kifu.snapshot (
    partition smallint NOT NULL,
    game_id   uuid     NOT NULL,
    version   bigint   NOT NULL,
    topic     text     NOT NULL,
    state     bytea    NOT NULL,
    PRIMARY KEY (partition, game_id, version)
);
