"""Content packs: read, and checked before anybody plays with them."""
