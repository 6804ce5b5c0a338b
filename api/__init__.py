"""The HTTP API: games through `domain.application`, read models through `projections`, players from the store."""
