"""The HTTP API: games through `domain.games`, read models through `projections`, players and the feed of the store."""
