-- The public keys with which players sign what they do. A key belongs to one player for ever: nothing here is changed, and a
-- key that was revoked stays where it was, since what it signed before still counts.
CREATE TABLE kifu.player_key (
    public bytea       PRIMARY KEY CHECK (octet_length(public) = 32),
    player text        NOT NULL REFERENCES kifu.player (name),
    since  timestamptz NOT NULL,
    proof  bytea       NOT NULL CHECK (octet_length(proof) = 64),
    number bigint      GENERATED ALWAYS AS IDENTITY
);
CREATE INDEX player_key_player ON kifu.player_key (player, number);

CREATE TABLE kifu.revoked_player_key (
    public bytea       PRIMARY KEY REFERENCES kifu.player_key (public),
    until  timestamptz NOT NULL
);
