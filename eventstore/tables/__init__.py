"""The tables other than the events, a module each."""
