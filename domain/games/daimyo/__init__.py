"""Daimyo, for one to four players, editions 2021 and 2019: 369 clauses and readings of ours, see `rulebook.toml`."""
