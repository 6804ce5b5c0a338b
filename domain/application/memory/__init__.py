"""In-memory caches of a process, bounded in bytes."""
