"""Shared by all rules: the table with its verbs, who decides for whom, and measures and descriptions."""
