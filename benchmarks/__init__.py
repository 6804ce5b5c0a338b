"""Benchmarks of Kifu, each figure beside a reference from the same run. `make bench` runs them all."""
