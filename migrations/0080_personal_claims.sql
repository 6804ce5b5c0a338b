-- Claims of disputes and the words of rulings stand in events as seals too, and so does the salt of a signature over a claim. Code
-- that does not know this cannot read them. Their `version` is the number of the step.
ALTER TABLE kifu.personal_value
    DROP CONSTRAINT personal_value_kind_check,
    ADD CONSTRAINT personal_value_kind_check CHECK (kind IN ('message', 'claim', 'salt', 'ruling'));

-- In the list of disputes a sealed text is empty, and these are the digits of its seal.
ALTER TABLE kifu_read.dispute
    ADD COLUMN claim_seal text,
    ADD COLUMN words_seal text;

ALTER TABLE kifu.account_event
    DROP CONSTRAINT account_event_kind_check,
    ADD CONSTRAINT account_event_kind_check CHECK (kind IN (
        'token-made', 'token-revoked', 'codes-made', 'codes-revoked', 'code-used', 'code-refused',
        'message-erased', 'claim-erased', 'ruling-erased'));

-- As before, but the account log does not speak of salts, which nobody wrote.
CREATE OR REPLACE FUNCTION kifu.erase(of_seal bytea, eraser text, why text) RETURNS boolean
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
     WHERE p.name = gone.writer AND gone.kind <> 'salt'
       AND NOT EXISTS (SELECT FROM kifu.imported AS i WHERE i.game_id = gone.game_id);
    RETURN true;
END
$erase$;
