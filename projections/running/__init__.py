"""The processes that keep read models up to date, and build them anew."""
