"""Mine boxes by other makers: rendered plates and steel, an engineer's drawing, a children's game, a glowing cave."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.render.brush import Brush, Points, box
from vision.render.guests import flat
from vision.render.hands.aerial_view import Canvas, Plane, lit
from vision.render.hands.glossy_view import about, bulging, fall, gloss, mixed
from vision.render.hands.plain import bordered
from vision.render.hands.vector import between, coin, dashes, near
from vision.render.mine_hands.deep_pieces import (
    BLACK,
    BOOK,
    WHITE,
    Wagon,
    dealt_cuts,
    die_of,
    jewels,
    marked,
    seen_on,
)
from vision.render.mine_hands.deep_print import (
    Deep,
    Place,
    Track,
    made,
    outline,
    plates,
    relief,
    sizes,
    texture,
)
from vision.render.mine_hands.deep_toys import Family, glow, nursery
from vision.render.mine_style import MineStyle, random_mine_style
from vision.render.pictograms import draw, oval
from vision.render.routes import CENTRE
from vision.render.style import Colour, Rng, distance, hsv, pick, shade


class Rendered(Deep):
    """A box out of a computer: plates with lit edges, bevelled steel rails with bolts, glossy badges."""

    def __init__(self, rng: Rng, base: MineStyle) -> None:
        super().__init__(rng, base)
        self.stone = hsv(
            pick(rng, (rng.normal(0.75, 0.05), rng.random())), between(rng, 0.05, 0.35), between(rng, 0.3, 0.72)
        )
        self.paper = pick(
            rng, (shade(self.stone, between(rng, 0.7, 1.3)), near(rng, "9a938a 5b6270 b9a88d 44484f d9d6cf 6f5a48"))
        )
        self.side = shade(self.stone, between(rng, 0.45, 0.8))
        self.pattern, self.tile_pattern = (
            pick(rng, ("one", "soft", "four", "cut", "bricks", "rough", "cracked")) for _ in "ab"
        )
        self.much, self.reach = between(rng, 0.15, 0.5), between(rng, 0.03, 0.09)
        self.badge_shape = pick(rng, ("disc", "soft", "octagon", "shield", "flower", "disc"))
        self.lamp_deg = float(pick(rng, (225.0, 225.0, 315.0, 270.0)))
        steel = seen_on(near(rng, "c9ced6 8f979f e0d6c0 b0793f 6f7a86"), self.paper, 85)
        tie = seen_on(pick(rng, (near(rng, "6b4a30 8a6a45 3d3128 a67c50"), shade(steel, 0.6))), self.paper, 50)
        gauge, bed = between(rng, 0.2, 0.34), pick(rng, (0.0, between(rng, 1.6, 1.9)))
        bedding = seen_on(shade(self.paper, between(rng, 0.6, 1.4)), steel, 80)
        edge, line = shade(steel, 0.45), between(rng, 0.03, 0.055)
        step = 1 / pick(rng, (5, 6, 7, 8, 9))
        self.track = Track(
            gauge if rng.random() < 0.85 else 0.0,
            ((line * 1.7, edge), (line, steel)) if gauge else ((0.2, edge), (0.16, steel)),
            "board", ((step * 0.62, shade(tie, 0.5)), (step * 0.5, tie)), step, gauge * between(rng, 0.7, 0.85),
            ((gauge * bed * 1.12, shade(bedding, 0.6)), (gauge * bed, bedding)) if bed else (),
            (line * 0.35, shade(steel, 1.6)), shade(steel, 1.3) if coin(rng) else None,
            hub=pick(rng, ("none", "disc", "plate")), bend=pick(rng, ("arc", "tight", "chamfer", "arc")),
            junction=pick(rng, ("arms", "arms", "curves", "slips")),
        )  # fmt: skip
        if not self.track.gauge:
            self.track = replace(self.track, rails=((0.17, edge), (0.13, steel)), gleam=(0.03, shade(steel, 1.6)))
        self.cuts = dealt_cuts(
            rng, "step princess round_cut trillion marquise pear hexbead heart", "rose shard spike cube"
        )
        self.wagon = self._wagon(rng, base)

    def _wagon(self, rng: Rng, base: MineStyle) -> Wagon:
        deck = pick(rng, (0.0, between(rng, 0.06, 0.12)))
        fronts = (("lamps",), ("lamp",), ("lamps", "bumper"), ("edge", "lamps"), ("wall",), ("plough",), ("arrow",))
        wagon = Wagon(
            outline=pick(rng, ("chamfer", "snub", "box", "hex", "round", "point")),
            profile=pick(rng, ("chamfered", "straight", "tub", "sled")),
            wall=between(rng, 0.035, 0.06), bow=between(rng, 0.25, 0.55), deck=deck,
            front=pick(rng, fronts),
            paint=pick(rng, ("body", "body", "two", "skirt", "band", "rim")),
            wheels=pick(rng, (0.0, 0.04, 0.06)), dark=near(rng, "2c3036 4a4f57 1d1b1c"), corner=between(rng, 0.1, 0.5),
            **sizes(rng, (0.58, 0.75), (0.42, 0.58), (0.24, 0.42)),
        )  # fmt: skip
        return marked(wagon, list(base.cart_colours.values()), [WHITE, near(rng, "fff3c0 f6f8ff"), BLACK], rng)

    def _plate(self, name: str, pattern: str, size_px: int, rng: Rng) -> Plane:
        """The relief of one of a few stones of this size."""
        kind = int(rng.integers(4)) if pattern in ("rough", "cracked") else 0

        def make(own: Rng) -> Plane:
            return relief(plates(pattern, size_px, own), self.reach * size_px, self.much, self.lamp_deg)

        return np.asarray(self.kept(f"{name} {size_px} {kind}", make), np.float32)

    def square(self, patch: Canvas, place: Place, rng: Rng) -> Canvas:
        if place.clan is not None:
            share = self.tint if place.number else min(1.0, self.tint * 1.4)
            cv2.addWeighted(patch, 1 - share, flat(len(patch), self.clans[place.clan]), share, 0, dst=patch)
        patch = lit(patch, self._plate("square", self.pattern, len(patch), rng) + rng.uniform(-0.04, 0.04))
        brush = Brush(patch)
        if place.clan is not None and not place.number:
            colour = self.clans[place.clan]
            bulging(brush, oval(CENTRE, 0.36, 0.36), colour)
            self.sign(brush, place.clan, 0.22, seen_on(WHITE, colour, 90), colour)
        elif place.clan is not None:
            self.label(brush, place.number, seen_on(shade(self.clans[place.clan], 0.5), self.clans[place.clan], 90))
        return patch

    def ground(self, sheet: Canvas, rng: Rng) -> Canvas:
        return lit(sheet, self._plate("tiles", self.tile_pattern, len(sheet), rng) * 0.8)

    def under(self, brush: Brush, lines: list[Points]) -> None:
        width = self.track.beds[0][0] if self.track.beds else self.track.gauge * 1.4
        fall(brush, lambda small: small.lines(lines, WHITE, width), 0.5, 0.02, 0.025)

    def emblem(self, brush: Brush, shape: Points, colour: Colour) -> None:
        bulging(brush, shape, shade(colour, 0.75))
        bulging(brush, about(shape, 0.86), colour, 0.3)
        tones = {"ink": shade(colour, 0.16), "hole": shade(colour, 0.5), "light": shade(colour, 1.6)}
        draw(brush, self.badge, CENTRE, 0.34, tones)
        gloss(brush, CENTRE, 0.4, 0.22)


def rendered(rng: Rng) -> MineStyle:
    base = random_mine_style(rng)
    hand = Rendered(rng, base)
    kinds = pick(rng, (((BLACK, WHITE), (WHITE, BLACK)), ((near(rng, "3a3f48 8d1f2a 1f4f7a"), WHITE), (WHITE, BLACK))))
    die = die_of(rng, hand.wagon, (0.28, 0.42), kinds, digits=rng.random() < 0.25)
    gems = jewels(base.gems, hand.cuts, rng, between(rng, 0.18, 0.27), between(rng, 0.15, 0.5), hand.paper)
    return made(rng, "rendered", base, hand, die=die, gems=gems, tile_size=between(rng, 0.9, 0.99))


class Blueprint(Deep):
    """Line drawings on one colour: thin double rails with cross ties, angular tokens, nuts and rods, hoppers."""

    def __init__(self, rng: Rng, base: MineStyle) -> None:
        super().__init__(rng, base)
        ground, ink = pick(rng, BOOK["papers"]).split()
        self.rough = between(rng, 0.0, 0.4)
        self.stone, self.ink = near(rng, ground, 8), near(rng, ink, 6)
        self.paper = pick(rng, (self.stone, shade(self.stone, between(rng, 0.75, 1.25)), self.ink))
        self.pen = self.ink if distance(self.ink, self.paper) > 90 else self.stone
        self.pen = seen_on(self.pen, self.paper, 90)
        self.side = pick(rng, (self.stone, shade(self.stone, 0.85)))
        self.grid, self.mine = int(pick(rng, (0, 4, 5, 8, 10))), pick(rng, ("hatch", "tint", "frame"))
        self.corners = pick(rng, ("line", "ticks", "cross", "dashes"))
        self.badge_shape = pick(rng, ("hexagon", "octagon"))
        self.inverted = coin(rng)
        gauge, line = between(rng, 0.18, 0.36), between(rng, 0.012, 0.03)
        bed = gauge * between(rng, 1.25, 1.7)
        solid = pick(rng, ("none", "pale", "edge"))
        beds = {
            "none": (),
            "pale": ((bed, mixed(self.paper, self.pen, 0.25)),),
            "edge": ((bed + 0.03, self.pen), (bed, self.paper)),
        }[solid]
        step, tie = between(rng, 0.06, 0.15), pick(rng, ("bar", "board", "pad", "stud", "bar"))
        hollow = tie == "board" and coin(rng)
        thick = step * 0.5 if tie == "board" else between(rng, 0.012, 0.03) * (2 if tie == "stud" else 1)
        gauge = min(gauge, 0.24) if tie in ("stud", "pad") else gauge
        self.track = Track(
            gauge, ((line, self.pen),), tie,
            ((thick, self.pen), (max(thick - 0.028, 0.012), self.paper)) if hollow else ((thick, self.pen),),
            step, gauge * (0.5 if solid == "edge" else between(rng, 0.6, 0.85)), beds,
            middle=self.pen if coin(rng) else None, hub=pick(rng, ("none", "disc", "diamond", "none")),
            bend=pick(rng, ("arc", "tight", "chamfer", "corner")),
            junction=pick(rng, ("arms", "arms", "curves", "slips")),
        )  # fmt: skip
        self.cuts = dealt_cuts(
            rng, "nut square_nut washer cylinder stepped bolt frustum hexbead", "nut cylinder cube bolt"
        )
        self.wagon = self._wagon(rng, base)

    def _wagon(self, rng: Rng, base: MineStyle) -> Wagon:
        wagon = Wagon(
            outline=pick(rng, ("box", "box", "chamfer", "snub")),
            profile=pick(rng, ("hopper", "funnel", "hopper", "straight")),
            wall=between(rng, 0.025, 0.055), bow=between(rng, 0.2, 0.4),
            deck=pick(rng, (0.0, between(rng, 0.08, 0.13))),
            front=pick(rng, (("arrow",), ("arrow", "edge"), ("arrow", "handle"), ("chevron",), ("notch", "handle"))),
            paint=pick(rng, ("body", "body", "two", "skirt", "rim")), wheels=pick(rng, (0.0, 0.05)),
            dark=near(rng, "3a3d42 6c7178 23252a"), corner=pick(rng, (0.0, 0.15)),
            **sizes(rng, (0.55, 0.75), (0.44, 0.6), (0.28, 0.45)),
        )  # fmt: skip
        return marked(wagon, list(base.cart_colours.values()), [WHITE, BLACK], rng)

    def stones(self, size_px: int, rng: Rng) -> Canvas:
        return texture(size_px, self.stone, rng, self.rough)

    def square(self, patch: Canvas, place: Place, rng: Rng) -> Canvas:
        brush, ink = Brush(patch), self.ink
        for k in range(1, self.grid):
            net = [
                np.array([(k / self.grid, 0), (k / self.grid, 1.0)]),
                np.array([(0, k / self.grid), (1.0, k / self.grid)]),
            ]
            brush.lines(net, mixed(self.stone, ink, 0.14), 0.006)
        if place.clan is not None:
            self._mine(brush, place, self.clans[place.clan])
        self._border(brush)
        return brush.canvas

    def _mine(self, brush: Brush, place: Place, colour: Colour) -> None:
        ink = seen_on(colour, self.stone, 70)
        if self.mine == "tint" or not place.number:
            cover = flat(brush.size_px, colour)
            brush.canvas[:] = cv2.addWeighted(brush.canvas, 1 - self.tint, cover, self.tint, 0)
        elif self.mine == "hatch":
            starts = np.arange(-1, 1, 0.12)
            brush.lines([np.array([(at, 1.0), (at + 1, 0.0)]) for at in starts], mixed(self.stone, ink, 0.7), 0.02)
        else:
            brush.line(box(CENTRE, 0.84, 0.84), ink, 0.035, closed=True)
        if place.number:
            at = self.label_at
            brush.disc(at, 0.16, self.stone)
            brush.disc(at, 0.16, ink, 0.015)
            self.label(brush, place.number, seen_on(ink, self.stone, 80), at)
        else:
            bordered(brush, about(outline(self.badge_shape), 0.7), self.stone, ink, 0.02)
            self.sign(brush, place.clan or "red", 0.2, ink, self.stone)

    def _border(self, brush: Brush) -> None:
        ink, faint = self.ink, mixed(self.stone, self.ink, 0.6)
        frame = box(CENTRE, 1.0, 1.0)
        if self.corners == "line":
            brush.line(frame, ink, self.frame, closed=True)
        elif self.corners == "dashes":
            sides = [dashes(np.linspace(frame[k], frame[(k + 1) % 4], 9), 0.08, 0.05) for k in range(4)]
            brush.lines([dash for side in sides for dash in side], ink, 0.016)
        else:
            brush.line(frame, faint, 0.008, closed=True)
            reach = 0.1 if self.corners == "ticks" else 0.18
            for corner in frame:
                inwards = np.sign(CENTRE - corner) * reach
                brush.lines([np.stack([corner, corner + inwards * way]) for way in ((1, 0), (0, 1))], ink, 0.022)

    def over(self, brush: Brush) -> None:
        brush.line(box(CENTRE, 0.98, 0.98), mixed(self.paper, self.pen, 0.6), self.frame, closed=True)

    def emblem(self, brush: Brush, shape: Points, colour: Colour) -> None:
        colour = seen_on(colour, self.stone, 75)
        body, ink = (colour, self.stone) if self.inverted else (self.stone, colour)
        ink = seen_on(ink, body, 90)
        brush.fill(shape, ink)
        brush.fill(about(shape, 0.93), body)
        brush.line(about(shape, 0.8), ink, 0.012 if self.inverted else 0.05, closed=True)
        draw(brush, self.badge, CENTRE, 0.3, {"ink": ink, "hole": body, "light": body})


def blueprint(rng: Rng) -> MineStyle:
    base = random_mine_style(rng)
    hand = Blueprint(rng, base)
    kinds = pick(
        rng, (((BLACK, WHITE), (WHITE, BLACK)), ((hand.stone, seen_on(hand.ink, hand.stone, 140)), (WHITE, BLACK)))
    )
    die = die_of(rng, hand.wagon, (0.26, 0.4), kinds, digits=rng.random() < 0.4)
    clear = pick(rng, (0.0, 0.0, between(rng, 0.1, 0.35)))
    gems = jewels(base.gems, hand.cuts, rng, between(rng, 0.17, 0.25), clear, hand.paper)
    return made(rng, "blueprint", base, hand, die=die, gems=gems, tile_size=between(rng, 0.9, 1.0))


FAMILIES: dict[str, Family] = {"rendered": rendered, "blueprint": blueprint, "nursery": nursery, "glow": glow}
