"""The actions of a turn: building, recruiting, producing, looking for relics, hiring, tiles, dice and villagers."""
