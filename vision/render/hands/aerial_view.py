"""What views from above are made of: icons, sheets of land, cut-out sprites and the order of painting."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.face import KINDS, TileFace
from vision.render.brush import Brush, Points, box, regular, turned
from vision.render.named import MEADOW
from vision.render.pictograms import Part, Pictogram, oval, rounded
from vision.render.routes import CENTRE, strokes
from vision.render.style import Colour, Piece, Rng, Style, pick
from vision.render.tile import PaintedTile, place_spots

Canvas = NDArray[np.uint8]
Plane = NDArray[np.float32]
Draw = Callable[[Rng], Callable[[Brush], None]]
WHITE: Colour = (250.0, 252.0, 252.0)
BLACK: Colour = (24.0, 22.0, 20.0)


def bgr(code: str) -> Colour:
    """A colour from its six hexadecimal digits."""
    return (float(int(code[4:6], 16)), float(int(code[2:4], 16)), float(int(code[0:2], 16)))


def between(rng: Rng, low: float, high: float) -> float:
    return float(rng.uniform(low, high))


def near(rng: Rng, colour: Colour, spread: float = 8.0) -> Colour:
    """A colour a little different from this one."""
    blue, green, red = np.clip(np.asarray(colour) + rng.normal(0, spread, 3), 0, 255)
    return (float(blue), float(green), float(red))


def part(tone: str, shape: str, *words: str) -> Part:
    """A bar (x y width height radius), dot (x y radius, or two radii), area (corners) or stroke (width, points)."""
    v = [float(word) for word in words]
    if shape == "bar":
        return Part(tone, rounded(v[:2], v[2], v[3], v[4] if len(v) > 4 else 0.02))
    if shape == "dot":
        return Part(tone, oval(v[:2], v[2], v[-1]))
    return Part(tone, np.reshape(v, (-1, 2))) if shape == "area" else Part(tone, np.reshape(v[1:], (-1, 2)), v[0])


def pictures(**texts: str) -> dict[str, Pictogram]:
    """A picture of each kind from its parts, in a square from -1 to 1."""
    return {kind: tuple(part(*words.split()) for words in text.split(";")) for kind, text in texts.items()}


FROM_ABOVE = pictures(
    car="ink bar 0 0 2 1 .34; hole area .12 -.36 .5 -.42 .5 .42 .12 .36;"
    "hole area -.52 -.34 -.76 -.38 -.76 .38 -.52 .34;trim bar -.2 0 .5 .66 .1",
    train="ink bar -.56 0 .9 .74 .08; ink area -.02 -.37 .62 -.37 1.02 -.16 1.02 .16 .62 .37 -.02 .37;"
    "trim bar -.56 0 .56 .3; hole bar .58 0 .16 .54; trim bar .22 0 .36 .26; ink stroke .16 -.2 0 .1 0",
    traveller="ink dot 0 -.52 .38; ink area -.2 -.25 .2 -.25 .34 .3 .66 .9 -.66 .9 -.34 .3; trim dot 0 -.52 .2",
)
FROM_ASIDE = pictures(
    car="ink area -1 .4 -1 0 -.62 -.1 -.3 -.6 .5 -.6 .78 -.1 1 .05 1 .4; hole area .18 -.08 .18 -.44 .42 -.44 .56 -.08;"
    "hole area -.38 -.08 -.18 -.44 .06 -.44 .06 -.08; ink dot -.52 .42 .27; ink dot .52 .42 .27;"
    "trim dot -.52 .42 .13; trim dot .52 .42 .13",
    train="ink bar -.3 -.05 1.1 .5 .14; ink bar .62 -.22 .6 .84; hole bar .62 -.36 .34 .28;"
    "ink area -.8 .2 -1 .7 -.6 .7; ink area -.72 -.25 -.82 -.85 -.42 -.85 -.5 -.25; ink stroke .14 .22 -.7 1 -.7;"
    "ink dot -.4 .46 .27; ink dot .14 .46 .27; ink dot .68 .46 .27; trim dot -.4 .46 .11;"
    "trim dot .14 .46 .11; trim dot .68 .46 .11",
    traveller="ink dot .05 -.72 .26; ink area -.28 -.4 .3 -.4 .34 .25 -.3 .25; ink stroke .24 -.12 .2 -.3 .9;"
    "ink stroke .24 .14 .2 .3 .9; ink stroke .15 .25 -.3 .56 .15; trim bar .62 .42 .46 .42 .06;"
    "hole stroke .08 -.1 -.38 -.06 .2",
)
FROM_AHEAD = pictures(
    car="ink bar -.62 .62 .36 .44 .08; ink bar .62 .62 .36 .44 .08; ink area -.8 .1 -.56 -.7 .56 -.7 .8 .1;"
    "ink bar 0 .26 1.96 .6 .2; hole area -.56 -.04 -.42 -.5 .42 -.5 .56 -.04; trim dot -.62 .24 .17;"
    "trim dot .62 .24 .17; hole bar 0 .3 .56 .16",
    train="ink area -.66 .55 -.66 -.45 -.36 -.9 .36 -.9 .66 -.45 .66 .55; trim dot -.36 .24 .14; trim dot .36 .24 .14;"
    "hole area -.46 -.08 -.46 -.4 -.26 -.68 .26 -.68 .46 -.4 .46 -.08; ink stroke .15 -.4 .6 -.7 1;"
    "ink stroke .15 .4 .6 .7 1; ink stroke .12 -.56 .8 .56 .8",
    traveller="ink dot 0 -.52 .38; ink area -.78 .85 -.74 .3 -.42 0 .42 0 .74 .3 .78 .85;"
    "trim area -.16 .02 .16 .02 0 .5",
)


def stamp(
    brush: Brush,
    picture: Pictogram,
    at: Any,
    size: float,
    tones: dict[str, Colour],
    turn_deg: float = 0.0,
    outline: tuple[Colour, float] | None = None,
) -> None:
    """A turned picture about a place; an outline of this colour and width goes round all its parts."""
    drawn = [(part, turned(part.points * size, turn_deg) + np.asarray(at)) for part in picture]
    if outline is not None:
        for part, points in drawn:
            brush.line(points, outline[0], part.width * size + 2 * outline[1], closed=part.width == 0)
    for part, points in drawn:
        if part.width:
            brush.line(points, tones[part.tone], part.width * size)
        else:
            brush.fill(points, tones[part.tone])


def plate(shape: str, half: float) -> Points:
    """The outline of what lies under an icon, about the origin."""
    if shape == "disc":
        return oval((0, 0), half, half)
    if shape in ("hexagon", "octagon"):
        return regular((0, 0), half * 1.08, 6 if shape == "hexagon" else 8, 22.5 if shape == "octagon" else 0)
    if shape == "pin":
        bow = regular((0, 0), half, 28)
        return np.concatenate([bow[:10], [[0.0, half * 1.45]], bow[19:]])
    if shape == "ticket":
        notch = np.array([(1, 1), (1, 0.3), (0.86, 0.15), (0.86, -0.15), (1, -0.3), (1, -1)])
        return np.concatenate([notch, -notch]) * (half * 1.12, half * 0.86)
    if shape == "shield":
        side = np.array([(0.88, -0.9), (0.9, 0.1), (0.62, 0.66), (0, 1.1)])
        return np.concatenate([side, side[-2::-1] * (-1, 1), [(0, -0.75)]]) * half
    return rounded((0, 0), half * 1.84, half * 1.84, half * (0.2 if shape == "square" else 0.5))


@dataclass(frozen=True)
class Icons:
    """How a box prints its icons; sizes in tile widths, the plate "none" leaves the picture bare."""

    pictures: dict[str, Pictogram]
    plate: str
    size: float
    papers: dict[str, Colour]
    inks: dict[str, Colour]
    trim: Colour
    edge: Colour
    edge_width: float = 0.01
    fill: float = 0.62
    along: bool = False

    def draw(self, brush: Brush, face: TileFace, style: Style, places: tuple[Points, ...]) -> None:
        for spot, place in zip(face.spots, places, strict=True):
            follows = self.along and spot.kind != "traveller"
            turn_deg = heading_deg(face, style, spot.on, place) if follows else 0.0
            tones = {"ink": self.inks[spot.kind], "hole": self.papers[spot.kind], "trim": self.trim}
            bare, half = self.plate == "none", self.size / 2
            if not bare:
                outline = plate(self.plate, half) + place
                brush.line(outline, self.edge, 2 * self.edge_width, closed=True)
                brush.fill(outline, self.papers[spot.kind])
            ring = (self.edge, self.edge_width) if bare else None
            stamp(brush, self.pictures[spot.kind], place, half * (1 if bare else self.fill), tones, turn_deg, ring)


def icons(
    rng: Rng,
    views: tuple[dict[str, Pictogram], ...],
    plates: tuple[str, ...],
    sizes: tuple[float, float],
    schemes: tuple[str, ...],
    edges: tuple[float, float] = (0.006, 0.014),
) -> Icons:
    """Icons at random; a scheme gives papers, inks, trim and edge, one colour or one for each kind."""
    papers, inks, (trim, *_), (edge, *_) = (
        [bgr(code) for code in (part.split() * 3)[:3]] for part in pick(rng, schemes).split("|")
    )
    pictures = pick(rng, views)
    return Icons(
        pictures=pictures,
        plate=pick(rng, plates),
        size=between(rng, *sizes),
        papers=dict(zip(KINDS, papers, strict=True)),
        inks=dict(zip(KINDS, inks, strict=True)),
        trim=trim,
        edge=edge,
        edge_width=between(rng, *edges),
        along=pictures is FROM_ABOVE,
    )


def heading_deg(face: TileFace, style: Style, on: str, place: Points) -> float:
    """The direction of the route where the icon lies, upright at a station."""
    letter = {"highway": "H", "rail": "R"}.get(on)
    lines = [line.points for line in strokes(face, style.bend) if line.letter == letter]
    if not lines:
        return 0.0
    points = min(lines, key=lambda line: float(np.linalg.norm(line - place, axis=1).min()))
    where = int(np.clip(np.argmin(np.linalg.norm(points - place, axis=1)), 1, len(points) - 2))
    ahead = points[where + 1] - points[where - 1]
    return float(np.rad2deg(np.arctan2(ahead[1], ahead[0])))


def noise(rng: Rng, size_px: int, octaves: dict[int, float]) -> Plane:
    """Hills and hollows about 0: so many cells across, each with its strength."""
    heights = np.zeros((size_px, size_px), np.float32)
    for cells, strength in octaves.items():
        coarse = rng.standard_normal((min(cells, size_px),) * 2).astype(np.float32) * strength
        heights += cv2.resize(coarse, (size_px, size_px), interpolation=cv2.INTER_CUBIC)
    return heights


def lit(picture: NDArray[Any], light: Plane) -> Canvas:
    """The picture made lighter or darker, 0 leaving it as it is."""
    return np.clip(picture * (1 + light[..., None]), 0, 255).astype(np.uint8)


def cropped(rng: Rng, sheet: Canvas, size_px: int) -> Canvas:
    """A piece of a sheet, turned and mirrored at random."""
    top, left = (int(v) for v in rng.integers(0, sheet.shape[0] - size_px + 1, 2))
    piece = np.rot90(sheet[top : top + size_px, left : left + size_px], int(rng.integers(4)))
    return np.ascontiguousarray(piece[:, ::-1] if rng.random() < 0.5 else piece)


class Sprite(NamedTuple):
    """A small cut-out picture: its paint, already weighed, and how much it lets through."""

    paint: Plane
    through: Plane


def cut_out(
    draw: Callable[[Brush], None], width: float, size_px: int, fall: tuple[float, float] = (0, 0), dark: float = 0.0
) -> Sprite:
    """What `draw` paints in the unit square, so wide on the tile, with a soft shadow falling to one side."""
    grounds = [np.full((120, 120, 3), tone, np.uint8) for tone in (0, 255)]
    for ground in grounds:
        draw(Brush(ground))
    side_px = max(4, round(width * size_px))
    black, white = (cv2.resize(g.astype(np.float32), (side_px, side_px), interpolation=cv2.INTER_AREA) for g in grounds)
    through = np.clip((white - black).mean(2, keepdims=True) / 255, 0, 1)
    if dark:
        shift = np.array([[1, 0, fall[0] * side_px], [0, 1, fall[1] * side_px]], np.float32)
        shadow = cv2.GaussianBlur(cv2.warpAffine(1 - through, shift, (side_px, side_px)), (0, 0), side_px * 0.03)
        through = through * (1 - dark * shadow[..., None])
    return Sprite(np.asarray(black, np.float32), np.asarray(through, np.float32))


def paste(canvas: Canvas, sprite: Sprite, at: Any) -> None:
    """Lays a sprite with its middle on a place of the tile."""
    size_px, side_px = canvas.shape[0], sprite.paint.shape[0]
    left, top = (round(float(v) * size_px - side_px / 2) for v in at)
    x, y, right, bottom = max(left, 0), max(top, 0), min(left + side_px, size_px), min(top + side_px, size_px)
    if x < right and y < bottom:
        part = (slice(y - top, bottom - top), slice(x - left, right - left))
        canvas[y:bottom, x:right] = canvas[y:bottom, x:right] * sprite.through[part] + sprite.paint[part]


def room(face: TileFace, bend: str, widths: tuple[float, float], keep: list[tuple[Points, float]]) -> Plane:
    """How far every place of the tile, on a grid of 80, is from the routes and from what must be kept free."""
    free = np.full((80, 80), 255, np.uint8)
    brush = Brush(free)
    for line in strokes(face, bend):
        brush.line(line.points, (0.0, 0.0, 0.0), widths["HR".index(line.letter)])
    for place, radius in keep:
        brush.disc(place, radius, (0.0, 0.0, 0.0))
    return np.asarray(cv2.distanceTransform(free, cv2.DIST_L2, 3) / 80, np.float32)


def strewn(rng: Rng, space: Plane, count: int, least: float, apart: float) -> list[Points]:
    """Places at least so far from routes and from each other, those at the top first."""
    tries = rng.uniform(-0.03, 1.03, (count * 3, 2))
    cells = np.clip((tries * 80).astype(int), 0, 79)
    tries = tries[space[cells[:, 1], cells[:, 0]] >= least]
    close = np.abs(tries[:, None] - tries[None]).max(2) < apart
    found: list[int] = []
    for one in range(len(tries)):
        if len(found) < count and not close[one, found].any():
            found.append(one)
    return sorted(tries[found], key=lambda place: float(place[1]))


def label(brush: Brush, name: str, style: Style, paper: Colour, ink: Colour) -> None:
    """The bar with the objective's name, a little inside the tile."""
    text, font = name.replace("-", " ").upper(), cv2.FONT_HERSHEY_DUPLEX
    y = 0.19 if style.objective_top else 0.81
    brush.line(box((0.5, y), 0.84, 0.12), ink, 0.02, closed=True)
    brush.fill(box((0.5, y), 0.84, 0.12), paper)
    (wide_px, high_px), _ = cv2.getTextSize(text, font, 1.0, 1)
    scale = min(0.76 * brush.size_px / wide_px, 0.07 * brush.size_px / high_px)
    corner = (0.5 * brush.size_px - wide_px * scale / 2, y * brush.size_px + high_px * scale / 2)
    cv2.putText(brush.canvas, text, (round(corner[0]), round(corner[1])), font, scale, ink, 1, cv2.LINE_AA)


SHAPES = {
    "car": ("two_box_car", "long_car", "profile_car", "van", "taxi", "low_car"),
    "train": ("loco", "step_loco", "profile_loco", "tram", "steam", "long_box"),
    "traveller": ("ball_cone", "ball_cylinder", "profile_person", "meeple", "turned", "bell"),
}


def boxed(name: str, rng: Rng, bends: tuple[str, ...], *colours: str) -> Style:
    """What the table must know of a box: its bend, its pawns in one of these sets of colours, where spots lie."""
    trim, big = pick(rng, (None, None, WHITE, BLACK)), between(rng, 0.85, 1.15)
    sizes = {"car": (0.34, 0.17, 0.2), "train": (0.37, 0.16, 0.24), "traveller": (0.21, 0.15, 0.4)}
    pieces = {
        kind: Piece(pick(rng, SHAPES[kind]), near(rng, bgr(code)), long * big, wide * big, high * big, trim, 0.65)
        for (kind, (long, wide, high)), code in zip(sizes.items(), pick(rng, colours).split(), strict=True)
    }
    place, top = between(rng, 0.26, 0.31), bool(rng.random() < 0.5)
    return replace(MEADOW, name=name, bend=pick(rng, bends), pieces=pieces, arm_place=place, objective_top=top)


def palette(rng: Rng, text: str, spread: float = 5.0) -> dict[str, Colour]:
    """Colours by their names from "name code name code", each a little off."""
    words = text.split()
    return {name: near(rng, bgr(code), spread) for name, code in zip(words[::2], words[1::2], strict=True)}


def set_of(rng: Rng, text: str, spread: float = 5.0) -> tuple[Colour, ...]:
    return tuple(near(rng, bgr(code), spread) for code in text.split())


def thinned(points: Points) -> Points:
    """The same line with no more points than it needs."""
    points = points[np.append(True, np.abs(np.diff(points, axis=0)).max(1) > 1e-9)]
    ahead = np.diff(points, axis=0)
    bends = np.abs(ahead[1:, 0] * ahead[:-1, 1] - ahead[1:, 1] * ahead[:-1, 0]) > 1e-7
    return np.asarray(points[np.concatenate([[True], bends, [True]])])


def rail_turn_deg(face: TileFace) -> float:
    """The turn of a building that lies along the rails, or else along the road."""
    letter = "R" if "R" in face.sides else "H"
    return 90.0 if letter in (face.sides[0], face.sides[2]) else 0.0


@dataclass(kw_only=True)
class View:
    """A box seen from above; it keeps the sheets and sprites that it has once made for a size of tile."""

    seed: int
    icons: Icons
    tones: dict[str, Colour]
    fields: tuple[Colour, ...]
    roofs: tuple[Colour, ...]
    widths: tuple[float, float]
    fall: tuple[float, float] = (0.08, 0.08)
    over: str = "H"
    yard: float = 0.15
    store: dict[tuple[str, int], Any] = field(default_factory=dict, repr=False)

    @property
    def manner(self) -> int:
        """Which of three ways of drawing, 0 to 2, the box has chosen where its family knows more than one."""
        return self.seed % 3

    def kept(self, name: str, size_px: int, make: Callable[[Rng], Any]) -> Any:
        """What was made before under this name, or made now by the box's own chance."""
        if (name, size_px) not in self.store:
            if any(size != size_px for _, size in self.store):
                self.store.clear()
            self.store[name, size_px] = make(np.random.default_rng([self.seed, size_px, len(name), ord(name[0])]))
        return self.store[name, size_px]

    def sprites(self, name: str, size_px: int, draw: Draw, widths: tuple[float, float], dark: float) -> list[Sprite]:
        """Ten cut-outs of one kind."""

        def make(own: Rng) -> list[Sprite]:
            return [cut_out(draw(own), between(own, *widths), size_px, self.fall, dark) for _ in range(10)]

        return list(self.kept(name, size_px, make))

    def paint(self, face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
        urban = face.urban
        sheet = self.kept(f"{urban} ground", size_px, lambda own: self.ground(own, 2 * size_px, urban))
        brush = Brush(cropped(rng, sheet, size_px))
        places = place_spots(face, style, rng)
        keep = [(place, self.icons.size * 0.4) for place in places] + [(CENTRE, self.yard)] * face.station
        crossed = not face.station and face.sides in ("HRHR", "RHRH")
        self.lanes(brush, rng, urban)
        for letter in ("R", "H") if self.over == "H" else ("H", "R"):
            lines = [thinned(line.points) for line in strokes(face, style.bend) if line.letter == letter]
            if crossed and letter == self.over:
                span = [(line - CENTRE) * 0.4 + CENTRE for line in lines]
                self.bridge(brush, span, self.widths["HR".index(letter)])
            (self.highway if letter == "H" else self.track)(brush, lines)
        self.scenery(brush, rng, room(face, style.bend, self.widths, keep), urban)
        if face.station:
            self.station(brush, rail_turn_deg(face))
        self.finish(brush, rng)
        if face.objective is not None:
            label(brush, face.objective, style, self.tones["label"], self.tones["letters"])
        self.icons.draw(brush, face, style, places)
        return PaintedTile(brush.canvas, places)

    def ground(self, rng: Rng, size_px: int, urban: bool) -> Canvas:
        """A sheet of land, two tiles wide."""
        raise NotImplementedError

    def station(self, brush: Brush, turn_deg: float) -> None:
        raise NotImplementedError

    def highway(self, brush: Brush, lines: list[Points]) -> None:
        raise NotImplementedError

    def track(self, brush: Brush, lines: list[Points]) -> None:
        raise NotImplementedError

    def lanes(self, brush: Brush, rng: Rng, urban: bool) -> None:
        """What lies under the routes."""

    def bridge(self, brush: Brush, lines: list[Points], width: float) -> None:
        brush.lines(lines, self.tones["shadow"], width + 0.05)

    def scenery(self, brush: Brush, rng: Rng, space: Plane, urban: bool) -> None:
        """What stands beside the routes."""

    def finish(self, brush: Brush, rng: Rng) -> None:
        """The light over the whole tile."""


def patchwork(rng: Rng, size_px: int, colours: tuple[Colour, ...], cells: int, furrow: float, seam: Colour) -> Canvas:
    """Fields of these colours, hedged in, each ploughed its own way."""
    corners = np.stack(np.meshgrid(*[np.linspace(-0.8, 0.8, cells * 2)] * 2), -1)
    corners = turned((corners + rng.normal(0, 0.12 / cells, corners.shape)).reshape(-1, 2), between(rng, 0, 90)) + 0.5
    fixed = (corners * size_px).astype(np.int32).reshape(cells * 2, cells * 2, 2)
    quads = [fixed[r : r + 2, c : c + 2].reshape(4, 2)[[0, 1, 3, 2]] for r, c in np.ndindex(*(cells * 2 - 1,) * 2)]
    labels = np.zeros((size_px, size_px), np.uint8)
    for quad in quads:
        cv2.fillPoly(labels, [quad], int(rng.integers(len(colours) * 3)))
    x, y = np.meshgrid(*[np.arange(size_px, dtype=np.float32)] * 2)
    turns = rng.uniform(0, np.pi, 3) * (1, 1, 0)
    waves = np.stack([np.sin((x * np.cos(a) + y * np.sin(a)) * 2 * np.pi / (size_px * 0.012)) for a in turns]) * furrow
    ploughed = np.choose(labels % 3, [waves[0], waves[1], 0 * waves[2]])
    sheet = lit(np.asarray(colours, np.float32)[labels // 3], ploughed.astype(np.float32))
    cv2.polylines(sheet, quads, True, seam, max(1, size_px // 150), cv2.LINE_AA)
    return sheet
