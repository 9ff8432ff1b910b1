"""Boxes from four workshops: moulded plastic on cave stone, flat vector art, painted fantasy, and paper to cut out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.render.brush import Brush, Points, box
from vision.render.guests import Canvas, flat
from vision.render.hands.aerial_view import lit, noise
from vision.render.hands.painted import mixed, near
from vision.render.hands.vector import between
from vision.render.mine_hands.workshop_ground import SHEET_PX, Track, sheet_of
from vision.render.mine_hands.workshop_maker import FULL, Maker, box_of, cart_look, gems_of, mark_of
from vision.render.mine_hands.workshop_pieces import Tub
from vision.render.mine_style import Gem, MineStyle, Photo
from vision.render.style import Colour, Rng, pick, shade


class Boxed(Maker):
    """The plain commercial box: painted cave stone, sleepers and steel, moulded plastic."""

    palettes = "boxed"
    stones = ("blotched", "cobbles", "facets", "cracked", "slabs", "strata", "even")
    borders = ("line", "bevel", "bevel", "round", "line")
    tracks = ("sleepers", "sleepers", "sleepers", "planks", "bare", "trough")
    marks = ("hole", "hole", "pit", "whirl", "sign", "in_hole", "rings")

    def some_track(self, rng: Rng) -> Track:
        track = super().some_track(rng)
        return replace(track, shine=between(rng, 0.2, 0.8), shake=between(rng, 0, 0.12))

    def some_tub(self, rng: Rng) -> Tub:
        front = pick(rng, (("bumper",), ("bumper", "lamp"), ("lamp",), ("lamps", "bumper"), ("plough",), ("painted",)))
        back = pick(rng, ((), (), ("handle",), ("hook",)))
        return Tub(
            cart_look(rng, (0.26, 0.45), (0.03, 0.06), 0.06),
            pick(rng, ("box", "round", "cut", "snub", "bullet", "wedge")),
            pick(rng, (0.0, 0.0, 0.06, -0.08)), 0.0, (*front, *back), mark_of(rng, self.clans),
            near(rng, "3c3a3a 8a8f96 2a2622 b08a4a"), pick(rng, ("blocks", "round", "plate")), 0,
            pick(rng, ((), (), (0.75,), (0.1, 0.75))), lined=between(rng, 0.5, 0.95),
            soft=pick(rng, (0.0, 0.18, 0.28)), tones=pick(rng, ({}, {"hoop": shade(self.accent, 0.9)})),
        )  # fmt: skip

    def some_gems(self, rng: Rng) -> dict[str, Gem]:
        cuts = ("octahedron", "brilliant", "hexagon", "table", "marquise", "trillion", "shard", "nugget", "drop")
        return gems_of(rng, cuts, ("pebble", "nugget", "cube"), (0.16, 0.27))


class Flat(Maker):
    """Flat colours and signs; jewels are cubes and discs, carts low blocks of wood with a hollow for the die."""

    palettes = "flat"
    stones = ("even", "even", "even", "facets", "slabs", "strata", "stippled")
    borders = ("line", "round", "none", "dashed", "ticks")
    tracks = ("band", "stitched", "barred", "mono", "bare", "studs", "boards", "trough")
    marks = ("sign", "in_hole", "spiral", "cross", "rings", "hole", "letters", "whirl")

    def some_track(self, rng: Rng) -> Track:
        return replace(super().some_track(rng), gauge=between(rng, 0.12, 0.34))

    def some_tub(self, rng: Rng) -> Tub:
        shape = pick(rng, ("point", "point", "box", "round", "snub", "boat", "wedge"))
        look = cart_look(rng, (0.22, 0.3), (0.045, 0.09), 0.0)
        hood = between(rng, 0.1, 0.2) if rng.random() < 0.35 else 0.0
        look = replace(look, length=min(0.78, look.length + hood * 0.6))
        front = ("hood", "arrow") if hood else pick(rng, (("arrow",), ("rim", "arrow"), ("painted",)))
        mark, wood = mark_of(rng, self.clans), near(rng, "d8b07a b98450 8a5a32 e6d2ae")
        tones = pick(rng, ({}, {}, {"inside": wood}, {"inside": wood}, {"rim": wood}))
        if front[0] == "hood":
            tones = tones | {"hood": pick(rng, (wood, shade(mark, 0.2) if sum(mark) > 380 else FULL))}
        return Tub(look, shape, 0.0, 0.0, front, mark, near(rng, "3a3836 6b4a2e d8b07a"),
                   pick(rng, ("none", "none", "blocks", "plate")), hood=hood, lined=between(rng, 0.6, 0.95),
                   soft=pick(rng, (0.0, 0.12, 0.3)), tones=tones)  # fmt: skip

    def some_gems(self, rng: Rng) -> dict[str, Gem]:
        self.facets, self.inlay = between(rng, 0.0, 0.05), bool(rng.random() < 0.3)
        return gems_of(rng, ("brick", "brick", "disc", "hex", "cube", "ingot", "dome"), ("brick", "disc", "hex"),
                     (0.15, 0.24))  # fmt: skip


class Fantasy(Maker):
    """A painted cavern with cracks, roots and crystals, crooked tracks, jewels of acrylic and ornate carts."""

    palettes = "fantasy"
    stones = ("cracked", "cracked", "cobbles", "blotched", "brushed", "strata")
    borders = ("none", "line", "dashed", "bevel", "ticks")
    counts = ("roman", "roman", "digits", "pips", "none")
    tracks = ("sleepers", "planks", "boards", "sleepers", "trough", "bare")
    shapes = ("ragged", "disc", "octagon", "shield", "hexagon")
    marks = ("pit", "hole", "whirl", "in_hole", "sign", "letters")

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng)
        self.coin = replace(self.coin, engraved=True)
        self.grown = pick(rng, ("roots", "crystals", "cracks", "moss", "both"))
        self.tone, self.glow = near(rng, "3a2a1c 5a4a2a 2a3a24"), between(rng, 0.1, 0.35)

    def _sheet(self, rng: Rng, colour: Colour) -> Canvas:
        sheet = sheet_of(rng, pick(rng, self.stones), colour, shade(colour, between(rng, 0.6, 0.85)))
        return mixed(flat(SHEET_PX, self.accent), sheet,
                     np.clip(noise(rng, SHEET_PX, {4: 0.3, 12: 0.15}) - 0.25, 0, 0.3))  # fmt: skip

    def some_track(self, rng: Rng) -> Track:
        track = super().some_track(rng)
        return replace(track, shake=between(rng, 0.08, 0.3), shine=between(rng, 0.0, 0.6))

    def over(self, picture: Photo, field: tuple[Points, Points], side: float, rng: Rng) -> None:
        """Roots, cracks and crystals across the board, and a dark rim."""
        brush, unit = Brush(picture), 1 / picture.shape[0]
        reach = np.array([picture.shape[1] * unit, 1.0])
        count = round(picture.shape[1] / side * between(rng, 1.0, 3.0))
        for _ in range(count):
            at, kind = rng.random(2) * reach, pick(rng, ("roots", "crystals")) if self.grown == "both" else self.grown
            self._grow(brush, at, kind, side * unit, rng)
        y, x = np.mgrid[-1 : 1 : picture.shape[0] * 1j, -1 : 1 : picture.shape[1] * 1j].astype(np.float32)
        picture[:] = lit(picture, np.asarray(-self.glow * (x**2 + y**2) / 2 + self.glow * 0.3, np.float32))

    def _grow(self, brush: Brush, at: Points, kind: str, size: float, rng: Rng) -> None:
        if kind == "crystals":
            for _ in range(int(rng.integers(1, 4))):
                turn, high = between(rng, 0, 360), size * between(rng, 0.12, 0.26)
                body = box(at, high * 0.4, high, turn)
                brush.fill(body, shade(self.accent, 0.75))
                brush.fill(np.concatenate([body[:1], body[3:], body.mean(0, keepdims=True)]), shade(self.accent, 1.35))
        elif kind == "moss":
            for _ in range(14):
                brush.disc(at + rng.normal(0, size * 0.16, 2), size * between(rng, 0.015, 0.04), shade(self.tone, 1.2))
        else:
            way = np.cumsum(rng.normal(0, size * 0.1, (12, 2)) + rng.normal(0, size * 0.07, 2), 0) + at
            tone = self.tone if kind == "roots" else shade(self.stone, 0.45)
            for k, part in enumerate(np.stack([way[:-1], way[1:]], 1)):
                brush.line(part, tone, size * (0.07 - k * 0.005 if kind == "roots" else 0.022))

    def some_tub(self, rng: Rng) -> Tub:
        fronts = (("crest",), ("prow",), ("posts",), ("lamp",), ("posts", "painted"), ("prow", "lamp"), ("plough",))
        shapes = ("box", "boat", "cut", "oval", "shovel", "round", "wedge")
        tones: tuple[dict[str, Colour], ...] = (
            {},
            {},
            {"inside": near(rng, "6b4a2e 4a3320")},
            {"rim": near(rng, "8a8f96 4a4642 d8d2c0")},
        )
        gold = near(rng, "c9a040 8a8f96 b0703a 4a4642 d8d2c0")
        return Tub(
            cart_look(rng, (0.28, 0.45), (0.035, 0.06), 0.06), pick(rng, shapes), pick(rng, (0.0, 0.07, 0.1)),
            pick(rng, (0.0, 0.06)), (*pick(rng, fronts), *pick(rng, ((), ("handle",), ("hook",)))),
            mark_of(rng, self.clans), gold, pick(rng, ("round", "blocks", "sled", "plate")), int(rng.integers(0, 5)),
            pick(rng, ((0.78,), (0.12, 0.78), (0.45,), ())), lined=between(rng, 0.55, 0.9),
            soft=pick(rng, (0.0, 0.2)), tones=pick(rng, tones),
        )  # fmt: skip

    def some_gems(self, rng: Rng) -> dict[str, Gem]:
        """Acrylic: some of it so clear that the board shines through."""
        cuts = ("shard", "shard", "brilliant", "hexagon", "trillion", "marquise", "table", "dome", "octahedron")
        gems = gems_of(rng, cuts, ("nugget", "pebble", "shard"), (0.17, 0.3))
        coloured, diamond, bend = between(rng, 0.1, 0.5), between(rng, 0.3, 0.7), between(rng, 0.02, 0.09)
        clear = {"rock": 0.0, "diamond": diamond, "gold": pick(rng, (0.0, coloured))}
        return {kind: replace(gem, clear=clear.get(kind, coloured), bend=bend if clear.get(kind, coloured) else 0.0)
                for kind, gem in gems.items()}  # fmt: skip


class Paper(Maker):
    """A sheet to print and cut: paper, ink, hatching; cubes of card or wood, and folded carts with printed fronts."""

    palettes = "paper"
    stones = ("fibres", "fibres", "hatched", "stippled", "even", "blotched")
    borders = ("line", "dashed", "ticks", "line", "round")
    tracks = ("mono", "bare", "sleepers", "barred", "stitched", "studs", "boards")
    marks = ("spiral", "cross", "letters", "sign", "pit", "rings", "whirl", "hole")

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng)
        self.frame_ink, self.worn = self.rail, between(rng, 0.0, 0.12)
        self.square = replace(self.square, tint=self.square.tint * between(rng, 0.5, 1.0))

    def some_track(self, rng: Rng) -> Track:
        track = super().some_track(rng)
        return replace(track, line=between(rng, 0.018, 0.035), thick=between(rng, 0.02, 0.04),
                       shake=between(rng, 0.0, 0.15))  # fmt: skip

    def pressed(self, picture: Canvas, rng: Rng) -> Canvas:
        """Ink that has not taken everywhere."""
        return lit(picture, np.float32(self.worn) * np.abs(noise(rng, picture.shape[0], {30: 0.8})))

    def some_tub(self, rng: Rng) -> Tub:
        fronts = (("lines",), ("painted",), ("rim", "lines"), ("flap",), ("notch", "painted"), ("arrow",), ("rim",))
        card, look = near(rng, "f3ecd9 d9c7a0 b99a6b ffffff"), cart_look(rng, (0.24, 0.42), (0.016, 0.03), 0.04)
        tones = pick(rng, ({}, {}, {"rim": card}, {"inside": card}))
        if "inside" in tones:
            look = replace(look, wall=0.045, taper=between(rng, -0.05, 0.0))
        return Tub(
            look, pick(rng, ("box", "box", "box", "point", "cut", "wedge")),
            pick(rng, (0.0, 0.0, 0.08, -0.1)), 0.0, pick(rng, fronts), mark_of(rng, self.clans),
            near(rng, "2a2622 5b3f1d"), pick(rng, ("none", "none", "blocks")), int(rng.integers(0, 7)),
            pick(rng, ((), (), (0.7,), (0.1,))), lined=between(rng, 0.7, 1.0), tones=tones,
        )  # fmt: skip

    def some_gems(self, rng: Rng) -> dict[str, Gem]:
        self.facets, self.inlay = between(rng, 0.0, 0.06), bool(rng.random() < 0.5)
        return gems_of(
            rng, ("brick", "cube", "chip", "disc", "hex", "brick"), ("cube", "brick", "nugget"), (0.15, 0.25)
        )


def boxed(rng: Rng) -> MineStyle:
    return box_of(rng, "boxed_cave", Boxed(rng))


def flat_vector(rng: Rng) -> MineStyle:
    return box_of(rng, "flat_vector", Flat(rng))


def painted_fantasy(rng: Rng) -> MineStyle:
    return box_of(rng, "painted_fantasy", Fantasy(rng))


def paper_cut(rng: Rng) -> MineStyle:
    return box_of(rng, "paper_cut", Paper(rng))


FAMILIES = {
    "boxed_cave": boxed,
    "flat_vector": flat_vector,
    "painted_fantasy": painted_fantasy,
    "paper_cut": paper_cut,
}
