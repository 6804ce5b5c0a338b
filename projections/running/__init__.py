"""Keeping read models up to date, and rebuilding them.

`runner` runs a `projector` for each projection in a thread of its own. The projector takes the lead through `locks`,
carries one `batch` after the other on a connection of `database`, and records in `stopped` what stopped it. `rebuild`
builds new tables beside the ones in use.
"""
