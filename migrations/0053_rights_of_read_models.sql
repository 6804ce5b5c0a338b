-- Works with code that knows 0049.
-- Who leaves all seats of a game that waits has no longer part in it: the row of the read model is deleted. The history is
-- only added to, and begun anew by the owner.
GRANT DELETE ON kifu_read.player_game TO kifu_service;
REVOKE UPDATE ON kifu_read.history, kifu_read.history_undone FROM kifu_service;
