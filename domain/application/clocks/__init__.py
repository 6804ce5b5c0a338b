"""Clocks as commands: moments of steps, time that runs out, and outages that cost nobody time."""
