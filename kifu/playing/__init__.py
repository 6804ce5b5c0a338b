"""A game between a person at this terminal and bots: no server, no store, the same rules and records as there."""
