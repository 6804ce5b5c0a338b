"""The version of this release, of the code and of nothing else: migrations, rules and files count for themselves."""

VERSION = "0.2.0"
