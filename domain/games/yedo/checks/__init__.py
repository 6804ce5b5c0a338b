"""Reads content packs and checks them before anybody plays with them."""
