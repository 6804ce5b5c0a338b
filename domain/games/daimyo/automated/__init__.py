"""The sides that no player controls: the empire of the solo game and the mercenaries of the game for two."""
