"""The sides that nobody sits at: the empire of the solo game and the mercenaries of the game for two."""
