"""The games, a package each. A game knows the kernel and nothing else of ours."""
