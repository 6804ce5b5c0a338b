"""Commands that check records without trust in the service."""
