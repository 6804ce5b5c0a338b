-- An imported game can be replaced by a better file of it: one that proves more by its receipts. Nothing is deleted: the events of
-- the better file lie in a stream of their own, in another partition of the feed, and those who read the game read that one.

-- The notes of these later imports, as in kifu.imported; the one with the largest number is in force.
CREATE TABLE kifu.reimported (
    partition  smallint NOT NULL,
    game_id    uuid     NOT NULL,
    number     smallint NOT NULL CHECK (number > 0),
    time       text     NOT NULL,
    request_id text     NOT NULL,
    file       bytea    NOT NULL,
    version    bigint   NOT NULL,
    record     bytea    NOT NULL,
    keys       text,
    receipt    bytea    NOT NULL,
    vouched    boolean  NOT NULL,
    PRIMARY KEY (partition, game_id, number)
);

-- In whose place a stream stands: that of a game, or that of its messages.
CREATE TABLE kifu.replaced_stream (
    stream uuid     NOT NULL,
    number smallint NOT NULL,
    by     uuid     NOT NULL UNIQUE,
    PRIMARY KEY (stream, number)
);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON kifu.reimported
    FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON kifu.replaced_stream
    FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();

-- Only the owner replaces games: the service could otherwise put any record in the place of another.
REVOKE INSERT ON kifu.reimported, kifu.replaced_stream FROM kifu_service;
