"""The keys and secrets of a service: files readable only by their owner."""
