"""Games without a store: bots, matches at one terminal, many games between bots."""
