"""The modules of the game besides Shogun Must Die: Clan Powers, Jesuits Bidding, Specialists and Teahouse."""
