-- Works with code that knows 0042.
-- Appends events to several games in one transaction, as kifu.append does for one: what several requests of a worker
-- have to append at the same moment. An item is the events of one game; no two items have the same game or key. The
-- arrays from `partitions` to `previous`, `seeds` and those of answers have a place for each item, `seeds` and `keys` are
-- NULL where no item has one; the others have a place for each event, with the number of its item and its version.
--
-- Returns the position of the last event of each item, or NULL for an item of which nothing was stored, because it has
-- to be refused or can only be judged by itself: kifu.append then says why. The others are stored all the same.
--
-- Heads are locked in the order of the partitions, keys after them in theirs, so that batches cannot wait for each
-- other in a circle. Nobody who holds a head is waited for longer than the timeout: one held partition must not stop
-- the other items, which are then appended one by one.
CREATE FUNCTION kifu.append_batch(
    partitions     smallint[],
    games          uuid[],
    first_versions bigint[],
    counts         bigint[],
    lowest         bigint,
    previous       bytea[],
    items          integer[],
    versions       bigint[],
    topics         text[],
    payloads       text[],
    receipts       bytea[],
    owners         text[],
    keys           text[],
    digests        bytea[],
    statuses       smallint[],
    bodies         bytea[],
    seeds          bytea[]
) RETURNS bigint[] LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp SET lock_timeout = '100ms' SET plan_cache_mode = force_generic_plan AS $append$
DECLARE
    lasts  bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(partitions)]);
    before record;
    last   bigint;
BEGIN
    -- From here on we see everything that earlier holders of these heads have stored, and nobody else adds to it.
    PERFORM FROM kifu.feed_head AS head WHERE head.partition = ANY (partitions) ORDER BY head.partition FOR UPDATE;

    FOR item IN 1 .. cardinality(partitions) LOOP
        -- Versions have no gaps, so the last one says whether the new ones follow and whether they are free.
        SELECT e.version, e.digest INTO before FROM kifu.event AS e
         WHERE e.partition = partitions[item] AND e.game_id = games[item] ORDER BY e.version DESC LIMIT 1;
        CONTINUE WHEN before.version IS DISTINCT FROM nullif(first_versions[item], lowest) - 1
                   OR before.digest IS DISTINCT FROM previous[item];
        CONTINUE WHEN keys[item] IS NOT NULL AND EXISTS (
            SELECT FROM kifu.idempotency AS used WHERE used.owner = owners[item] AND used.key = keys[item]);
        UPDATE kifu.feed_head AS head SET position = head.position + counts[item]
         WHERE head.partition = partitions[item] RETURNING head.position INTO last;
        lasts[item] := last;
    END LOOP;

    IF keys IS NOT NULL THEN
        INSERT INTO kifu.idempotency (owner, key, digest, status, body, partition, position)
        SELECT new.owner, new.key, new.digest, new.status, new.body, new.partition, new.last
          FROM unnest(owners, keys, digests, statuses, bodies, partitions, lasts)
               AS new (owner, key, digest, status, body, partition, last)
         WHERE new.key IS NOT NULL AND new.last IS NOT NULL
         ORDER BY new.owner, new.key;
    END IF;

    INSERT INTO kifu.event (partition, position, game_id, version, topic, payload, receipt)
    SELECT partitions[new.item], lasts[new.item] - counts[new.item] + 1 + new.version - first_versions[new.item],
           games[new.item], new.version, new.topic, new.payload, new.receipt
      FROM unnest(items, versions, topics, payloads, receipts) AS new (item, version, topic, payload, receipt)
     WHERE lasts[new.item] IS NOT NULL;

    IF seeds IS NOT NULL THEN
        INSERT INTO kifu.opened_seed (partition, game_id, seed)
        SELECT new.partition, new.game_id, new.seed
          FROM unnest(partitions, games, seeds, lasts) AS new (partition, game_id, seed, last)
         WHERE new.seed IS NOT NULL AND new.last IS NOT NULL
            ON CONFLICT DO NOTHING;
    END IF;
    RETURN lasts;
END
$append$;

REVOKE EXECUTE ON FUNCTION kifu.append_batch(
    smallint[], uuid[], bigint[], bigint[], bigint, bytea[], integer[], bigint[], text[], text[], bytea[],
    text[], text[], bytea[], smallint[], bytea[], bytea[]
) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION kifu.append_batch(
    smallint[], uuid[], bigint[], bigint[], bigint, bytea[], integer[], bigint[], text[], text[], bytea[],
    text[], text[], bytea[], smallint[], bytea[], bytea[]
) TO kifu_service;
