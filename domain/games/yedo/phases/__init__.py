"""The phases of a round, and what happens in several of them: cards played, Missions, limits."""
