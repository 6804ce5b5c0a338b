"""How records are checked without trust in the service."""
