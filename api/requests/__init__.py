"""What every request has in common: parsing, identity, limits, entity tags, idempotency, errors."""
