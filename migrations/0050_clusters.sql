-- Works with code that knows 0042.
-- Does for one partition what kifu.prune_idempotency does for all, where they are spread over several databases: there
-- each row has a partition. A row that somebody holds at the moment is passed over.
CREATE FUNCTION kifu.prune_partition(of_partition smallint, most integer, OUT answers bigint, OUT keys bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $prune$
BEGIN
    WITH due AS (
        SELECT i.owner, i.key FROM kifu.idempotency AS i
         WHERE i.partition = of_partition AND i.body IS NOT NULL AND i.answered_at < now() - interval '7 days'
         ORDER BY i.answered_at LIMIT least(most, 10000) FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE kifu.idempotency AS i SET digest = NULL, body = NULL
      FROM due WHERE i.partition = of_partition AND i.owner = due.owner AND i.key = due.key;
    GET DIAGNOSTICS answers = ROW_COUNT;

    WITH due AS (
        SELECT i.owner, i.key FROM kifu.idempotency AS i
         WHERE i.partition = of_partition AND i.body IS NULL AND i.answered_at < now() - interval '90 days'
         ORDER BY i.answered_at LIMIT least(most, 10000) FOR UPDATE SKIP LOCKED
    )
    DELETE FROM kifu.idempotency AS i USING due
     WHERE i.partition = of_partition AND i.owner = due.owner AND i.key = due.key;
    GET DIAGNOSTICS keys = ROW_COUNT;
END
$prune$;

REVOKE EXECUTE ON FUNCTION kifu.prune_partition(smallint, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION kifu.prune_partition(smallint, integer) TO kifu_service;

-- Keeps an answer apart from its events, in the partition of its key, and returns false if the key is in use. In one
-- transaction a cluster wants all changes made by one role: kifu.append makes those of events as the owner.
CREATE FUNCTION kifu.keep_answer(
    of_partition smallint, of_owner text, of_key text, of_digest bytea, of_status smallint, of_body bytea
) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $keep$
BEGIN
    INSERT INTO kifu.idempotency (owner, key, digest, status, body, partition)
    VALUES (of_owner, of_key, of_digest, of_status, of_body, of_partition) ON CONFLICT DO NOTHING;
    RETURN FOUND;
END
$keep$;

REVOKE EXECUTE ON FUNCTION kifu.keep_answer(smallint, text, text, bytea, smallint, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION kifu.keep_answer(smallint, text, text, bytea, smallint, bytea) TO kifu_service;

-- For the same reason the seed of a game is compared with its opening as the owner.
ALTER FUNCTION kifu.check_opened_seed() SECURITY DEFINER;
