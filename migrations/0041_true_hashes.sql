-- The service adds no hash to the log that does not follow from what is stored: those of leaves from the events, those above
-- from the tile below. Otherwise one false row, which anybody with its rights could insert, would keep a partition from
-- being signed until the owner deleted it.
CREATE FUNCTION kifu.add_hashes(
    of_partition smallint,
    of_level     smallint,
    of_index     bigint,
    to_width     smallint,
    added        bytea
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $add$
DECLARE
    count CONSTANT integer := octet_length(added) / 32;
    kept  bytea;
    found bytea;
    below bytea;
    under bigint;
    known integer;
BEGIN
    IF octet_length(added) % 32 <> 0 OR count = 0 OR to_width NOT BETWEEN count AND 256 THEN
        RAISE EXCEPTION 'hashes do not fill a tile up to width %', to_width
            USING ERRCODE = 'check_violation', CONSTRAINT = 'log_tile_continues';
    END IF;
    SELECT coalesce(string_agg(hashes, '' ORDER BY width), '') INTO kept FROM kifu.log_tile AS t
     WHERE t.partition = of_partition AND t.level = of_level AND t.index = of_index;
    IF octet_length(kept) < 32 * (to_width - count) THEN
        RAISE EXCEPTION 'tile % of level % has % hashes', of_index, of_level, octet_length(kept) / 32
            USING ERRCODE = 'check_violation', CONSTRAINT = 'log_tile_continues';
    END IF;

    IF of_level = 0 THEN
        SELECT string_agg(sha256('\x00'::bytea || convert_to(
                   'kifu leaf 1' || chr(10) || 'game ' || e.game_id || chr(10) || 'version ' || e.version || chr(10)
                   || 'digest ' || CASE WHEN right(e.payload, 77) ~ '^,"digest":"[0-9a-f]{64}"[}]$'
                                        THEN left(right(e.payload, 66), 64)
                                        ELSE encode(sha256(convert_to(e.payload, 'UTF8')), 'hex') END || chr(10), 'UTF8')),
               '' ORDER BY e.position) INTO found FROM kifu.event AS e
         WHERE e.partition = of_partition AND e.position > 256 * of_index + to_width - count
           AND e.position <= 256 * of_index + to_width;
    ELSE
        found := '';
        FOR under IN 256 * of_index + to_width - count .. 256 * of_index + to_width - 1 LOOP
            SELECT string_agg(hashes, '' ORDER BY width) INTO below FROM kifu.log_tile AS t
             WHERE t.partition = of_partition AND t.level = of_level - 1 AND t.index = under;
            IF octet_length(below) IS DISTINCT FROM 256 * 32 THEN
                RAISE EXCEPTION 'tile % of level % is not full', under, of_level - 1
                    USING ERRCODE = 'check_violation', CONSTRAINT = 'log_tile_continues';
            END IF;
            FOR height IN 1 .. 8 LOOP
                SELECT string_agg(sha256('\x01'::bytea || substr(below, 64 * n + 1, 64)), '' ORDER BY n) INTO below
                  FROM generate_series(0, octet_length(below) / 64 - 1) AS n;
            END LOOP;
            found := found || below;
        END LOOP;
    END IF;

    -- Hashes that are there already were added before their checkpoint, and are left as they are.
    known := least(octet_length(kept), 32 * to_width) - 32 * (to_width - count);
    IF found IS DISTINCT FROM added OR substr(kept, 32 * (to_width - count) + 1, known) <> substr(added, 1, known) THEN
        RAISE EXCEPTION 'hashes of tile % of level % do not follow from the events', of_index, of_level
            USING ERRCODE = 'check_violation', CONSTRAINT = 'log_tile_follows';
    END IF;
    IF known < octet_length(added) THEN
        INSERT INTO kifu.log_tile (partition, level, index, width, hashes)
        VALUES (of_partition, of_level, of_index, to_width, substr(added, known + 1));
    END IF;
END
$add$;

REVOKE INSERT ON kifu.log_tile FROM kifu_service;
REVOKE EXECUTE ON FUNCTION kifu.add_hashes(smallint, smallint, bigint, smallint, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION kifu.add_hashes(smallint, smallint, bigint, smallint, bytea) TO kifu_service;
