-- The read models that are not what the events give, as the service or `kifu rebuild --check` has found; no row: none is known.
CREATE TABLE kifu_read.faulty (
    projection text        PRIMARY KEY,
    what       text        NOT NULL,
    at         timestamptz NOT NULL
);

-- A projection adds rows and changes them. Only what is noted of projections themselves is ever deleted by the service.
REVOKE DELETE ON ALL TABLES IN SCHEMA kifu_read FROM kifu_service;
ALTER DEFAULT PRIVILEGES IN SCHEMA kifu_read REVOKE DELETE ON TABLES FROM kifu_service;
GRANT DELETE ON kifu_read.stopped, kifu_read.faulty TO kifu_service;
