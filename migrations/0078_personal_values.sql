-- What people write stands in events as a seal: the SHA-256 of a random salt and the text. The texts and salts are here, so that
-- they can be erased while no event, digest or proof changes. Code that does not know this cannot read sealed messages.
CREATE TABLE kifu.personal_value (
    seal    bytea  PRIMARY KEY CHECK (octet_length(seal) = 32),
    game_id uuid   NOT NULL,
    kind    text   NOT NULL CHECK (kind = 'message'),
    version bigint NOT NULL,  -- of the event in its stream: the number of a message in its game
    writer  text   NOT NULL,
    salt    bytea  NOT NULL CHECK (octet_length(salt) = 32),
    value   text   NOT NULL
);

CREATE INDEX personal_value_writer ON kifu.personal_value (writer);
CREATE INDEX personal_value_event ON kifu.personal_value (game_id, kind, version);

-- What was erased, when, by whom and why: without a note, a missing value is a fault of the record.
CREATE TABLE kifu.erasure (
    number  bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    seal    bytea       NOT NULL UNIQUE CHECK (octet_length(seal) = 32),
    game_id uuid        NOT NULL,
    kind    text        NOT NULL,
    version bigint      NOT NULL,
    at      timestamptz NOT NULL DEFAULT now(),
    by      text        NOT NULL CHECK (by = 'operator'),
    reason  text        NOT NULL CHECK (length(reason) >= 1 AND length(reason) <= 500)
);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON kifu.erasure
    FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE ON kifu.personal_value
    FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();

-- Only the owner erases: the service can neither delete a value nor pretend that one was erased.
REVOKE INSERT ON kifu.erasure FROM kifu_service;

-- The account log of the writer says that a text was erased, and which.
ALTER TABLE kifu.account_event
    ADD COLUMN game_id uuid,
    ADD COLUMN version bigint,
    DROP CONSTRAINT account_event_kind_check,
    ADD CONSTRAINT account_event_kind_check CHECK (kind IN (
        'token-made', 'token-revoked', 'codes-made', 'codes-revoked', 'code-used', 'code-refused', 'message-erased'));

-- Erases one value: deletes it with its salt and notes that. Returns false, having done nothing, if it is not there. A writer in a
-- game from a file need not be the player of that name here, so the account log does not speak of those.
CREATE FUNCTION kifu.erase(of_seal bytea, eraser text, why text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $erase$
DECLARE
    gone kifu.personal_value;
BEGIN
    DELETE FROM kifu.personal_value AS v WHERE v.seal = of_seal RETURNING v.* INTO gone;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    INSERT INTO kifu.erasure (seal, game_id, kind, version, by, reason)
    VALUES (gone.seal, gone.game_id, gone.kind, gone.version, eraser, why);
    INSERT INTO kifu.account_event (player, kind, by, game_id, version)
    SELECT p.name, gone.kind || '-erased', eraser, gone.game_id, gone.version FROM kifu.player AS p
     WHERE p.name = gone.writer AND NOT EXISTS (SELECT FROM kifu.imported AS i WHERE i.game_id = gone.game_id);
    RETURN true;
END
$erase$;

REVOKE EXECUTE ON FUNCTION kifu.erase(bytea, text, text) FROM PUBLIC;
