"""The processes of a service. No HTTP here.

`kifu serve` runs `supervisor`: it starts the embedded PostgreSQL if there is no other, migrates the database, and
then starts its processes, which it watches, starts again when they end, and stops in order:

- the web workers (`api.web`), which answer requests,
- the projector (`service.projector`), which keeps the read models,
- the checkpointer (`service.checkpointer`), which signs heads of the log with `make_checkpoints` and keeps them in a
  `checkpoint_file` outside the database,
- the lobby (`service.jobs.lobby`), which opens games for seeks that fit together, cancels games that nobody fills, and
  calls players when a game waits for them (`calling`).

Each puts its `parts` together from the same `settings`. All log through `structured_logging`, count in `metrics` and
sign with the key of `signing`. `tokens` holds the secrets that the service makes at its first start,
`greeting` is what it then prints, and `parent` lets no process outlive the supervisor.
"""
