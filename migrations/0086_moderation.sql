-- Works with code that knows 0059.
-- What players report to the arbiters, and the measures that follow: a message that is not shown, a player who may not write or play
-- for some time. These rows are no record of any game. Whose account goes is named no longer, and what was done stays counted.
CREATE TABLE kifu.report (
    id        uuid        PRIMARY KEY,
    reporter  text        REFERENCES kifu.player (name) ON DELETE SET NULL,
    player    text        REFERENCES kifu.player (name) ON DELETE SET NULL,  -- whom it is about; NULL: nobody who has an account
    game_id   uuid,
    message   bigint,                                                        -- the number of a message in the game
    reason    text        NOT NULL,
    words     text        NOT NULL,
    at        timestamptz NOT NULL,
    closed_at timestamptz,
    arbiter   text        REFERENCES kifu.player (name) ON DELETE SET NULL,
    upheld    boolean,
    answer    text
);

CREATE INDEX report_at ON kifu.report (at, id);
CREATE INDEX report_open ON kifu.report (at, id) WHERE closed_at IS NULL;
CREATE INDEX report_of_reporter ON kifu.report (reporter, at);

CREATE TABLE kifu.measure (
    id          uuid        PRIMARY KEY,
    kind        text        NOT NULL CHECK (kind = ANY (ARRAY['hide', 'mute', 'suspend'])),
    player      text        REFERENCES kifu.player (name) ON DELETE SET NULL,
    game_id     uuid,
    message     bigint,
    report      uuid        REFERENCES kifu.report (id),
    arbiter     text        REFERENCES kifu.player (name) ON DELETE SET NULL,  -- NULL: the operator
    words       text        NOT NULL,
    at          timestamptz NOT NULL,
    until       timestamptz,                                                   -- NULL: for good
    appealed_at timestamptz,
    appeal      text,
    decided_at  timestamptz,                                                   -- when it was lifted, or the appeal refused
    decided_by  text        REFERENCES kifu.player (name) ON DELETE SET NULL,
    answer      text,
    lifted      boolean     NOT NULL DEFAULT false
);

CREATE INDEX measure_at ON kifu.measure (at, id);
CREATE INDEX measure_appealed ON kifu.measure (at, id) WHERE appealed_at IS NOT NULL AND decided_at IS NULL;
CREATE INDEX measure_of_player ON kifu.measure (player, at);
CREATE INDEX measure_hidden ON kifu.measure (game_id, message) WHERE kind = 'hide' AND NOT lifted;

-- A report is closed once; a measure is appealed and decided on.
GRANT UPDATE (closed_at, arbiter, upheld, answer) ON kifu.report TO kifu_service;
GRANT UPDATE (appealed_at, appeal, decided_at, decided_by, answer, lifted) ON kifu.measure TO kifu_service;

-- The account log says what was done; which kinds there are is up to the code.
ALTER TABLE kifu.account_event
    ADD COLUMN report uuid,
    ADD COLUMN measure uuid,
    DROP CONSTRAINT account_event_kind_check,
    DROP CONSTRAINT account_event_by_check;
