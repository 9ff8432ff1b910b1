"""Carts with dice in them and jewels, as small meshes whose faces each have their own colour."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np

from vision.render.mine_style import CartLook, DieLook, MineStyle
from vision.render.solids import (
    Face3,
    Faces,
    Points,
    Solid,
    at_height,
    block,
    loft,
    moved,
    placed,
    rectangle,
    ring,
    turned_flat,
    walls,
)
from vision.render.style import Colour, Rng, pick, shade

TURNS = {"E": 0.0, "S": 90.0, "W": 180.0, "N": 270.0}
_DIAGONAL = [(-1, -1), (1, 1)]
_CORNERS = [*_DIAGONAL, (-1, 1), (1, -1)]
PIPS: dict[int, list[tuple[int, int]]] = {
    1: [(0, 0)],
    2: _DIAGONAL,
    3: [*_DIAGONAL, (0, 0)],
    4: _CORNERS,
    5: [*_CORNERS, (0, 0)],
    6: [*_CORNERS, (-1, 0), (1, 0)],
}
# Lines of each number, x to the right and y down, about from -1 to 1.
DIGITS: dict[int, list[list[tuple[float, float]]]] = {
    1: [[(-0.4, -0.6), (0.1, -1), (0.1, 1)]],
    2: [[(-0.6, -0.6), (-0.3, -1), (0.3, -1), (0.6, -0.6), (0.6, -0.2), (-0.6, 1), (0.6, 1)]],
    3: [[(-0.6, -1), (0.6, -1), (0.0, -0.2), (0.6, 0.2), (0.5, 0.8), (0, 1), (-0.6, 0.7)]],
    4: [[(0.3, 1), (0.3, -1), (-0.6, 0.4), (0.7, 0.4)]],
    5: [[(0.6, -1), (-0.5, -1), (-0.6, -0.1), (0.2, -0.2), (0.6, 0.3), (0.3, 0.9), (-0.6, 0.9)]],
    6: [[(0.5, -1), (-0.3, -0.5), (-0.6, 0.2), (-0.3, 0.7), (0.3, 0.7), (0.6, 0.3), (0.3, -0.1), (-0.5, 0.1)],
        [(-0.5, 1.15), (0.5, 1.15)]],
}  # fmt: skip
# The faces of glass mirror the dark room, the lamp, or something between.
GLINTS = (0.1, 0.25, 0.4, 0.6, 0.9, 1.3)
BESIDE = {1: 2, 2: 3, 3: 5, 4: 6, 5: 1, 6: 4}


def _plate(x: float, y: float, z: float, deep: float, low: float) -> list[Face3]:
    """Paint on the rim and on the outer wall of the front."""
    rim = np.array([(x - deep, -y, z), (x, -y, z), (x, y, z), (x - deep, y, z)])
    wall = np.array([(x, -y, low), (x, y, low), (x, y, z), (x, -y, z)])
    return [moved(rim, 0, 0, 0.004), moved(wall, 0.002, 0, 0)]


def cart_solid(
    style: MineStyle, clan: str, speed: int, foot_mm: Points, facing: str, square_mm: float, rng: Rng
) -> Solid:
    """A cart that faces a side, with the die that shows its speed."""
    turn = TURNS[facing] + float(np.clip(rng.normal(0, 4), -9, 9))
    layers = style.hand.cart(clan, speed, style, rng) if style.hand else None
    hull = None if layers is None else [face for layer in layers for face in layer.faces]
    if layers is None:
        layers = _plain_cart(style.cart, style.die, style.cart_colours[clan], speed, rng)
    if hull is None:
        corner = np.array([style.cart.length / 2, style.cart.width / 2, 0.0])
        hull = block(-corner, corner + np.array([0, 0, style.cart.height]))
    standing = [Faces(placed(part.faces, turn, foot_mm, square_mm), part.colour) for part in layers]
    return Solid(standing, placed(hull, turn, foot_mm, square_mm), foot_mm)


def _plain_cart(look: CartLook, die: DieLook, colour: Colour, speed: int, rng: Rng) -> list[Faces]:
    body = _cart_layers(look, colour)
    inside = die_layers(die, look, speed, rng)
    return [*body[:2], *inside, *body[2:]] if die.top <= 1 else [*body, *inside]


def _cart_layers(look: CartLook, colour: Colour) -> list[Faces]:
    """Inside first, then wheels, rim and outer walls, then the mark of the front."""
    long, wide, high = look.length, look.width, look.height
    low, top = (
        _outline(look, long - 2 * look.taper, wide - 2 * look.taper, 0.05),
        _outline(look, long, wide, high),
    )
    wall = 2 * look.wall
    inner_low = _outline(look, long - wall - 2 * look.taper, wide - wall - 2 * look.taper, 0.07)
    inner_top = _outline(look, long - wall, wide - wall, high)
    lift = {"high": 0.12, "low": -0.6 * high}.get(look.front, 0.0)
    for rim in (top, inner_top):
        rim[rim[:, 0] > 0, 2] += lift
    hollow = [*walls(inner_top, inner_low)]
    return [
        Faces([inner_low], shade(colour, 0.7 * look.inside)),
        Faces(hollow, shade(colour, look.inside)),
        *_wheels(look),
        Faces(walls(low, top), colour),
        Faces(ring(top, inner_top), shade(colour, 1.06)),
        *_front(look, colour),
    ]


def _outline(look: CartLook, length: float, width: float, z: float) -> Face3:
    """A cart's outline: a rectangle, with a point in front or with its corners cut off."""
    x, y, cut = length / 2, width / 2, look.cut * width
    front = [(x - look.point, -y), (x, 0.0), (x - look.point, y)] if look.point else [(x, -y), (x, y)]
    if cut:
        front = front if look.point else [(x - cut, -y), (x, cut - y), (x, y - cut), (x - cut, y)]
        back = [(cut - x, y), (-x, y - cut), (-x, cut - y), (cut - x, -y)]
        return np.array([(*corner, z) for corner in (*back, *front)])
    return np.array([(*corner, z) for corner in ((-x, -y), *front, (-x, y))])


def _wheels(look: CartLook) -> list[Faces]:
    if not look.wheels:
        return []
    faces: list[Face3] = []
    for x in (-0.28, 0.28):
        for y in (-1, 1):
            centre = np.array([x * look.length, y * (look.width / 2), 0.0])
            half = np.array([0.07, 0.03, 0.0])
            faces += block(centre - half, centre + half + np.array([0, 0, 0.13]))
    return [Faces(faces, (45.0, 42.0, 40.0))]


def _front(look: CartLook, colour: Colour) -> list[Faces]:
    """What marks the front, which is towards x."""
    x, y, z = look.length / 2, look.width / 2, look.height
    deep = max(look.wall * 1.2, 0.06)
    if look.front == "stripe":
        faces = _plate(x, y, z, deep, z * 0.4)
    elif look.front == "lamp":
        faces = block(np.array([x - 0.02, -0.07, z * 0.45]), np.array([x + 0.1, 0.07, z * 1.02]))
    elif look.front == "lamps":
        near, far = np.array([x - 0.03, -0.05, z * 0.55]), np.array([x + 0.07, 0.05, z * 1.03])
        faces = [moved(face, 0, side * y * 0.6, 0) for side in (-1, 1) for face in block(near, far)]
    elif look.front == "nose":
        low = np.array([(x, -y, 0.05), (x + 0.14, -0.04, 0.05), (x + 0.14, 0.04, 0.05), (x, y, 0.05)])
        high = low * (1, 0.9, 0) + (0, 0, z * 0.9)
        faces = [*walls(low, high), high]
    elif look.front == "arrow":
        tip = x + 0.13
        faces = [np.array([(x, -0.12, z), (tip, 0.0, z), (x, 0.12, z)])]
    elif look.front == "bumper":
        faces = block(np.array([x, -y * 0.9, 0.05]), np.array([x + 0.08, y * 0.9, z * 0.8]))
    elif look.front == "tip":
        back, aside = x - 0.8 * look.point, 0.5 * y
        faces = [np.array([(back, -aside, z + 0.004), (x, 0.0, z + 0.004), (back, aside, z + 0.004)])]
    elif look.front == "bare":
        faces = []
    elif look.front == "notch":
        faces = _plate(x, 0.13, z, deep, 0.1)
    elif look.front == "low":
        faces = _plate(x, y, z * 0.4, deep, 0.08)
    else:
        faces = _plate(x, y, z + 0.12, deep, z * 0.6)
    return [Faces(faces, shade(colour, 1.1) if look.mark is None else look.mark)]


def die_layers(die: DieLook, look: CartLook, speed: int, rng: Rng) -> list[Faces]:
    """A die somewhere in the cart: its sides, its top with a soft edge, and the pips."""
    half = die.size / 2
    room = np.maximum(np.array([look.length, look.width]) / 2 - look.wall - half - look.taper * 0.5, 0)
    at = rng.uniform(-1, 1, 2) * room * 0.9
    turn = float(rng.normal(0, die.crooked_deg)) + 90 * int(rng.integers(4))
    top = max(look.height * die.top, 0.1 + die.size * 0.4)
    body, ink = pick(rng, die.kinds)
    sides = block(np.array([-half, -half, top - die.size]), np.array([half, half, top - 0.03]))[:4]
    bevel = walls(rectangle(die.size, die.size, top - 0.03), rectangle(die.size * 0.92, die.size * 0.92, top))
    lid = [rectangle(die.size * 0.92, die.size * 0.92, top)]
    angle = 2 * np.pi * np.arange(12) / 12
    disc = np.stack([np.cos(angle), np.sin(angle), np.zeros(12)], 1) * die.pip * die.size
    apart = die.spread * die.size
    pips = [moved(disc, x * apart, y * apart, top + 0.002) for x, y in PIPS[speed]]
    side_pips = _side_pips(die, top, BESIDE[speed]) if die.top > 1 else []
    holes: list[Face3] = []
    if die.digits:
        pips, side_pips = _digit(die, speed, top + 0.002), []
        if die.font is not None:
            pips, holes = _printed(die, die.font, speed, top + 0.002)
    light = shade(body, 1.05)
    parts = [(sides, shade(body, 0.85)), (side_pips, ink), (bevel, body), (lid, light), (pips, ink), (holes, light)]
    return [
        Faces([moved(face, at[0], at[1], 0) for face in turned_flat(faces, turn)], colour) for faces, colour in parts
    ]


def _digit(die: DieLook, number: int, z: float) -> list[Face3]:
    """A number in strokes; the six has a bar beneath, as on real dice."""
    half = die.pip * die.size * 0.5
    faces = []
    for line in DIGITS[number]:
        for start, end in pairwise(np.array(line, np.float64) * die.size * 0.26):
            along = (end - start) / max(float(np.linalg.norm(end - start)), 1e-9) * half
            aside = np.array([-along[1], along[0]])
            corners = [start - along - aside, end + along - aside, end + along + aside, start - along + aside]
            faces.append(np.array([(*corner, z) for corner in corners]))
    return faces


def _printed(die: DieLook, font: int, number: int, z: float) -> tuple[list[Face3], list[Face3]]:
    """A number in a font: its outlines, and the holes in them."""
    size, thick = 160, max(1, round(90 * die.pip))
    paper = np.zeros((size, size), np.uint8)
    (width, height), _ = cv2.getTextSize(str(number), font, 1.0, 1)
    scale = die.high * size / height
    corner = (round((size - width * scale) / 2), round((size + height * scale) / 2))
    cv2.putText(paper, str(number), corner, font, scale, (255,), thick, cv2.LINE_AA)
    if number == 6 and die.barred:
        low = round((size + height * scale) / 2 + 1.6 * thick)
        cv2.line(paper, (size // 2 - 25, low), (size // 2 + 25, low), (255,), thick)
    inked = cv2.threshold(paper, 127, 255, cv2.THRESH_BINARY)[1]
    outlines, nested = cv2.findContours(inked, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_TC89_L1)
    faces = [_upwards((line.reshape(-1, 2) / size - 0.5) * die.size, z) for line in outlines]
    hole = [nested[0, k, 3] >= 0 for k in range(len(faces))]
    return [face for k, face in enumerate(faces) if not hole[k]], [face for k, face in enumerate(faces) if hole[k]]


def _upwards(outline: Points, z: float) -> Face3:
    """A flat face of any outline that looks up: its first three corners say so."""
    corners = np.concatenate([outline[:1], outline[:1] + np.array([(1e-4, 0), (0, 1e-4)]), outline])
    return at_height(corners, z)


def _side_pips(die: DieLook, top: float, number: int) -> list[Face3]:
    """Pips on the die's sides, which show where it stands higher than its cart."""
    angle = 2 * np.pi * np.arange(10) / 10
    radius, spread, half = die.pip * die.size, die.spread * die.size, die.size / 2
    faces = []
    for a, b in PIPS[number]:
        disc = np.stack([np.full(10, half + 0.002), np.cos(angle) * radius + a * spread,
                         np.sin(angle) * radius + b * spread + top - half], 1)  # fmt: skip
        for quarter in range(4):
            faces += turned_flat([disc], 90.0 * quarter)
    return faces


def gem_solid(style: MineStyle, kind: str, foot_mm: Points, square_mm: float, rng: Rng) -> Solid:
    """A jewel lying as it fell."""
    gem = style.gems[kind]
    layers = style.hand.gem(kind, style, rng) if style.hand else None
    if layers is None:
        faces = _gem_faces(gem.shape, gem.flat, rng)
        turn = rng.uniform(0, 360)
        shades = [rng.choice(GLINTS) if gem.bend else rng.uniform(0.66, 1.26) for _ in faces]
        layers = [Faces([face], shade(gem.colour, float(tone))) for face, tone in zip(faces, shades, strict=True)]
    else:
        turn = rng.uniform(0, 360)
    size = gem.size * square_mm
    lying = [Faces(placed([face * 0.5 for face in part.faces], turn, foot_mm, size), part.colour) for part in layers]
    hull = [face for layer in lying for face in layer.faces]
    if gem.bend:
        return Solid(lying, hull, foot_mm, gem.clear, gem.colour, gem.bend * square_mm)
    return Solid(lying, hull, foot_mm, gem.clear)


def _gem_faces(shape: str, flat: float, rng: Rng) -> list[Face3]:
    """Faces within -1 to 1, standing on z = 0."""
    if shape == "cube":
        return block(np.array([-0.85, -0.85, 0]), np.array([0.85, 0.85, 1.7 * flat]), 0.06)
    rings = {
        "octahedron": ((0.1, 0.0), (1.0, 1.0), (0.08, 2.0)),
        "hexagon": ((0.55, 0.0), (1.0, 0.9), (0.95, 1.2), (0.5, 1.9)),
        "brilliant": ((0.55, 0.0), (1.0, 0.8), (0.95, 1.0), (0.6, 1.5)),
        "ball": ((0.45, 0.0), (0.9, 0.5), (1.0, 1.0), (0.9, 1.5), (0.5, 1.9), (0.1, 2.0)),
        "pebble": ((0.7, 0.0), (1.0, 0.6), (0.75, 1.4), (0.25, 1.7)),
        "drop": ((0.6, 0.0), (1.0, 0.7), (0.55, 1.5), (0.1, 1.9)),
    }[shape]
    corners = {"octahedron": 4, "hexagon": 6, "brilliant": 8, "ball": 12, "pebble": 6, "drop": 10}[shape]
    angle = 2 * np.pi * np.arange(corners) / corners
    wobble = rng.uniform(0.75, 1.2, corners) if shape == "pebble" else np.ones(corners)
    levels = [
        np.stack([np.cos(angle) * r * wobble, np.sin(angle) * r * wobble, np.full(corners, z * flat)], 1)
        for r, z in rings
    ]
    return loft(levels)
