"""Printable sheets at true size."""
