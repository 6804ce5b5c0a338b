"""Costs that grow with the number of events, measured on a large database of cloned games."""
