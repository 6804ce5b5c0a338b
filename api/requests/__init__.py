"""What every request has in common: reading it, who asks, limits, entity tags, idempotency, errors."""
