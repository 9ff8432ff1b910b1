"""Boxes that picture crafts of many small pieces: the leaded window, the laid mosaic and the knitted blanket."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.face import TileFace
from vision.render.brush import Brush, Points, box, regular
from vision.render.hands.aerial_view import (
    FROM_ABOVE,
    FROM_AHEAD,
    FROM_ASIDE,
    Canvas,
    Icons,
    Plane,
    View,
    between,
    boxed,
    icons,
    lit,
    noise,
    palette,
    pictures,
    plate,
    set_of,
    strewn,
)
from vision.render.hands.vector import dashes
from vision.render.pictograms import oval
from vision.render.routes import CENTRE, across, along
from vision.render.style import Colour, Rng, Style, pick, shade
from vision.render.tile import Painter

Family = Callable[[Rng], tuple[Style, Painter]]
CRAFTS: dict[str, Any] = tomllib.loads(Path(__file__).with_name("crafts.toml").read_text(encoding="utf-8"))
PICTURES = {"ahead": FROM_AHEAD, "aside": FROM_ASIDE, "above": FROM_ABOVE} | {
    name: pictures(**texts) for name, texts in CRAFTS["pictures"].items()
}


def craft_box(name: str, view: type[View], signs: type[Icons], rng: Rng) -> tuple[Style, Painter]:
    """A box of this craft at random."""
    craft = CRAFTS[name]
    fields, roofs, own = pick(rng, craft["boxes"]).split("|")
    tones = [own, *(pick(rng, choices) for choices in craft["tones"])]
    sign, kinds = pick(rng, craft["signs"]), tuple(PICTURES[picture] for picture in craft["pictures"])
    drawn = icons(rng, kinds, tuple(sign["plates"]), tuple(craft["size"]), tuple(sign["schemes"]), (0.008, 0.016))
    low, high, low_rail, high_rail = craft["width"]
    made = view(
        seed=int(rng.integers(2**31)),
        icons=signs(**vars(drawn)),
        tones=palette(rng, " ".join(tones)),
        fields=set_of(rng, fields),
        roofs=set_of(rng, roofs),
        widths=(between(rng, low, high), between(rng, low_rail, high_rail)),
        over=pick(rng, "HR"),
        yard=between(rng, *craft["yard"]),
    )
    return boxed(name, rng, tuple(craft["bends"]), *craft["pawns"]), made.paint


class Cells(NamedTuple):
    """A surface cut into cells: which one, where its middle is, and how many pixels it is to the next joint."""

    number: NDArray[np.int64]
    middle_x: Plane
    middle_y: Plane
    gap_px: Plane


def lattice(rng: Rng, look: str, count: int) -> Points:
    """Middles of cells, about so many across the unit square."""
    steps = np.arange(-0.5, count + 0.5) / count
    x, y = np.meshgrid(steps, np.arange(-0.5, 2 * count) / (2 * count) if look == "lozenges" else steps)
    if look in ("hexagons", "lozenges"):
        x[1::2] += 0.5 / count
    loose = {"splinters": 0.42, "squares": 0.08}.get(look, 0.02) / count
    return np.stack([x, y], 2).reshape(-1, 2) + rng.uniform(-loose, loose, (x.size, 2))


def cells_about(middles: Points, size_px: int) -> Cells:
    """Every pixel goes to the middle that is nearest to it."""
    inside = middles[((middles >= 0) & (middles < 1)).all(1)]
    x, y = (inside * size_px).astype(int).T
    seeds = np.full((size_px, size_px), 255, np.uint8)
    seeds[y, x] = 0
    labels = cv2.distanceTransformWithLabels(seeds, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)[1]
    where = np.zeros((int(labels.max()) + 1, 2), np.float32)
    where[labels[y, x]] = np.stack([x, y], 1)
    joints = (labels != np.roll(labels, 1, 0)) | (labels != np.roll(labels, 1, 1))
    joints[0], joints[:, 0] = False, False
    gap_px = cv2.distanceTransform(np.where(joints, 0, 255).astype(np.uint8), cv2.DIST_L2, 5)
    middle_x, middle_y = np.moveaxis(where[labels], 2, 0)
    return Cells(labels.astype(np.int64), middle_x.copy(), middle_y.copy(), np.asarray(gap_px, np.float32))


def is_stump(lines: list[Points]) -> bool:
    """Whether the only line ends in the middle of the tile."""
    return len(lines) == 1 and bool(np.allclose(lines[0][-1], CENTRE))


def seam(brush: Brush, outline: Points, colour: Colour, width: float, stitch: float) -> None:
    """Stitches along a closed outline."""
    brush.lines(dashes(np.concatenate([outline, outline[:1]]), stitch, stitch * 0.8), colour, width)


@dataclass(frozen=True)
class Glazed(Icons):
    """Icons on glass or glaze, which shines on the upper left."""

    def draw(self, brush: Brush, face: TileFace, style: Style, places: tuple[Points, ...]) -> None:
        super().draw(brush, face, style, places)
        angles = np.deg2rad(np.linspace(190, 255, 8))
        bow = np.stack([np.cos(angles), np.sin(angles)], 1) * self.size * 0.4
        for spot, place in zip(face.spots, places, strict=True):
            brush.line(place + bow, shade(self.papers[spot.kind], 1.7), 0.012)


@dataclass(frozen=True)
class Felted(Icons):
    """Patches of felt, sewn on all round."""

    def draw(self, brush: Brush, face: TileFace, style: Style, places: tuple[Points, ...]) -> None:
        for place in places:
            brush.fill(plate(self.plate, self.size * 0.54) + place + (0.008, 0.014), shade(self.edge, 0.35))
        super().draw(brush, face, style, places)
        for place in places:
            seam(brush, plate(self.plate, self.size * 0.44) + place, self.edge, 0.01, 0.022)


class Window(View):
    """A leaded window: panes of streaky glass in lead, routes of long panes, jewels and rosettes, light behind."""

    def ground(self, rng: Rng, size_px: int, urban: bool) -> Canvas:
        looks = (("splinters", "lozenges"), ("hexagons", "squares"), ("splinters", "squares"))[self.manner]
        cells = cells_about(lattice(rng, looks[urban], (7 + self.seed % 5) * (2 if urban else 1)), size_px)
        glass = np.asarray(self.roofs if urban else self.fields, np.float32)
        count = int(cells.number.max()) + 1
        panes = glass[rng.integers(0, len(glass), count)][cells.number]
        streaks = cv2.resize(noise(rng, size_px, {9: 0.07, 30: 0.05})[: size_px // 3], (size_px, size_px))
        dusk = 0.16 * np.clip(cells.gap_px / (size_px * 0.03), 0, 1) - 0.16
        sheet = lit(panes, streaks + rng.normal(0, 0.09, count)[cells.number].astype(np.float32) + dusk)
        lead = np.clip(size_px * 0.0045 + 0.5 - cells.gap_px, 0, 1)[..., None]
        return np.asarray(sheet * (1 - lead) + np.asarray(self.tones["lead"]) * lead, np.uint8)

    def lanes(self, brush: Brush, rng: Rng, urban: bool) -> None:
        if self.seed % 5 < 2:
            wide = 0.035 + 0.02 * self.manner
            brush.line(box(CENTRE, 1 - wide, 1 - wide), self.tones["rim"], wide, closed=True)
            brush.line(box(CENTRE, 1 - 2 * wide, 1 - 2 * wide), self.tones["lead"], 0.016, closed=True)
        sun = rng.uniform(0.1, 0.9, 2)
        for radius in (0.16, 0.09) if rng.random() < 0.4 else ():
            brush.disc(sun, radius, self.tones["sun"])
            brush.disc(sun, radius, self.tones["lead"], 0.014)

    def _leaded(self, brush: Brush, lines: list[Points], width: float, glass: Colour) -> None:
        brush.lines(lines, self.tones["lead"], width + 0.035)
        brush.lines(lines, glass, width)
        brush.lines([line - width * 0.16 for line in lines], shade(glass, 1.35), width * 0.28)

    def highway(self, brush: Brush, lines: list[Points]) -> None:
        width, lead = self.widths[0], self.tones["lead"]
        self._leaded(brush, lines, width, self.tones["road"])
        for line in lines:
            brush.lines(across(line, (0.125, 0.1, 0.2)[self.manner], width / 2), lead, 0.014)
        if self.manner == 2:
            brush.lines(lines, lead, 0.016)
        if is_stump(lines):
            self._rosette(brush, width * 0.75, (self.tones["road"], self.tones["sun"]), 6)

    def track(self, brush: Brush, lines: list[Points]) -> None:
        width, lead, rail = self.widths[1], self.tones["lead"], self.tones["rail"]
        if self.seed % 4 == 0:
            brush.lines(lines, lead, 0.045)
            for at in (at for line in lines for at in along(line, 0.1, 0.05)[0]):
                brush.disc(at, width * 0.62, lead)
                brush.disc(at, width * 0.45, rail)
                brush.disc(at - width * 0.14, width * 0.14, shade(rail, 1.6))
        else:
            self._leaded(brush, lines, width, rail)
            other = [dash for line in lines for dash in dashes(line, 0.05, 0.05)]
            for dash in other:
                brush.fill(_slab(dash, width / 2), self.tones["tie"])
                brush.line(_slab(dash, width / 2), lead, 0.01, closed=True)
        if is_stump(lines):
            self._rosette(brush, width * 0.8, (rail, self.tones["tie"]), 4)

    def _rosette(self, brush: Brush, radius: float, glass: tuple[Colour, Colour], petals: int) -> None:
        rim, lead = regular(CENTRE, radius, petals * 8), self.tones["lead"]
        brush.disc(CENTRE, radius + 0.014, lead)
        for k in range(petals):
            brush.fill([CENTRE, *np.roll(rim, -8 * k, 0)[:9]], glass[k % 2])
        brush.lines([np.stack([CENTRE, rim[8 * k]]) for k in range(petals)], lead, 0.012)

    def station(self, brush: Brush, turn_deg: float) -> None:
        lead, wall, door = self.tones["lead"], self.roofs[0], self.tones["road"]
        if self.seed % 3:
            self._rosette(brush, self.yard, (self.tones["sun"], self.tones["tie"]), 8 + 4 * (self.seed % 2))
            brush.disc(CENTRE, self.yard * 0.68, lead)
            brush.disc(CENTRE, self.yard * 0.62, shade(door, 1.3))
            return
        half = self.yard * 1.05
        bow = oval((0, -0.1), 1, 1.2)[14:]
        arch = np.concatenate([bow, [(1, 1), (-1, 1)]]) * half + CENTRE
        brush.fill(arch, wall)
        bars = [np.array([(x, 1), (x, -1)]) for x in (-0.5, 0.5)] + [np.array([(-1, 0), (1, 0)])]
        brush.lines([bar * half + CENTRE for bar in bars], lead, 0.012)
        brush.line(arch, lead, 0.03, closed=True)
        brush.line(arch, shade(lead, 1.4), 0.008, closed=True)
        brush.disc(CENTRE, half * 0.68, lead)
        brush.disc(CENTRE, half * 0.6, shade(door, 1.3))

    def finish(self, brush: Brush, rng: Rng) -> None:
        def glow(own: Rng) -> Plane:
            return np.asarray(noise(own, 2 * brush.size_px, {3: 0.1, 60: 0.02, 2 * brush.size_px: 0.025}))

        light = self.kept("glow", brush.size_px, glow)
        top, left = rng.integers(0, brush.size_px, 2)
        brush.canvas[:] = lit(brush.canvas, light[top : top + brush.size_px, left : left + brush.size_px])


def _slab(dash: Points, half: float) -> Points:
    """The pane that a short piece of a line becomes when it is widened."""
    aside = np.array([-(dash[1] - dash[0])[1], (dash[1] - dash[0])[0]])
    aside *= half / max(float(np.linalg.norm(aside)), 1e-9)
    return np.stack([dash[0] - aside, dash[1] - aside, dash[1] + aside, dash[0] + aside])


def window(rng: Rng) -> tuple[Style, Painter]:
    """A box like a church window or a parlour lamp."""
    return craft_box("window", Window, Glazed, rng)


class Mosaic(View):
    """Glazed little stones in mortar: bands and frets on the ground, routes of stones, painted medallions."""

    def ground(self, rng: Rng, size_px: int, urban: bool) -> Canvas:
        colours = np.asarray(self.roofs if urban else self.fields, np.float32)
        if not urban:
            hills = noise(rng, size_px, {5: 1.0, 12: 0.25})
            bands = np.floor(hills * (2.5 + self.seed % 3)).astype(int) % len(colours)
            return np.asarray(colours[bands], np.uint8)
        x, y = np.meshgrid(*[np.arange(size_px) * 24 // size_px] * 2)
        fret = (x // 2 + y // 2, (x + y) // 3, np.maximum(x % 8, y % 8) // 2)[self.manner] % len(colours)
        return np.asarray(colours[fret], np.uint8)

    def lanes(self, brush: Brush, rng: Rng, urban: bool) -> None:
        if self.seed % 3 == 0:
            brush.line(box(CENTRE, 0.94, 0.94), self.tones["rim"], 0.06, closed=True)
        start, end = rng.uniform(-0.1, 1.1, (2, 2))
        if not urban and self.seed % 2:
            wave = start + (end - start) * np.linspace(0, 1, 9)[:, None]
            brush.line(wave + 0.06 * np.sin(np.arange(9) * 1.6)[:, None], self.tones["vine"], 0.04)

    def highway(self, brush: Brush, lines: list[Points]) -> None:
        width = self.widths[0]
        brush.lines(lines, self.tones["kerb"], width + 0.07)
        brush.lines(lines, self.tones["road"], width)
        if self.manner:
            brush.lines([dash for line in lines for dash in dashes(line, 0.06, 0.06)], self.tones["kerb"], 0.035)
        if is_stump(lines):
            brush.disc(CENTRE, width * 0.85, self.tones["kerb"])
            brush.disc(CENTRE, width * 0.5, self.tones["road"])

    def track(self, brush: Brush, lines: list[Points]) -> None:
        width, rail, tie = self.widths[1], self.tones["rail"], self.tones["tie"]
        if self.seed % 4 < 2:
            brush.lines(lines, tie, width)
            checks = [dash for line in lines for dash in dashes(line, 0.055, 0.055)]
            for dash in checks:
                brush.fill(_slab(dash, width / 2), rail)
        else:
            brush.lines(lines, rail, width * 1.4)
            brush.lines(lines, tie, width * 0.45)
        if is_stump(lines):
            brush.disc(CENTRE, width, rail)

    def scenery(self, brush: Brush, rng: Rng, space: Plane, urban: bool) -> None:
        for at in strewn(rng, space, 5, 0.1, 0.22):
            if urban:
                brush.fill(box(at, 0.13, 0.1), self.tones["wall"])
                brush.fill(np.add(at, [(-0.09, -0.04), (0, -0.13), (0.09, -0.04)]), self.tones["rim"])
            else:
                brush.disc(at, 0.085, self.tones["vine"])
                brush.disc(at, 0.04, self.tones["bloom"])

    def station(self, brush: Brush, turn_deg: float) -> None:
        reach = self.yard
        octagon, disc = regular(CENTRE, reach * 1.25, 8, 22.5), regular(CENTRE, reach * 1.1, 40)
        shape = (octagon, disc, box(CENTRE, reach * 2, reach * 2))[self.seed % 5 % 3]
        for share, tone in ((1.0, "rim"), (0.8, "wall"), (0.6, "bloom"), (0.44, "wall")):
            brush.fill((shape - CENTRE) * share + CENTRE, self.tones[tone])

    def _stones(self, rng: Rng, size_px: int) -> tuple[Cells, Plane, Plane]:
        look = ("squares", "splinters", "hexagons")[self.seed % 7 % 3]
        cells = cells_about(lattice(rng, look, 22 + self.seed % 11), size_px)
        grout = np.clip(1.3 * size_px / 220 - cells.gap_px, 0, 1)[..., None]
        slope = cv2.GaussianBlur(np.minimum(cells.gap_px, size_px * 0.012), (0, 0), 0.8)
        bevel = (slope - np.roll(slope, (1, 1), (0, 1))) * 0.16
        return cells, np.asarray(grout, np.float32), np.asarray(bevel, np.float32)

    def finish(self, brush: Brush, rng: Rng) -> None:
        cells, grout, bevel = self.kept("stones", brush.size_px, lambda own: self._stones(own, brush.size_px))
        laid = cv2.remap(brush.canvas, cells.middle_x, cells.middle_y, cv2.INTER_NEAREST)
        tints = rng.normal(0, 0.075, int(cells.number.max()) + 1).astype(np.float32)
        stones = lit(laid, bevel + tints[cells.number])
        brush.canvas[:] = stones * (1 - grout) + np.asarray(self.tones["mortar"], np.float32) * grout


def mosaic(rng: Rng) -> tuple[Style, Painter]:
    """A box like a bath's floor, a church's apse or a park's bench."""
    return craft_box("mosaic", Mosaic, Glazed, rng)


class Knitwear(View):
    """A blanket in coloured wool: stitches over all, bands and checks as routes, a knitted house, patches of felt."""

    def ground(self, rng: Rng, size_px: int, urban: bool) -> Canvas:
        base, second, *_ = self.roofs if urban else self.fields
        brush, step = Brush(np.full((size_px, size_px, 3), base, np.uint8)), 1 / 16
        rows = np.arange(0.5, 17) * step
        look = (self.seed // 7 + 2 * urban) % 4
        if look == 0:
            brush.lines([np.array([(0, y), (1, y)]) for y in rows[::2]], second, step * 0.55)
        elif look == 1:
            for k, y in enumerate(rows):
                for x in rows:
                    brush.disc((x + step / 2 * (k % 2), y), step * 0.16, second)
        elif look == 2:
            teeth = np.tile([0.0, step], 9)[:17] * 0.8
            brush.lines([np.stack([rows, y + teeth], 1) for y in rows[::2]], second, step * 0.35)
        else:
            for x, y in ((x, y) for k, x in enumerate(rows) for y in rows[k % 2 :: 2]):
                brush.fill(box((x, y), step, step), second)
        return lit(brush.canvas, noise(rng, size_px, {6: 0.03}))

    def highway(self, brush: Brush, lines: list[Points]) -> None:
        width, road, edge = self.widths[0], self.tones["road"], self.tones["edge"]
        brush.lines(lines, edge, width + 0.05)
        brush.lines(lines, road, width)
        if self.manner == 0:
            brush.lines([dash for line in lines for dash in dashes(line, 0.07, 0.055)], edge, 0.03)
        elif self.manner == 1:
            brush.lines(lines, edge, 0.03)
        if is_stump(lines):
            brush.disc(CENTRE, width * 0.7, edge)

    def track(self, brush: Brush, lines: list[Points]) -> None:
        width, rail, tie = self.widths[1], self.tones["rail"], self.tones["tie"]
        if self.seed % 5 < 2:
            brush.lines([tick for line in lines for tick in across(line, 0.083, width * 0.75)], tie, 0.032)
            brush.lines(lines, rail, width * 0.6)
        elif self.seed % 5 < 4:
            brush.lines(lines, rail, width * 1.15)
            brush.lines([dash for line in lines for dash in dashes(line, 0.035, 0.055)], tie, width * 0.6)
        else:
            brush.lines(lines, tie, width * 1.2)
            brush.lines(lines, rail, width * 0.5)
        if is_stump(lines):
            brush.fill(box(CENTRE, width * 1.3, width * 1.3), rail)

    def scenery(self, brush: Brush, rng: Rng, space: Plane, urban: bool) -> None:
        for at in strewn(rng, space, 6, 0.09, 0.2):
            if urban:
                brush.fill(box(at, 0.12, 0.12), self.tones["wall"])
                brush.fill(np.add(at, [(-0.09, -0.05), (0, -0.14), (0.09, -0.05)]), self.roofs[2])
            elif self.seed % 3:
                for y in (-0.03, 0.05):
                    brush.fill(np.add(at, [(-0.08, y + 0.03), (0, y - 0.09), (0.08, y + 0.03)]), self.fields[2])
            else:
                brush.disc(at, 0.06, self.fields[2])
                brush.disc(at, 0.025, self.tones["wall"])

    def station(self, brush: Brush, turn_deg: float) -> None:
        half, wall, roof = self.yard, self.tones["wall"], self.tones["roof"]
        brush.fill(box(CENTRE, half * 2.2, half * 2.1), roof)
        brush.fill(box(CENTRE, half * 1.8, half * 1.8), wall)
        brush.fill(CENTRE + np.array([(-1.35, -0.7), (0, -1.75), (1.35, -0.7)]) * half, roof)
        brush.fill(box(np.add(CENTRE, (half * 0.75, -half * 1.35)), half * 0.35, half * 0.7), roof)

    def _stitches(self, size_px: int) -> tuple[Plane, Plane, Plane]:
        """Where the wool of every pixel comes from, and how the stitches catch the light."""
        columns, rows, slant = 22 + self.seed % 11, 26 + self.seed % 13, 0.75
        x, y = np.meshgrid(*[(np.arange(size_px) + 0.5) / size_px] * 2)
        column = np.floor(x * columns)
        aside = np.abs(x * columns - column - 0.5) * 2
        height = y * rows + slant * aside
        row = np.floor(height)
        round_ = np.sin(np.pi * (height - row)) * 0.3 - 0.2
        crease = -0.22 * (np.exp(-((aside / 0.16) ** 2)) + np.exp(-(((1 - aside) / 0.16) ** 2)))
        ply = 0.06 * np.sin(2 * np.pi * (1.5 * (height - row) - 2 * aside))
        from_x = np.clip((column + 0.5) / columns * size_px, 0, size_px - 1)
        from_y = np.clip((row + 0.5 - slant / 2) / rows * size_px, 0, size_px - 1)
        return from_x.astype(np.float32), from_y.astype(np.float32), (round_ + crease + ply + 0.08).astype(np.float32)

    def finish(self, brush: Brush, rng: Rng) -> None:
        from_x, from_y, light = self.kept("stitches", brush.size_px, lambda own: self._stitches(brush.size_px))
        knitted = cv2.remap(brush.canvas, from_x, from_y, cv2.INTER_NEAREST)
        brush.canvas[:] = lit(knitted, light + noise(rng, brush.size_px, {4: 0.03, brush.size_px: 0.045}))


def knitwear(rng: Rng) -> tuple[Style, Painter]:
    """A box like a jumper or a cot blanket."""
    return craft_box("knitwear", Knitwear, Felted, rng)


FAMILIES: dict[str, Family] = {"window": window, "mosaic": mosaic, "knitwear": knitwear}
