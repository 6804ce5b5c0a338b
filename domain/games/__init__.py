"""The games, one package each. A game imports the kernel and nothing else of ours."""
