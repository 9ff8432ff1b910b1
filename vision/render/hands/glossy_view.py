"""What boxes of today's large publishers are made of: gradients, soft shadows, gloss, and the order of painting."""

from __future__ import annotations

import tomllib
from abc import abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.face import TileFace
from vision.render.brush import Brush, Points, turned
from vision.render.guests import bgr, flat, lines_of
from vision.render.hands.aerial_view import (
    Sprite,
    cut_out,
    heading_deg,
    paste,
    room,
    strewn,
)
from vision.render.hands.painted import redrawn
from vision.render.hands.vector import (
    KINDS,
    WHITE,
    Inker,
    between,
    boxed,
    coin,
    inks_of,
    near,
    palette,
    sketch,
)
from vision.render.pictograms import Pictogram, oval
from vision.render.routes import CENTRE, EDGES
from vision.render.style import Colour, Rng, Style, distance, luma, pick, shade
from vision.render.symbols import draw_objective
from vision.render.tile import PaintedTile, Painter, place_spots

Family = Callable[[Rng], tuple[Style, Painter]]
Drawing = Callable[[Brush], None]
BOOKS: dict[str, Any] = tomllib.loads(Path(__file__).with_name("glossy.toml").read_text("utf-8"))


def pictures(rng: Rng, name: str) -> dict[str, Pictogram]:
    """One picture of each kind from this collection, as this box's artist draws it."""
    return redrawn(rng, {kind: sketch(pick(rng, BOOKS["pictures"][name][kind])) for kind in KINDS}, 0.0)


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """So much of the other colour in the one."""
    blue, green, red = np.asarray(one) * (1 - share) + np.asarray(other) * share
    return (float(blue), float(green), float(red))


def tones_of(manner: str, ink: Colour, paper: Colour) -> dict[str, Colour]:
    """The colours of a picture's parts: of "one" ink, of "two" of its tones, or "many"."""
    if manner == "one":
        return {"ink": ink, "dark": ink, "skin": ink, "hole": paper, "shine": paper}
    if manner == "two":
        second = shade(ink, 0.5) if luma(ink) > 50 else shade(ink, 1.35)
        return {"ink": ink, "dark": second, "skin": second, "hole": paper, "shine": shade(paper, 0.85)}
    return {"ink": ink, "dark": bgr("2a2c34"), "skin": bgr("f0c39c"), "hole": bgr("cfe8f6"), "shine": bgr("ffe27a")}


def graded(brush: Brush, shape: Points, top: Colour, bottom: Colour, share: float = 1.0) -> None:
    """A filled outline whose colour runs from its top to its bottom; a share below 1 lets the ground through."""
    outline = np.asarray(shape, np.float64) * brush.size_px
    left, upper = np.clip(np.floor(outline.min(0)).astype(int) - 1, 0, brush.size_px)
    right, lower = np.clip(np.ceil(outline.max(0)).astype(int) + 2, 0, brush.size_px)
    if right <= left or lower <= upper:
        return
    patch = brush.canvas[upper:lower, left:right]
    mask = np.zeros(patch.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round((outline - (left, upper)) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    down = np.linspace(0, 1, lower - upper, dtype=np.float32)[:, None, None]
    colour = np.asarray(top, np.float32) * (1 - down) + np.asarray(bottom, np.float32) * down
    patch[:] = patch + (colour - patch) * (mask[..., None] * np.float32(share / 255))


def bulging(brush: Brush, shape: Points, colour: Colour, much: float = 0.35) -> None:
    """A filled outline that is lit from above."""
    graded(brush, shape, shade(colour, 1 + much), shade(colour, 1 - much))


def about(shape: Points, share: float) -> Points:
    """The outline made larger or smaller about its middle."""
    middle = (shape.min(0) + shape.max(0)) / 2
    return np.asarray((shape - middle) * share + middle, np.float64)


def gloss(brush: Brush, at: Points, half: float, share: float = 0.45) -> None:
    """Light that a polished badge throws back on its upper half."""
    graded(brush, oval(np.add(at, (0, -half * 0.42)), half * 0.78, half * 0.48), WHITE, WHITE, share)


def fall(brush: Brush, draw: Drawing, much: float, soft: float, shift: float) -> None:
    """The soft shadow, a little down and to the right, of the shape that `draw` paints in full."""
    small = Brush(np.zeros((brush.size_px // 3, brush.size_px // 3), np.uint8))
    draw(small)
    by_px = shift * small.size_px
    there = np.array([[1, 0, by_px], [0, 1, by_px]], np.float32)
    moved = cv2.warpAffine(small.canvas, there, small.canvas.shape, borderMode=cv2.BORDER_REPLICATE)
    reach_px = max(3, round(soft * 4 * small.size_px) | 1)
    shadow = cv2.resize(cv2.GaussianBlur(moved, (reach_px, reach_px), 0), (brush.size_px, brush.size_px))
    kept = cv2.convertScaleAbs(shadow, alpha=-much, beta=255)
    cv2.multiply(brush.canvas, cv2.merge([kept, kept, kept]), brush.canvas, 1 / 255)


def _seen(paint: Colour, grounds: tuple[Colour, Colour]) -> Colour:
    """The colour made darker or lighter if one of the grounds is much like it."""
    for ground in grounds:
        if distance(paint, ground) < 95:
            return shade(paint, 0.5) if luma(ground) > 110 else mixed(paint, WHITE, 0.6)
    return paint


class Gloss(Inker):
    """A painter of one box; decoration does not depend on the spots, which in some boxes lie a little off."""

    book: str

    def __init__(self, rng: Rng) -> None:
        book = BOOKS[self.book]
        country, town, road, rail, paper, accent = palette(rng, *book["palettes"])
        self.grounds = (near(rng, country, 6), near(rng, town, 6))
        self.paints = (_seen(near(rng, road, 6), self.grounds), _seen(near(rng, rail, 6), self.grounds))
        self.paper, self.accent = near(rng, paper, 3), near(rng, accent)
        self.widths = (between(rng, *book["widths"][:2]), between(rng, *book["widths"][2:]))
        self.looks = (pick(rng, book["highways"]), pick(rng, book["rails"]))
        self.lands, self.hall = (pick(rng, book["country"]), pick(rng, book["town"])), pick(rng, book["stations"])
        self.sign, self.shape = pick(rng, book["signs"]), pick(rng, book["shapes"])
        self.inks, self.manner = inks_of(rng, pick(rng, book["inks"])), pick(rng, ("one", "two", "many"))
        self.size, self.yard = between(rng, *book["size"]), between(rng, *book["yard"])
        self.pictures = pictures(rng, "above" if self.sign == "model" else "solid")
        self.turns, self.drift = coin(rng), float(pick(rng, (0.0, 0.0, 0.0, 0.03, 0.055)))
        self.crowd, self.gap = int(rng.integers(4, 15)), between(rng, 0.01, 0.05)
        self.seed, self.store = int(rng.integers(2**31)), dict[tuple[str, int], Any]()

    def __call__(self, face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
        quarters = int(rng.integers(4)) if self.turns else 0
        tile = self.printed(face.turned(-quarters), style, rng, size_px)
        picture = np.ascontiguousarray(np.rot90(tile.picture_bgr, -quarters))
        return PaintedTile(picture, tuple(turned(at - CENTRE, 90.0 * quarters) + CENTRE for at in tile.places))

    def printed(self, face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
        """The tile as it left the press."""
        scene = np.random.default_rng(int(rng.integers(2**31)))
        brush = self.easel(size_px, self.grounds[face.urban])
        self.ground(brush, face, style, scene)
        for letter in "HR" if style.rail_over else "RH":
            lines = lines_of(face, letter, style.bend)
            if lines:
                self.route(brush, lines, letter == "R", self.grounds[face.urban])
            if face.sides.count(letter) == 1 and not face.station:
                self.dead_end(brush, letter == "R", np.asarray(2 * (CENTRE - EDGES[face.sides.index(letter)])))
        self.scenery(brush, face, style, scene)
        if face.station:
            self.station(brush)
        if face.objective is not None:
            draw_objective(brush, face.objective, style)
        places = tuple(self._off(place, rng) for place in place_spots(face, style, rng))
        for spot, place in zip(face.spots, places, strict=True):
            along_route = self.sign == "model" and spot.kind != "traveller"
            self.icon(brush, spot.kind, place, heading_deg(face, style, spot.on, place) if along_route else 0.0)
        self.finish(brush, scene)
        return PaintedTile(brush.canvas, places)

    def _off(self, place: Points, rng: Rng) -> Points:
        return np.asarray(np.clip(place + self.drift * rng.uniform(-1, 1, 2), 0.14, 0.86), np.float64)

    def kept(self, name: str, size_px: int, make: Callable[[Rng], Any]) -> Any:
        """What was made before under this name, or made now by the box's own chance."""
        if any(size != size_px for _, size in self.store):
            self.store.clear()
        if (name, size_px) not in self.store:
            self.store[name, size_px] = make(np.random.default_rng([self.seed, *name.encode()]))
        return self.store[name, size_px]

    def strew(
        self, brush: Brush, places: list[Points], name: str, width: float, drawing: Callable[[Rng], Drawing]
    ) -> None:
        """Sets cut-outs of this name, about so wide and each with a shadow, on these places."""

        def make(own: Rng) -> list[Sprite]:
            widths = own.uniform(0.8, 1.25, 8) * width
            return [cut_out(drawing(own), float(wide), brush.size_px, (0.06, 0.05), 0.45) for wide in widths]

        sprites = self.kept(name, brush.size_px, make)
        for at in places:
            paste(brush.canvas, sprites[int(at.sum() * 9973) % len(sprites)], at)

    def free(self, face: TileFace, style: Style, rng: Rng, least: float, apart: float) -> list[Points]:
        """Places beside the routes and the station, the same ones for every face that leaves them free."""
        keep = [(CENTRE, self.yard * 1.15)] * face.station
        return strewn(rng, room(face, style.bend, self.widths, keep), self.crowd, least, apart)

    def easel(self, size_px: int, ground: Colour) -> Brush:
        return Brush(flat(size_px, ground))

    def dead_end(self, brush: Brush, rail: bool, way: Points) -> None:
        """The end of a route in the middle of a tile."""
        bulging(brush, oval(CENTRE, self.widths[rail] * 0.62, self.widths[rail] * 0.62), self.paints[rail], 0.2)

    def finish(self, brush: Brush, rng: Rng) -> None:
        """The light over all."""

    @abstractmethod
    def ground(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None: ...

    @abstractmethod
    def route(self, brush: Brush, lines: list[Points], rail: bool, ground: Colour) -> None: ...

    @abstractmethod
    def scenery(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None: ...

    @abstractmethod
    def station(self, brush: Brush) -> None: ...

    @abstractmethod
    def icon(self, brush: Brush, kind: str, place: Points, turn_deg: float) -> None: ...


def box_by(artist: type[Gloss], rng: Rng) -> tuple[Style, Painter]:
    """A new box by this artist."""
    book = BOOKS[artist.book]
    return boxed(rng, artist.book, tuple(book["bends"]), artist(rng), book["bar"])
