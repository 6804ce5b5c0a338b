"""Micro Dojo, for two players: 67 clauses of the printed game and a few rulings of our own, see `rulebook.toml`."""
