"""How rules and records are shown."""
