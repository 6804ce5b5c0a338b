"""The .kifu file: one whole game in one file."""
