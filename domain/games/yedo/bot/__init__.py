"""How good a state is, for bots that look one move ahead."""
