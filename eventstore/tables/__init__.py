"""The tables beside the events, a module each."""
