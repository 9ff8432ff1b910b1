"""Pieces that several games call: grids, cards."""
