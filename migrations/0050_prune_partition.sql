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
