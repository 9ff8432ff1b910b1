"""Printed boards: found in a photo by their tags or their print, and read against a picture of the empty board."""
