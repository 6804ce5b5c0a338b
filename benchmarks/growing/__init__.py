"""What grows with the number of events, measured on a large database of cloned games."""
