"""Reads the mine board: tracks, jewels, abyss tokens and carts on a field of squares."""
