-- Works with code that knows 0059.
-- Seals of what the service wrote about accounts: revocations of tokens, marks of guests and bots, keys of players and their
-- revocations, links. A row of these counts only if its seal is here: HMAC-SHA256 over what it says, under the key of tokens,
-- which is not in the database. A seal that belongs to no row does nothing.
CREATE TABLE kifu.account_seal (
    seal bytea PRIMARY KEY CHECK (octet_length(seal) = 32)
);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON kifu.account_seal
    FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();

-- A false row must not keep a true one away.
DROP INDEX kifu.account_event_revoked;
CREATE INDEX account_event_revoked ON kifu.account_event (token) WHERE kind = 'token-revoked';
ALTER TABLE kifu.revoked_player_key DROP CONSTRAINT revoked_player_key_pkey, ADD PRIMARY KEY (public, until);
ALTER TABLE kifu.game_link DROP CONSTRAINT game_link_pkey, ADD PRIMARY KEY (game_id, number, digest);
