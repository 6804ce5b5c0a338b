"""The version of this release, of the code only: migrations, rules and files have their own versions."""

VERSION = "0.2.0"
