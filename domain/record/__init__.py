"""The record of a game: its events, what they add up to, and how each viewer sees them."""
