-- Of one size there may be several heads: anybody in the role of the service can add a false one, and it must not take the
-- place of ours. Those who read take the one that our key signed.
ALTER TABLE kifu.tree_head DROP CONSTRAINT tree_head_pkey, ADD PRIMARY KEY (partition, size, key, signature);

-- Since when a file of heads has been kept beside the database: where it is missing later, somebody took it away.
CREATE TABLE kifu.checkpoint_file (
    since timestamptz NOT NULL DEFAULT now()
);
