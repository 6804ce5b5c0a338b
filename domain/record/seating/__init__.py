"""A game that waits for its players: its events, its lobby, and which of the events may follow."""
