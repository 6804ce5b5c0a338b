"""Processes that carry out commands by themselves."""
