"""Shared by all rules: the table with its verbs, modifiers and measures, who decides for whom, whose turn is next."""
