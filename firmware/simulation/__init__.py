"""A table that is not there: bots play on rendered wood, and the real eyes look at it."""
