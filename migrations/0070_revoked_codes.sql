-- Works with code that knows 0059.
-- Recovery codes can be revoked without new ones: by the operator, or by their owner with all other tokens.
ALTER TABLE kifu.account_event DROP CONSTRAINT account_event_kind_check;
ALTER TABLE kifu.account_event ADD CONSTRAINT account_event_kind_check CHECK (
    kind IN ('token-made', 'token-revoked', 'codes-made', 'codes-revoked', 'code-used', 'code-refused')
);
