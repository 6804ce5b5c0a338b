"""What a side does in its turn: build, recruit, produce, look for relics, hire, use tiles, dice and villagers."""
