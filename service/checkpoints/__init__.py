"""Checkpoints: the signed heads of the log, made from the events and kept in a file outside the database."""
