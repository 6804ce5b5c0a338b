"""Proofs that a record is unchanged: digests, receipts, and the signed log of all events."""
