"""Queries over the read models, and the shapes of their answers."""
