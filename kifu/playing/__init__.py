"""A game between a person at this terminal and bots: no server and no store, but the same rules and records."""
