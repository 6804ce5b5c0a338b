"""What a viewer sees of a game: its state, its history in sentences, and the board as text for a terminal."""
