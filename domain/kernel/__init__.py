"""The parts that all games share; no game is named here."""
