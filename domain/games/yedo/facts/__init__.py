"""The facts of Yedo: what can happen, in which words, and how it changes the state."""
