-- The schema after all migrations, for readers: `make definitions` writes it, and nothing runs it.

CREATE SCHEMA kifu;

CREATE SCHEMA kifu_read;

CREATE FUNCTION kifu.add_hashes(of_partition smallint, of_level smallint, of_index bigint, to_width smallint, added bytea) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
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
$_$;

CREATE FUNCTION kifu.append(at_partition smallint, of_game uuid, first_version bigint, lowest bigint, topics text[], payloads text[], receipts bytea[], previous bytea DEFAULT NULL::bytea, answer_owner text DEFAULT NULL::text, answer_key text DEFAULT NULL::text, answer_digest bytea DEFAULT NULL::bytea, answer_status smallint DEFAULT NULL::smallint, answer_body bytea DEFAULT NULL::bytea) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    added  CONSTANT integer := cardinality(payloads);
    last   bigint;
    before bytea;
BEGIN
    UPDATE kifu.feed_head AS head SET position = head.position + added
     WHERE head.partition = at_partition
    RETURNING head.position INTO last;
    IF last IS NULL THEN
        RAISE EXCEPTION 'no feed partition %', at_partition USING ERRCODE = 'undefined_object';
    END IF;

    -- Before the events: a repeated request must be told from a version conflict.
    IF answer_key IS NOT NULL THEN
        INSERT INTO kifu.idempotency (owner, key, digest, status, body, partition, position)
        VALUES (answer_owner, answer_key, answer_digest, answer_status, answer_body, at_partition, last);
    END IF;

    IF first_version <> lowest THEN
        SELECT e.digest INTO before FROM kifu.event AS e
         WHERE e.partition = at_partition AND e.game_id = of_game AND e.version = first_version - 1
           AND first_version > lowest;
        IF NOT FOUND THEN
            RAISE EXCEPTION 'version % of % does not follow a stored version', first_version, of_game
                USING ERRCODE = 'check_violation', CONSTRAINT = 'event_version_follows';
        END IF;
    END IF;

    IF added = 1 THEN  -- nearly every append, and a fifth quicker than to unnest one
        INSERT INTO kifu.event (partition, position, game_id, version, topic, payload, receipt)
        VALUES (at_partition, last, of_game, first_version, topics[1], payloads[1], receipts[1]);
    ELSE
        INSERT INTO kifu.event (partition, position, game_id, version, topic, payload, receipt)
        SELECT at_partition, last - added + n, of_game, first_version + n - 1, topic, payload, receipt
          FROM unnest(topics, payloads, receipts) WITH ORDINALITY AS new (topic, payload, receipt, n);
    END IF;

    -- After the events: a version that is taken must be told from a record that was changed.
    IF before IS DISTINCT FROM previous THEN
        RAISE EXCEPTION 'version % of % does not follow the digest before it', first_version, of_game
            USING ERRCODE = 'check_violation', CONSTRAINT = 'event_digest_follows';
    END IF;
    RETURN last;
END
$$;

CREATE FUNCTION kifu.append_batch(partitions smallint[], games uuid[], first_versions bigint[], counts bigint[], lowest bigint, previous bytea[], items integer[], versions bigint[], topics text[], payloads text[], receipts bytea[], owners text[], keys text[], digests bytea[], statuses smallint[], bodies bytea[], seeds bytea[]) RETURNS bigint[]
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET lock_timeout TO '100ms'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
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
$$;

CREATE FUNCTION kifu.check_opened_seed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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
$$;

CREATE FUNCTION kifu.erase(of_seal bytea, eraser text, why text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    gone kifu.personal_value;
BEGIN
    DELETE FROM kifu.personal_value AS v WHERE v.seal = of_seal RETURNING v.* INTO gone;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    INSERT INTO kifu.erasure (seal, game_id, kind, version, by, reason)
    VALUES (gone.seal, gone.game_id, gone.kind, gone.version, eraser, why);
    INSERT INTO kifu.account_event (player, kind, by, game_id, version)
    SELECT p.name, gone.kind || '-erased', eraser, gone.game_id, gone.version FROM kifu.player AS p
     WHERE p.name = gone.writer AND gone.kind <> 'salt'
       AND NOT EXISTS (SELECT FROM kifu.imported AS i WHERE i.game_id = gone.game_id);
    RETURN true;
END
$$;

CREATE FUNCTION kifu.keep_answer(of_partition smallint, of_owner text, of_key text, of_digest bytea, of_status smallint, of_body bytea) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    INSERT INTO kifu.idempotency (owner, key, digest, status, body, partition)
    VALUES (of_owner, of_key, of_digest, of_status, of_body, of_partition) ON CONFLICT DO NOTHING;
    RETURN FOUND;
END
$$;

CREATE FUNCTION kifu.move_back(of_game uuid, partitions smallint[], streams uuid[], versions bigint[], payloads text[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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
$$;

CREATE FUNCTION kifu.move_out(of_game uuid, file_bytes bigint, file_hash bytea, partitions smallint[], streams uuid[], versions bigint[], stubs text[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
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
$_$;

CREATE FUNCTION kifu.prune_guests(most integer, OUT gone bigint, OUT emptied bigint) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
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
$_$;

CREATE FUNCTION kifu.prune_idempotency(most integer, OUT answers bigint, OUT keys bigint) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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
$$;

CREATE FUNCTION kifu.prune_partition(of_partition smallint, most integer, OUT answers bigint, OUT keys bigint) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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
$$;

CREATE FUNCTION kifu.prune_refused(of_partition smallint, of_game uuid) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    pruned bigint;
BEGIN
    WITH gone AS (
        DELETE FROM kifu.refused_move AS r
         WHERE r.partition = of_partition AND r.game_id = of_game AND r.at < now() - interval '30 days'
        RETURNING r.seat, coalesce(r.clause, '') AS clause
    ), summed AS (
        INSERT INTO kifu.forgotten_refusal AS u (partition, game_id, seat, clause, moves)
        SELECT of_partition, of_game, gone.seat, gone.clause, count(*) FROM gone GROUP BY gone.seat, gone.clause
        ON CONFLICT (partition, game_id, seat, clause) DO UPDATE SET moves = u.moves + excluded.moves
    )
    SELECT count(*) INTO pruned FROM gone;
    RETURN pruned;
END
$$;

CREATE FUNCTION kifu.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'DELETE' AND current_setting('kifu.pruning', true) = 'guests' AND TG_TABLE_NAME IN (
        'token', 'token_seal', 'account_seal', 'account_event', 'recovery_code', 'name_claim', 'player_kind'
    ) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;

CREATE FUNCTION kifu.refuse_move(of_partition smallint, of_game uuid, of_seat smallint, of_player text, of_move bytea, of_clause text, of_why text, of_time timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    IF (SELECT count(*) FROM kifu.refused_move AS r
         WHERE r.partition = of_partition AND r.game_id = of_game AND r.seat = of_seat) < 100 THEN
        INSERT INTO kifu.refused_move (partition, game_id, seat, player, move, bytes, clause, why, at)
        VALUES (of_partition, of_game, of_seat, of_player, substr(of_move, 1, 1000),
                CASE WHEN octet_length(of_move) > 1000 THEN octet_length(of_move) END,
                of_clause, left(of_why, 1000), of_time);
    ELSE
        INSERT INTO kifu.forgotten_refusal AS u (partition, game_id, seat, clause, moves)
        VALUES (of_partition, of_game, of_seat, coalesce(of_clause, ''), 1)
        ON CONFLICT (partition, game_id, seat, clause) DO UPDATE SET moves = u.moves + 1;
    END IF;
END
$$;

CREATE TABLE kifu.account_event (
    n bigint NOT NULL,
    player text NOT NULL,
    "time" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    kind text NOT NULL,
    by text NOT NULL,
    token uuid,
    code bytea,
    game_id uuid,
    version bigint,
    report uuid,
    measure uuid
);

ALTER TABLE kifu.account_event ALTER COLUMN n ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME kifu.account_event_n_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE kifu.account_seal (
    seal bytea NOT NULL,
    player text,
    CONSTRAINT account_seal_seal_check CHECK ((octet_length(seal) = 32))
);

CREATE TABLE kifu.arbiter_note (
    number bigint NOT NULL,
    player text NOT NULL,
    appointed boolean NOT NULL,
    at timestamp with time zone NOT NULL,
    request_id text NOT NULL
);

ALTER TABLE kifu.arbiter_note ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME kifu.arbiter_note_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE kifu.bot_presence (
    player text NOT NULL,
    seen_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    rulesets text[] NOT NULL
);

CREATE TABLE kifu.checkpoint_file (
    since timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE kifu.content_pack (
    ruleset text NOT NULL,
    digest bytea NOT NULL,
    files text NOT NULL,
    kept_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE kifu.cosignature (
    size bigint NOT NULL,
    witness text NOT NULL,
    signature bytea NOT NULL,
    CONSTRAINT cosignature_signature_check CHECK ((octet_length(signature) = 72)),
    CONSTRAINT cosignature_size_check CHECK ((size > 0))
);

CREATE TABLE kifu.early_streams (
    number integer NOT NULL,
    "time" text NOT NULL,
    streams uuid[] NOT NULL,
    key text NOT NULL,
    signature bytea NOT NULL,
    CONSTRAINT early_streams_signature_check CHECK ((octet_length(signature) = 64))
);

ALTER TABLE kifu.early_streams ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME kifu.early_streams_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE kifu.erasure (
    number bigint NOT NULL,
    seal bytea NOT NULL,
    game_id uuid NOT NULL,
    kind text NOT NULL,
    version bigint NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    by text NOT NULL,
    reason text NOT NULL,
    CONSTRAINT erasure_by_check CHECK ((by = 'operator'::text)),
    CONSTRAINT erasure_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
    CONSTRAINT erasure_seal_check CHECK ((octet_length(seal) = 32))
);

ALTER TABLE kifu.erasure ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME kifu.erasure_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE kifu.event (
    partition smallint NOT NULL,
    "position" bigint NOT NULL,
    game_id uuid NOT NULL,
    version bigint NOT NULL,
    topic text NOT NULL,
    payload text NOT NULL,
    digest bytea GENERATED ALWAYS AS (
CASE
    WHEN ("right"(payload, 77) ~~ ',"digest":"%"}'::text) THEN decode("left"("right"(payload, 66), 64), 'hex'::text)
    ELSE NULL::bytea
END) STORED,
    receipt bytea,
    CONSTRAINT event_version_check CHECK ((version >= 0))
);

CREATE TABLE kifu.feed_head (
    partition smallint NOT NULL,
    "position" bigint DEFAULT 0 NOT NULL
)
WITH (fillfactor='20');

CREATE TABLE kifu.forgotten_refusal (
    partition smallint NOT NULL,
    game_id uuid NOT NULL,
    seat smallint NOT NULL,
    clause text NOT NULL,
    moves bigint NOT NULL
);

CREATE TABLE kifu.game_link (
    game_id uuid NOT NULL,
    number smallint NOT NULL,
    digest bytea NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT game_link_digest_check CHECK ((octet_length(digest) = 32)),
    CONSTRAINT game_link_number_check CHECK ((number > 0))
);

CREATE SEQUENCE kifu.guest_number
    START WITH 1000
    INCREMENT BY 1
    MINVALUE 1000
    NO MAXVALUE
    CACHE 1;

CREATE TABLE kifu.idempotency (
    owner text NOT NULL,
    key text NOT NULL,
    digest bytea,
    status smallint NOT NULL,
    body bytea,
    partition smallint,
    "position" bigint,
    answered_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE kifu.imported (
    partition smallint NOT NULL,
    game_id uuid NOT NULL,
    "time" text NOT NULL,
    request_id text NOT NULL,
    file bytea NOT NULL,
    version bigint NOT NULL,
    record bytea NOT NULL,
    keys text,
    receipt bytea NOT NULL,
    vouched boolean
);

CREATE TABLE kifu.log_tile (
    partition smallint NOT NULL,
    level smallint NOT NULL,
    index bigint NOT NULL,
    width smallint NOT NULL,
    hashes bytea NOT NULL,
    CONSTRAINT log_tile_check CHECK (((octet_length(hashes) >= 32) AND (octet_length(hashes) <= (32 * width)) AND ((octet_length(hashes) % 32) = 0))),
    CONSTRAINT log_tile_index_check CHECK ((index >= 0)),
    CONSTRAINT log_tile_level_check CHECK ((level >= 0)),
    CONSTRAINT log_tile_width_check CHECK (((width >= 1) AND (width <= 256)))
);

CREATE TABLE kifu.logged_heads (
    size bigint NOT NULL,
    "time" text NOT NULL,
    sizes bigint[] NOT NULL,
    leaf bytea NOT NULL,
    above bytea NOT NULL,
    origin text NOT NULL,
    root bytea NOT NULL,
    key text NOT NULL,
    signature bytea NOT NULL,
    CONSTRAINT logged_heads_above_check CHECK (((octet_length(above) % 32) = 0)),
    CONSTRAINT logged_heads_leaf_check CHECK ((octet_length(leaf) = 32)),
    CONSTRAINT logged_heads_root_check CHECK ((octet_length(root) = 32)),
    CONSTRAINT logged_heads_signature_check CHECK ((octet_length(signature) = 64)),
    CONSTRAINT logged_heads_size_check CHECK ((size > 0))
);

CREATE TABLE kifu.look (
    number bigint NOT NULL,
    partition smallint NOT NULL,
    game_id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    player text,
    eyes text NOT NULL,
    call text NOT NULL,
    step integer,
    request_id text NOT NULL
);

ALTER TABLE kifu.look ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME kifu.look_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE kifu.measure (
    id uuid NOT NULL,
    kind text NOT NULL,
    player text,
    game_id uuid,
    message bigint,
    report uuid,
    arbiter text,
    words text NOT NULL,
    at timestamp with time zone NOT NULL,
    until timestamp with time zone,
    appealed_at timestamp with time zone,
    appeal text,
    decided_at timestamp with time zone,
    decided_by text,
    answer text,
    lifted boolean DEFAULT false NOT NULL,
    CONSTRAINT measure_kind_check CHECK ((kind = ANY (ARRAY['hide'::text, 'mute'::text, 'suspend'::text])))
);

CREATE TABLE kifu.moved_game (
    number bigint NOT NULL,
    game_id uuid NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    back boolean NOT NULL,
    events bigint NOT NULL,
    bytes bigint,
    sha256 bytea,
    CONSTRAINT moved_game_check CHECK (((back = (sha256 IS NULL)) AND (back = (bytes IS NULL)))),
    CONSTRAINT moved_game_sha256_check CHECK ((octet_length(sha256) = 32))
);

ALTER TABLE kifu.moved_game ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME kifu.moved_game_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE kifu.name_claim (
    version text NOT NULL,
    skeleton text NOT NULL,
    name text NOT NULL
);

CREATE TABLE kifu.opened_seed (
    partition smallint NOT NULL,
    game_id uuid NOT NULL,
    seed bytea NOT NULL,
    CONSTRAINT opened_seed_seed_check CHECK ((octet_length(seed) = 32))
);

CREATE TABLE kifu.personal_value (
    seal bytea NOT NULL,
    game_id uuid NOT NULL,
    kind text NOT NULL,
    version bigint NOT NULL,
    writer text NOT NULL,
    salt bytea NOT NULL,
    value text NOT NULL,
    CONSTRAINT personal_value_kind_check CHECK ((kind = ANY (ARRAY['message'::text, 'claim'::text, 'salt'::text, 'ruling'::text]))),
    CONSTRAINT personal_value_salt_check CHECK ((octet_length(salt) = 32)),
    CONSTRAINT personal_value_seal_check CHECK ((octet_length(seal) = 32))
);

CREATE TABLE kifu.player (
    name text NOT NULL,
    registered_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE kifu.player_key (
    public bytea NOT NULL,
    player text NOT NULL,
    since timestamp with time zone NOT NULL,
    proof bytea NOT NULL,
    number bigint NOT NULL,
    CONSTRAINT player_key_proof_check CHECK ((octet_length(proof) = 64)),
    CONSTRAINT player_key_public_check CHECK ((octet_length(public) = 32))
);

ALTER TABLE kifu.player_key ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME kifu.player_key_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE kifu.player_kind (
    player text NOT NULL,
    kind text NOT NULL,
    CONSTRAINT player_kind_kind_check CHECK ((kind = ANY (ARRAY['guest'::text, 'bot'::text, 'random'::text, 'greedy'::text])))
);

CREATE TABLE kifu.recovery_code (
    digest bytea NOT NULL,
    player text NOT NULL,
    made bigint NOT NULL
);

CREATE TABLE kifu.refused_move (
    partition smallint NOT NULL,
    game_id uuid NOT NULL,
    number bigint NOT NULL,
    seat smallint NOT NULL,
    player text,
    move bytea NOT NULL,
    clause text,
    why text NOT NULL,
    at timestamp with time zone NOT NULL,
    bytes integer
);

ALTER TABLE kifu.refused_move ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME kifu.refused_move_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE kifu.reimported (
    partition smallint NOT NULL,
    game_id uuid NOT NULL,
    number smallint NOT NULL,
    "time" text NOT NULL,
    request_id text NOT NULL,
    file bytea NOT NULL,
    version bigint NOT NULL,
    record bytea NOT NULL,
    keys text,
    receipt bytea NOT NULL,
    vouched boolean NOT NULL,
    CONSTRAINT reimported_number_check CHECK ((number > 0))
);

CREATE TABLE kifu.replaced_stream (
    stream uuid NOT NULL,
    number smallint NOT NULL,
    by uuid NOT NULL
);

CREATE TABLE kifu.report (
    id uuid NOT NULL,
    reporter text,
    player text,
    game_id uuid,
    message bigint,
    reason text NOT NULL,
    words text NOT NULL,
    at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    arbiter text,
    upheld boolean,
    answer text
);

CREATE TABLE kifu.revoked_player_key (
    public bytea NOT NULL,
    until timestamp with time zone NOT NULL
);

CREATE TABLE kifu.seek (
    id uuid NOT NULL,
    player text NOT NULL,
    wanted jsonb NOT NULL,
    opened_at timestamp with time zone DEFAULT now() NOT NULL,
    until timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    game uuid
);

CREATE TABLE kifu.service_key (
    kind text NOT NULL,
    key text NOT NULL,
    public bytea,
    "time" timestamp with time zone NOT NULL,
    used boolean NOT NULL,
    seal bytea NOT NULL,
    CONSTRAINT service_key_check CHECK (
CASE kind
    WHEN 'signing'::text THEN ((public IS NOT NULL) AND (octet_length(public) = 32) AND (key = encode(substr(sha256(public), 1, 8), 'hex'::text)))
    ELSE (public IS NULL)
END),
    CONSTRAINT service_key_key_check CHECK ((key ~ '^[0-9a-f]{16}$'::text)),
    CONSTRAINT service_key_kind_check CHECK ((kind = ANY (ARRAY['signing'::text, 'seeds'::text]))),
    CONSTRAINT service_key_seal_check CHECK ((octet_length(seal) = 32))
);

CREATE TABLE kifu.snapshot (
    partition smallint NOT NULL,
    game_id uuid NOT NULL,
    version bigint NOT NULL,
    topic text NOT NULL,
    state bytea NOT NULL
);

CREATE TABLE kifu.token (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    player text NOT NULL,
    digest bytea NOT NULL,
    label text NOT NULL,
    made_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE kifu.token_seal (
    token uuid NOT NULL,
    seal bytea NOT NULL,
    CONSTRAINT token_seal_seal_check CHECK ((octet_length(seal) = 32))
);

CREATE TABLE kifu.token_use (
    token uuid NOT NULL,
    used_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE kifu.told_game (
    player text NOT NULL,
    game uuid NOT NULL,
    version bigint NOT NULL,
    seats smallint[] NOT NULL
);

CREATE TABLE kifu.tracking (
    projection text NOT NULL,
    upstream text NOT NULL,
    "position" bigint NOT NULL
)
WITH (fillfactor='50');

CREATE TABLE kifu.tree_head (
    partition smallint NOT NULL,
    size bigint NOT NULL,
    root bytea NOT NULL,
    "time" text NOT NULL,
    key text NOT NULL,
    signature bytea NOT NULL,
    CONSTRAINT tree_head_root_check CHECK ((octet_length(root) = 32)),
    CONSTRAINT tree_head_signature_check CHECK ((octet_length(signature) = 64)),
    CONSTRAINT tree_head_size_check CHECK ((size > 0))
);

CREATE TABLE kifu.uptime (
    since timestamp with time zone NOT NULL,
    until timestamp with time zone NOT NULL
);

CREATE TABLE kifu.webhook (
    id uuid NOT NULL,
    player text NOT NULL,
    url text NOT NULL,
    form text NOT NULL,
    kinds text[] NOT NULL,
    quiet text,
    language text NOT NULL,
    secret bytea NOT NULL,
    made_at timestamp with time zone DEFAULT now() NOT NULL,
    confirmed_at timestamp with time zone,
    failing_since timestamp with time zone,
    disabled_at timestamp with time zone,
    CONSTRAINT webhook_form_check CHECK ((form = ANY (ARRAY['standard'::text, 'discord'::text, 'slack'::text]))),
    CONSTRAINT webhook_kinds_check CHECK ((kinds <@ ARRAY['turn'::text, 'invited'::text, 'game-over'::text])),
    CONSTRAINT webhook_secret_check CHECK ((octet_length(secret) = 32))
);

CREATE TABLE kifu.webhook_call (
    id uuid NOT NULL,
    webhook uuid NOT NULL,
    kind text NOT NULL,
    game uuid,
    version bigint,
    body text NOT NULL,
    made_at timestamp with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone,
    tries smallint DEFAULT 0 NOT NULL,
    answered_at timestamp with time zone,
    outcome text,
    CONSTRAINT webhook_call_kind_check CHECK ((kind = ANY (ARRAY['turn'::text, 'invited'::text, 'game-over'::text, 'test'::text])))
);

CREATE TABLE kifu_read.clause_count (
    ruleset text NOT NULL,
    clause text NOT NULL,
    steps bigint NOT NULL
)
WITH (fillfactor='50');

CREATE TABLE kifu_read.clause_game (
    game_id uuid NOT NULL,
    ruleset text NOT NULL,
    steps jsonb NOT NULL
)
WITH (fillfactor='50');

CREATE TABLE kifu_read.clock (
    game_id uuid NOT NULL,
    "row" jsonb NOT NULL,
    due timestamp with time zone
);

CREATE TABLE kifu_read.dispute (
    game_id uuid NOT NULL,
    number integer NOT NULL,
    ruleset text NOT NULL,
    step integer NOT NULL,
    seat integer NOT NULL,
    player text NOT NULL,
    clause text,
    claim text NOT NULL,
    status text NOT NULL,
    raised_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    ruling text,
    ruling_clause text,
    words text,
    unlisted boolean DEFAULT false NOT NULL,
    arbiter text,
    claim_seal text,
    words_seal text
);

CREATE TABLE kifu_read.dispute_game (
    game_id uuid NOT NULL,
    ruleset text NOT NULL,
    players text[] NOT NULL,
    sides text[] DEFAULT '{}'::text[] NOT NULL,
    teaching boolean NOT NULL,
    unlisted boolean NOT NULL,
    branch boolean DEFAULT false NOT NULL,
    imported boolean DEFAULT false NOT NULL,
    vouched boolean DEFAULT false NOT NULL,
    rated boolean DEFAULT true NOT NULL
);

CREATE TABLE kifu_read.faulty (
    projection text NOT NULL,
    what text NOT NULL,
    at timestamp with time zone NOT NULL
);

CREATE TABLE kifu_read.game (
    game_id uuid NOT NULL,
    ruleset text NOT NULL,
    rules_version text NOT NULL,
    options jsonb NOT NULL,
    players text[] NOT NULL,
    status text NOT NULL,
    version integer NOT NULL,
    step integer NOT NULL,
    teaching boolean NOT NULL,
    unlisted boolean NOT NULL,
    opened_by text,
    opened_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    winners integer[],
    branch jsonb,
    asked integer[] DEFAULT '{}'::integer[] NOT NULL,
    open_disputes integer DEFAULT 0 NOT NULL,
    to_move integer[] GENERATED ALWAYS AS (
CASE
    WHEN ((status = 'playing'::text) AND (NOT ((open_disputes > 0) AND (options @> '{"pause_on_dispute": true}'::jsonb)))) THEN asked
    ELSE '{}'::integer[]
END) STORED,
    imported boolean DEFAULT false NOT NULL,
    reserved_for text[] DEFAULT '{}'::text[] NOT NULL,
    by_invitation boolean[] DEFAULT '{}'::boolean[] NOT NULL,
    resigned integer[] DEFAULT '{}'::integer[] NOT NULL,
    rated boolean DEFAULT true NOT NULL
)
WITH (fillfactor='60');

CREATE TABLE kifu_read.history (
    at timestamp with time zone NOT NULL,
    "position" bigint NOT NULL,
    n integer NOT NULL,
    partition smallint NOT NULL,
    kind smallint NOT NULL,
    game_id uuid NOT NULL
);

CREATE TABLE kifu_read.history_game (
    game_id uuid NOT NULL,
    ruleset text NOT NULL,
    players text[] NOT NULL,
    teaching boolean NOT NULL,
    unlisted boolean NOT NULL,
    sides text[] DEFAULT '{}'::text[] NOT NULL,
    branch boolean DEFAULT false NOT NULL,
    imported boolean DEFAULT false NOT NULL,
    vouched boolean DEFAULT false NOT NULL,
    rated boolean DEFAULT true NOT NULL
);

CREATE TABLE kifu_read.history_undone (
    game_id uuid NOT NULL,
    n integer NOT NULL
);

CREATE TABLE kifu_read.period_standing (
    ruleset text NOT NULL,
    seats integer NOT NULL,
    period text NOT NULL,
    player text NOT NULL,
    games integer NOT NULL,
    wins integer NOT NULL,
    shared_wins integer NOT NULL,
    points bigint NOT NULL,
    best integer NOT NULL,
    mean_points double precision GENERATED ALWAYS AS (((points)::double precision / (games)::double precision)) STORED
)
WITH (fillfactor='80');

CREATE TABLE kifu_read.player_game (
    game_id uuid NOT NULL,
    player text NOT NULL,
    ruleset text NOT NULL,
    seats integer[] NOT NULL,
    status text NOT NULL,
    teaching boolean NOT NULL,
    joined_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    rank integer,
    points integer,
    branch boolean DEFAULT false NOT NULL,
    imported boolean DEFAULT false NOT NULL,
    uncounted text
)
WITH (fillfactor='80');

CREATE TABLE kifu_read.player_record (
    player text NOT NULL,
    ruleset text NOT NULL,
    joined integer NOT NULL,
    games integer NOT NULL,
    wins integer NOT NULL,
    shared_wins integer NOT NULL,
    points bigint NOT NULL,
    best integer,
    together integer DEFAULT 0 NOT NULL,
    won_together integer DEFAULT 0 NOT NULL
)
WITH (fillfactor='80');

CREATE TABLE kifu_read.player_seats (
    game_id uuid NOT NULL,
    ruleset text NOT NULL,
    players text[] NOT NULL,
    teaching boolean NOT NULL,
    unlisted boolean NOT NULL,
    sides text[] DEFAULT '{}'::text[] NOT NULL,
    branch boolean DEFAULT false NOT NULL,
    imported boolean DEFAULT false NOT NULL,
    vouched boolean DEFAULT false NOT NULL,
    rated boolean DEFAULT true NOT NULL
);

CREATE TABLE kifu_read.rated_game (
    ruleset text NOT NULL,
    seats integer NOT NULL,
    ended_at timestamp with time zone NOT NULL,
    game_id uuid NOT NULL,
    players text[] NOT NULL,
    ranks integer[] NOT NULL
);

CREATE TABLE kifu_read.rating (
    ruleset text NOT NULL,
    seats integer NOT NULL,
    player text NOT NULL,
    games integer NOT NULL,
    mu double precision NOT NULL,
    sigma double precision NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    ordinal double precision GENERATED ALWAYS AS ((mu - ((3)::double precision * sigma))) STORED
)
WITH (fillfactor='80');

CREATE TABLE kifu_read.rating_change (
    player text NOT NULL,
    ruleset text NOT NULL,
    seats integer NOT NULL,
    ended_at timestamp with time zone NOT NULL,
    game_id uuid NOT NULL,
    rank integer NOT NULL,
    games integer NOT NULL,
    mu double precision NOT NULL,
    sigma double precision NOT NULL
)
WITH (fillfactor='80');

CREATE TABLE kifu_read.rating_seats (
    game_id uuid NOT NULL,
    ruleset text NOT NULL,
    players text[] NOT NULL,
    sides text[] DEFAULT '{}'::text[] NOT NULL,
    teaching boolean NOT NULL,
    unlisted boolean NOT NULL,
    branch boolean DEFAULT false NOT NULL,
    imported boolean DEFAULT false NOT NULL,
    vouched boolean DEFAULT false NOT NULL,
    rated boolean DEFAULT true NOT NULL
);

CREATE TABLE kifu_read.score (
    game_id uuid NOT NULL,
    ruleset text NOT NULL,
    status text NOT NULL,
    ended_at timestamp with time zone NOT NULL,
    ended_by text NOT NULL,
    decided_by text NOT NULL,
    seats jsonb NOT NULL,
    goals jsonb DEFAULT '[]'::jsonb NOT NULL,
    imported boolean DEFAULT false NOT NULL,
    uncounted text
);

CREATE TABLE kifu_read.score_game (
    game_id uuid NOT NULL,
    ruleset text NOT NULL,
    players text[] NOT NULL,
    teaching boolean NOT NULL,
    unlisted boolean NOT NULL,
    sides text[] DEFAULT '{}'::text[] NOT NULL,
    branch boolean DEFAULT false NOT NULL,
    imported boolean DEFAULT false NOT NULL,
    vouched boolean DEFAULT false NOT NULL,
    rated boolean DEFAULT true NOT NULL
);

CREATE TABLE kifu_read.score_player (
    player text NOT NULL,
    game_id uuid NOT NULL,
    ruleset text NOT NULL,
    ended_at timestamp with time zone NOT NULL
);

CREATE TABLE kifu_read.standing (
    ruleset text NOT NULL,
    player text NOT NULL,
    games integer NOT NULL,
    wins integer NOT NULL,
    shared_wins integer NOT NULL,
    points bigint NOT NULL,
    mean_points double precision GENERATED ALWAYS AS (((points)::double precision / (games)::double precision)) STORED
)
WITH (fillfactor='80');

CREATE TABLE kifu_read.standing_game (
    game_id uuid NOT NULL,
    ruleset text NOT NULL,
    players text[] NOT NULL,
    teaching boolean NOT NULL,
    unlisted boolean NOT NULL,
    sides text[] DEFAULT '{}'::text[] NOT NULL,
    branch boolean DEFAULT false NOT NULL,
    imported boolean DEFAULT false NOT NULL,
    vouched boolean DEFAULT false NOT NULL,
    rated boolean DEFAULT true NOT NULL
);

CREATE TABLE kifu_read.stopped (
    projection text NOT NULL,
    error text NOT NULL,
    partition smallint,
    "position" bigint,
    game_id uuid,
    at timestamp with time zone NOT NULL,
    attempts integer DEFAULT 1 NOT NULL
);

CREATE TABLE public.kifu_migration (
    id text NOT NULL,
    digest bytea NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL,
    works_from text
);

ALTER TABLE ONLY kifu.account_event
    ADD CONSTRAINT account_event_pkey PRIMARY KEY (n);

ALTER TABLE ONLY kifu.account_seal
    ADD CONSTRAINT account_seal_pkey PRIMARY KEY (seal);

ALTER TABLE ONLY kifu.arbiter_note
    ADD CONSTRAINT arbiter_note_pkey PRIMARY KEY (number);

ALTER TABLE ONLY kifu.bot_presence
    ADD CONSTRAINT bot_presence_pkey PRIMARY KEY (player);

ALTER TABLE ONLY kifu.content_pack
    ADD CONSTRAINT content_pack_pkey PRIMARY KEY (ruleset, digest);

ALTER TABLE ONLY kifu.cosignature
    ADD CONSTRAINT cosignature_pkey PRIMARY KEY (witness, size, signature);

ALTER TABLE ONLY kifu.early_streams
    ADD CONSTRAINT early_streams_pkey PRIMARY KEY (number);

ALTER TABLE ONLY kifu.erasure
    ADD CONSTRAINT erasure_pkey PRIMARY KEY (number);

ALTER TABLE ONLY kifu.erasure
    ADD CONSTRAINT erasure_seal_key UNIQUE (seal);

ALTER TABLE ONLY kifu.event
    ADD CONSTRAINT event_pkey PRIMARY KEY (partition, game_id, version);

ALTER TABLE ONLY kifu.event
    ADD CONSTRAINT event_position UNIQUE (partition, "position");

ALTER TABLE ONLY kifu.feed_head
    ADD CONSTRAINT feed_head_pkey PRIMARY KEY (partition);

ALTER TABLE ONLY kifu.forgotten_refusal
    ADD CONSTRAINT forgotten_refusal_pkey PRIMARY KEY (partition, game_id, seat, clause);

ALTER TABLE ONLY kifu.game_link
    ADD CONSTRAINT game_link_pkey PRIMARY KEY (game_id, number, digest);

ALTER TABLE ONLY kifu.idempotency
    ADD CONSTRAINT idempotency_pkey PRIMARY KEY (owner, key);

ALTER TABLE ONLY kifu.imported
    ADD CONSTRAINT imported_pkey PRIMARY KEY (partition, game_id);

ALTER TABLE ONLY kifu.log_tile
    ADD CONSTRAINT log_tile_pkey PRIMARY KEY (partition, level, index, width);

ALTER TABLE ONLY kifu.logged_heads
    ADD CONSTRAINT logged_heads_pkey PRIMARY KEY (size, key, signature);

ALTER TABLE ONLY kifu.look
    ADD CONSTRAINT look_pkey PRIMARY KEY (partition, game_id, number);

ALTER TABLE ONLY kifu.measure
    ADD CONSTRAINT measure_pkey PRIMARY KEY (id);

ALTER TABLE ONLY kifu.moved_game
    ADD CONSTRAINT moved_game_pkey PRIMARY KEY (number);

ALTER TABLE ONLY kifu.name_claim
    ADD CONSTRAINT name_claim_pkey PRIMARY KEY (version, skeleton);

ALTER TABLE ONLY kifu.opened_seed
    ADD CONSTRAINT opened_seed_pkey PRIMARY KEY (partition, game_id);

ALTER TABLE ONLY kifu.personal_value
    ADD CONSTRAINT personal_value_pkey PRIMARY KEY (seal);

ALTER TABLE ONLY kifu.player_key
    ADD CONSTRAINT player_key_pkey PRIMARY KEY (public);

ALTER TABLE ONLY kifu.player_kind
    ADD CONSTRAINT player_kind_pkey PRIMARY KEY (player);

ALTER TABLE ONLY kifu.player
    ADD CONSTRAINT player_pkey PRIMARY KEY (name);

ALTER TABLE ONLY kifu.recovery_code
    ADD CONSTRAINT recovery_code_pkey PRIMARY KEY (digest);

ALTER TABLE ONLY kifu.refused_move
    ADD CONSTRAINT refused_move_pkey PRIMARY KEY (partition, game_id, number);

ALTER TABLE ONLY kifu.reimported
    ADD CONSTRAINT reimported_pkey PRIMARY KEY (partition, game_id, number);

ALTER TABLE ONLY kifu.replaced_stream
    ADD CONSTRAINT replaced_stream_by_key UNIQUE (by);

ALTER TABLE ONLY kifu.replaced_stream
    ADD CONSTRAINT replaced_stream_pkey PRIMARY KEY (stream, number);

ALTER TABLE ONLY kifu.report
    ADD CONSTRAINT report_pkey PRIMARY KEY (id);

ALTER TABLE ONLY kifu.revoked_player_key
    ADD CONSTRAINT revoked_player_key_pkey PRIMARY KEY (public, until);

ALTER TABLE ONLY kifu.seek
    ADD CONSTRAINT seek_pkey PRIMARY KEY (id);

ALTER TABLE ONLY kifu.service_key
    ADD CONSTRAINT service_key_pkey PRIMARY KEY (kind, key, "time", used, seal);

ALTER TABLE ONLY kifu.snapshot
    ADD CONSTRAINT snapshot_pkey PRIMARY KEY (partition, game_id, version);

ALTER TABLE ONLY kifu.token
    ADD CONSTRAINT token_digest_key UNIQUE (digest);

ALTER TABLE ONLY kifu.token
    ADD CONSTRAINT token_pkey PRIMARY KEY (id);

ALTER TABLE ONLY kifu.token_seal
    ADD CONSTRAINT token_seal_pkey PRIMARY KEY (token, seal);

ALTER TABLE ONLY kifu.token_use
    ADD CONSTRAINT token_use_pkey PRIMARY KEY (token);

ALTER TABLE ONLY kifu.told_game
    ADD CONSTRAINT told_game_pkey PRIMARY KEY (player, game);

ALTER TABLE ONLY kifu.tracking
    ADD CONSTRAINT tracking_pkey PRIMARY KEY (projection, upstream);

ALTER TABLE ONLY kifu.tree_head
    ADD CONSTRAINT tree_head_pkey PRIMARY KEY (partition, size, key, signature);

ALTER TABLE ONLY kifu.uptime
    ADD CONSTRAINT uptime_pkey PRIMARY KEY (since);

ALTER TABLE ONLY kifu.webhook_call
    ADD CONSTRAINT webhook_call_pkey PRIMARY KEY (id);

ALTER TABLE ONLY kifu.webhook_call
    ADD CONSTRAINT webhook_call_webhook_kind_game_version_key UNIQUE (webhook, kind, game, version);

ALTER TABLE ONLY kifu.webhook
    ADD CONSTRAINT webhook_pkey PRIMARY KEY (id);

ALTER TABLE ONLY kifu_read.clause_count
    ADD CONSTRAINT clause_count_pkey PRIMARY KEY (ruleset, clause);

ALTER TABLE ONLY kifu_read.clause_game
    ADD CONSTRAINT clause_game_pkey PRIMARY KEY (game_id);

ALTER TABLE ONLY kifu_read.clock
    ADD CONSTRAINT clock_pkey PRIMARY KEY (game_id);

ALTER TABLE ONLY kifu_read.dispute_game
    ADD CONSTRAINT dispute_game_pkey PRIMARY KEY (game_id);

ALTER TABLE ONLY kifu_read.dispute
    ADD CONSTRAINT dispute_pkey PRIMARY KEY (game_id, number);

ALTER TABLE ONLY kifu_read.faulty
    ADD CONSTRAINT faulty_pkey PRIMARY KEY (projection);

ALTER TABLE ONLY kifu_read.game
    ADD CONSTRAINT game_pkey PRIMARY KEY (game_id);

ALTER TABLE ONLY kifu_read.history_game
    ADD CONSTRAINT history_game_pkey PRIMARY KEY (game_id);

ALTER TABLE ONLY kifu_read.history_undone
    ADD CONSTRAINT history_undone_pkey PRIMARY KEY (game_id, n);

ALTER TABLE ONLY kifu_read.period_standing
    ADD CONSTRAINT period_standing_pkey PRIMARY KEY (ruleset, seats, period, player);

ALTER TABLE ONLY kifu_read.player_game
    ADD CONSTRAINT player_game_pkey PRIMARY KEY (game_id, player);

ALTER TABLE ONLY kifu_read.player_record
    ADD CONSTRAINT player_record_pkey PRIMARY KEY (player, ruleset);

ALTER TABLE ONLY kifu_read.player_seats
    ADD CONSTRAINT player_seats_pkey PRIMARY KEY (game_id);

ALTER TABLE ONLY kifu_read.rated_game
    ADD CONSTRAINT rated_game_pkey PRIMARY KEY (ruleset, seats, ended_at, game_id);

ALTER TABLE ONLY kifu_read.rating_change
    ADD CONSTRAINT rating_change_pkey PRIMARY KEY (player, ruleset, seats, ended_at, game_id);

ALTER TABLE ONLY kifu_read.rating
    ADD CONSTRAINT rating_pkey PRIMARY KEY (ruleset, seats, player);

ALTER TABLE ONLY kifu_read.rating_seats
    ADD CONSTRAINT rating_seats_pkey PRIMARY KEY (game_id);

ALTER TABLE ONLY kifu_read.score_game
    ADD CONSTRAINT score_game_pkey PRIMARY KEY (game_id);

ALTER TABLE ONLY kifu_read.score
    ADD CONSTRAINT score_pkey PRIMARY KEY (game_id);

ALTER TABLE ONLY kifu_read.score_player
    ADD CONSTRAINT score_player_pkey PRIMARY KEY (player, game_id);

ALTER TABLE ONLY kifu_read.standing_game
    ADD CONSTRAINT standing_game_pkey PRIMARY KEY (game_id);

ALTER TABLE ONLY kifu_read.standing
    ADD CONSTRAINT standing_pkey PRIMARY KEY (ruleset, player);

ALTER TABLE ONLY kifu_read.stopped
    ADD CONSTRAINT stopped_pkey PRIMARY KEY (projection);

ALTER TABLE ONLY public.kifu_migration
    ADD CONSTRAINT kifu_migration_pkey PRIMARY KEY (id);

CREATE INDEX account_event_by_player ON kifu.account_event USING btree (player, n);

CREATE INDEX account_event_revoked ON kifu.account_event USING btree (token) WHERE (kind = 'token-revoked'::text);

CREATE INDEX account_event_used ON kifu.account_event USING btree (code) WHERE (kind = 'code-used'::text);

CREATE INDEX account_seal_player ON kifu.account_seal USING btree (player) WHERE (player IS NOT NULL);

CREATE INDEX arbiter_note_by_player ON kifu.arbiter_note USING btree (player, number DESC);

CREATE INDEX idempotency_answers ON kifu.idempotency USING btree (answered_at) WHERE (body IS NOT NULL);

CREATE INDEX idempotency_keys ON kifu.idempotency USING btree (answered_at) WHERE (body IS NULL);

CREATE INDEX measure_appealed ON kifu.measure USING btree (at, id) WHERE ((appealed_at IS NOT NULL) AND (decided_at IS NULL));

CREATE INDEX measure_at ON kifu.measure USING btree (at, id);

CREATE INDEX measure_hidden ON kifu.measure USING btree (game_id, message) WHERE ((kind = 'hide'::text) AND (NOT lifted));

CREATE INDEX measure_of_player ON kifu.measure USING btree (player, at);

CREATE INDEX moved_game_last ON kifu.moved_game USING btree (game_id, number);

CREATE INDEX name_claim_by_name ON kifu.name_claim USING btree (name, version);

CREATE INDEX personal_value_event ON kifu.personal_value USING btree (game_id, kind, version);

CREATE INDEX personal_value_writer ON kifu.personal_value USING btree (writer);

CREATE INDEX player_key_player ON kifu.player_key USING btree (player, number);

CREATE INDEX recovery_code_by_event ON kifu.recovery_code USING btree (made);

CREATE INDEX refused_move_at ON kifu.refused_move USING btree (partition, game_id, at);

CREATE INDEX refused_move_time ON kifu.refused_move USING btree (at) INCLUDE (clause);

CREATE INDEX report_at ON kifu.report USING btree (at, id);

CREATE INDEX report_of_reporter ON kifu.report USING btree (reporter, at);

CREATE INDEX report_open ON kifu.report USING btree (at, id) WHERE (closed_at IS NULL);

CREATE INDEX seek_of_player ON kifu.seek USING btree (player, opened_at);

CREATE INDEX seek_old ON kifu.seek USING btree (until);

CREATE INDEX seek_open ON kifu.seek USING btree (opened_at, id) WHERE (ended_at IS NULL);

CREATE INDEX token_by_player ON kifu.token USING btree (player);

CREATE INDEX uptime_until ON kifu.uptime USING btree (until);

CREATE INDEX webhook_call_due ON kifu.webhook_call USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX webhook_call_of_webhook ON kifu.webhook_call USING btree (webhook, made_at);

CREATE INDEX webhook_call_old ON kifu.webhook_call USING btree (made_at);

CREATE INDEX webhook_of_player ON kifu.webhook USING btree (player, made_at);

CREATE INDEX clock_due ON kifu_read.clock USING btree (due) WHERE (due IS NOT NULL);

CREATE INDEX dispute_by_clause ON kifu_read.dispute USING btree (ruleset, COALESCE(clause, ruling_clause));

CREATE INDEX dispute_by_status ON kifu_read.dispute USING btree (status, raised_at DESC, game_id DESC, number DESC);

CREATE INDEX dispute_newest ON kifu_read.dispute USING btree (raised_at DESC, game_id DESC, number DESC);

CREATE INDEX game_by_opener ON kifu_read.game USING btree (opened_by);

CREATE INDEX game_by_player ON kifu_read.game USING gin (players);

CREATE INDEX game_by_reservation ON kifu_read.game USING gin (reserved_for) WHERE (status = 'waiting'::text);

CREATE INDEX game_by_ruleset ON kifu_read.game USING btree (ruleset, opened_at DESC, game_id DESC) WHERE (NOT unlisted);

CREATE INDEX game_by_status ON kifu_read.game USING btree (status, opened_at DESC, game_id DESC) WHERE (NOT unlisted);

CREATE INDEX game_newest ON kifu_read.game USING btree (opened_at DESC, game_id DESC) WHERE (NOT unlisted);

CREATE INDEX game_running_by_player ON kifu_read.game USING gin (players) WHERE (status = 'playing'::text);

CREATE INDEX game_waiting ON kifu_read.game USING btree (opened_at) WHERE (status = 'waiting'::text);

CREATE INDEX game_waiting_by_opener ON kifu_read.game USING btree (opened_by) WHERE (status = 'waiting'::text);

CREATE INDEX history_newest ON kifu_read.history USING btree (at);

CREATE INDEX period_standing_order ON kifu_read.period_standing USING btree (ruleset, seats, period, ((- wins)), ((- shared_wins)), ((- mean_points)), player);

CREATE INDEX player_game_newest ON kifu_read.player_game USING btree (player, joined_at DESC, game_id DESC);

CREATE INDEX rating_order ON kifu_read.rating USING btree (ruleset, seats, ((- ordinal)), player);

CREATE INDEX rating_player ON kifu_read.rating USING btree (player, ruleset, seats);

CREATE INDEX score_by_ruleset ON kifu_read.score USING btree (ruleset, ended_at DESC, game_id DESC);

CREATE INDEX score_newest ON kifu_read.score USING btree (ended_at DESC, game_id DESC);

CREATE INDEX score_player_by_ruleset ON kifu_read.score_player USING btree (player, ruleset, ended_at DESC, game_id DESC);

CREATE INDEX score_player_newest ON kifu_read.score_player USING btree (player, ended_at DESC, game_id DESC);

CREATE INDEX standing_order ON kifu_read.standing USING btree (ruleset, ((- wins)), ((- shared_wins)), ((- mean_points)), player);

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON kifu.account_event FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON kifu.account_seal FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON kifu.arbiter_note FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON kifu.content_pack FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON kifu.erasure FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON kifu.game_link FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON kifu.imported FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON kifu.look FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON kifu.moved_game FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON kifu.name_claim FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();

CREATE TRIGGER append_only BEFORE UPDATE ON kifu.personal_value FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON kifu.player_kind FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON kifu.recovery_code FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON kifu.reimported FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON kifu.replaced_stream FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON kifu.service_key FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON kifu.token FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON kifu.token_seal FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();

CREATE TRIGGER opened_seed_promised BEFORE INSERT ON kifu.opened_seed FOR EACH ROW EXECUTE FUNCTION kifu.check_opened_seed();

ALTER TABLE ONLY kifu.account_event
    ADD CONSTRAINT account_event_player_fkey FOREIGN KEY (player) REFERENCES kifu.player(name);

ALTER TABLE ONLY kifu.account_event
    ADD CONSTRAINT account_event_token_fkey FOREIGN KEY (token) REFERENCES kifu.token(id);

ALTER TABLE ONLY kifu.arbiter_note
    ADD CONSTRAINT arbiter_note_player_fkey FOREIGN KEY (player) REFERENCES kifu.player(name);

ALTER TABLE ONLY kifu.bot_presence
    ADD CONSTRAINT bot_presence_player_fkey FOREIGN KEY (player) REFERENCES kifu.player(name);

ALTER TABLE ONLY kifu.measure
    ADD CONSTRAINT measure_arbiter_fkey FOREIGN KEY (arbiter) REFERENCES kifu.player(name) ON DELETE SET NULL;

ALTER TABLE ONLY kifu.measure
    ADD CONSTRAINT measure_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES kifu.player(name) ON DELETE SET NULL;

ALTER TABLE ONLY kifu.measure
    ADD CONSTRAINT measure_player_fkey FOREIGN KEY (player) REFERENCES kifu.player(name) ON DELETE SET NULL;

ALTER TABLE ONLY kifu.measure
    ADD CONSTRAINT measure_report_fkey FOREIGN KEY (report) REFERENCES kifu.report(id);

ALTER TABLE ONLY kifu.name_claim
    ADD CONSTRAINT name_claim_name_fkey FOREIGN KEY (name) REFERENCES kifu.player(name);

ALTER TABLE ONLY kifu.player_key
    ADD CONSTRAINT player_key_player_fkey FOREIGN KEY (player) REFERENCES kifu.player(name);

ALTER TABLE ONLY kifu.player_kind
    ADD CONSTRAINT player_kind_player_fkey FOREIGN KEY (player) REFERENCES kifu.player(name);

ALTER TABLE ONLY kifu.recovery_code
    ADD CONSTRAINT recovery_code_made_fkey FOREIGN KEY (made) REFERENCES kifu.account_event(n);

ALTER TABLE ONLY kifu.recovery_code
    ADD CONSTRAINT recovery_code_player_fkey FOREIGN KEY (player) REFERENCES kifu.player(name);

ALTER TABLE ONLY kifu.report
    ADD CONSTRAINT report_arbiter_fkey FOREIGN KEY (arbiter) REFERENCES kifu.player(name) ON DELETE SET NULL;

ALTER TABLE ONLY kifu.report
    ADD CONSTRAINT report_player_fkey FOREIGN KEY (player) REFERENCES kifu.player(name) ON DELETE SET NULL;

ALTER TABLE ONLY kifu.report
    ADD CONSTRAINT report_reporter_fkey FOREIGN KEY (reporter) REFERENCES kifu.player(name) ON DELETE SET NULL;

ALTER TABLE ONLY kifu.revoked_player_key
    ADD CONSTRAINT revoked_player_key_public_fkey FOREIGN KEY (public) REFERENCES kifu.player_key(public);

ALTER TABLE ONLY kifu.seek
    ADD CONSTRAINT seek_player_fkey FOREIGN KEY (player) REFERENCES kifu.player(name) ON DELETE CASCADE;

ALTER TABLE ONLY kifu.token
    ADD CONSTRAINT token_player_fkey FOREIGN KEY (player) REFERENCES kifu.player(name);

ALTER TABLE ONLY kifu.token_seal
    ADD CONSTRAINT token_seal_token_fkey FOREIGN KEY (token) REFERENCES kifu.token(id);

ALTER TABLE ONLY kifu.token_use
    ADD CONSTRAINT token_use_token_fkey FOREIGN KEY (token) REFERENCES kifu.token(id);

ALTER TABLE ONLY kifu.told_game
    ADD CONSTRAINT told_game_player_fkey FOREIGN KEY (player) REFERENCES kifu.player(name) ON DELETE CASCADE;

ALTER TABLE ONLY kifu.webhook_call
    ADD CONSTRAINT webhook_call_webhook_fkey FOREIGN KEY (webhook) REFERENCES kifu.webhook(id) ON DELETE CASCADE;

ALTER TABLE ONLY kifu.webhook
    ADD CONSTRAINT webhook_player_fkey FOREIGN KEY (player) REFERENCES kifu.player(name) ON DELETE CASCADE;

GRANT USAGE ON SCHEMA kifu TO kifu_service;

GRANT USAGE ON SCHEMA kifu_read TO kifu_service;

REVOKE ALL ON FUNCTION kifu.add_hashes(of_partition smallint, of_level smallint, of_index bigint, to_width smallint, added bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION kifu.add_hashes(of_partition smallint, of_level smallint, of_index bigint, to_width smallint, added bytea) TO kifu_service;

REVOKE ALL ON FUNCTION kifu.append(at_partition smallint, of_game uuid, first_version bigint, lowest bigint, topics text[], payloads text[], receipts bytea[], previous bytea, answer_owner text, answer_key text, answer_digest bytea, answer_status smallint, answer_body bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION kifu.append(at_partition smallint, of_game uuid, first_version bigint, lowest bigint, topics text[], payloads text[], receipts bytea[], previous bytea, answer_owner text, answer_key text, answer_digest bytea, answer_status smallint, answer_body bytea) TO kifu_service;

REVOKE ALL ON FUNCTION kifu.append_batch(partitions smallint[], games uuid[], first_versions bigint[], counts bigint[], lowest bigint, previous bytea[], items integer[], versions bigint[], topics text[], payloads text[], receipts bytea[], owners text[], keys text[], digests bytea[], statuses smallint[], bodies bytea[], seeds bytea[]) FROM PUBLIC;
GRANT ALL ON FUNCTION kifu.append_batch(partitions smallint[], games uuid[], first_versions bigint[], counts bigint[], lowest bigint, previous bytea[], items integer[], versions bigint[], topics text[], payloads text[], receipts bytea[], owners text[], keys text[], digests bytea[], statuses smallint[], bodies bytea[], seeds bytea[]) TO kifu_service;

REVOKE ALL ON FUNCTION kifu.erase(of_seal bytea, eraser text, why text) FROM PUBLIC;

REVOKE ALL ON FUNCTION kifu.keep_answer(of_partition smallint, of_owner text, of_key text, of_digest bytea, of_status smallint, of_body bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION kifu.keep_answer(of_partition smallint, of_owner text, of_key text, of_digest bytea, of_status smallint, of_body bytea) TO kifu_service;

REVOKE ALL ON FUNCTION kifu.move_back(of_game uuid, partitions smallint[], streams uuid[], versions bigint[], payloads text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION kifu.move_out(of_game uuid, file_bytes bigint, file_hash bytea, partitions smallint[], streams uuid[], versions bigint[], stubs text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION kifu.prune_guests(most integer, OUT gone bigint, OUT emptied bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION kifu.prune_guests(most integer, OUT gone bigint, OUT emptied bigint) TO kifu_service;

REVOKE ALL ON FUNCTION kifu.prune_idempotency(most integer, OUT answers bigint, OUT keys bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION kifu.prune_idempotency(most integer, OUT answers bigint, OUT keys bigint) TO kifu_service;

REVOKE ALL ON FUNCTION kifu.prune_partition(of_partition smallint, most integer, OUT answers bigint, OUT keys bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION kifu.prune_partition(of_partition smallint, most integer, OUT answers bigint, OUT keys bigint) TO kifu_service;

REVOKE ALL ON FUNCTION kifu.prune_refused(of_partition smallint, of_game uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION kifu.prune_refused(of_partition smallint, of_game uuid) TO kifu_service;

REVOKE ALL ON FUNCTION kifu.refuse_move(of_partition smallint, of_game uuid, of_seat smallint, of_player text, of_move bytea, of_clause text, of_why text, of_time timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION kifu.refuse_move(of_partition smallint, of_game uuid, of_seat smallint, of_player text, of_move bytea, of_clause text, of_why text, of_time timestamp with time zone) TO kifu_service;

GRANT SELECT,INSERT ON TABLE kifu.account_event TO kifu_service;

GRANT SELECT,INSERT ON TABLE kifu.account_seal TO kifu_service;

GRANT SELECT,INSERT ON TABLE kifu.arbiter_note TO kifu_service;

GRANT SELECT,INSERT,UPDATE ON TABLE kifu.bot_presence TO kifu_service;

GRANT SELECT,INSERT ON TABLE kifu.checkpoint_file TO kifu_service;

GRANT SELECT,INSERT ON TABLE kifu.content_pack TO kifu_service;

GRANT SELECT,INSERT ON TABLE kifu.cosignature TO kifu_service;

GRANT SELECT,INSERT ON TABLE kifu.early_streams TO kifu_service;

GRANT SELECT ON TABLE kifu.erasure TO kifu_service;

GRANT SELECT ON TABLE kifu.event TO kifu_service;

GRANT SELECT ON TABLE kifu.feed_head TO kifu_service;

GRANT SELECT ON TABLE kifu.forgotten_refusal TO kifu_service;

GRANT SELECT,INSERT ON TABLE kifu.game_link TO kifu_service;

GRANT USAGE ON SEQUENCE kifu.guest_number TO kifu_service;

GRANT SELECT,INSERT ON TABLE kifu.idempotency TO kifu_service;

GRANT SELECT,INSERT ON TABLE kifu.imported TO kifu_service;

GRANT SELECT ON TABLE kifu.log_tile TO kifu_service;

GRANT SELECT,INSERT ON TABLE kifu.logged_heads TO kifu_service;

GRANT SELECT,INSERT ON TABLE kifu.look TO kifu_service;

GRANT SELECT,INSERT ON TABLE kifu.measure TO kifu_service;

GRANT UPDATE(appealed_at) ON TABLE kifu.measure TO kifu_service;

GRANT UPDATE(appeal) ON TABLE kifu.measure TO kifu_service;

GRANT UPDATE(decided_at) ON TABLE kifu.measure TO kifu_service;

GRANT UPDATE(decided_by) ON TABLE kifu.measure TO kifu_service;

GRANT UPDATE(answer) ON TABLE kifu.measure TO kifu_service;

GRANT UPDATE(lifted) ON TABLE kifu.measure TO kifu_service;

GRANT SELECT ON TABLE kifu.moved_game TO kifu_service;

GRANT SELECT,INSERT ON TABLE kifu.name_claim TO kifu_service;

GRANT SELECT,INSERT ON TABLE kifu.opened_seed TO kifu_service;

GRANT SELECT,INSERT ON TABLE kifu.personal_value TO kifu_service;

GRANT SELECT,INSERT ON TABLE kifu.player TO kifu_service;

GRANT SELECT,INSERT ON TABLE kifu.player_key TO kifu_service;

GRANT SELECT,INSERT ON TABLE kifu.player_kind TO kifu_service;

GRANT SELECT,INSERT ON TABLE kifu.recovery_code TO kifu_service;

GRANT SELECT,INSERT ON TABLE kifu.refused_move TO kifu_service;

GRANT SELECT ON TABLE kifu.reimported TO kifu_service;

GRANT SELECT ON TABLE kifu.replaced_stream TO kifu_service;

GRANT SELECT,INSERT ON TABLE kifu.report TO kifu_service;

GRANT UPDATE(closed_at) ON TABLE kifu.report TO kifu_service;

GRANT UPDATE(arbiter) ON TABLE kifu.report TO kifu_service;

GRANT UPDATE(upheld) ON TABLE kifu.report TO kifu_service;

GRANT UPDATE(answer) ON TABLE kifu.report TO kifu_service;

GRANT SELECT,INSERT ON TABLE kifu.revoked_player_key TO kifu_service;

GRANT SELECT,INSERT,DELETE ON TABLE kifu.seek TO kifu_service;

GRANT UPDATE(ended_at) ON TABLE kifu.seek TO kifu_service;

GRANT UPDATE(game) ON TABLE kifu.seek TO kifu_service;

GRANT SELECT,INSERT ON TABLE kifu.service_key TO kifu_service;

GRANT SELECT,INSERT ON TABLE kifu.snapshot TO kifu_service;

GRANT SELECT,INSERT ON TABLE kifu.token TO kifu_service;

GRANT SELECT,INSERT ON TABLE kifu.token_seal TO kifu_service;

GRANT SELECT,INSERT,UPDATE ON TABLE kifu.token_use TO kifu_service;

GRANT SELECT,INSERT,DELETE ON TABLE kifu.told_game TO kifu_service;

GRANT UPDATE(version) ON TABLE kifu.told_game TO kifu_service;

GRANT UPDATE(seats) ON TABLE kifu.told_game TO kifu_service;

GRANT SELECT,INSERT,UPDATE ON TABLE kifu.tracking TO kifu_service;

GRANT SELECT,INSERT ON TABLE kifu.tree_head TO kifu_service;

GRANT SELECT,INSERT ON TABLE kifu.uptime TO kifu_service;

GRANT UPDATE(until) ON TABLE kifu.uptime TO kifu_service;

GRANT SELECT,INSERT,DELETE ON TABLE kifu.webhook TO kifu_service;

GRANT UPDATE(confirmed_at) ON TABLE kifu.webhook TO kifu_service;

GRANT UPDATE(failing_since) ON TABLE kifu.webhook TO kifu_service;

GRANT UPDATE(disabled_at) ON TABLE kifu.webhook TO kifu_service;

GRANT SELECT,INSERT,DELETE ON TABLE kifu.webhook_call TO kifu_service;

GRANT UPDATE(due_at) ON TABLE kifu.webhook_call TO kifu_service;

GRANT UPDATE(tries) ON TABLE kifu.webhook_call TO kifu_service;

GRANT UPDATE(answered_at) ON TABLE kifu.webhook_call TO kifu_service;

GRANT UPDATE(outcome) ON TABLE kifu.webhook_call TO kifu_service;

GRANT SELECT,INSERT,UPDATE ON TABLE kifu_read.clause_count TO kifu_service;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE kifu_read.clause_game TO kifu_service;

GRANT SELECT,INSERT,UPDATE ON TABLE kifu_read.clock TO kifu_service;

GRANT SELECT,INSERT,UPDATE ON TABLE kifu_read.dispute TO kifu_service;

GRANT SELECT,INSERT,UPDATE ON TABLE kifu_read.dispute_game TO kifu_service;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE kifu_read.faulty TO kifu_service;

GRANT SELECT,INSERT,UPDATE ON TABLE kifu_read.game TO kifu_service;

GRANT SELECT,INSERT ON TABLE kifu_read.history TO kifu_service;

GRANT SELECT,INSERT,UPDATE ON TABLE kifu_read.history_game TO kifu_service;

GRANT SELECT,INSERT ON TABLE kifu_read.history_undone TO kifu_service;

GRANT SELECT,INSERT,UPDATE ON TABLE kifu_read.period_standing TO kifu_service;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE kifu_read.player_game TO kifu_service;

GRANT SELECT,INSERT,UPDATE ON TABLE kifu_read.player_record TO kifu_service;

GRANT SELECT,INSERT,UPDATE ON TABLE kifu_read.player_seats TO kifu_service;

GRANT SELECT,INSERT,UPDATE ON TABLE kifu_read.rated_game TO kifu_service;

GRANT SELECT,INSERT,UPDATE ON TABLE kifu_read.rating TO kifu_service;

GRANT SELECT,INSERT,UPDATE ON TABLE kifu_read.rating_change TO kifu_service;

GRANT SELECT,INSERT,UPDATE ON TABLE kifu_read.rating_seats TO kifu_service;

GRANT SELECT,INSERT,UPDATE ON TABLE kifu_read.score TO kifu_service;

GRANT SELECT,INSERT,UPDATE ON TABLE kifu_read.score_game TO kifu_service;

GRANT SELECT,INSERT,UPDATE ON TABLE kifu_read.score_player TO kifu_service;

GRANT SELECT,INSERT,UPDATE ON TABLE kifu_read.standing TO kifu_service;

GRANT SELECT,INSERT,UPDATE ON TABLE kifu_read.standing_game TO kifu_service;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE kifu_read.stopped TO kifu_service;

GRANT SELECT ON TABLE public.kifu_migration TO kifu_service;

ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA kifu GRANT SELECT,INSERT ON TABLES TO kifu_service;

ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA kifu_read GRANT SELECT,INSERT,UPDATE ON TABLES TO kifu_service;
