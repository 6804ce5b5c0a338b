"""Who is told when a game changes."""
