"""The read models, a module each."""
