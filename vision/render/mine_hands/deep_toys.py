"""Mine boxes in strong colours: a children's game with thick outlines, a cave of lava and crystals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from vision.render.brush import Brush, Points, box, star
from vision.render.guests import bgr, flat
from vision.render.hands.aerial_view import Canvas
from vision.render.hands.glossy_view import about, mixed
from vision.render.hands.plain import bordered
from vision.render.hands.vector import between, coin, near
from vision.render.mine_hands.deep_pieces import (
    BLACK,
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
    crack,
    glowing,
    made,
    sizes,
    texture,
)
from vision.render.mine_style import MineStyle, random_mine_style
from vision.render.pictograms import draw, oval, rounded
from vision.render.routes import CENTRE
from vision.render.style import Colour, Rng, hsv, luma, pick, shade

Family = Callable[[Rng], MineStyle]


class Nursery(Deep):
    """A children's box: bright colours, thick outlines, ladders for tracks, everything large and round."""

    def __init__(self, rng: Rng, base: MineStyle) -> None:
        super().__init__(rng, base)
        self.rough = pick(rng, (0.0, between(rng, 0.0, 0.5)))
        self.stone = near(rng, "b79be0 8ec9e8 f3c98b a7d88a f2a9c0 9a86c9 c9b8a6 6fb7a8 7a6fa8", 10)
        self.paper = pick(
            rng, (shade(self.stone, 1.35), near(rng, "fff0cf cdeccb ffe08a d9ccf2 f7d3dd bfe3f5 e7c49a", 8))
        )
        self.side = near(rng, "ffd85c 7fc8a9 f79f79 6fa8dc c58be0 8f6bb3 f5e6c8", 10)
        self.edge = pick(rng, (near(rng, "3a2b4a 23304f 4a2f20 20201f"), WHITE))
        self.pattern = pick(rng, ("round", "dots", "plain", "pebbles", "checks"))
        self.labels, self.label_size = pick(rng, ("digits", "digits", "dots")), 0.34
        self.label_at = (0.5, 0.5)
        self.badge_shape = pick(rng, ("disc", "soft", "flower", "disc", "gear"))
        self.faces = coin(rng)
        wood = seen_on(near(rng, "a8683a c98f4e 7b4a2a d9653b 5a6fb0", 8), self.paper, 70)
        steel = seen_on(near(rng, "5b5f77 3f4b6e e8574a 2f3a44 8a5a33", 8), self.paper, 95)
        gauge, line = between(rng, 0.24, 0.38), between(rng, 0.045, 0.075)
        edge = self.edge if luma(self.edge) < 100 else shade(steel, 0.5)
        outlined = bool(rng.random() < 0.7)
        step, tie = 1 / pick(rng, (4, 5, 6, 7)), pick(rng, ("bar", "board", "bar"))
        thick = step * between(rng, 0.3, 0.45)
        bed = seen_on(near(rng, "e8cfa0 cbb89a f7e9c4 b59b7d", 6), steel, 70)
        self.track = Track(
            gauge, ((line + 0.035, edge), (line, steel)) if outlined else ((line, steel),), tie,
            ((thick + 0.035, edge), (thick, wood)) if outlined else ((thick, wood),), step,
            gauge * pick(rng, (0.5, between(rng, 0.62, 0.8))),
            ((gauge * 1.75 + 0.04, edge), (gauge * 1.75, bed)) if rng.random() < 0.3 else (),
            (line * 0.3, shade(steel, 1.5)) if coin(rng) else None,
            hub=pick(rng, ("none", "disc", "plate", "none")), bend=pick(rng, ("arc", "arc", "tight", "corner")),
            junction=pick(rng, ("arms", "arms", "curves")),
        )  # fmt: skip
        self.cuts = dealt_cuts(rng, "ball drop bean cabochon heart star cube", "bean ball cube cabochon")
        self.wagon = self._wagon(rng, base)

    def _wagon(self, rng: Rng, base: MineStyle) -> Wagon:
        deck = pick(rng, (0.0, between(rng, 0.08, 0.14)))
        fronts = (("eyes",), ("edge",), ("wall",), ("dots",), ("bumper",), ("lamp",), ("edge", "eyes"), ("chevron",))
        wagon = Wagon(
            outline=pick(rng, ("nose", "point", "nose", "round", "snub")),
            profile=pick(rng, ("straight", "tub", "straight", "funnel")),
            wall=between(rng, 0.05, 0.075), bow=between(rng, 0.35, 0.65), deck=deck, front=pick(rng, fronts),
            paint=pick(rng, ("body", "body", "two", "skirt", "body")), wheels=pick(rng, (0.05, 0.07)),
            dark=pick(rng, (near(rng, "b98550 d9b27c 8a5a33"), near(rng, "3b3340 40506b"))),
            corner=between(rng, 0.25, 0.7),
            **sizes(rng, (0.62, 0.75), (0.52, 0.6), (0.3, 0.45)),
        )  # fmt: skip
        return marked(wagon, list(base.cart_colours.values()), [WHITE, BLACK, near(rng, "e0b078 fff2cc")], rng)

    def stones(self, size_px: int, rng: Rng) -> Canvas:
        return texture(size_px, self.stone, rng, self.rough)

    def square(self, patch: Canvas, place: Place, rng: Rng) -> Canvas:
        brush = Brush(patch)
        colour = (
            self.stone if place.clan is None else mixed(self.stone, self.clans[place.clan], min(1.0, self.tint + 0.3))
        )
        if self.pattern == "checks" and (place.column + place.row) % 2:
            colour = shade(colour, 0.86)
        if place.clan is not None or self.pattern == "checks":
            patch[:] = colour
        self._floor(brush, colour, rng)
        if place.clan is not None and not place.number:
            bordered(brush, oval(CENTRE, 0.36, 0.36), shade(colour, 1.6), shade(colour, 0.5), 0.03)
            self.sign(brush, place.clan, 0.24, self.clans[place.clan], shade(colour, 1.6))
        elif place.clan is not None:
            self.label(brush, place.number, seen_on(WHITE, colour, 90))
        return patch

    def _floor(self, brush: Brush, colour: Colour, rng: Rng) -> None:
        """A square's ground: a rounded stone, dots, pebbles or nothing."""
        if self.pattern == "round":
            brush.fill(box(CENTRE, 1.0, 1.0), shade(colour, 0.72))
            brush.fill(rounded(CENTRE, 0.95, 0.95, 0.16), colour)
        elif self.pattern == "dots":
            for at in rng.random((5, 2)):
                brush.disc(at, between(rng, 0.03, 0.07), shade(colour, 1.3))
        elif self.pattern == "pebbles":
            for at in rng.random((4, 2)):
                brush.fill(oval(at, 0.09, 0.06, between(rng, 0, 180)), shade(colour, 0.86))
        if self.pattern not in ("round", "checks"):
            brush.line(box(CENTRE, 1.0, 1.0), self.edge, self.frame * 1.6, closed=True)

    def ground(self, sheet: Canvas, rng: Rng) -> Canvas:
        brush = Brush(sheet)
        for at in rng.random((4, 2)):
            if self.pattern == "dots":
                brush.disc(at, 0.05, shade(self.paper, 0.9))
            elif self.pattern == "pebbles":
                brush.fill(star(at, 0.07, between(rng, 0, 72)), shade(self.paper, 1.5))
        return sheet

    def over(self, brush: Brush) -> None:
        edge = seen_on(self.edge, self.paper, 60)
        brush.line(rounded(CENTRE, 0.98, 0.98, 0.1), edge, self.frame * 2, closed=True)

    def emblem(self, brush: Brush, shape: Points, colour: Colour) -> None:
        dark = self.edge if luma(self.edge) < 100 else shade(colour, 0.35)
        brush.fill(shape, dark)
        brush.fill(about(shape, 0.88), colour)
        tones = {"ink": dark, "hole": shade(colour, 1.6), "light": shade(colour, 1.6)}
        if not self.faces:
            draw(brush, self.badge, CENTRE, 0.34, tones)
            return
        for x in (-0.15, 0.15):
            brush.fill(oval(CENTRE + np.array([x, -0.08]), 0.1, 0.12), WHITE)
            brush.disc(CENTRE + np.array([x * 0.9, -0.05]), 0.05, dark)
        brush.fill(oval(CENTRE + np.array([0, 0.2]), 0.17, 0.11), dark)


def nursery(rng: Rng) -> MineStyle:
    base = random_mine_style(rng)
    strong = {clan: bright(colour) for clan, colour in base.cart_colours.items()}
    base = replace(base, cart_colours=strong, clans={clan: bright(colour) for clan, colour in base.clans.items()})
    hand = Nursery(rng, base)
    toy = near(rng, "e8574a 3f7fc4 45a05a 7a4fa0 f0a030")
    kinds = pick(
        rng,
        (
            ((BLACK, WHITE), (WHITE, BLACK)),
            ((toy, WHITE), (WHITE, shade(toy, 0.7))),
            ((bgr("e3bd84"), BLACK), (BLACK, WHITE)),
        ),
    )
    die = die_of(rng, hand.wagon, (0.34, 0.48), kinds, digits=rng.random() < 0.15, pip=between(rng, 0.11, 0.14))
    clear = pick(rng, (0.0, 0.0, between(rng, 0.1, 0.35)))
    gems = jewels(base.gems, hand.cuts, rng, between(rng, 0.24, 0.34), clear, hand.paper)
    return made(rng, "nursery", base, hand, die=die, gems=gems, tile_size=between(rng, 0.9, 1.0))


def bright(colour: Colour) -> Colour:
    """The colour in more strength: less grey in it, and lighter."""
    strong = np.asarray(colour) - 0.5 * min(colour)
    strong = strong * min(1.5, 240 / max(strong))
    return (float(strong[0]), float(strong[1]), float(strong[2]))


class Glow(Deep):
    """A dark box: lava or crystals in black rock, rails of bone or brass, carts with coloured rims."""

    def __init__(self, rng: Rng, base: MineStyle) -> None:
        super().__init__(rng, base)
        self.rough = between(rng, 0.5, 1.5)
        self.stone = hsv(rng.random(), between(rng, 0.1, 0.5), between(rng, 0.1, 0.3))
        self.paper = pick(
            rng,
            (
                shade(self.stone, between(rng, 0.8, 1.15)),
                hsv(rng.random(), between(rng, 0.05, 0.4), between(rng, 0.12, 0.34)),
            ),
        )
        self.side = shade(self.stone, between(rng, 0.45, 0.9))
        self.fire = near(rng, "ff7a1f ff4a26 ffb347 4fd8ff 8aff6a c05bff ff5fc0 5f7bff", 12)
        self.look = pick(rng, ("lava", "crystals", "both", "runes"))
        self.seams = pick(rng, ("dark", "pale", "fire", "none"))
        self.mine = pick(rng, ("tint", "frame", "both"))
        self.badge_shape = pick(rng, ("disc", "octagon", "gear", "shield", "soft"))
        self.pale_badge = coin(rng)
        bone = seen_on(
            near(rng, "d8cbb0 b9935a c9a44c a89f92 9c6b3f e6e0d0 8fa3a0", 8), self.paper, between(rng, 75, 150)
        )
        tie = seen_on(
            pick(rng, (shade(bone, between(rng, 0.4, 0.75)), near(rng, "5a4433 6f5540 3c3a42"))), self.paper, 30
        )
        gauge, line = between(rng, 0.18, 0.34), between(rng, 0.018, 0.045)
        step, kind = between(rng, 0.08, 0.16), pick(rng, ("bar", "board", "pad", "stud", "bar"))
        step = 1 / round(1 / step)
        gauge = min(gauge, 0.24) if kind in ("stud", "pad") else gauge
        bed = shade(self.paper, pick(rng, (0.5, 1.15)))
        self.track = Track(
            gauge, ((line + 0.02, shade(self.paper, 0.35)), (line, bone)) if coin(rng) else ((line, bone),), kind,
            ((step * between(rng, 0.2, 0.45), tie),), step, gauge * between(rng, 0.55, 0.85),
            ((gauge * between(rng, 1.4, 1.9), bed),) if coin(rng) else (),
            (line * 0.3, shade(bone, 1.5)) if coin(rng) else None, bone if rng.random() < 0.2 else None,
            hub=pick(rng, ("none", "none", "disc", "diamond")), bend=pick(rng, ("arc", "arc", "tight", "chamfer")),
            junction=pick(rng, ("arms", "arms", "curves", "slips")),
        )  # fmt: skip
        self.cuts = dealt_cuts(
            rng, "spike shard round_cut step marquise rose pear trillion ball", "shard spike rose cube bean"
        )
        self.wagon = self._wagon(rng, base)

    def _wagon(self, rng: Rng, base: MineStyle) -> Wagon:
        dark = seen_on(near(rng, "26242a 35302c 2b3438 3d2f2a"), self.paper, 28)
        paint, flags = pick(rng, ("rim", "band", "inside", "skirt", "rim")), rng.random() < 0.3
        front = pick(
            rng, (("edge",), ("lamp",), ("chevron",), ("plough",), ("notch",), ("open",), ("open", "handle"), ("wall",))
        )
        wagon = Wagon(
            outline=pick(rng, ("box", "hex", "point", "nose", "chamfer", "snub")),
            profile=pick(rng, ("straight", "hopper", "tub", "funnel")), wall=between(rng, 0.055, 0.08),
            bow=between(rng, 0.25, 0.55), deck=pick(rng, (0.0, 0.0, between(rng, 0.05, 0.1))),
            front=(*front, "pennants") if flags else front, paint=paint, wheels=pick(rng, (0.0, 0.035)), dark=dark,
            corner=between(rng, 0.05, 0.4), **sizes(rng, (0.5, 0.66), (0.4, 0.52), (0.22, 0.36)),
        )  # fmt: skip
        return marked(wagon, list(base.cart_colours.values()), [near(rng, "e6dcc4 f5f1e6 c9a44c"), self.fire], rng)

    def margin(self, size_px: int, rng: Rng) -> Canvas:
        sheet = texture(size_px, self.side, rng, self.rough)
        if self.look != "runes":
            veins = [crack(rng, rng.random(2), 0.6, 0.02) for _ in range(14)]
            glowing(sheet, veins, self.fire, 0.004, 0.012)
        return sheet

    def stones(self, size_px: int, rng: Rng) -> Canvas:
        sheet = texture(size_px, self.stone, rng, self.rough)
        if self.look in ("lava", "both"):
            veins = [crack(rng, rng.random(2), 0.45, 0.018) for _ in range(int(rng.integers(8, 26)))]
            glowing(sheet, veins, shade(self.fire, 0.8), 0.003, 0.008)
        return sheet

    def square(self, patch: Canvas, place: Place, rng: Rng) -> Canvas:
        brush = Brush(patch)
        if self.look in ("crystals", "both") and rng.random() < 0.45:
            self._crystals(patch, rng.uniform(0.15, 0.85, 2), rng)
        if place.clan is not None:
            self._mine(brush, place, self.clans[place.clan])
        seam = {
            "dark": shade(self.stone, 0.4),
            "pale": shade(self.stone, 1.2),
            "fire": mixed(self.stone, self.fire, 0.5),
        }
        if self.seams in seam:
            brush.line(box(CENTRE, 1.0, 1.0), seam[self.seams], self.frame * 1.3, closed=True)
        return patch

    def _crystals(self, canvas: Canvas, at: Points, rng: Rng) -> None:
        """A few luminous spikes that grow from one place."""
        ways_deg = np.deg2rad(rng.uniform(0, 360) + np.arange(3) * rng.uniform(25, 45))
        tips = [at + np.array([np.cos(a), np.sin(a)]) * rng.uniform(0.1, 0.24) for a in ways_deg]
        glowing(canvas, [np.stack([at, tip]) for tip in tips], shade(self.fire, 0.5), 0.03, 0.05)
        for tip in tips:
            aside = np.array([tip[1] - at[1], at[0] - tip[0]]) * 0.22
            middle = at + (tip - at) * 0.55
            Brush(canvas).fill([at, middle + aside, tip, middle - aside], self.fire)
            Brush(canvas).fill([at, middle + aside, tip], shade(self.fire, 1.45))

    def _mine(self, brush: Brush, place: Place, colour: Colour) -> None:
        """A mine's square: the clan's colour as a glow in the rock or around it."""
        if self.mine in ("tint", "both"):
            share = self.tint * 0.8
            brush.canvas[:] = cv2.addWeighted(
                brush.canvas, 1 - share, flat(brush.size_px, shade(colour, 0.7)), share, 0
            )
        frame = box(CENTRE, 0.9, 0.9)
        if self.mine in ("frame", "both"):
            glowing(brush.canvas, [np.concatenate([frame, frame[:1]])], shade(colour, 0.75), 0.02, 0.04)
        if place.number:
            self.label(brush, place.number, shade(colour, 1.5))
        else:
            self.sign(brush, place.clan or "red", 0.3, shade(colour, 1.25), shade(colour, 0.3))

    def ground(self, sheet: Canvas, rng: Rng) -> Canvas:
        if self.look == "crystals" and rng.random() < 0.25:
            corner = np.array(pick(rng, ((0.15, 0.15), (0.85, 0.15), (0.85, 0.85), (0.15, 0.85))))
            self._crystals(sheet, corner, rng)
        elif self.look == "lava" and rng.random() < 0.3:
            glowing(sheet, [crack(rng, rng.random(2), 0.5)], shade(self.fire, 0.7), 0.012, 0.03)
        return sheet

    def over(self, brush: Brush) -> None:
        brush.line(
            box(CENTRE, 0.985, 0.985), shade(self.paper, 1.18 if self.seams == "pale" else 0.5), self.frame, closed=True
        )

    def emblem(self, brush: Brush, shape: Points, colour: Colour) -> None:
        black = shade(self.stone, 0.45)
        body, ink = (colour, black) if self.pale_badge else (black, shade(colour, 1.15))
        brush.fill(shape, ink if self.pale_badge else colour)
        brush.fill(about(shape, 0.84), body)
        draw(brush, self.badge, CENTRE, 0.35, {"ink": ink, "hole": body, "light": self.fire})


def glow(rng: Rng) -> MineStyle:
    base = random_mine_style(rng)
    base = replace(base, cart_colours={clan: bright(colour) for clan, colour in base.cart_colours.items()})
    hand = Glow(rng, base)
    pale = near(rng, "e9e2d0 f5f3ee d8c48f c8e6e0")
    night, bone = near(rng, "1c1b20 2a2226 1f2a30 3a1f24"), near(rng, "d9cfb8 efe9dc")
    kinds = pick(
        rng,
        (((night, pale), (bone, night)), ((night, pale),), ((night, seen_on(hand.fire, night, 190)), (night, pale))),
    )
    die = die_of(rng, hand.wagon, (0.26, 0.36), kinds, digits=rng.random() < 0.45)
    gems = jewels(base.gems, hand.cuts, rng, between(rng, 0.16, 0.25), between(rng, 0.2, 0.55), hand.paper)
    return made(rng, "glow", base, hand, die=die, gems=gems, tile_size=between(rng, 0.88, 1.0))
