"""The course of a game: set-up, rounds of turns, goals on the way, the end of a round and of the game."""
