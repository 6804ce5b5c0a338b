"""Checks of stored games against the log, the keys and the rules."""
