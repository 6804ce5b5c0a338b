"""The facts of Shogun Must Die."""
