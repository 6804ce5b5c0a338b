"""What cards and tiles do beside the actions: gains, heroes, pieces placed and moved, effects composed of others."""
