-- What witnesses signed of the log of heads: that its root of this size continues what they saw before. Rows are only ever
-- inserted. `witness` is the key as C2SP writes it, `signature` the time, 8 bytes, and the signature, 64. Anybody in the role
-- of the service can add a false one, which readers find by the key: so there may be several of one witness and size.
CREATE TABLE kifu.cosignature (
    size      bigint NOT NULL CHECK (size > 0),
    witness   text   NOT NULL,
    signature bytea  NOT NULL CHECK (octet_length(signature) = 72),
    PRIMARY KEY (witness, size, signature)
);
