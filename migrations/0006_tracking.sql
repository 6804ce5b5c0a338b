-- How far each projection has read each partition of the feed.
CREATE TABLE kifu.tracking (
    projection text   NOT NULL,
    upstream   text   NOT NULL,
    position   bigint NOT NULL,
    PRIMARY KEY (projection, upstream)
) WITH (fillfactor = 50);
