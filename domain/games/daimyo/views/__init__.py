"""What a viewer sees of a game, and the board as text for a terminal."""
