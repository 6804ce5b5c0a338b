"""Shared by all rules: the table with its verbs, modifiers and measures, who decides for whom, who is next."""
