-- Works with code that knows 0059.
-- When the service ran: a row grows until the service falls silent. What lies between two rows costs nobody time in games with a
-- clock. These rows are no record; the steps that stop a clock are.
CREATE TABLE kifu.uptime (
    since timestamptz PRIMARY KEY,
    until timestamptz NOT NULL
);

CREATE INDEX uptime_until ON kifu.uptime (until);

GRANT UPDATE (until) ON kifu.uptime TO kifu_service;

-- Whose time runs out next in each running game with a clock, and what that follows from.
CREATE TABLE kifu_read.clock (
    game_id uuid        PRIMARY KEY,
    row     jsonb       NOT NULL,
    due     timestamptz
);

CREATE INDEX clock_due ON kifu_read.clock (due) WHERE due IS NOT NULL;
