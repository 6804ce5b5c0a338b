"""Keeping read models up to date, and rebuilding them.

`runner` runs a `projector`, which takes the lead of projections through `locks`, carries batches (`batch`) into all of
them on a connection of `database`, and records in `stopped` what stopped one. `rebuild` fills new tables, made by
`shadow`, next to those in use.
"""
