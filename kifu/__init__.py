"""The `kifu` command."""
