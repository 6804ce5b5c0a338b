"""The version of this release, which covers only the code: migrations, rules and files have their own versions."""

VERSION = "0.2.0"
