"""How the commands that play games play them."""
