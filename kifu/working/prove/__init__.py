"""The work of the commands that check records without trusting the service."""
