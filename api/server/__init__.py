"""The HTTP server of a worker: connections with deadlines, and requests that are complete before a thread gets them."""
