"""Daimyo, for one to four players, editions 2021 and 2019: with 369 clauses in `rulebook.toml`."""
