"""The subcommands of kifu, a module each, in a package for each section of `kifu --help`."""
