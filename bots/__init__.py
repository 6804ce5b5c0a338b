"""Bots, which take seats as players do: clients of the public API in a process of their own."""
