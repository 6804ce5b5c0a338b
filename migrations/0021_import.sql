-- Games that were not played here but restored from a .kifu file. Both tables are only ever added to.

-- The content packs that they were played with, which need not be installed: `files` is a JSON object of texts by file name, `digest` theirs.
CREATE TABLE kifu.content_pack (
    ruleset text        NOT NULL,
    digest  bytea       NOT NULL,
    files   text        NOT NULL,
    kept_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (ruleset, digest)
);

-- One row for each restored game, signed by the service: whoever can write to the database cannot call a game imported.
CREATE TABLE kifu.imported (
    partition  smallint NOT NULL,
    game_id    uuid     NOT NULL,
    time       text     NOT NULL,  -- as it was signed
    request_id text     NOT NULL,
    file       bytea    NOT NULL,  -- SHA-256 of the file
    version    bigint   NOT NULL,  -- how many events it had
    record     bytea    NOT NULL,  -- SHA-256 over these events as they are stored
    keys       text,               -- the keys that its receipts were checked with beside ours: a document of keys
    receipt    bytea    NOT NULL,  -- key and signature
    PRIMARY KEY (partition, game_id)
);

CREATE FUNCTION kifu.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $refuse$
BEGIN
    RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$refuse$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON kifu.content_pack
    FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON kifu.imported
    FOR EACH ROW EXECUTE FUNCTION kifu.refuse_change();
