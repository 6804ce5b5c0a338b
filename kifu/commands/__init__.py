"""The options and the help of the subcommands, a module each, in a package for each section of `kifu --help`.

They import nothing slow, since help must not wait. Each calls the function of its name in `kifu.working`.
"""
