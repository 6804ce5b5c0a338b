"""Bots that sit on seats as players do: clients of the public API in a process of their own."""
