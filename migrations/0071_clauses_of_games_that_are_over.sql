-- Works with code that knows 0059.
-- Steps are counted by clause when a listed game is over: until then its own counts are kept apart, where nobody reads them.
-- The model is read anew from the first event.
CREATE TABLE kifu_read.clause_game (
    game_id uuid  PRIMARY KEY,
    ruleset text  NOT NULL,
    steps   jsonb NOT NULL  -- the number of steps by clause
) WITH (fillfactor = 50);
GRANT DELETE ON kifu_read.clause_game TO kifu_service;

TRUNCATE kifu_read.clause_count;
DELETE FROM kifu.tracking WHERE projection = 'clauses';
DELETE FROM kifu_read.stopped WHERE projection = 'clauses';
