"""The phases and the set-up that Shogun Must Die puts in the place of others."""
