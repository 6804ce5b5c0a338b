"""Finding a seat: seeks, which say what games somebody would play, and how they are matched into games."""
