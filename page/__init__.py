"""The page at /: a client of the public API in the browser, and the blueprint that serves its files."""
