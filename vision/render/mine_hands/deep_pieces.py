"""What the deep boxes have on the board: carts of many hulls, cut jewels, dice with round corners."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from vision.render.brush import Points, regular, star
from vision.render.hands.vector import between, coin
from vision.render.mine_pieces import GLINTS, die_layers
from vision.render.mine_style import CartLook, DieLook, Gem
from vision.render.pictograms import oval, rounded
from vision.render.solids import Face3, Faces, at_height, block, loft, moved, ring, walls
from vision.render.style import Colour, Rng, colour_apart, distance, luma, pick, shade

BOOK: dict[str, Any] = tomllib.loads(Path(__file__).with_name("deep.toml").read_text("utf-8"))
WHITE, BLACK = (240.0, 243.0, 244.0), (28.0, 26.0, 26.0)


def seen_on(colour: Colour, ground: Colour, least: float) -> Colour:
    """The colour made darker or lighter until it is so far from the ground."""
    factors = np.linspace(0, 0.75, 16)
    for step in factors:
        darker, lighter = shade(colour, 1 - float(step)), shade(colour, 1 + float(step))
        for tried in (lighter, darker) if luma(ground) < 110 else (darker, lighter):
            if distance(tried, ground) >= least:
                return tried
    return WHITE if luma(ground) < 128 else BLACK


# ---- jewels

# Tones of the faces of cut glass in a bright room.
SPARKLES = (0.45, 0.65, 0.8, 1.0, 1.2, 1.45)
_LEAF = np.array([(-1, 0), (-0.5, -0.42), (0, -0.56), (0.5, -0.42), (1, 0), (0.5, 0.42), (0, 0.56), (-0.5, 0.42)])
_TEAR = np.array([(-1, 0), (-0.3, -0.5), (0.2, -0.68), (0.66, -0.6), (0.95, -0.3), (0.95, 0.3), (0.66, 0.6),
                  (0.2, 0.68), (-0.3, 0.5)])  # fmt: skip
_HEART = np.array([(0, -0.5), (0.3, -0.85), (0.75, -0.85), (1, -0.45), (0.9, 0.05), (0.5, 0.5), (0, 0.95),
                   (-0.5, 0.5), (-0.9, 0.05), (-1, -0.45), (-0.75, -0.85), (-0.3, -0.85)])  # fmt: skip
_STEP = np.array([(-1, -0.4), (-0.7, -0.72), (0.7, -0.72), (1, -0.4), (1, 0.4), (0.7, 0.72), (-0.7, 0.72), (-1, 0.4)])
_SOFT_THREE = np.array([regular((0, 0), 1.0, 3, turn) for turn in (-13.0, 13.0)]).swapaxes(0, 1).reshape(-1, 2)
OUTLINES: dict[str, Points] = {
    "three": _SOFT_THREE,
    "square": regular((0, 0), 1.0, 4, 45),
    "five": regular((0, 0), 1.0, 5),
    "six": regular((0, 0), 1.0, 6),
    "eight": regular((0, 0), 1.0, 8),
    "nine": regular((0, 0), 1.0, 9),
    "fourteen": regular((0, 0), 1.0, 14),
    "step": _STEP,
    "leaf": _LEAF,
    "tear": _TEAR,
    "heart": _HEART,
    "star": star((0, 0), 1.0),
    "egg": oval((0, 0), 1.0, 0.68)[::2],
    "soft": rounded((0, 0), 1.7, 1.7, 0.3)[::2],
}


def jewel_faces(cut: str, flat: float) -> list[Face3]:
    """A jewel within -1 to 1, standing on z = 0."""
    told = BOOK["cuts"][cut]
    outline = OUTLINES[told["outline"]]
    levels = [at_height(outline * wide, high * flat) for wide, high in told["levels"]]
    if "hole" not in told:
        return loft(levels)
    inner = at_height(outline / np.linalg.norm(outline, axis=1, keepdims=True) * told["hole"], levels[-1][0, 2])
    bored = walls(inner, inner * (1, 1, 0.1))
    return [*bored, *loft(levels)[:-1], *ring(levels[-1], inner)]


def jewel_layers(kind: str, cut: str, gem: Gem, rng: Rng) -> list[Faces]:
    """A jewel whose faces are of different tones: those of glass more, those of round things less."""
    faces = jewel_faces(cut, gem.flat)
    smooth = BOOK["cuts"][cut]["outline"] in ("fourteen", "egg", "soft")
    spread = 0.05 if smooth else 0.24
    tones = rng.uniform(1 - spread, 1 + spread, len(faces))
    if gem.bend and not smooth:
        tones = rng.choice(GLINTS if gem.bend > 0.07 else SPARKLES, len(faces))
    tones = np.maximum(tones, 0.62 if kind == "diamond" else 0.0)
    layers = [Faces([face], shade(gem.colour, float(tone))) for face, tone in zip(faces, tones, strict=True)]
    return [*layers, *_glint(gem, faces)] if smooth else layers


def _glint(gem: Gem, faces: list[Face3]) -> list[Faces]:
    """The light on a round thing."""
    top = max(float(face[:, 2].max()) for face in faces)
    return [Faces([at_height(oval((-0.2, -0.25), 0.2, 0.14), top * 1.01)], shade(gem.colour, 1.6))]


def _less_blue(colour: Colour) -> Colour:
    """A red or green that is neither violet nor cyan."""
    return (min(colour[0], 0.72 * max(colour)), colour[1], colour[2])


def jewels(
    gems: dict[str, Gem], cuts: dict[str, str], rng: Rng, size: float, clear: float, ground: Colour
) -> dict[str, Gem]:
    """The jewels of a box in its cuts, so clear, in tones that show on the ground."""
    flat = between(rng, 0.6, 1.0)
    found = {}
    for kind, gem in gems.items():
        through = 0.0 if kind == "rock" else min(0.8, clear * (1.4 if kind == "diamond" else 1.0))
        colour = seen_on(
            _less_blue(gem.colour) if kind in ("ruby", "emerald") else gem.colour, ground, 90 if through else 70
        )
        colour = shade(colour, 1.35) if kind == "diamond" else colour
        bend = between(rng, 0.02, 0.09) if through else 0.0
        found[kind] = Gem(cuts[kind], colour, size * between(rng, 0.93, 1.08), flat, through, bend)
    return found


def dealt_cuts(rng: Rng, cuts: str, rocks: str) -> dict[str, str]:
    """The same cut for all jewels, or one for each."""
    names, alike = cuts.split(), pick(rng, cuts.split())
    many = bool(rng.random() < 0.5)
    found = {kind: pick(rng, names) if many else alike for kind in ("ruby", "emerald", "gold", "diamond")}
    return {**found, "rock": pick(rng, rocks.split()) if many or coin(rng) else alike}


# ---- carts


@dataclass(frozen=True)
class Wagon:
    """How the carts of a box are built, sizes in squares; the deck is a flat part of the hull before the hollow."""

    outline: str = "box"
    profile: str = "straight"
    length: float = 0.62
    width: float = 0.5
    height: float = 0.34
    wall: float = 0.05
    bow: float = 0.3
    deck: float = 0.0
    front: tuple[str, ...] = ("wall",)
    paint: str = "body"
    wheels: float = 0.04
    mark: Colour = WHITE
    dark: Colour = BLACK
    corner: float = 0.2

    def look(self) -> CartLook:
        """The cart as dice and shadows need it: the hollow."""
        return CartLook(self.length - self.deck, self.width, self.height, self.wall)


PROFILES: dict[str, tuple[tuple[float, float, float], ...]] = {
    "straight": ((0.98, 0.98, 0.12), (1, 1, 0.5), (1, 1, 0.78), (1, 1, 1)),
    "hopper": ((0.5, 0.5, 0.12), (0.62, 0.6, 0.4), (0.95, 0.94, 0.75), (1, 1, 1)),
    "funnel": ((0.62, 0.56, 0.1), (0.76, 0.72, 0.45), (0.9, 0.88, 0.75), (1, 1, 1)),
    "chamfered": ((0.8, 0.76, 0.12), (1, 1, 0.38), (1, 1, 0.84), (0.94, 0.92, 1)),
    "tub": ((0.72, 0.7, 0.1), (0.92, 0.9, 0.32), (1, 1, 0.66), (0.98, 0.97, 1)),
    "sled": ((1.04, 1.02, 0.1), (1, 0.98, 0.3), (0.95, 0.94, 0.75), (0.92, 0.92, 1)),
}


def plan(shape: str, length: float, width: float, bow: float) -> Points:
    """A cart's outline from above, its front towards x."""
    x, y = length / 2, width / 2
    cut = bow * y
    back = [(-x, y), (-x, -y)]
    if shape == "chamfer":
        corners = [(cut - x, -y), (x - cut, -y), (x, cut - y), (x, y - cut), (x - cut, y), (cut - x, y)]
        return np.array([*corners, (-x, y - cut), (-x, cut - y)])
    if shape == "point":
        return np.array([*back, (x - 1.6 * cut, -y), (x, -0.02), (x, 0.02), (x - 1.6 * cut, y)])
    if shape == "snub":
        return np.array([*back, (x - cut, -y), (x, -y * 0.5), (x, y * 0.5), (x - cut, y)])
    if shape == "hex":
        ends = [(x - cut, -y), (x, -y * 0.4), (x, y * 0.4), (x - cut, y)]
        return np.array([*ends, *(-np.array(ends))])
    if shape == "nose":
        angle = np.linspace(-np.pi / 2, np.pi / 2, 9)
        reach = 1.4 * cut
        return np.array([*back, *zip(x - reach + reach * np.cos(angle), y * np.sin(angle), strict=True)])
    if shape == "round":
        return rounded((0, 0), length, width, max(cut, 0.02))
    return np.array([*back, (x, -y), (x, y)])


def _levels(wagon: Wagon) -> tuple[list[Face3], Face3, Face3]:
    """The outlines of the hull from below to above, and those of the hollow at its top and bottom."""
    outer = [
        at_height(plan(wagon.outline, wagon.length * long, wagon.width * wide, wagon.bow), wagon.height * high)
        for long, wide, high in PROFILES[wagon.profile]
    ]
    share = PROFILES[wagon.profile][-1]
    long, wide = wagon.length * share[0] - 2 * wagon.wall - wagon.deck, wagon.width * share[1] - 2 * wagon.wall
    inner = plan(wagon.outline, long, wide, wagon.bow) - (wagon.deck / 2, 0)
    top, low = (
        at_height(inner, wagon.height),
        at_height((inner - inner.mean(0)) * 0.9 + inner.mean(0), 0.08),
    )
    if "open" in wagon.front:
        for level in (*outer, top):
            ahead = level[:, 0] > 0.12 * wagon.length
            level[ahead, 2] = np.minimum(level[ahead, 2], 0.42 * wagon.height)
    return outer, top, low


def _painted(faces: list[Face3], colour: Colour, mark: Colour, from_x: float) -> list[Faces]:
    """Faces of one colour, those at the front in that of the mark."""
    ahead = [float(face[:, 0].mean()) > from_x for face in faces]
    return [
        Faces([face for face, front in zip(faces, ahead, strict=True) if not front], colour),
        Faces([face for face, front in zip(faces, ahead, strict=True) if front], mark),
    ]


def _tones(wagon: Wagon, colour: Colour) -> tuple[tuple[Colour, Colour, Colour], Colour, Colour]:
    """The colours of the three strips of the hull from below, of its rim and of its hollow."""
    dark, paint = wagon.dark, wagon.paint
    pale = shade(colour, 1.12)
    return {
        "body": ((shade(colour, 0.85), colour, colour), pale, shade(colour, 0.55)),
        "band": ((dark, colour, dark), colour, shade(dark, 0.8)),
        "rim": ((dark, dark, colour), pale, shade(dark, 0.7)),
        "inside": ((dark, dark, dark), pale, shade(colour, 0.75)),
        "skirt": ((colour, colour, dark), pale, shade(dark, 0.6)),
        "two": ((shade(colour, 0.5), shade(colour, 0.6), pale), shade(colour, 1.35), shade(colour, 0.4)),
    }[paint]


def wagon_layers(wagon: Wagon, colour: Colour, die: DieLook, speed: int, rng: Rng) -> list[Faces]:
    """A cart with its die, facing x: the hollow first, then the hull, then what marks its front."""
    outer, top, low = _levels(wagon)
    strips, rim, hollow = _tones(wagon, colour)
    rolled = round_die(die_layers(die, wagon.look(), speed, rng), die, wagon.corner)
    dice = [Faces([moved(face, -wagon.deck / 2, 0, 0) for face in part.faces], part.colour) for part in rolled]
    whole = "wall" in wagon.front
    from_x = wagon.length * 0.27 if whole or "edge" in wagon.front else 9.0
    inside = [
        Faces([low], shade(hollow, 0.75)),
        *_painted(walls(top, low), hollow, wagon.mark, from_x if whole else 9.0),
    ]
    hull = [
        part
        for k, tone in enumerate(strips)
        for part in _painted(walls(outer[k], outer[k + 1]), tone, wagon.mark, from_x if whole else 9.0)
    ]
    hull += _painted(ring(outer[-1], top), rim, wagon.mark, from_x)
    marks = [part for name in wagon.front if name in FRONTS for part in FRONTS[name](wagon, colour)]
    inside, body = [*_wheels(wagon), *inside], [*hull, *marks]
    return [*inside, *dice, *body] if die.top <= 1 else [*inside, *body, *dice]


def _wheels(wagon: Wagon) -> list[Faces]:
    if not wagon.wheels:
        return []
    x, y, out = wagon.length * 0.28, wagon.width * PROFILES[wagon.profile][0][1] / 2, wagon.wheels
    faces = [
        face
        for along in (-x, x)
        for side in (-y, y)
        for face in block(np.array([along - 0.07, side - out, 0]), np.array([along + 0.07, side + out, 0.14]))
    ]
    return [Faces(faces, shade(wagon.dark, 0.8) if luma(wagon.dark) < 120 else (50.0, 48.0, 46.0))]


def _flat(corners: list[tuple[float, float]], z: float) -> Face3:
    return at_height(np.array(corners, np.float64), z)


def _nose_x(wagon: Wagon) -> float:
    """Where marks on the top of the front have their middle."""
    return wagon.length / 2 - max(wagon.deck, wagon.wall) * 0.5 - 0.01


def _arrow(wagon: Wagon, colour: Colour) -> list[Faces]:
    """A plate with an arrow on it, which juts out where there is no deck."""
    x, z = wagon.length / 2, wagon.height + 0.004
    near, far, half = x - max(wagon.deck, wagon.wall), x + (0.0 if wagon.deck else 0.11), min(0.16, wagon.width * 0.3)
    plate = [_flat([(near, -half), (far, -half), (far, half), (near, half)], z)]
    tip = [_flat([(near + 0.02, -half * 0.85), (far - 0.005, 0), (near + 0.02, half * 0.85)], z + 0.004)]
    under = BLACK if luma(wagon.mark) > 120 else WHITE
    return [Faces(plate, under), Faces(tip, wagon.mark)]


def _chevron(wagon: Wagon, colour: Colour) -> list[Faces]:
    """A pointed plate before the front."""
    x, y, z = wagon.length / 2, wagon.width / 2, wagon.height * 0.9
    return [Faces([_flat([(x - 0.02, -y * 0.7), (x + 0.12, 0), (x - 0.02, y * 0.7)], z)], wagon.mark)]


def _lamp_at(x: float, y: float, z: float, radius: float, wagon: Wagon) -> list[Faces]:
    disc = oval((x, y), radius, radius)[::3]
    stem = walls(at_height(disc, z * 0.5), at_height(disc, z + 0.03))
    lit = [at_height((disc - (x, y)) * 0.75 + (x, y), z + 0.035)]
    return [Faces([*stem, at_height(disc, z + 0.03)], wagon.dark), Faces(lit, wagon.mark)]


def _lamp(wagon: Wagon, colour: Colour) -> list[Faces]:
    return _lamp_at(_nose_x(wagon) + (0.0 if wagon.deck else 0.08), 0.0, wagon.height, 0.09, wagon)


def _lamps(wagon: Wagon, colour: Colour) -> list[Faces]:
    x = _nose_x(wagon) + (0.0 if wagon.deck else 0.05)
    return [part for side in (-1, 1) for part in _lamp_at(x, side * wagon.width * 0.3, wagon.height, 0.065, wagon)]


def _eyes(wagon: Wagon, colour: Colour) -> list[Faces]:
    """Two round eyes that look ahead."""
    x, z, parts = _nose_x(wagon) + (0.0 if wagon.deck else 0.04), wagon.height, []
    for side in (-1, 1):
        ball = oval((x, side * wagon.width * 0.22), 0.085, 0.085)[::2]
        pupil = oval((x + 0.03, side * wagon.width * 0.2), 0.045, 0.045)[::2]
        parts += [
            Faces([*walls(at_height(ball, z * 0.6), at_height(ball, z + 0.02)), at_height(ball, z + 0.02)], WHITE)
        ]
        parts += [Faces([at_height(pupil, z + 0.025)], BLACK)]
    return parts


def _bumper(wagon: Wagon, colour: Colour) -> list[Faces]:
    x, y, z = wagon.length / 2, wagon.width / 2, wagon.height
    return [Faces(block(np.array([x, -y * 0.85, 0.08]), np.array([x + 0.08, y * 0.85, z * 0.7]), 0.015), wagon.mark)]


def _plough(wagon: Wagon, colour: Colour) -> list[Faces]:
    """A wedge before the front, as high as half the cart."""
    x, y, z = wagon.length / 2 - 0.03, wagon.width / 2, wagon.height
    low = _flat([(x, -y * 0.9), (x + 0.17, -0.03), (x + 0.17, 0.03), (x, y * 0.9)], 0.04)
    high = _flat([(x, -y * 0.8), (x + 0.1, -0.03), (x + 0.1, 0.03), (x, y * 0.8)], z * 0.75)
    return [Faces([*walls(low, high), high], wagon.mark)]


def _handle(wagon: Wagon, colour: Colour) -> list[Faces]:
    """A bow at the back by which miners push."""
    x, y, z = wagon.length / 2, wagon.width * 0.34, wagon.height
    arms = [
        face
        for side in (-y, y)
        for face in block(np.array([-x - 0.12, side - 0.025, z * 0.7]), np.array([-x, side + 0.025, z * 0.95]))
    ]
    grip = block(np.array([-x - 0.15, -y - 0.03, z * 0.7]), np.array([-x - 0.1, y + 0.03, z]))
    return [Faces([*arms, *grip], wagon.mark)]


def _notch(wagon: Wagon, colour: Colour) -> list[Faces]:
    x, y, z, deep = wagon.length / 2, wagon.width * 0.2, wagon.height, max(wagon.wall, wagon.deck) + 0.005
    rim = _flat([(x - deep, -y), (x + 0.003, -y), (x + 0.003, y), (x - deep, y)], z + 0.004)
    wall = np.array([(x + 0.003, -y, z * 0.35), (x + 0.003, y, z * 0.35), (x + 0.003, y, z), (x + 0.003, -y, z)])
    return [Faces([rim, wall], wagon.mark)]


def _dots(wagon: Wagon, colour: Colour) -> list[Faces]:
    """Round studs along the rim of the front."""
    x, z = _nose_x(wagon), wagon.height + 0.006
    places = np.linspace(-0.3, 0.3, 3) * wagon.width
    radius = max(0.035, 0.4 * max(wagon.wall, wagon.deck))
    return [Faces([at_height(oval((x, at), radius, radius)[::2], z) for at in places], wagon.mark)]


def _pennants(wagon: Wagon, colour: Colour) -> list[Faces]:
    """A flag in the clan's colour on each side of the back, seen from all sides."""
    x, y, z, parts = -wagon.length / 2 + 0.03, wagon.width / 2, wagon.height, []
    for side in (-y, y):
        pole = block(np.array([x - 0.015, side - 0.015, z * 0.4]), np.array([x + 0.015, side + 0.015, z + 0.14]))
        flag = np.array([(x, side, z + 0.13), (x - 0.2, side * 1.2, z + 0.1), (x, side * 0.55, z + 0.08)])
        parts += [Faces(pole, wagon.mark), Faces([flag, flag[::-1]], shade(colour, 1.1))]
    return parts


FRONTS: dict[str, Callable[[Wagon, Colour], list[Faces]]] = {
    "arrow": _arrow,
    "chevron": _chevron,
    "lamp": _lamp,
    "lamps": _lamps,
    "eyes": _eyes,
    "bumper": _bumper,
    "plough": _plough,
    "handle": _handle,
    "notch": _notch,
    "dots": _dots,
    "pennants": _pennants,
}


def marked(wagon: Wagon, bodies: list[Colour], marks: list[Colour], rng: Rng) -> Wagon:
    """The cart with a mark in one of the colours, or in another that no cart has."""
    mark = pick(rng, marks)
    near = min(distance(mark, body) for body in [*bodies, wagon.dark])
    return replace(wagon, mark=mark if near > 75 else colour_apart(rng, [*bodies, wagon.dark], 95))


# ---- dice


def round_die(parts: list[Faces], die: DieLook, corner: float) -> list[Faces]:
    """The die with corners as round as this, in shares of half its size."""
    lid = parts[3].faces[0]
    middle, along, aside = lid.mean(0), lid[1] - lid[0], lid[2] - lid[1]
    sides = np.stack([along / np.linalg.norm(along), aside / np.linalg.norm(aside)])[:, :2] * die.size / 2

    def level(share: float, z: float) -> Face3:
        return at_height(rounded((0, 0), 2 * share, 2 * share, max(corner, 0.02) * share) @ sides + middle[:2], z)

    top, sink = float(middle[2]), min(0.05, 0.12 * die.size)
    shapes = {
        0: walls(level(1.0, top - die.size), level(1.0, top - sink)),
        2: walls(level(1.0, top - sink), level(0.9, top)),
        3: [level(0.9, top)],
    }
    return [Faces(shapes.get(k, part.faces), part.colour) for k, part in enumerate(parts)]


def die_of(
    rng: Rng, wagon: Wagon, size: tuple[float, float], kinds: tuple[tuple[Colour, Colour], ...], **more: Any
) -> DieLook:
    """Dice as large as this if the carts have room for them."""
    room = min(wagon.width, wagon.length - wagon.deck) * 0.94 - 2 * wagon.wall - 0.01
    digits = bool(more.pop("digits", False))
    crooked = float(pick(rng, (3.0, 9.0, 25.0)))
    return DieLook(
        size=min(room * (1.0 if crooked < 9 else 0.94 if crooked < 20 else 0.84), between(rng, *size)),
        top=between(rng, 0.7, 1.15),
        pip=more.pop("pip", between(rng, 0.085, 0.125)),
        spread=between(rng, 0.25, 0.29),
        crooked_deg=crooked,
        digits=digits,
        font=pick(rng, (None, 0, 2, 3, 4)) if digits else None,
        high=between(rng, 0.45, 0.62),
        kinds=kinds,
    )
