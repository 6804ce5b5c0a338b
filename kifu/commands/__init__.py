"""The subcommands of kifu, a module each."""
