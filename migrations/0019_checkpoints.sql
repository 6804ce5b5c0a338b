-- The transparency log: one Merkle tree a feed partition, whose leaf p - 1 is the event at position p. Rows are only ever
-- inserted. What the hashes are over is in docs/checkpoints.md.

-- A tile has up to 256 hashes of 32 bytes. A checkpoint adds a row with those that came since the last one, after which
-- the tile is `width` wide: the rows of a tile, by width and one after the other, are its hashes.
CREATE TABLE kifu.log_tile (
    partition smallint NOT NULL,
    level     smallint NOT NULL CHECK (level >= 0),
    index     bigint   NOT NULL CHECK (index >= 0),
    width     smallint NOT NULL CHECK (width BETWEEN 1 AND 256),
    hashes    bytea    NOT NULL CHECK (octet_length(hashes) BETWEEN 32 AND 32 * width AND octet_length(hashes) % 32 = 0),
    PRIMARY KEY (partition, level, index, width)
);

-- The signed heads. Time and key are text, since the signature is over this text.
CREATE TABLE kifu.tree_head (
    partition smallint NOT NULL,
    size      bigint   NOT NULL CHECK (size > 0),
    root      bytea    NOT NULL CHECK (octet_length(root) = 32),
    time      text     NOT NULL,
    key       text     NOT NULL,
    signature bytea    NOT NULL CHECK (octet_length(signature) = 64),
    PRIMARY KEY (partition, size)
);
