"""The calls about players: who they are, and what proves it."""
