"""To be filled."""

MOVES = ()
