-- Reserved seats in the list of games. The model is read anew from the first event, which fills these columns.
ALTER TABLE kifu_read.game
    ADD COLUMN reserved_for  text[]    NOT NULL DEFAULT '{}',  -- by seat; null: for nobody by name
    ADD COLUMN by_invitation boolean[] NOT NULL DEFAULT '{}';  -- by seat

TRUNCATE kifu_read.game;
DELETE FROM kifu.tracking WHERE projection = 'games';
DELETE FROM kifu_read.stopped WHERE projection = 'games';
DELETE FROM kifu_read.faulty WHERE projection = 'games';

-- The games that can expire, the oldest first.
CREATE INDEX game_waiting ON kifu_read.game (opened_at) WHERE status = 'waiting';

-- The links of unlisted games that were made after the opening, which holds the first. Only the last one is in force.
CREATE TABLE kifu.game_link (
    game_id uuid        NOT NULL,
    number  smallint    NOT NULL CHECK (number > 0),
    digest  bytea       NOT NULL CHECK (octet_length(digest) = 32),
    at      timestamptz NOT NULL,
    PRIMARY KEY (game_id, number)
);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON kifu.game_link
    FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();
