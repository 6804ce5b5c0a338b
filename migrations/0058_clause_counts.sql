-- Works with code that knows 0049.
-- In how many steps each clause decided something: the steps with a fact that cites it.
CREATE TABLE kifu_read.clause_count (
    ruleset text   NOT NULL,
    clause  text   NOT NULL,
    steps   bigint NOT NULL,
    PRIMARY KEY (ruleset, clause)
) WITH (fillfactor = 50);

-- For counting refused moves by clause, each worker once and from then on only those that are new.
CREATE INDEX refused_move_time ON kifu.refused_move (at) INCLUDE (clause);
