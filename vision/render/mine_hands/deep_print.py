"""Prints the deep boxes: where a board's squares lie, tracks of many looks, relief, glow, and the order of painting."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import cv2
import numpy as np

from vision.face import TileFace
from vision.render.brush import Brush, Points, regular
from vision.render.guests import flat, lines_of
from vision.render.hands.aerial_view import Canvas, Plane, cropped, lit, noise
from vision.render.hands.glossy_view import about, mixed
from vision.render.hands.plain import bordered
from vision.render.hands.vector import between, dashes, sketch
from vision.render.mine_hands.deep_pieces import (
    BLACK,
    BOOK,
    WHITE,
    Wagon,
    jewel_layers,
    wagon_layers,
)
from vision.render.mine_print import SIDES, Told, mines_of
from vision.render.mine_style import CLANS, MineHand, MineStyle, Photo
from vision.render.pictograms import draw, oval, rounded
from vision.render.routes import CENTRE, across
from vision.render.solids import Faces
from vision.render.style import Colour, Rng, pick, shade

ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII")
NEIGHBOURS = ("NE", "ES", "SW", "NW")


class Place(NamedTuple):
    """A square of the board: which clan's mine it is part of and its number there, 0 in the middle."""

    column: int
    row: int
    clan: str | None
    number: int


class Site:
    """Where a board's squares lie on its print."""

    def __init__(self, told: Told, longest_px: int) -> None:
        size, grid = np.array(told["size"], np.float64), told["grid"]
        self.px = longest_px / float(size.max())
        self.size_px = (round(size[0] * self.px), round(size[1] * self.px))
        self.columns, self.rows = int(grid["columns"]), int(grid["rows"])
        self.first = np.array(grid["corners"][0], np.float64) * self.px
        self.side = float(grid["corners"][1][0] - grid["corners"][0][0]) / self.columns * self.px
        self.mines = mines_of(self.columns, self.rows)

    def place(self, column: int, row: int) -> Place:
        for clan, (x, y) in self.mines.get("mine_centres", {}).items():
            if max(abs(column - x), abs(row - y)) <= 1:
                number = (row - y + 1) * 3 + column - x + 2
                return Place(column, row, clan, 0 if number == 5 else number - (number > 5))
        return Place(column, row, None, 0)

    def window(self, column: float, row: float, size: float = 1.0) -> tuple[slice, slice]:
        """The pixels of a square; columns and rows outside of the field are in the margin."""
        left, top = (round(float(v)) for v in self.first + np.array([column, row]) * self.side)
        side = round(self.side * size)
        return slice(max(top, 0), max(top + side, 0)), slice(max(left, 0), max(left + side, 0))


@dataclass(frozen=True)
class Track:
    """How a box draws its tracks; strokes are pairs of width and colour, the broad ones first."""

    gauge: float
    rails: tuple[tuple[float, Colour], ...]
    tie: str = "bar"
    ties: tuple[tuple[float, Colour], ...] = ()
    step: float = 0.12
    tie_half: float = 0.2
    beds: tuple[tuple[float, Colour], ...] = ()
    gleam: tuple[float, Colour] | None = None
    bolts: Colour | None = None
    middle: Colour | None = None
    hub: str = "none"
    bend: str = "arc"
    junction: str = "arms"


def ways(track: str, look: Track) -> list[Points]:
    """The middle lines of the tracks on a tile; in some boxes bows join all neighbours at a junction."""

    def lines(sides: str) -> list[Points]:
        face = TileFace("".join("R" if side in sides else "-" for side in SIDES))
        return [_corners(line) for line in lines_of(face, "R", look.bend)]

    if len(track) < 3 or look.junction == "arms" or (len(track) == 4 and look.junction == "curves"):
        return lines(track)
    through = [line for pair in ("NS", "EW") if set(pair) <= set(track) for line in lines(pair)]
    return through + [line for pair in NEIGHBOURS if set(pair) <= set(track) for line in lines(pair)]


def _corners(line: Points) -> Points:
    """The points of a line where it goes another way, and its ends."""
    steps = np.diff(line, axis=0)
    steps = steps[np.linalg.norm(steps, axis=1) > 1e-6]
    places = np.concatenate([line[:1], line[0] + np.cumsum(steps, 0)])
    ahead = steps / np.linalg.norm(steps, axis=1, keepdims=True)
    bent = np.linalg.norm(np.diff(ahead, axis=0), axis=1) > 1e-3
    return np.asarray(places[np.concatenate([[True], bent, [True]])], np.float64)


def _beside(line: Points, offset: float) -> Points:
    """The line so far beside another, mitred at its corners."""
    ahead = np.diff(line, axis=0)
    ahead /= np.linalg.norm(ahead, axis=1, keepdims=True)
    aside = np.stack([-ahead[:, 1], ahead[:, 0]], 1)
    mitred = (aside[1:] + aside[:-1]) / (1 + (aside[1:] * aside[:-1]).sum(1, keepdims=True))
    return np.asarray(line + offset * np.concatenate([aside[:1], mitred, aside[-1:]]), np.float64)


def lay_track(brush: Brush, lines: list[Points], look: Track) -> None:
    """Beds, sleepers and rails along these lines."""
    for width, colour in look.beds:
        brush.lines(lines, colour, width)
    ties = _ties(lines, look)
    for width, colour in look.ties:
        TIES[look.tie](brush, ties, (width - look.ties[-1][0]) / 2, width, colour)
    if look.middle is not None:
        for line in lines:
            brush.lines(dashes(line, 0.07, 0.04), look.middle, 0.009)
    offsets = (-look.gauge / 2, look.gauge / 2) if look.gauge else (0.0,)
    rails = [_beside(line, side) for line in lines for side in offsets]
    for width, colour in look.rails:
        brush.lines(rails, colour, width)
    if look.gleam is not None:
        brush.lines([rail - 0.007 for rail in rails], look.gleam[1], look.gleam[0])
    if look.bolts is not None:
        for end in (end for tie in ties for end in about_middle(tie, 0.84)):
            brush.disc(end, 0.016, look.bolts)


def about_middle(tie: Points, share: float) -> Points:
    """A short line made longer or shorter."""
    return np.asarray((tie - tie.mean(0)) * share + tie.mean(0), np.float64)


def _ties(lines: list[Points], look: Track) -> list[Points]:
    """The sleepers of all lines, none of which lies over those of another."""
    found: list[Points] = []
    for line in lines:
        others = np.array([tie.mean(0) for tie in found]).reshape(-1, 2)
        least = max(0.85 * look.step, 0.7 * look.tie_half)
        ties = across(line, look.step, look.tie_half)
        found += [tie for tie in ties if not (np.linalg.norm(others - tie.mean(0), axis=1) < least).any()]
    return found


def _bars(brush: Brush, ties: list[Points], extra: float, width: float, colour: Colour) -> None:
    brush.lines(ties, colour, width)


def _boards(brush: Brush, ties: list[Points], extra: float, width: float, colour: Colour) -> None:
    """Sleepers with square ends."""
    for tie in ties:
        along = (tie[1] - tie[0]) / np.linalg.norm(tie[1] - tie[0])
        aside, more = np.array([-along[1], along[0]]) * width / 2, along * extra
        start, end = tie[0] - more, tie[1] + more
        brush.fill([start - aside, end - aside, end + aside, start + aside], colour)


def _studs(brush: Brush, ties: list[Points], extra: float, width: float, colour: Colour) -> None:
    for end in (end for tie in ties for end in tie):
        brush.disc(end, width / 2, colour)


def _pads(brush: Brush, ties: list[Points], extra: float, width: float, colour: Colour) -> None:
    """Short pieces under each of the rails."""
    brush.lines([np.stack([tie[k], tie.mean(0) * 0.6 + tie[k] * 0.4]) for tie in ties for k in (0, 1)], colour, width)


TIES = {"bar": _bars, "board": _boards, "stud": _studs, "pad": _pads}


def hub(brush: Brush, look: Track, plate: Colour, edge: Colour) -> None:
    """What lies in the middle of a junction."""
    half = max(look.gauge, 0.16) * 0.62
    if look.hub == "plate":
        bordered(brush, rounded(CENTRE, 2 * half, 2 * half, 0.04), plate, edge, 0.012)
    elif look.hub == "disc":
        brush.disc(CENTRE, half * 1.15, edge)
        brush.disc(CENTRE, half * 1.15 - 0.025, plate)
        brush.disc(CENTRE, half * 0.35, edge)
    elif look.hub == "diamond":
        bordered(brush, regular(CENTRE, half * 1.2, 4), plate, edge, 0.012)


def relief(mask: Canvas, reach_px: float, much: float, lamp_deg: float = 225.0) -> Plane:
    """Light on the rims of plates that stand out from a ground."""
    height = np.minimum(cv2.distanceTransform(mask, cv2.DIST_L2, 3) / reach_px, 1)
    down, right = np.gradient(cv2.GaussianBlur(height, (0, 0), max(0.6, reach_px * 0.2)))
    angle = np.deg2rad(lamp_deg)
    slope = (-np.cos(angle) * right - np.sin(angle) * down) * reach_px
    return np.asarray(-slope * much - (mask < 128) * 0.45, np.float32)


def plates(pattern: str, size_px: int, rng: Rng, gap: float = 0.03) -> Canvas:
    """The mask of the stones of a square."""
    canvas = np.zeros((size_px, size_px), np.uint8)
    brush, full = Brush(canvas), WHITE
    if pattern == "four":
        for at in ((0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75)):
            brush.fill(rounded(at, 0.5 - gap, 0.5 - gap, 0.05), full)
    elif pattern == "cut":
        brush.fill(regular(CENTRE, (1 - gap) * 0.541, 8, 22.5), full)
    elif pattern == "bricks":
        for row in range(3):
            for x in (0.0, 0.5, 1.0) if row % 2 else (0.25, 0.75):
                brush.fill(rounded((x, (row + 0.5) / 3), 0.5 - gap, 1 / 3 - gap, 0.03), full)
    elif pattern == "rough":
        outline = rounded(CENTRE, 1 - gap, 1 - gap, 0.12)
        brush.fill(outline + rng.normal(0, 0.012, outline.shape), full)
    elif pattern == "cracked":
        brush.fill(rounded(CENTRE, 1 - gap, 1 - gap, 0.06), full)
        for _ in range(2):
            brush.line(crack(rng, rng.random(2), 0.5), (0.0, 0.0, 0.0), 0.015)
    else:
        brush.fill(rounded(CENTRE, 1 - gap, 1 - gap, 0.05 if pattern == "one" else 0.22), full)
    return canvas


def crack(rng: Rng, start: Any, length: float, step: float = 0.06) -> Points:
    """A line that breaks this way and that."""
    turns = rng.uniform(0, 2 * np.pi) + np.cumsum(rng.normal(0, 0.55, max(2, int(length / step))))
    steps = np.stack([np.cos(turns), np.sin(turns)], 1) * step
    return np.concatenate([[np.asarray(start, np.float64)], np.asarray(start) + np.cumsum(steps, 0)])


def glowing(canvas: Canvas, lines: list[Points], colour: Colour, width: float, reach: float) -> None:
    """Lines that shine on what is around them."""
    size_px = canvas.shape[0]
    small = Brush(np.zeros((size_px // 2, size_px // 2, 3), np.uint8))
    small.lines(lines, colour, width * 2)
    halo = cv2.GaussianBlur(small.canvas, (0, 0), max(1.0, reach * size_px / 2))
    cv2.add(canvas, cv2.convertScaleAbs(cv2.resize(halo, (size_px, size_px)), alpha=1.3), canvas)
    brush = Brush(canvas)
    brush.lines(lines, colour, width)
    brush.lines(lines, shade(colour, 1.6), width * 0.35)


def texture(size_px: int, colour: Colour, rng: Rng, rough: float) -> Canvas:
    """A sheet of one colour, more or less rough."""
    return lit(flat(size_px, colour), noise(rng, size_px, {5: 0.05 * rough, 40: 0.04 * rough, 220: 0.05 * rough}))


class Deep(MineHand):
    """A maker of boxes: prints on large sheets, with one look for tracks, squares, tokens and pieces."""

    def __init__(self, rng: Rng, base: MineStyle) -> None:
        self.clans, self.store = base.clans, dict[str, Any]()
        self.seed = int(rng.integers(2**31))
        self.stone = self.paper = self.side = base.square.colour
        self.rough = between(rng, 0.0, 1.0)
        self.signs = {clan: sketch(text) for clan, text in zip(CLANS, pick(rng, BOOK["signs"]["sets"]), strict=True)}
        self.badge = sketch(BOOK["badges"][pick(rng, sorted(BOOK["badges"]))])
        self.badge_shape = "disc"
        self.labels = pick(rng, ("digits", "digits", "roman", "dots", "none"))
        self.font = pick(rng, (0, 2, 3, 4))
        self.label_at, self.label_size = pick(rng, ((0.5, 0.34), (0.2, 0.2), (0.8, 0.2), (0.5, 0.5))), 0.2
        self.tint = between(rng, 0.2, 0.7)
        self.frame = between(rng, 0.008, 0.03)
        self.cuts = dict[str, str]()
        self.wagon, self.track = Wagon(), Track(0.3, ((0.03, BLACK),))
        self.hold = pick(rng, ("disc", "square", "hexagon"))

    def kept(self, key: str, make: Callable[[Rng], Any]) -> Any:
        """What was made before under this name, or made now by the box's own chance."""
        if key not in self.store:
            self.store[key] = make(np.random.default_rng([self.seed, *key.encode()]))
        return self.store[key]

    # ---- the board

    def board(self, told: Told, style: MineStyle, longest_px: int) -> Photo:
        site, rng = Site(told, longest_px), np.random.default_rng(style.seed)
        picture = self.margin(max(site.size_px), rng)[: site.size_px[1], : site.size_px[0]].copy()
        self.sides(picture, site)
        stone = self.stones(max(site.size_px), rng)
        for column in range(site.columns):
            for row in range(site.rows):
                window = site.window(column, row)
                patch = np.ascontiguousarray(stone[: site.size_px[1], : site.size_px[0]][window])
                if patch.shape[0] == patch.shape[1] > 8:
                    picture[window] = self.square(patch, site.place(column, row), rng)
        return picture

    def margin(self, size_px: int, rng: Rng) -> Canvas:
        return texture(size_px, self.side, rng, self.rough)

    def stones(self, size_px: int, rng: Rng) -> Canvas:
        """The sheet from which the squares are cut."""
        return texture(size_px, self.stone, rng, self.rough)

    def square(self, patch: Canvas, place: Place, rng: Rng) -> Canvas:
        raise NotImplementedError

    def sides(self, picture: Canvas, site: Site) -> None:
        """The clans' sides: start tracks and places for the cargo."""
        last = {"north": -1.0, "west": -1.0, "south": float(site.rows), "east": float(site.columns)}
        for clan, name in site.mines.get("clan_side", {}).items():
            upright = name in ("north", "south")
            out = -0.72 if last[name] < 0 else 0.92
            for start in site.mines["start_columns" if upright else "start_rows"]:
                at = (start, last[name]) if upright else (last[name], start)
                self._start(picture, site, at, "NS" if upright else "EW", clan)
            for k in range(5):
                along = (site.columns if upright else site.rows) / 2 + (k - 2) * 0.7 - 0.25
                at = (along, last[name] + out) if upright else (last[name] + out, along)
                self._hold(picture, site, at, clan)

    def _start(self, picture: Canvas, site: Site, at: tuple[float, float], track: str, clan: str) -> None:
        window = site.window(*at)
        patch = picture[window].copy()
        if patch.shape[0] == patch.shape[1] > 8:
            lay_track(Brush(patch), ways(track, self.track), self.track)
            picture[window] = cv2.addWeighted(patch, 0.7, picture[window], 0.3, 0)

    def _hold(self, picture: Canvas, site: Site, at: tuple[float, float], clan: str) -> None:
        window = site.window(*at, 0.5)
        patch = np.ascontiguousarray(picture[window])
        if patch.shape[0] == patch.shape[1] > 8:
            bordered(Brush(patch), about(outline(self.hold), 0.8), mixed(self.side, self.clans[clan], 0.5),
                     self.clans[clan], 0.05)  # fmt: skip
            picture[window] = patch

    def label(self, brush: Brush, number: int, ink: Colour, at: tuple[float, float] | None = None) -> None:
        """The number of a square in a mine, in the way of the box."""
        x, y = at or self.label_at
        if self.labels == "dots":
            for k in range(number):
                brush.disc((x + (k % 4 - 1.5) * 0.09 * (x == 0.5 or 1), y + (k // 4) * 0.09), 0.032, ink)
        elif self.labels != "none":
            text = ROMAN[number - 1] if self.labels == "roman" else str(number)
            scale, size = self.label_size * brush.size_px / 22, brush.size_px
            thick = max(1, round(scale * 2))
            (wide, high), _ = cv2.getTextSize(text, self.font, scale, thick)
            left, low = np.clip(np.array([x * size - wide / 2, y * size + high / 2]), 3, size - 3).astype(int)
            cv2.putText(brush.canvas, text, (int(left), int(low)), self.font, scale, ink, thick, cv2.LINE_AA)

    def sign(self, brush: Brush, clan: str, size: float, ink: Colour, paper: Colour) -> None:
        draw(brush, self.signs[clan], CENTRE, size, {"ink": ink, "hole": paper, "light": paper})

    # ---- what lies on it

    def tile(self, track: str, style: MineStyle, rng: Rng, size_px: int) -> Photo:
        sheet = self.kept(f"tile {size_px}", lambda own: texture(2 * size_px, self.paper, own, self.rough))
        brush = Brush(self.ground(cropped(rng, sheet, size_px), rng))
        lines = ways(track, self.track)
        self.under(brush, lines)
        lay_track(brush, lines, self.track)
        if len(track) > 2:
            plate = self.track.rails[-1][1] if len(self.track.rails) > 1 else self.paper
            hub(brush, self.track, plate, self.track.rails[0][1])
        self.over(brush)
        return brush.canvas

    def ground(self, sheet: Canvas, rng: Rng) -> Canvas:
        """The tile without its track."""
        return sheet

    def under(self, brush: Brush, lines: list[Points]) -> None:
        """What lies beneath the track."""

    def over(self, brush: Brush) -> None:
        """The tile's border."""

    def token(self, clan: str, style: MineStyle, size_px: int) -> tuple[Photo, Photo]:
        shape = outline(self.badge_shape)
        mask = np.zeros((size_px, size_px), np.uint8)
        Brush(mask).fill(shape, WHITE)
        mask[mask > 200] = 255
        brush = Brush(flat(size_px, shade(self.clans[clan], 0.6)))
        self.emblem(brush, shape, self.clans[clan])
        return brush.canvas, mask

    def emblem(self, brush: Brush, shape: Points, colour: Colour) -> None:
        """What is on an abyss token."""
        raise NotImplementedError

    def gem(self, kind: str, style: MineStyle, rng: Rng) -> list[Faces]:
        return jewel_layers(kind, self.cuts[kind], style.gems[kind], rng)

    def cart(self, clan: str, speed: int, style: MineStyle, rng: Rng) -> list[Faces]:
        return wagon_layers(self.wagon, style.cart_colours[clan], style.die, speed, rng)


def outline(shape: str) -> Points:
    """The outline of a token about the middle of its picture."""
    if shape == "hexagon":
        return regular(CENTRE, 0.495, 6, 30)
    if shape == "octagon":
        return regular(CENTRE, 0.495, 8, 22.5)
    if shape == "gear":
        radii = np.repeat(np.tile([0.49, 0.42], 10), 2)
        angle = np.repeat(np.arange(20), 2) * np.pi / 10 + np.tile([0.03, np.pi / 10 - 0.03], 20)
        return np.asarray(np.stack([np.cos(angle), np.sin(angle)], 1) * radii[:, None] + CENTRE, np.float64)
    if shape == "shield":
        side = np.array([(0.4, -0.45), (0.42, 0.05), (0.3, 0.32), (0.0, 0.49)])
        return np.asarray(np.concatenate([side, side[-2::-1] * (-1, 1)]) + CENTRE, np.float64)
    if shape == "flower":
        angle = np.linspace(0, 2 * np.pi, 72, endpoint=False)
        radius = 0.45 + 0.04 * np.cos(8 * angle)
        return np.asarray(np.stack([np.cos(angle), np.sin(angle)], 1) * radius[:, None] + CENTRE, np.float64)
    if shape in ("square", "soft"):
        return rounded(CENTRE, 0.96, 0.96, 0.06 if shape == "square" else 0.24)
    return oval(CENTRE, 0.49, 0.49)


def made(rng: Rng, name: str, base: MineStyle, hand: Deep, **more: Any) -> MineStyle:
    """The box with all that its maker has decided."""
    turning = hand.badge_shape in ("disc", "gear", "flower")
    return replace(
        base, name=name, hand=hand, cart=hand.wagon.look(), token_shape="disc" if turning else "square", seed=hand.seed,
        token_size=between(rng, 0.66, 0.95), **more,
    )  # fmt: skip


def sizes(
    rng: Rng, length: tuple[float, float], width: tuple[float, float], height: tuple[float, float]
) -> dict[str, Any]:
    return {"length": between(rng, *length), "width": between(rng, *width), "height": between(rng, *height)}
