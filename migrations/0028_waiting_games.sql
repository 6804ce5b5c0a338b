-- How many games of a player wait for others is asked at each opening.

CREATE INDEX game_waiting_by_opener ON kifu_read.game (opened_by) WHERE status = 'waiting';
