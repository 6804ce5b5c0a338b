"""`python -m kifu`: the `kifu` command."""

from kifu.main import main

main(prog_name="kifu")
