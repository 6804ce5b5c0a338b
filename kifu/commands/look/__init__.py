"""Commands that show rules and records."""
