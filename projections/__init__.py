"""Read models: what the service shows of many games at once, kept from the feed and rebuildable from it."""
