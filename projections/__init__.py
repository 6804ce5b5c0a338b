"""Read models: what the service shows of many games at once, kept from the feed and rebuilt from it at any time.

`running/` reads new events from the feed and hands them, in batches, to the projections of `read_models/`, each of
which keeps tables of its own; `queries/` reads these tables for the API. `contract` says what a projection is.
"""
