-- Works with code that knows 0059.
-- Whom the service calls when it is a player's turn, and what it said. These rows are no record: a call is kept for some days, and
-- everything goes with its player's account.
CREATE TABLE kifu.webhook (
    id           uuid        PRIMARY KEY,
    player       text        NOT NULL REFERENCES kifu.player (name) ON DELETE CASCADE,
    url          text        NOT NULL,
    form         text        NOT NULL CHECK (form IN ('standard', 'discord', 'slack')),
    kinds        text[]      NOT NULL CHECK (kinds <@ ARRAY['turn', 'invited', 'game-over']),
    quiet        text,                 -- when it is not called: HH:MM-HH:MM and a time zone
    language     text        NOT NULL, -- of the words in its calls
    secret       bytea       NOT NULL CHECK (octet_length(secret) = 32),
    made_at      timestamptz NOT NULL DEFAULT now(),
    confirmed_at timestamptz,          -- when it first answered; only then is it called about games
    failing_since timestamptz,
    disabled_at   timestamptz
);

CREATE INDEX webhook_of_player ON kifu.webhook (player, made_at);

-- What a player was last looked at for in a game that runs or has a seat for them: the seats that were asked at that version, and
-- those that were kept, as -1 less the seat.
CREATE TABLE kifu.told_game (
    player  text     NOT NULL REFERENCES kifu.player (name) ON DELETE CASCADE,
    game    uuid     NOT NULL,
    version bigint   NOT NULL,
    seats   smallint[] NOT NULL,
    PRIMARY KEY (player, game)
);

CREATE TABLE kifu.webhook_call (
    id          uuid        PRIMARY KEY,
    webhook     uuid        NOT NULL REFERENCES kifu.webhook (id) ON DELETE CASCADE,
    kind        text        NOT NULL CHECK (kind IN ('turn', 'invited', 'game-over', 'test')),
    game        uuid,
    version     bigint,
    body        text        NOT NULL,
    made_at     timestamptz NOT NULL DEFAULT now(),
    due_at      timestamptz,          -- when it is sent next; NULL when it has been answered or given up
    tries       smallint    NOT NULL DEFAULT 0,
    answered_at timestamptz,
    outcome     text,                 -- the status of the last answer, or why there was none
    UNIQUE (webhook, kind, game, version)
);

CREATE INDEX webhook_call_due ON kifu.webhook_call (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_call_of_webhook ON kifu.webhook_call (webhook, made_at);
CREATE INDEX webhook_call_old ON kifu.webhook_call (made_at);

GRANT UPDATE (confirmed_at, failing_since, disabled_at), DELETE ON kifu.webhook TO kifu_service;
GRANT UPDATE (version, seats), DELETE ON kifu.told_game TO kifu_service;
GRANT UPDATE (due_at, tries, answered_at, outcome), DELETE ON kifu.webhook_call TO kifu_service;
