"""The work of the subcommands of kifu: a module for each in `kifu.commands`, which has its options and help."""
