"""Draws tiles, pieces and whole tables in any printed style, as a camera would see them."""
