-- A player has several tokens, of which each can be revoked, and recovery codes for the day on which all of them are lost.

CREATE TABLE kifu.token (
    id      uuid        PRIMARY KEY DEFAULT gen_random_uuid(),
    player  text        NOT NULL REFERENCES kifu.player,
    digest  bytea       NOT NULL UNIQUE,
    label   text        NOT NULL,
    made_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX token_by_player ON kifu.token (player);

INSERT INTO kifu.token (player, digest, label, made_at)
SELECT name, token_digest, 'first token', registered_at FROM kifu.player;
ALTER TABLE kifu.player DROP COLUMN token_digest;

-- When a token was last used, to the hour. No record, only a hint for its owner: so it is one row a token that is updated.
CREATE TABLE kifu.token_use (
    token   uuid        PRIMARY KEY REFERENCES kifu.token,
    used_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- What happened to the tokens and codes of a player. A token is revoked, and a code is used, by the event that says so.
CREATE TABLE kifu.account_event (
    n      bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    player text        NOT NULL REFERENCES kifu.player,
    time   timestamptz NOT NULL DEFAULT clock_timestamp(),
    kind   text        NOT NULL
           CHECK (kind IN ('token-made', 'token-revoked', 'codes-made', 'code-used', 'code-refused')),
    by     text        NOT NULL CHECK (by IN ('registration', 'player', 'recovery', 'operator')),
    token  uuid        REFERENCES kifu.token,
    code   bytea
);
CREATE INDEX account_event_by_player ON kifu.account_event (player, n);
CREATE UNIQUE INDEX account_event_revoked ON kifu.account_event (token) WHERE kind = 'token-revoked';
CREATE UNIQUE INDEX account_event_used ON kifu.account_event (code) WHERE kind = 'code-used';

-- Digests of codes. Only those of the latest event 'codes-made' of a player are valid.
CREATE TABLE kifu.recovery_code (
    digest bytea  PRIMARY KEY,
    player text   NOT NULL REFERENCES kifu.player,
    made   bigint NOT NULL REFERENCES kifu.account_event
);
CREATE INDEX recovery_code_by_event ON kifu.recovery_code (made);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON kifu.token
    FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON kifu.account_event
    FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON kifu.recovery_code
    FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();

-- All that the service may change.
GRANT UPDATE ON kifu.token_use TO kifu_service;
