-- Works with code that knows 0059.
-- Which games and messages of games may lack receipts, as they began before the service had a key: all that lacked them when
-- this was signed, but those of imports. So an import whose note is deleted is not taken for such a game. One row, unless
-- anybody in the role of the service adds others; the one counts that our key signed. Rows are only ever inserted.
CREATE TABLE kifu.early_streams (
    number    integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    time      text    NOT NULL,
    streams   uuid[]  NOT NULL,
    key       text    NOT NULL,
    signature bytea   NOT NULL CHECK (octet_length(signature) = 64)
);
