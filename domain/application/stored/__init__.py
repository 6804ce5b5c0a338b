"""Stored games: the requirements on the event store, and loading games from snapshots and events."""
