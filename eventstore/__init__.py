"""PostgreSQL behind Kifu.

`recorder` appends events through `append` and reads those of one game; `partition` selects versions of a game from its
part of the feed. `feed` reads the events of all games in order, and wakes its readers through `notify`. `snapshots`
caches states. `tables/` holds what else is recorded beside the events, `postgres/` the connections, the embedded
server, the role and the migrations. `factory` is where the eventsourcing library finds the recorders.
"""
