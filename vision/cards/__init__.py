"""Reads cards: whole ones, and those of which only a strip shows under the next."""
