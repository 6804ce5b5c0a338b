-- Works with code that knows 0042.
-- First answers are kept for 7 days, and the keys alone for 90 days: a key without an answer still refuses what is sent
-- under it again, so that nothing happens twice. An answer that is not kept any more is NULL, and so is the digest of its request.
ALTER TABLE kifu.idempotency ALTER COLUMN digest DROP NOT NULL, ALTER COLUMN body DROP NOT NULL;

CREATE INDEX idempotency_answers ON kifu.idempotency (answered_at) WHERE body IS NOT NULL;
CREATE INDEX idempotency_keys ON kifu.idempotency (answered_at) WHERE body IS NULL;

-- Removes answers and keys whose time is over, at most `most` of each, and returns how many that were. The role of the
-- service may change no row of the table, and reaches by this function none that is younger.
CREATE FUNCTION kifu.prune_idempotency(most integer, OUT answers bigint, OUT keys bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $prune$
BEGIN
    WITH due AS (
        SELECT i.owner, i.key FROM kifu.idempotency AS i
         WHERE i.body IS NOT NULL AND i.answered_at < now() - interval '7 days'
         ORDER BY i.answered_at LIMIT least(most, 10000) FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE kifu.idempotency AS i SET digest = NULL, body = NULL
      FROM due WHERE i.owner = due.owner AND i.key = due.key;
    GET DIAGNOSTICS answers = ROW_COUNT;

    WITH due AS (
        SELECT i.owner, i.key FROM kifu.idempotency AS i
         WHERE i.body IS NULL AND i.answered_at < now() - interval '90 days'
         ORDER BY i.answered_at LIMIT least(most, 10000) FOR UPDATE SKIP LOCKED
    )
    DELETE FROM kifu.idempotency AS i USING due WHERE i.owner = due.owner AND i.key = due.key;
    GET DIAGNOSTICS keys = ROW_COUNT;
END
$prune$;

REVOKE EXECUTE ON FUNCTION kifu.prune_idempotency(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION kifu.prune_idempotency(integer) TO kifu_service;
