-- A token counts only with a seal of this service, made with a key that is not in the database. So nobody who can only write to
-- the database, be it as its owner, can give themselves a token of a player. Of one token there may be several seals, since
-- anybody in the role of the service can add a false one.
CREATE TABLE kifu.token_seal (
    token uuid  NOT NULL REFERENCES kifu.token,
    seal  bytea NOT NULL CHECK (octet_length(seal) = 32),
    PRIMARY KEY (token, seal)
);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON kifu.token_seal
    FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();
