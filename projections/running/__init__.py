"""Keeping read models up to date, and rebuilding them.

`runner` is the process: a thread with a `projector` for each projection, which takes the lead through `locks`, carries
one `batch` after the other on a connection of `database`, and records in `stopped` what stopped it. `rebuild` builds
new tables beside the ones in use.
"""
