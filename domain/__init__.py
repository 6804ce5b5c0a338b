"""The rules of the games and the record of their moves: pure code, no clock, no input, no output."""
