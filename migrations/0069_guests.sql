-- Works with code that knows 0060.
-- A guest who never played goes after a day without a request. Of one who played the name stays, since it stands in games and must
-- not be given to another, and so do the kind and the keys that sign moves; tokens, codes and what happened to them go after 30
-- days without a request.

-- A seal says whose it is, so that it goes with a guest who goes. That of the kind of one whose name stays, stays with it.
ALTER TABLE kifu.account_seal ADD COLUMN player text;
CREATE INDEX account_seal_player ON kifu.account_seal (player) WHERE player IS NOT NULL;

-- Rows of accounts are removed by kifu.prune_guests alone, whose setting this is; nobody else has the right to delete any.
CREATE OR REPLACE FUNCTION kifu.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $refuse$
BEGIN
    IF TG_OP = 'DELETE' AND current_setting('kifu.pruning', true) = 'guests' AND TG_TABLE_NAME IN (
        'token', 'token_seal', 'account_seal', 'account_event', 'recovery_code', 'name_claim', 'player_kind'
    ) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$refuse$;

CREATE INDEX game_by_opener ON kifu_read.game (opened_by);

-- Removes what is due of at most `most` guests. Whether somebody played is read from the list of games: the service asks only if
-- that is not behind. Several instances at once take different guests.
CREATE FUNCTION kifu.prune_guests(most integer, OUT gone bigint, OUT emptied bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $prune$
DECLARE
    strangers text[];
    players text[];
BEGIN
    -- Not an option of the function, which only a superuser may give it.
    PERFORM set_config('kifu.pruning', 'guests', true);
    WITH idle AS (
        SELECT t.player, max(greatest(t.made_at, u.used_at)) AS seen_at
          FROM kifu.token AS t JOIN kifu.player_kind AS k ON k.player = t.player AND k.kind = 'guest'
          LEFT JOIN kifu.token_use AS u ON u.token = t.id
         GROUP BY t.player HAVING max(greatest(t.made_at, u.used_at)) < now() - interval '1 day'
    ), known AS (
        SELECT i.player, i.seen_at, EXISTS (SELECT FROM kifu_read.game AS g WHERE g.players @> ARRAY[i.player])
               OR EXISTS (SELECT FROM kifu_read.game AS g WHERE g.opened_by = i.player)
               OR EXISTS (SELECT FROM kifu_read.game AS g WHERE g.status = 'waiting' AND g.reserved_for @> ARRAY[i.player])
               OR EXISTS (SELECT FROM kifu.arbiter_note AS a WHERE a.player = i.player)
               OR EXISTS (SELECT FROM kifu.player_key AS y WHERE y.player = i.player) AS is_known
          FROM idle AS i
    ), due AS (
        SELECT p.name, known.is_known FROM known JOIN kifu.player AS p ON p.name = known.player
         WHERE NOT known.is_known OR known.seen_at < now() - interval '30 days'
         LIMIT least(most, 10000) FOR UPDATE OF p SKIP LOCKED
    )
    SELECT coalesce(array_agg(name) FILTER (WHERE NOT is_known), '{}'),
           coalesce(array_agg(name) FILTER (WHERE is_known), '{}')
      INTO strangers, players FROM due;

    DELETE FROM kifu.recovery_code AS c WHERE c.player = ANY (strangers || players);
    DELETE FROM kifu.account_event AS e WHERE e.player = ANY (strangers || players);
    DELETE FROM kifu.token_use AS u USING kifu.token AS t WHERE u.token = t.id AND t.player = ANY (strangers || players);
    DELETE FROM kifu.token_seal AS s USING kifu.token AS t
     WHERE s.token = t.id AND t.player = ANY (strangers || players);
    DELETE FROM kifu.token AS t WHERE t.player = ANY (strangers || players);
    DELETE FROM kifu.bot_presence AS b WHERE b.player = ANY (strangers);
    DELETE FROM kifu.name_claim AS n WHERE n.name = ANY (strangers);
    DELETE FROM kifu.account_seal AS s WHERE s.player = ANY (strangers);
    DELETE FROM kifu.player_kind AS k WHERE k.player = ANY (strangers);
    DELETE FROM kifu.idempotency AS i WHERE i.owner = ANY (SELECT 'player:' || name FROM unnest(strangers) AS name);
    DELETE FROM kifu.player AS p WHERE p.name = ANY (strangers);
    PERFORM set_config('kifu.pruning', '', true);
    gone := cardinality(strangers);
    emptied := cardinality(players);
END
$prune$;

REVOKE EXECUTE ON FUNCTION kifu.prune_guests(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION kifu.prune_guests(integer) TO kifu_service;
