"""Games as they are stored: what the event store must do, and games loaded from snapshots and events."""
