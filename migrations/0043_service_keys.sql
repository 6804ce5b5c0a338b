-- Works with code that knows 0042.
-- The keys that instances of the service use: public keys that sign receipts and heads, and the names of the keys that the
-- seeds of new games are encrypted under. The last row of a key says whether it is in use. Anybody in the role of the service
-- can add a row, so one counts only with a seal under the key of tokens, which is not in the database.
CREATE TABLE kifu.service_key (
    kind   text        NOT NULL CHECK (kind IN ('signing', 'seeds')),
    key    text        NOT NULL CHECK (key ~ '^[0-9a-f]{16}$'),
    public bytea,
    time   timestamptz NOT NULL,
    used   boolean     NOT NULL,
    seal   bytea       NOT NULL CHECK (octet_length(seal) = 32),
    PRIMARY KEY (kind, key, time, used, seal),
    -- A signing key is called by its own bytes, so no row can give the name of one key to another.
    CHECK (CASE kind WHEN 'signing' THEN public IS NOT NULL AND octet_length(public) = 32
                AND key = encode(substr(sha256(public), 1, 8), 'hex') ELSE public IS NULL END)
);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON kifu.service_key
    FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();
