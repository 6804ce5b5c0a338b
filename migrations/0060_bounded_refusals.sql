-- Works with code that knows 0059.
-- A refused move is kept for the audit, and anybody at a table can have moves refused as often as they like. So at most 1,000
-- bytes of a move are kept, at most 100 moves of a seat, and none longer than 30 days after the end of the game; of all others it
-- is counted how many a clause refused.
ALTER TABLE kifu.refused_move ADD COLUMN bytes integer;  -- how many were sent, if fewer are kept

CREATE TABLE kifu.forgotten_refusal (
    partition smallint NOT NULL,
    game_id   uuid     NOT NULL,
    seat      smallint NOT NULL,
    clause    text     NOT NULL,  -- '': no rule was asked
    moves     bigint   NOT NULL,
    PRIMARY KEY (partition, game_id, seat, clause)
);
REVOKE INSERT ON kifu.forgotten_refusal FROM kifu_service;

CREATE FUNCTION kifu.refuse_move(
    of_partition smallint, of_game uuid, of_seat smallint, of_player text, of_move bytea, of_clause text, of_why text,
    of_time timestamptz
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $refuse$
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
$refuse$;

REVOKE EXECUTE ON FUNCTION kifu.refuse_move(smallint, uuid, smallint, text, bytea, text, text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION kifu.refuse_move(smallint, uuid, smallint, text, bytea, text, text, timestamptz)
    TO kifu_service;

-- Removes the refused moves of a game that are older than 30 days, and counts them. The role of the service may change no row of
-- the table, and reaches by this function none that is younger. Whether the game is over is for the service to ask, since in a
-- cluster this is carried out where only the rows of the partition are.
CREATE FUNCTION kifu.prune_refused(of_partition smallint, of_game uuid) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $prune$
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
$prune$;

REVOKE EXECUTE ON FUNCTION kifu.prune_refused(smallint, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION kifu.prune_refused(smallint, uuid) TO kifu_service;
