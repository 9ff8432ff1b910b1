"""One module for each command of `capostazione`."""
