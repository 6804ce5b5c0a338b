"""What is printed: the vocabulary of cards and tiles, their content and its checks, and the options of a game."""
