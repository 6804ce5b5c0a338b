"""Commands that check records without trusting the service."""
