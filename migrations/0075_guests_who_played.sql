-- Works with code that knows 0059.
-- A guest who played goes as well, after 30 days without a request: the games name them by what the record holds, and nobody gets
-- the name again (0074_guest_numbers.sql). Whoever has keys that sign moves, or stands in the notes on arbiters, keeps name and
-- kind. Guests of whom an earlier version left the name alone go at the next look. Only names of guests go, so that a false mark
-- frees nobody's name.
CREATE OR REPLACE FUNCTION kifu.prune_guests(most integer, OUT gone bigint, OUT emptied bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $prune$
DECLARE
    leaving text[];
    bound text[];
BEGIN
    -- Not an option of the function, which only a superuser may give it.
    PERFORM set_config('kifu.pruning', 'guests', true);
    WITH idle AS (
        SELECT k.player, count(t.id) AS tokens, max(greatest(t.made_at, u.used_at)) AS seen_at
          FROM kifu.player_kind AS k LEFT JOIN kifu.token AS t ON t.player = k.player
          LEFT JOIN kifu.token_use AS u ON u.token = t.id
         WHERE k.kind = 'guest' AND k.player ~ '^Guest [1-9][0-9]{3,17}$'
         GROUP BY k.player
        HAVING coalesce(max(greatest(t.made_at, u.used_at)) < now() - interval '1 day', true)
    ), known AS (
        SELECT i.player, i.tokens, coalesce(i.seen_at, '-infinity') AS seen_at,
               EXISTS (SELECT FROM kifu.arbiter_note AS a WHERE a.player = i.player)
               OR EXISTS (SELECT FROM kifu.player_key AS y WHERE y.player = i.player) AS is_bound,
               EXISTS (SELECT FROM kifu_read.game AS g WHERE g.players @> ARRAY[i.player])
               OR EXISTS (SELECT FROM kifu_read.game AS g WHERE g.opened_by = i.player)
               OR EXISTS (SELECT FROM kifu_read.game AS g WHERE g.status = 'waiting' AND g.reserved_for @> ARRAY[i.player])
               AS has_played
          FROM idle AS i
    ), due AS (
        SELECT p.name, known.is_bound FROM known JOIN kifu.player AS p ON p.name = known.player
         WHERE (NOT known.is_bound OR known.tokens > 0)
           AND (NOT (known.is_bound OR known.has_played) OR known.seen_at < now() - interval '30 days')
         LIMIT least(most, 10000) FOR UPDATE OF p SKIP LOCKED
    )
    SELECT coalesce(array_agg(name) FILTER (WHERE NOT is_bound), '{}'),
           coalesce(array_agg(name) FILTER (WHERE is_bound), '{}')
      INTO leaving, bound FROM due;

    DELETE FROM kifu.recovery_code AS c WHERE c.player = ANY (leaving || bound);
    DELETE FROM kifu.account_event AS e WHERE e.player = ANY (leaving || bound);
    DELETE FROM kifu.token_use AS u USING kifu.token AS t WHERE u.token = t.id AND t.player = ANY (leaving || bound);
    DELETE FROM kifu.token_seal AS s USING kifu.token AS t
     WHERE s.token = t.id AND t.player = ANY (leaving || bound);
    DELETE FROM kifu.token AS t WHERE t.player = ANY (leaving || bound);
    DELETE FROM kifu.bot_presence AS b WHERE b.player = ANY (leaving);
    DELETE FROM kifu.name_claim AS n WHERE n.name = ANY (leaving);
    DELETE FROM kifu.account_seal AS s WHERE s.player = ANY (leaving);
    DELETE FROM kifu.player_kind AS k WHERE k.player = ANY (leaving);
    DELETE FROM kifu.idempotency AS i WHERE i.owner = ANY (SELECT 'player:' || name FROM unnest(leaving) AS name);
    DELETE FROM kifu.player AS p WHERE p.name = ANY (leaving);
    PERFORM set_config('kifu.pruning', '', true);
    gone := cardinality(leaving);
    emptied := cardinality(bound);
END
$prune$;
