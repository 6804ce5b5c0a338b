"""The facts of Daimyo: what can happen, in which words, and how it changes the state."""
