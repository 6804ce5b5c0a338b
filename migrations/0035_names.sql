-- What names look like. A skeleton belongs to the first player who has it: nobody else can register a name with the same one.
-- They are computed by the service, by tables of Unicode that grow, so each version of the computation has rows of its own. Of
-- players whose names looked alike before there was this table, the earliest has the skeleton, and the others stay as they are.
CREATE TABLE kifu.name_claim (
    version  text NOT NULL,
    skeleton text NOT NULL,
    name     text NOT NULL REFERENCES kifu.player,
    PRIMARY KEY (version, skeleton)
);
CREATE INDEX name_claim_by_name ON kifu.name_claim (name, version);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON kifu.name_claim
    FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();
