"""Processes that issue commands by themselves."""
