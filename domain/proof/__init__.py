"""What proves that a record is unchanged: digests, receipts, and the signed log over all events."""
