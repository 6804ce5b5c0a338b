"""Micro Dojo, for two players: 67 clauses of the printed game and a few readings of ours, see `rulebook.toml`."""
