"""The colours that the names of jewels and clans let one expect."""

from __future__ import annotations

# Blue, green, red.
EXPECTED: dict[str, tuple[int, int, int]] = {
    "red": (45, 40, 190),
    "yellow": (45, 190, 225),
    "green": (70, 135, 50),
    "blue": (185, 105, 40),
    "rock": (55, 52, 52),
    "ruby": (60, 35, 180),
    "emerald": (95, 145, 40),
    "gold": (45, 165, 215),
    "diamond": (230, 228, 220),
}
