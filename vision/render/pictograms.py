"""The pictures of the visiting artists' icons: three a box, as areas and lines in a square from -1 to 1."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from vision.render.brush import Brush, Points, box, turned
from vision.render.style import Colour


@dataclass(frozen=True)
class Part:
    """An area, or a line if it has a width, in the colour that a box gives to its tone."""

    tone: str
    points: Points
    width: float = 0.0


Pictogram = tuple[Part, ...]


def oval(at: Any, across: float, down: float, turn_deg: float = 0.0) -> Points:
    """The outline of an ellipse with these radii."""
    angle = np.linspace(0, 2 * np.pi, 28, endpoint=False)
    points = np.stack([np.cos(angle) * across, np.sin(angle) * down], 1)
    return turned(points, turn_deg) + np.asarray(at, np.float64)


def rounded(at: Any, width: float, height: float, radius: float) -> Points:
    """A rectangle with round corners."""
    corners = box(at, width - 2 * radius, height - 2 * radius)
    starts = np.deg2rad([180, 270, 0, 90])
    bows = [corner + radius * _bow(start) for corner, start in zip(corners, starts, strict=True)]
    return np.concatenate(bows)


def _bow(start: float) -> Points:
    angle = start + np.linspace(0, np.pi / 2, 6)
    return np.stack([np.cos(angle), np.sin(angle)], 1)


def draw(
    brush: Brush,
    picture: Pictogram,
    at: Any,
    size: float,
    tones: Mapping[str, Colour],
    outline: tuple[Colour, float] | None = None,
) -> None:
    """The picture about a place; an outline of this colour and width goes round all its parts."""
    place = np.asarray(at, np.float64)
    if outline is not None:
        for part in picture:
            width = part.width * size + 2 * outline[1]
            brush.line(part.points * size + place, outline[0], width, closed=part.width == 0)
    for part in picture:
        points = part.points * size + place
        if part.width:
            brush.line(points, tones[part.tone], part.width * size)
        else:
            brush.fill(points, tones[part.tone])


def _area(tone: str, *points: tuple[float, float]) -> Part:
    return Part(tone, np.array(points, np.float64))


def _line(tone: str, width: float, *points: tuple[float, float]) -> Part:
    return Part(tone, np.array(points, np.float64), width)


def _dot(tone: str, x: float, y: float, radius: float, down: float | None = None) -> Part:
    return Part(tone, oval((x, y), radius, radius if down is None else down))


def _bar(tone: str, x: float, y: float, width: float, height: float, radius: float = 0.0) -> Part:
    return Part(tone, rounded((x, y), width, height, radius) if radius else box((x, y), width, height))


# A car from the front, an electric engine, someone who hikes.
ATLAS: dict[str, Pictogram] = {
    "car": (
        _bar("ink", -0.6, 0.68, 0.34, 0.4),
        _bar("ink", 0.6, 0.68, 0.34, 0.4),
        _bar("ink", 0, 0.28, 1.9, 0.66, 0.18),
        _area("ink", (-0.72, 0.05), (-0.46, -0.8), (0.46, -0.8), (0.72, 0.05)),
        _area("hole", (-0.46, -0.08), (-0.31, -0.57), (0.31, -0.57), (0.46, -0.08)),
        _dot("hole", -0.6, 0.27, 0.16),
        _dot("hole", 0.6, 0.27, 0.16),
    ),
    "train": (
        _line("ink", 0.1, (-0.5, -0.9), (0.5, -0.9)),
        _line("ink", 0.1, (-0.2, -0.4), (0.15, -0.65), (-0.2, -0.9)),
        _area("ink", (-1, 0.4), (-1, 0.0), (-0.78, -0.42), (0.78, -0.42), (1, 0.0), (1, 0.4)),
        *(_bar("hole", x, -0.1, 0.28, 0.28) for x in (-0.62, -0.2, 0.2, 0.62)),
        *(_dot("ink", x, 0.5, 0.2) for x in (-0.7, -0.28, 0.28, 0.7)),
        _line("ink", 0.12, (-1, 0.85), (1, 0.85)),
    ),
    "traveller": (
        _dot("ink", 0.1, -0.74, 0.25),
        _area("ink", (-0.62, -0.4), (-0.22, -0.52), (-0.28, 0.12), (-0.66, 0.04)),
        _line("ink", 0.36, (0.05, -0.3), (-0.02, 0.12)),
        _line("ink", 0.22, (-0.02, 0.15), (-0.14, 0.5), (-0.42, 0.9)),
        _line("ink", 0.22, (0.02, 0.15), (0.25, 0.48), (0.27, 0.9)),
        _line("ink", 0.16, (0.1, -0.3), (0.52, -0.02)),
        _line("ink", 0.1, (0.5, -0.3), (0.68, 0.92)),
    ),
}

# A motor carriage, a steam engine, a lady with a wide hat.
NOUVEAU: dict[str, Pictogram] = {
    "car": (
        _line("ink", 0.14, (-0.95, -0.78), (0.2, -0.78)),
        _line("ink", 0.1, (-0.85, -0.78), (-0.8, 0)),
        _line("ink", 0.1, (0.08, -0.78), (0.2, 0)),
        _area("ink", (-1, 0.35), (-0.98, -0.25), (-0.75, -0.1), (-0.2, 0.02), (0.15, -0.15), (0.95, -0.1), (1, 0.35)),
        *(_dot("ink", x, 0.48, 0.38) for x in (-0.58, 0.58)),
        *(_dot("hole", x, 0.48, 0.24) for x in (-0.58, 0.58)),
        *(_dot("ink", x, 0.48, 0.1) for x in (-0.58, 0.58)),
    ),
    "train": (
        _bar("ink", 0.2, -0.08, 1.3, 0.5, 0.1),
        _bar("ink", -0.68, -0.22, 0.5, 0.8),
        _bar("hole", -0.68, -0.34, 0.26, 0.28),
        _line("ink", 0.14, (-1, -0.68), (-0.34, -0.68)),
        _area("ink", (0.5, -0.3), (0.42, -0.85), (0.88, -0.85), (0.78, -0.3)),
        _dot("ink", 0.05, -0.32, 0.18),
        _area("ink", (0.7, 0.15), (1.02, 0.78), (0.6, 0.78)),
        *(_dot("ink", x, 0.46, 0.32) for x in (-0.62, 0.06)),
        *(_dot("hole", x, 0.46, 0.14) for x in (-0.62, 0.06)),
    ),
    "traveller": (
        _dot("ink", 0, -0.82, 0.26, 0.16),
        _dot("ink", 0, -0.68, 0.58, 0.13),
        _dot("ink", 0, -0.5, 0.2),
        _area("ink", (-0.32, -0.24), (0.32, -0.24), (0.14, 0.16), (-0.14, 0.16)),
        _area("ink", (-0.15, 0.1), (0.15, 0.1), (0.34, 0.55), (0.66, 0.95), (-0.66, 0.95), (-0.34, 0.55)),
        _line("ink", 0.13, (-0.28, -0.2), (-0.52, 0.1), (-0.2, 0.2)),
        _line("ink", 0.08, (0.3, -0.2), (0.6, 0.1), (0.62, 0.72)),
    ),
}

# A cruiser with fins, a streamlined train, someone with a case.
ATOMIC: dict[str, Pictogram] = {
    "car": (
        _area("ink", (-1, -0.45), (-0.7, -0.1), (0.5, -0.1), (0.95, 0.0), (1.02, 0.4), (-0.98, 0.4)),
        _area("ink", (-0.6, -0.05), (-0.3, -0.62), (0.34, -0.62), (0.62, -0.05)),
        _area("hole", (-0.4, -0.1), (-0.2, -0.46), (-0.02, -0.46), (-0.02, -0.1)),
        _area("hole", (0.1, -0.1), (0.1, -0.46), (0.26, -0.46), (0.42, -0.1)),
        *(_dot("ink", x, 0.42, 0.28) for x in (-0.52, 0.56)),
        *(_dot("hole", x, 0.42, 0.12) for x in (-0.52, 0.56)),
    ),
    "train": (
        _area("ink", (-1, 0.45), (-1, -0.55), (0.1, -0.55), (0.5, -0.42), (0.86, -0.08), (1.02, 0.45)),
        *(_bar("hole", x, -0.18, 0.3, 0.34) for x in (-0.7, -0.2)),
        _area("hole", (0.26, -0.01), (0.26, -0.35), (0.46, -0.31), (0.74, -0.01)),
        _line("ink", 0.13, (-1, 0.75), (1, 0.75)),
    ),
    "traveller": (
        _dot("ink", -0.15, -0.7, 0.27),
        _area("ink", (-0.15, -0.5), (0.4, 0.45), (-0.7, 0.45)),
        _line("ink", 0.16, (-0.36, 0.45), (-0.36, 0.95)),
        _line("ink", 0.16, (0.06, 0.45), (0.06, 0.95)),
        _line("ink", 0.13, (-0.05, -0.25), (0.62, 0.2)),
        _bar("ink", 0.66, 0.55, 0.56, 0.46, 0.08),
    ),
}

# A round little car, a tram that looks at you, a child who waves.
COMIC: dict[str, Pictogram] = {
    "car": (
        _dot("ink", -0.02, 0.0, 0.72, 0.68),
        _bar("ink", 0, 0.22, 1.9, 0.5, 0.22),
        _area("light", (-0.5, -0.06), (-0.36, -0.38), (-0.08, -0.48), (-0.08, -0.06)),
        _area("light", (0.08, -0.06), (0.08, -0.48), (0.36, -0.36), (0.5, -0.06)),
        *(_dot("dark", x, 0.48, 0.28) for x in (-0.52, 0.52)),
        *(_dot("light", x, 0.48, 0.11) for x in (-0.52, 0.52)),
    ),
    "train": (
        _line("dark", 0.16, (-0.75, 0.88), (0.75, 0.88)),
        _bar("ink", 0, -0.05, 1.3, 1.5, 0.3),
        _bar("light", 0, -0.32, 0.94, 0.5, 0.12),
        _line("dark", 0.1, (0, -0.56), (0, -0.08)),
        *(_dot("shine", x, 0.34, 0.17) for x in (-0.34, 0.34)),
    ),
    "traveller": (
        _line("dark", 0.28, (-0.14, 0.5), (-0.3, 0.9)),
        _line("dark", 0.28, (0.14, 0.5), (0.3, 0.9)),
        _line("ink", 0.24, (-0.2, 0.02), (-0.66, 0.3)),
        _line("ink", 0.24, (0.2, 0.02), (0.68, -0.3)),
        _area("ink", (-0.32, -0.15), (0.32, -0.15), (0.34, 0.52), (-0.34, 0.52)),
        _dot("skin", 0, -0.5, 0.38),
        _area("dark", (-0.4, -0.6), (-0.28, -0.9), (0, -1), (0.28, -0.9), (0.4, -0.6)),
    ),
}

# A car from above, an underground train, a wooden pawn.
DIORAMA: dict[str, Pictogram] = {
    "car": (
        *(_bar("ink", x, y, 0.4, 0.2) for x in (-0.55, 0.55) for y in (-0.58, 0.58)),
        _bar("ink", 0, 0, 2.0, 1.08, 0.3),
        _area("hole", (0.22, -0.4), (0.5, -0.32), (0.5, 0.32), (0.22, 0.4)),
        _area("hole", (-0.5, -0.38), (-0.66, -0.32), (-0.66, 0.32), (-0.5, 0.38)),
        _bar("hole", -0.14, -0.44, 0.5, 0.1),
        _bar("hole", -0.14, 0.44, 0.5, 0.1),
    ),
    "train": (
        _area("ink", (-0.5, 0.5), (-0.2, 0.5), (-0.45, 1), (-0.85, 1)),
        _area("ink", (0.5, 0.5), (0.2, 0.5), (0.45, 1), (0.85, 1)),
        _bar("ink", 0, -0.18, 1.3, 1.5, 0.4),
        _bar("hole", -0.3, -0.38, 0.42, 0.5),
        _bar("hole", 0.3, -0.38, 0.42, 0.5),
        _bar("hole", 0, 0.22, 0.7, 0.14),
    ),
    "traveller": (
        _dot("ink", 0, -0.52, 0.4),
        _area("ink", (-0.22, -0.25), (0.22, -0.25), (0.3, 0.3), (0.6, 0.7), (-0.6, 0.7), (-0.3, 0.3)),
        _bar("ink", 0, 0.78, 1.4, 0.34, 0.12),
    ),
}

# A camping van, a tank engine from the front, someone with hat and coat.
GOUACHE: dict[str, Pictogram] = {
    "car": (
        _bar("ink", 0, -0.08, 2.0, 1.1, 0.26),
        _bar("light", 0, -0.4, 1.8, 0.14, 0.06),
        _bar("light", -0.56, -0.1, 0.46, 0.34),
        _bar("light", 0.0, -0.1, 0.46, 0.34),
        _area("light", (0.36, 0.07), (0.36, -0.27), (0.7, -0.27), (0.84, 0.07)),
        *(_dot("dark", x, 0.5, 0.27) for x in (-0.5, 0.52)),
        *(_dot("light", x, 0.5, 0.1) for x in (-0.5, 0.52)),
    ),
    "train": (
        _area("ink", (-0.2, -0.5), (-0.28, -1), (0.28, -1), (0.2, -0.5)),
        _dot("ink", 0, -0.08, 0.74),
        _dot("dark", 0, -0.08, 0.52),
        _dot("light", 0, -0.08, 0.36),
        _dot("ink", 0, -0.08, 0.15),
        _bar("ink", 0, 0.68, 1.9, 0.42),
        *(_dot("light", x, 0.68, 0.17) for x in (-0.6, 0.6)),
    ),
    "traveller": (
        _line("dark", 0.26, (-0.22, 0.5), (-0.26, 0.95)),
        _line("dark", 0.26, (0.2, 0.5), (0.24, 0.95)),
        _area("ink", (-0.36, -0.3), (0.36, -0.3), (0.56, 0.66), (-0.56, 0.66)),
        _dot("dark", 0, -0.58, 0.31),
        _line("ink", 0.15, (-0.5, -0.76), (0.5, -0.76)),
        _bar("ink", 0, -0.9, 0.52, 0.26, 0.08),
    ),
}
