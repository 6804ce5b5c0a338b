"""Effects of cards and tiles apart from actions: gains, heroes, placing and moving pieces, and composed effects."""
