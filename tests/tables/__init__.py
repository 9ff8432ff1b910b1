"""Measured figures, kept as tables; `python -m tests.tables` writes them anew (`make tables`)."""
