"""What Kifu measures of itself: every number beside another one from the same run. `make bench` runs all of it."""
