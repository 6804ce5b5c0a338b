"""The schema, as numbered SQL files, and where each released version of Kifu ends in them."""

LAST_OF_VERSION = {"0.1.0": "0015"}
"""The last migration known to each earlier version, in order."""
