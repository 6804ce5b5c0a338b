"""What Shogun Must Die adds to the game: how the Daimyo plays, Errands, trade of equals, and the goals."""
