"""The keys and secrets of a service: files that only their owner can read."""
