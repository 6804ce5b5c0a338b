"""Calls about moderation: reports, and the measures that follow."""
