-- Works with code that knows 0053.
-- Players who are not people at a table like any other: guests, who took the name that they were given, and bots. A kind is given
-- with the registration and kept for ever, since others decided with it in mind whether to play.
CREATE TABLE kifu.player_kind (
    player text PRIMARY KEY REFERENCES kifu.player (name),
    kind   text NOT NULL CHECK (kind IN ('guest', 'bot', 'random', 'greedy'))
);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON kifu.player_kind
    FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();
