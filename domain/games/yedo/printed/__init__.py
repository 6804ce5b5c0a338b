"""What is printed: the vocabulary of the cards of Yedo, their content, and the options of a game."""
