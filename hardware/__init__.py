"""The things one can touch: pins, parts, mounts, printed sheets."""
