"""The facts of the modules Clan Powers, Jesuits Bidding, Specialists and Teahouse."""
