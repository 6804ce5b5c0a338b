CREATE TABLE kifu.player (
    name          text        PRIMARY KEY,
    token_digest  bytea       NOT NULL UNIQUE,
    registered_at timestamptz NOT NULL DEFAULT now()
);
