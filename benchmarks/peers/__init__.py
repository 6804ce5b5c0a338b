"""Other programs, measured beside Kifu in one run. `make bench-peers` installs what they need, only for this."""
