"""Benchmarks of Kifu, each number next to a reference from the same run. `make bench` runs them all."""
