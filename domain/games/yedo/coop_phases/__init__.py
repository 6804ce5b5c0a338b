"""The set-up and the phases of Shogun Must Die that replace those of the base game."""
