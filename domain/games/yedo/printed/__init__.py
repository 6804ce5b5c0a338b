"""The printed parts of Yedo: the vocabulary of its cards, their content, and the options of a game."""
