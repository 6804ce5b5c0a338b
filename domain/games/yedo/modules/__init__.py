"""The modules of the game beside Shogun Must Die: Clan Powers, Jesuits Bidding, Specialists and Teahouse."""
