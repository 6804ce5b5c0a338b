"""The checks of a service, as `kifu doctor` runs them: the findings, and what to do about them."""
