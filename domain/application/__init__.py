"""The application: every command and query of games, with the store behind a protocol."""
