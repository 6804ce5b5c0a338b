-- Works with code that knows 0059.
-- A use of a recovery code counts only with a seal, and a false one must not stand in the way of the true one.
DROP INDEX kifu.account_event_used;
CREATE INDEX account_event_used ON kifu.account_event (code) WHERE kind = 'code-used';
