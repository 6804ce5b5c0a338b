-- The log of heads: a Merkle tree of its own, with one leaf a run of the checkpointer, whose leaf n - 1 is the row of size n.
-- Rows are only ever inserted. What the hashes are over is in docs/checkpoints.md.

-- The leaf holds the time, and size and root of each partition. The roots are those of kifu.tree_head at these sizes, so they
-- are not stored again: `leaf` is the hash of the whole leaf and shows whether they are still the same. `above` has the hashes
-- of the subtrees of 256, 65536, ... leaves that this leaf completes, so that a row holds all that its run adds to the tiles.
-- Of one size there may be several rows, as anybody in the role of the service can add a false one; readers take the one
-- whose root our key signed. Time, origin and key are text, since the signature is over texts.
CREATE TABLE kifu.logged_heads (
    size      bigint   NOT NULL CHECK (size > 0),
    time      text     NOT NULL,
    sizes     bigint[] NOT NULL,
    leaf      bytea    NOT NULL CHECK (octet_length(leaf) = 32),
    above     bytea    NOT NULL CHECK (octet_length(above) % 32 = 0),
    origin    text     NOT NULL,
    root      bytea    NOT NULL CHECK (octet_length(root) = 32),
    key       text     NOT NULL,
    signature bytea    NOT NULL CHECK (octet_length(signature) = 64),
    PRIMARY KEY (size, key, signature)
);
