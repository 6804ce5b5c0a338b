-- Works with code that knows 0049.
-- kifu.append_batch as it was, with fewer statements: each head is read with its lock and written once, not once for each
-- of its items, and no key is looked up in a batch without keys. Rights are kept.
CREATE OR REPLACE FUNCTION kifu.append_batch(
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
    lasts bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(partitions)]);
    heads bigint[];
    head  record;
    found record;
BEGIN
    -- From here on we see everything that earlier holders of these heads have stored, and nobody else adds to it.
    FOR head IN SELECT h.partition, h.position FROM kifu.feed_head AS h WHERE h.partition = ANY (partitions)
                 ORDER BY h.partition FOR UPDATE LOOP
        heads[head.partition] := head.position;
    END LOOP;

    FOR item IN 1 .. cardinality(partitions) LOOP
        -- Versions have no gaps, so the last one says whether the new ones follow and whether they are free.
        SELECT e.version, e.digest INTO found FROM kifu.event AS e
         WHERE e.partition = partitions[item] AND e.game_id = games[item] ORDER BY e.version DESC LIMIT 1;
        CONTINUE WHEN found.version IS DISTINCT FROM nullif(first_versions[item], lowest) - 1
                   OR found.digest IS DISTINCT FROM previous[item];
        IF keys IS NOT NULL THEN
            CONTINUE WHEN keys[item] IS NOT NULL AND EXISTS (
                SELECT FROM kifu.idempotency AS used WHERE used.owner = owners[item] AND used.key = keys[item]);
        END IF;
        heads[partitions[item]] := heads[partitions[item]] + counts[item];
        lasts[item] := heads[partitions[item]];
    END LOOP;

    UPDATE kifu.feed_head AS h SET position = heads[h.partition]
     WHERE h.partition = ANY (partitions) AND h.position <> heads[h.partition];

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
