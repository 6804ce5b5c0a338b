"""Read models: the service's views over many games, kept up to date from the feed and rebuildable from it.

`running/` reads new events from the feed and hands them, in batches, to the projections of `read_models/`, each of
which keeps tables of its own; `queries/` reads these tables for the API. `contract` says what a projection is.
"""
