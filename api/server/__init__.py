"""The HTTP server of a worker: connections have deadlines, and threads get only complete requests."""
