"""How one box of Off the Rails may look: board, track tiles, jewels, abyss tokens, carts and dice."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.render.named import MEADOW
from vision.render.random_style import random_style
from vision.render.solids import Faces
from vision.render.style import (
    Colour,
    Ground,
    Rail,
    Rng,
    Style,
    any_colour,
    colour_apart,
    distance,
    hsv,
    pick,
    shade,
)

Photo = NDArray[np.uint8]
CLANS = ("red", "yellow", "green", "blue")
JEWELS = ("rock", "ruby", "emerald", "gold", "diamond")
GEM_SHAPES = ("octahedron", "brilliant", "cube", "ball", "pebble", "drop")
TOKEN_SHAPES = ("disc", "square", "octagon")
TOKEN_MARKS = ("hole", "void", "rings", "spiral", "cracks", "star", "none")
FRONTS = ("stripe", "lamp", "lamps", "nose", "arrow", "bumper", "high", "low", "notch")
# Fronts that are seen by their shape alone, so that they may have the cart's own colour.
SHAPED = ("lamp", "lamps", "nose", "arrow")
# Hue, with how far a maker may stray from it: names mean something, but not one colour.
_HUES = {"red": (0.99, 0.025), "yellow": (0.14, 0.02), "green": (0.36, 0.05), "blue": (0.6, 0.04)}
_GEM_HUES = {"ruby": (0.97, 0.04), "emerald": (0.39, 0.05), "gold": (0.12, 0.025)}


@dataclass(frozen=True)
class Gem:
    """A jewel; `size` is in squares, `clear` how much shines through, `bend` how far that is moved, in squares."""

    shape: str
    colour: Colour
    size: float = 0.2
    flat: float = 0.7
    clear: float = 0.0
    bend: float = 0.0


@dataclass(frozen=True)
class CartLook:
    """An open box on wheels, sizes in squares; `front` is how its front is marked, in the colour `mark` or its own.

    With a `point` its outline ends in a point in front, with `cut` its corners are cut off by so much.
    """

    length: float = 0.62
    width: float = 0.5
    height: float = 0.36
    wall: float = 0.05
    taper: float = 0.0
    front: str = "stripe"
    mark: Colour | None = (235, 235, 235)
    wheels: bool = True
    inside: float = 0.7
    point: float = 0.0
    cut: float = 0.0


@dataclass(frozen=True)
class DieLook:
    """The dice in the carts: size and how high their top lies, in squares, the pips in die widths.

    Numbers are drawn in strokes or, with a `font` of OpenCV, printed so high, in die widths, with or without a bar.
    """

    size: float = 0.32
    top: float = 0.34
    pip: float = 0.1
    spread: float = 0.27
    crooked_deg: float = 8.0
    digits: bool = False
    font: int | None = None
    high: float = 0.6
    barred: bool = True
    kinds: tuple[tuple[Colour, Colour], ...] = (((35, 32, 30), (235, 238, 240)), ((228, 232, 235), (30, 28, 28)))


class MineHand:
    """An artist who draws parts of a box in a way of their own; what is None is drawn as the style says."""

    def board(self, told: dict[str, Any], style: MineStyle, longest_px: int) -> Photo | None:
        """The empty board seen straight from above, so many pixels long."""
        return None

    def tile(self, track: str, style: MineStyle, rng: Rng, size_px: int) -> Photo | None:
        """A tile with these exits."""
        return None

    def outline(self, size_px: int) -> Photo | None:
        """The mask of a tile that is no square."""
        return None

    def token(self, clan: str, style: MineStyle, size_px: int) -> tuple[Photo, Photo] | None:
        """An abyss token and the mask of its outline."""
        return None

    def gem(self, kind: str, style: MineStyle, rng: Rng) -> list[Faces] | None:
        """A jewel within -1 to 1 about the middle, standing on z = 0; the style says how large and how clear it is."""
        return None

    def cart(self, clan: str, speed: int, style: MineStyle, rng: Rng) -> list[Faces] | None:
        """A cart that faces x with its die, sizes in squares, standing on z = 0; `style.cart` says how high it is."""
        return None


@dataclass(frozen=True)
class MineStyle:
    """Everything that one box's print and pieces look like."""

    name: str
    tile: Style = MEADOW
    letter: str = "R"
    tile_size: float = 0.96
    square: Ground = field(default_factory=lambda: Ground((110, 90, 100), 0.06, 0.04, "paving", (90, 70, 80)))
    margin: Ground = field(default_factory=lambda: Ground((80, 75, 70), 0.05, 0.03, "dots", (70, 60, 60)))
    seam: Colour = (70, 55, 60)
    seam_width: float = 0.03
    clans: dict[str, Colour] = field(default_factory=dict)
    cart_colours: dict[str, Colour] = field(default_factory=dict)
    mine_tint: float = 0.35
    numbers: bool = True
    number_at: float = 0.5
    number_size: float = 0.4
    checkered: float = 0.0
    token_shape: str = "disc"
    token_mark: str = "hole"
    token_size: float = 0.8
    token_dark: Colour = (20, 15, 20)
    gems: dict[str, Gem] = field(default_factory=dict)
    cart: CartLook = field(default_factory=CartLook)
    die: DieLook = field(default_factory=DieLook)
    seed: int = 0
    hand: MineHand | None = None


def random_mine_style(rng: Rng, name: str = "random") -> MineStyle:
    """A box that nobody has seen, in which things can still be told apart by eye."""
    square = _stone(rng)
    tile = _tile_style(rng, square.colour)
    clans = _clan_colours(rng)
    carts = clans if rng.random() < 0.6 else _clan_colours(rng)
    cart = _cart(rng, carts)
    return MineStyle(
        name=name,
        tile=tile,
        letter="R" if rng.random() < 0.85 else "H",
        tile_size=rng.uniform(0.86, 0.99),
        square=square,
        margin=_stone(rng),
        seam=shade(square.colour, pick(rng, (rng.uniform(0.4, 0.8), rng.uniform(1.2, 1.6)))),
        seam_width=rng.uniform(0.01, 0.06),
        clans=clans,
        cart_colours=carts,
        mine_tint=rng.uniform(0.1, 0.6),
        numbers=bool(rng.random() < 0.8),
        token_shape=pick(rng, TOKEN_SHAPES),
        token_mark=pick(rng, TOKEN_MARKS, (3, 2, 2, 2, 2, 2, 1)),
        token_size=rng.uniform(0.6, 0.97),
        token_dark=shade(any_colour(rng), rng.uniform(0.1, 0.5)),
        gems=_gems(rng),
        cart=cart,
        die=_die(rng, cart.width - 2 * cart.wall - 0.05),
        seed=int(rng.integers(2**31)),
    )


def _stone(rng: Rng) -> Ground:
    if rng.random() < 0.4:
        colour = hsv(rng.normal(0.78, 0.06), rng.uniform(0.05, 0.4), rng.uniform(0.25, 0.8))
    else:
        colour = any_colour(rng)
    look = random_style(rng).rural
    ink = shade(colour, pick(rng, (rng.uniform(0.6, 0.9), rng.uniform(1.1, 1.4))))
    return replace(look, colour=colour, ink=ink, second_ink=shade(ink, 0.9), opacity=rng.uniform(0.2, 0.8))


def _tile_style(rng: Rng, stone: Colour) -> Style:
    """Track tiles: a ground of their own, or the board's with a track on it, and a wide track."""
    style = random_style(rng)
    ground = style.rural
    if rng.random() < 0.3:
        ground = replace(ground, colour=shade(stone, rng.uniform(0.8, 1.2)), decoration="none")
    track = style.rail.colour
    if distance(track, ground.colour) < 80:
        track = colour_apart(rng, [ground.colour], 90)
    second = pick(rng, (hsv(rng.normal(0.07, 0.02), rng.uniform(0.3, 0.7), rng.uniform(0.2, 0.6)), style.rail.second))
    if distance(second, ground.colour) < 40:
        second = colour_apart(rng, [ground.colour], 60)
    gauge = rng.uniform(0.12, 0.36)
    rail = replace(
        style.rail,
        gauge=gauge,
        line=rng.uniform(0.02, 0.06),
        colour=track,
        second=second,
        step=rng.uniform(0.06, 0.16),
        overhang=rng.uniform(1.05, 1.6),
    )
    road = replace(style.road, width=rng.uniform(0.2, 0.42))
    return replace(style, rural=ground, rail=rail, road=road, gap_at_border=pick(rng, (0.0, 0.03), (4, 1)))


def _near_hue(rng: Rng, hues: dict[str, tuple[float, float]], name: str) -> Colour:
    middle, spread = hues[name]
    value = rng.uniform(0.72, 1.0) if name in ("yellow", "gold") else rng.uniform(0.45, 0.95)
    return hsv(middle + rng.normal(0, spread), rng.uniform(0.55, 0.95), value)


def _clan_colours(rng: Rng) -> dict[str, Colour]:
    return {clan: _near_hue(rng, _HUES, clan) for clan in CLANS}


def _gems(rng: Rng) -> dict[str, Gem]:
    colours = {kind: _near_hue(rng, _GEM_HUES, kind) for kind in _GEM_HUES}
    colours["rock"] = hsv(rng.random(), rng.uniform(0, 0.25), rng.uniform(0.1, 0.42))
    colours["diamond"] = hsv(rng.normal(0.55, 0.08), rng.uniform(0, 0.25), rng.uniform(0.82, 1.0))
    alike = rng.random() < 0.6
    shape, size, flat = pick(rng, GEM_SHAPES), rng.uniform(0.16, 0.27), rng.uniform(0.45, 1.0)
    clear = pick(rng, (0.0, rng.uniform(0.05, 0.25)))
    gems = {}
    for kind in JEWELS:
        own = pick(rng, ("pebble", "cube", "ball")) if kind == "rock" else pick(rng, GEM_SHAPES)
        through = 0.0 if kind in ("rock", "gold") else rng.uniform(0.2, 0.45) if kind == "diamond" and clear else clear
        gems[kind] = Gem(shape if alike else own, colours[kind], size * rng.uniform(0.9, 1.1), flat, through)
    return gems


def _cart(rng: Rng, colours: dict[str, Colour]) -> CartLook:
    """A cart whose front can be told: by its shape, or by paint in a colour that no cart has."""
    width, front = rng.uniform(0.4, 0.6), pick(rng, FRONTS)
    bodies = list(colours.values())
    mark = pick(rng, ((235.0, 238.0, 240.0), (25.0, 22.0, 22.0), colour_apart(rng, bodies, 90)))
    if min(distance(mark, body) for body in bodies) < 70:
        mark = colour_apart(rng, bodies, 90)
    return CartLook(
        length=min(0.84, width * rng.uniform(1.02, 1.5)),
        width=width,
        height=rng.uniform(0.22, 0.5),
        wall=rng.uniform(0.025, 0.06),
        taper=rng.uniform(-0.02, 0.08),
        front=front,
        mark=None if front in SHAPED and rng.random() < 0.3 else mark,
        wheels=bool(rng.random() < 0.6),
        inside=rng.uniform(0.45, 1.0),
    )


def _die(rng: Rng, room: float) -> DieLook:
    """A die that leaves the cart's walls to be seen."""
    dark = hsv(rng.random(), rng.uniform(0, 0.4), rng.uniform(0.05, 0.3))
    light = hsv(rng.random(), rng.uniform(0, 0.2), rng.uniform(0.8, 1.0))
    kinds = [(dark, light), (light, dark)]
    if rng.random() < 0.3:
        body = any_colour(rng)
        kinds = [(body, colour_apart(rng, [body], 170))]
    return DieLook(
        size=min(room, rng.uniform(0.27, 0.4)),
        top=rng.uniform(0.7, 1.1),
        pip=rng.uniform(0.075, 0.125),
        spread=rng.uniform(0.24, 0.3),
        crooked_deg=pick(rng, (3.0, 10.0, 30.0)),
        digits=bool(rng.random() < 0.12),
        kinds=tuple(kinds),
    )


def _hex(code: str) -> Colour:
    return (float(int(code[4:6], 16)), float(int(code[2:4], 16)), float(int(code[0:2], 16)))


def _named_clans(*codes: str) -> dict[str, Colour]:
    return {clan: _hex(code) for clan, code in zip(CLANS, codes, strict=True)}


def _named_gems(shape: str, size: float, clear: float, *codes: str) -> dict[str, Gem]:
    gems = {kind: Gem(shape, _hex(code), size, 0.7, clear) for kind, code in zip(JEWELS, codes, strict=True)}
    return {**gems, "rock": replace(gems["rock"], clear=0.0)}


# Hand-made styles, never trained or tuned on: the simulated table, tests and the evaluation use them.
CAVERN = MineStyle(
    name="cavern",
    tile=replace(
        MEADOW,
        rural=Ground(_hex("8d8478"), 0.06, 0.05, "dots", _hex("6e665c"), _hex("a39a8c"), 10, 0.03, 0.6),
        rail=Rail("sleepers", 0.24, 0.04, _hex("3a3f45"), _hex("6b4a2e"), 0.11, 1.35),
    ),
    square=Ground(_hex("6f6280"), 0.08, 0.05, "paving", _hex("5c5069"), _hex("7d7090"), 10, 0.05, 0.6),
    margin=Ground(_hex("4b4256"), 0.07, 0.04, "outlines", _hex("3d3547"), _hex("5a5066"), 16, 0.05, 0.6),
    seam=_hex("463c52"),
    clans=_named_clans("c0342c", "e3b92f", "3f8f4a", "2f64b0"),
    cart_colours=_named_clans("b52d27", "dcae28", "35803f", "2b5aa0"),
    gems=_named_gems("octahedron", 0.2, 0.15, "2b2a2d", "c21f3a", "1f9a57", "e0a92a", "dfe9ef"),
    seed=11,
)
FOUNDRY = MineStyle(
    name="foundry",
    tile=replace(
        MEADOW,
        rural=Ground(_hex("d9c9a8"), 0.04, 0.03, "hatching", _hex("c2b190"), _hex("e6d9be"), 8, 0.05, 0.5),
        rail=Rail("ladder", 0.3, 0.035, _hex("7a2f1d"), _hex("9a5b34"), 0.09, 1.0),
        bend="corner",
        border=_hex("8a7a58"),
    ),
    tile_size=0.92,
    square=Ground(_hex("3f4a52"), 0.05, 0.03, "none"),
    margin=Ground(_hex("b98a4a"), 0.06, 0.04, "hatching", _hex("a2773b"), _hex("cfa05c"), 14, 0.05, 0.6),
    seam=_hex("c8b27a"),
    seam_width=0.02,
    clans=_named_clans("e2574c", "f4d35e", "7fb069", "5b8fd6"),
    cart_colours=_named_clans("9e2a2b", "e9b824", "2f6b4f", "274c9b"),
    mine_tint=0.5,
    token_shape="square",
    token_mark="rings",
    token_size=0.9,
    gems=_named_gems("brilliant", 0.18, 0.2, "4a4540", "d1345b", "2fae7d", "f0b429", "cfe3ea"),
    cart=CartLook(0.68, 0.46, 0.28, 0.035, 0.04, "nose", _hex("30343a"), False, 0.6),
    die=DieLook(0.3, 1.0, 0.09, 0.26, 14.0),
    seed=12,
)
CHALK = MineStyle(
    name="chalk",
    tile=replace(
        MEADOW,
        rural=Ground(_hex("f1efe6"), 0.02, 0.02, "none"),
        rail=Rail("ticks", 0.28, 0.04, _hex("22304a"), _hex("22304a"), 0.08, 1.0),
    ),
    tile_size=0.98,
    square=Ground(_hex("cfd6c4"), 0.03, 0.02, "waves", _hex("b9c2ac"), _hex("dde3d3"), 9, 0.05, 0.6),
    margin=Ground(_hex("e7dfcf"), 0.03, 0.02, "trees", _hex("b7c79a"), _hex("c9b58f"), 24, 0.04, 0.7),
    seam=_hex("9aa58c"),
    clans=_named_clans("d64933", "e8c547", "5c9e5a", "4a7fc1"),
    cart_colours=_named_clans("d64933", "e8c547", "5c9e5a", "4a7fc1"),
    mine_tint=0.25,
    token_shape="octagon",
    token_mark="spiral",
    token_size=0.7,
    gems=_named_gems("ball", 0.18, 0.0, "1f1d1c", "a3123f", "14713d", "d98f00", "f4f6f7"),
    cart=CartLook(0.6, 0.54, 0.42, 0.05, 0.0, "lamp", _hex("fff6c8"), True, 0.85),
    die=DieLook(
        0.34,
        0.85,
        0.11,
        0.28,
        5.0,
        kinds=((_hex("2b2b2b"), _hex("f2f2f2")), (_hex("f2f2f2"), _hex("2b2b2b"))),
    ),
    seed=13,
)
NAMED = {style.name: style for style in (CAVERN, FOUNDRY, CHALK)}
