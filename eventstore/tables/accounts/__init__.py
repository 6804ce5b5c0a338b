"""What is kept of accounts beside their names, tokens and keys."""
