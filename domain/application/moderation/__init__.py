"""Moderation: what players report, how arbiters judge it, and what follows for players and messages."""
