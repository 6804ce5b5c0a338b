"""The checks of a service, as `kifu doctor` makes them: what each found, and what to do about it."""
