"""Whole games as readable files: what was done, how the table looked, how it was scored.

`python -m tests.playthroughs` writes them anew; a change in them is a change in the rules and is
read before it is kept.
"""
