"""What the subcommands of kifu do: a module for each of `kifu.commands`, which has its options and its help."""
