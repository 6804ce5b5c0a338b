-- Works with code that knows 0042.
-- Games that are over can be moved to .kifu files. A row of an event that was moved has a stub as its payload: where in the
-- file of the game its bytes are, their hash, and the digest, which ends it as it ended the payload. So no row is deleted, and the
-- column `digest`, the leaves of the log and what is appended later stay as they were.
CREATE TABLE kifu.moved_game (
    number   bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game_id  uuid        NOT NULL,
    at       timestamptz NOT NULL DEFAULT now(),
    back     boolean     NOT NULL,  -- the game was moved back into the database
    events   bigint      NOT NULL,  -- how many rows were changed, those of messages included
    bytes    bigint,                -- the size and the SHA-256 of the file
    sha256   bytea       CHECK (octet_length(sha256) = 32),
    CHECK (back = (sha256 IS NULL) AND back = (bytes IS NULL))
);

CREATE INDEX moved_game_last ON kifu.moved_game (game_id, number);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON kifu.moved_game
    FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();

-- Only the owner moves games: the service could otherwise put a stub in the place of any event.
REVOKE INSERT ON kifu.moved_game FROM kifu_service;

-- Puts stubs in the place of payloads, all or none, with a note. The file must be on its disk before. The first event of a stream
-- stays: it says what the stream is, and the seed of a game is looked up by it. The arrays have a place for each event.
CREATE FUNCTION kifu.move_out(
    of_game    uuid,
    file_bytes bigint,
    file_hash  bytea,
    partitions smallint[],
    streams    uuid[],
    versions   bigint[],
    stubs      text[]
) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $move$
BEGIN
    FOR place IN 1 .. cardinality(versions) LOOP
        UPDATE kifu.event AS e SET payload = stubs[place]
         WHERE e.partition = partitions[place] AND e.game_id = streams[place] AND e.version = versions[place]
           AND e.version > 1 AND left(e.payload, 3) <> 'a1:'
           AND left(stubs[place], 40) = 'a1:' || of_game || ':'
           AND right(e.payload, 77) ~ '^,"digest":"[0-9a-f]{64}"[}]$' AND right(stubs[place], 77) = right(e.payload, 77);
        IF NOT FOUND THEN
            RAISE EXCEPTION 'version % of % cannot be moved', versions[place], streams[place]
                USING ERRCODE = 'check_violation', CONSTRAINT = 'moved_event_follows';
        END IF;
    END LOOP;
    INSERT INTO kifu.moved_game (game_id, back, events, bytes, sha256)
    VALUES (of_game, false, cardinality(versions), file_bytes, file_hash);
END
$move$;

-- Puts payloads back in the place of their stubs, all or none, with a note. Each must have the hash that its stub names.
CREATE FUNCTION kifu.move_back(
    of_game    uuid,
    partitions smallint[],
    streams    uuid[],
    versions   bigint[],
    payloads   text[]
) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $move$
BEGIN
    FOR place IN 1 .. cardinality(versions) LOOP
        UPDATE kifu.event AS e SET payload = payloads[place]
         WHERE e.partition = partitions[place] AND e.game_id = streams[place] AND e.version = versions[place]
           AND left(e.payload, 40) = 'a1:' || of_game || ':' AND right(payloads[place], 77) = right(e.payload, 77)
           AND left(encode(sha256(convert_to(payloads[place], 'UTF8')), 'hex'), 32)
               = split_part(left(e.payload, -77), ':', 5);
        IF NOT FOUND THEN
            RAISE EXCEPTION 'version % of % cannot be moved back', versions[place], streams[place]
                USING ERRCODE = 'check_violation', CONSTRAINT = 'moved_event_follows';
        END IF;
    END LOOP;
    INSERT INTO kifu.moved_game (game_id, back, events) VALUES (of_game, true, cardinality(versions));
END
$move$;

REVOKE EXECUTE ON FUNCTION kifu.move_out(uuid, bigint, bytea, smallint[], uuid[], bigint[], text[]) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION kifu.move_back(uuid, smallint[], uuid[], bigint[], text[]) FROM PUBLIC;
