"""Pieces that several games share: they are called, never inherited."""
