"""Drawings: trees of shapes, the pieces that games draw with, and how wide their texts are."""
