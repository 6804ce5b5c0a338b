"""Games without a store: bots, recordings, and many games between bots."""
