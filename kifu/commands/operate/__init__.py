"""Commands for operators of a service."""
