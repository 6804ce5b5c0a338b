"""Clocks: the events about them, and how much time each seat has left."""
