-- The seed of a running game is encrypted in its opening, under a key that is not in the database. When the game ends, its seed
-- comes here in the clear: from then on the record can be verified without the key.
CREATE TABLE kifu.opened_seed (
    partition smallint NOT NULL,
    game_id   uuid     NOT NULL,
    seed      bytea    NOT NULL CHECK (octet_length(seed) = 32),
    PRIMARY KEY (partition, game_id)
);

-- Nothing but the seed that the opening committed to can come in, so nobody can take its place with another one.
CREATE FUNCTION kifu.check_opened_seed() RETURNS trigger LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp AS $check$
BEGIN
    IF NOT EXISTS (
        SELECT FROM kifu.event AS e
         WHERE e.partition = NEW.partition AND e.game_id = NEW.game_id AND e.version = 1
           AND e.payload::jsonb ->> 'commitment' = encode(sha256(NEW.seed), 'hex')
    ) THEN
        RAISE EXCEPTION 'game % has not committed to this seed', NEW.game_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'opened_seed_promised';
    END IF;
    RETURN NEW;
END
$check$;

CREATE TRIGGER opened_seed_promised BEFORE INSERT ON kifu.opened_seed
    FOR EACH ROW EXECUTE FUNCTION kifu.check_opened_seed();
