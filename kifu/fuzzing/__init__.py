"""The fuzzer: random games under all options, with every law checked at every step."""
