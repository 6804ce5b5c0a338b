"""Verification: whether the record is sound, and whether it follows from the rules."""
