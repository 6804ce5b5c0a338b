"""Checks of what is stored of games against the log, the keys and the rules."""
