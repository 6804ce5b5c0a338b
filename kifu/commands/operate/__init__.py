"""Commands for who runs a service."""
