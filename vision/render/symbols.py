"""Station symbols and the icons of the spots."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

import numpy as np

from vision.render.brush import Brush, Points, box, regular, star, turned
from vision.render.style import Mark, Style, shade

PICTURES: dict[str, dict[str, Any]] = tomllib.loads(
    resources.files("vision.render").joinpath("pictures.toml").read_text(encoding="utf-8")
)


def draw_icon(brush: Brush, kind: str, centre: Any, style: Style, turn_deg: float) -> None:
    """A spot's icon: frame and picture."""
    mark, half = style.icons[kind], style.icon_size / 2
    outline = _frame(style.frame, half, turn_deg, centre)
    if outline is not None:
        brush.fill(outline, mark.paper)
        if style.edge_width:
            brush.line(outline, mark.edge, style.edge_width, closed=True)
    reach = half * (style.glyph_size if outline is not None else 1.0)
    draw_picture(brush, mark, centre, reach, turn_deg, style.glyph_stretch)


def _frame(frame: str, half: float, turn_deg: float, centre: Any) -> Points | None:
    if frame == "none":
        return None
    if frame == "disc":
        return regular(centre, half, 28)
    if frame in ("square", "round"):
        corners = 0.95 * half if frame == "square" else 0.85 * half
        return box(centre, 2 * corners, 2 * corners, turn_deg)
    if frame in ("diamond", "hexagon"):
        return regular(centre, half * 1.15, 4 if frame == "diamond" else 6, turn_deg)
    if frame == "shield":
        shape = np.array([[-0.85, -0.9], [0.85, -0.9], [0.85, 0.2], [0.5, 0.75], [0, 1.05], [-0.5, 0.75], [-0.85, 0.2]])
    else:
        bow = regular((0, -0.1), 0.95, 24)
        shape = np.concatenate([bow[:9], [[0.0, 1.5]], bow[16:]])
    return turned(shape * half, turn_deg) + np.asarray(centre, np.float64)


def draw_picture(
    brush: Brush,
    mark: Mark,
    centre: Any,
    reach: float,
    turn_deg: float,
    stretch: tuple[float, float, float] = (1.0, 1.0, 0.0),
) -> None:
    """A picture of `pictures.toml`, or a letter."""
    if mark.glyph.startswith("letter:"):
        brush.letter(mark.glyph[-1], centre, reach * 1.7, mark.ink)
        return
    picture, middle = PICTURES[mark.glyph], np.asarray(centre, float)
    wide, high, lean = stretch
    shape = np.array([[wide, 0.0], [lean, high]]) * reach

    def placed(points: Any) -> Points:
        return np.asarray(turned(np.asarray(points, float) @ shape, turn_deg) + middle, np.float64)

    size = reach * (wide + high) / 2
    for polygon in picture["fill"]:
        brush.fill(placed(polygon), mark.ink)
    for x, y, radius in picture.get("discs", ()):
        brush.disc(placed([[x, y]])[0], radius * size, mark.ink)
    for polygon in picture.get("holes", ()):
        brush.fill(placed(polygon), mark.paper)
    for x, y, radius in picture.get("hollows", ()):
        brush.disc(placed([[x, y]])[0], radius * size, mark.paper)


def draw_station(brush: Brush, style: Style, turn_deg: float) -> None:
    """The station symbol in the middle of the tile."""
    mark, size, centre = style.station, style.station_size, (0.5, 0.5)
    shape = _station_outline(mark.glyph, size, turn_deg)
    brush.fill(shape, mark.paper)
    brush.line(shape, mark.edge, 0.014, closed=True)
    inner = np.asarray(centre)
    if mark.glyph == "house":
        brush.fill(turned(np.array([[-0.3, 0.2], [0, -0.25], [0.3, 0.2]]) * size, turn_deg) + inner, mark.ink)
    elif mark.glyph == "letter":
        brush.letter("S", centre, size * 0.6, mark.ink)
    elif mark.glyph == "ring":
        brush.disc(centre, size * 0.28, mark.ink)
    elif mark.glyph == "target":
        brush.disc(centre, size * 0.33, mark.ink, size * 0.12)
    elif mark.glyph == "shed":
        brush.fill(turned(box((0, size * 0.15), size * 0.9, size * 0.3), turn_deg) + inner, mark.ink)
    elif mark.glyph == "platform":
        brush.line(turned(np.array([[-0.45, 0], [0.45, 0]]) * size, turn_deg) + inner, mark.ink, size * 0.12)
    elif mark.glyph == "cross":
        brush.fill(turned(np.asarray(PICTURES["plus"]["fill"][0]) * size * 0.35, turn_deg) + inner, mark.ink)


def _station_outline(look: str, size: float, turn_deg: float) -> Points:
    centre, half = (0.5, 0.5), size / 2
    if look in ("ring", "disc", "target"):
        return regular(centre, half, 32)
    if look == "diamond":
        return regular(centre, half * 1.2, 4, turn_deg)
    if look == "hexagon":
        return regular(centre, half * 1.1, 6, turn_deg)
    if look == "star":
        return star(centre, half * 1.35, turn_deg)
    if look == "platform":
        return box(centre, size * 1.3, size * 0.75, turn_deg)
    if look == "shed":
        roof = np.array([[-0.5, 0.45], [-0.5, -0.2], [0, -0.55], [0.5, -0.2], [0.5, 0.45]])
        return turned(roof * size, turn_deg) + np.asarray(centre, np.float64)
    return box(centre, size, size, turn_deg)


def draw_objective(brush: Brush, name: str, style: Style) -> None:
    """The label bar with the objective's name, and a badge of its own."""
    y = 0.1 if style.objective_top else 0.9
    bar = box((0.5, y), 0.94, 0.13)
    brush.fill(bar, style.objective_bar)
    brush.line(bar, shade(style.objective_bar, 0.5), 0.01, closed=True)
    ink = (20.0, 20.0, 20.0) if sum(style.objective_bar) > 330 else (245.0, 245.0, 245.0)
    width = 0.8 / max(len(name), 1)
    for place, letter in enumerate(name.upper()):
        brush.letter(letter, (0.5 + (place - (len(name) - 1) / 2) * width, y), min(0.075, width * 1.25), ink)
    badge = PICTURES[("plus", "square", "triangle", "disc", "rhomb", "star", "bar")[len(name) % 7]]
    middle = np.array([0.24, 1 - y * 2.6 if style.objective_top else 0.28])
    brush.disc(middle, 0.15, style.objective_bar)
    for polygon in badge["fill"]:
        brush.fill(np.asarray(polygon) * 0.1 + middle, ink)
