"""The set-up of a game, and the order of the phases of a round."""
