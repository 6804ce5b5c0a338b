"""The value of a state, for bots that look one move ahead."""
