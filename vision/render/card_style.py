"""How one box prints its cards: hand-made looks that nothing is trained or tuned on, and looks by the thousand."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from vision.render.style import Colour, Rng, any_colour, colour_apart, distance, hsv, pick, shade

KINDS = ("black", "blue", "green", "orange", "purple", "red", "white", "yellow", "locomotive")
COLOURS = KINDS[:-1]
CARD_MM = (56.0, 87.0)
GLYPHS = ("disc", "square", "triangle", "star", "plus", "bar", "rhomb", "ringlet", "pawn", "bust")
CARS = ("box", "tank", "coach", "hopper", "caboose", "slats")
PANELS = ("none", "band", "oval", "frame")
RAINBOWS = ("stripes", "fan", "patches", "plain")
CORNERS = ("two", "four", "middle")


@dataclass(frozen=True)
class CardLook:
    """One kind of card: its ground, its sign and its car."""

    ground: Colour
    ink: Colour
    glyph: str
    car: str
    body: Colour


@dataclass(frozen=True)
class CardStyle:
    """Everything that one box's cards look like; lengths are in card heights."""

    name: str
    looks: dict[str, CardLook]
    border: Colour | None = (250.0, 250.0, 248.0)
    border_width: float = 0.03
    radius: float = 0.04
    corners: str = "two"
    sign_size: float = 0.11
    panel: str = "band"
    rainbow: str = "stripes"
    hatching: float = 0.0
    fade: float = 0.15
    landscape: bool = False
    ticket_paper: Colour = (200.0, 225.0, 238.0)
    ticket_ink: Colour = (45.0, 40.0, 60.0)
    back: Colour = (110.0, 70.0, 50.0)
    size_mm: tuple[float, float] = field(default=CARD_MM)


# What people call the colours; a box may print them paler, darker or as something near.
USUAL: dict[str, Colour] = {
    "black": (60.0, 58.0, 58.0),
    "blue": (190.0, 120.0, 45.0),
    "green": (70.0, 150.0, 70.0),
    "orange": (40.0, 125.0, 230.0),
    "purple": (165.0, 85.0, 150.0),
    "red": (50.0, 50.0, 205.0),
    "white": (232.0, 235.0, 236.0),
    "yellow": (60.0, 205.0, 240.0),
}


def _hex(code: str) -> Colour:
    return (float(int(code[4:6], 16)), float(int(code[2:4], 16)), float(int(code[0:2], 16)))


def _looks(grounds: str, inks: str, glyphs: str, cars: str, bodies: str) -> dict[str, CardLook]:
    columns = (text.split() for text in (grounds, inks, glyphs, cars, bodies))
    rows = zip(KINDS, *columns, strict=True)
    return {k: CardLook(_hex(ground), _hex(ink), glyph, car, _hex(body)) for k, ground, ink, glyph, car, body in rows}


RAILWAYMAN = CardStyle(
    "railwayman",
    _looks(
        "7a7272 8eb5cd d0dc9b d99a4e bea3c5 e59572 e6e3de ead794 c9c4b8",
        "23201f 1f4f7a 4d7a1f 8a4a10 5a2f70 9a2414 6d6a64 8a6d10 3a3a3a",
        "rhomb ringlet plus disc pawn triangle bar star square",
        "hopper coach caboose tank box hopper slats box engine",
        "3a3636 2d6a9f 5c8f2e c9741c 84549b b8321f b9b4aa d8b13a 2f2c2a",
    ),
    panel="oval",
    rainbow="fan",
)
LINOCUT = CardStyle(
    "linocut",
    _looks(
        "201f1e 1f4e8c 1d6b45 d2691e 5b2a86 a31621 f4efe2 f2b705 efe6d0",
        "f4efe2 f4efe2 f4efe2 201f1e f4efe2 f4efe2 201f1e 201f1e 201f1e",
        "star bar disc rhomb square plus ringlet triangle bust",
        "box tank slats coach hopper caboose box tank engine",
        "8d8a83 86a9d8 8fc2a5 f4d6b8 b79bd0 e3a3a7 8d8a83 8a6d10 201f1e",
    ),
    border=None,
    radius=0.02,
    corners="four",
    sign_size=0.09,
    panel="none",
    rainbow="patches",
    hatching=0.5,
    fade=0.0,
    ticket_paper=(226.0, 239.0, 244.0),
    back=(60.0, 40.0, 120.0),
)
NIGHT_TRAIN = CardStyle(
    "night train",
    _looks(
        "2b2f3a 27405e 27463b 5e4127 44305e 5e2a2f 4a4f57 5e5527 1c1f28",
        "aab2c0 6fb1ff 6be0a0 ffab5e c79bff ff7b85 ffffff ffe35e ffffff",
        "bar disc triangle ringlet star rhomb plus square bust",
        "coach box tank hopper slats box caboose coach engine",
        "aab2c0 6fb1ff 6be0a0 ffab5e c79bff ff7b85 ffffff ffe35e dddddd",
    ),
    border=(40.0, 30.0, 28.0),
    border_width=0.022,
    corners="middle",
    sign_size=0.13,
    panel="frame",
    rainbow="stripes",
    fade=0.35,
    landscape=True,
    ticket_paper=(90.0, 70.0, 60.0),
    ticket_ink=(235.0, 235.0, 240.0),
    back=(70.0, 60.0, 20.0),
)
CARD_STYLES = {style.name: style for style in (RAILWAYMAN, LINOCUT, NIGHT_TRAIN)}


def random_card_style(rng: Rng, name: str = "random") -> CardStyle:
    """A style whose kinds can be told apart by eye."""
    landscape = bool(rng.random() < 0.3)
    pale = hsv(rng.random(), rng.uniform(0, 0.15), rng.uniform(0.85, 1))
    return CardStyle(
        name,
        _random_looks(rng),
        border=pick(rng, (None, pale, any_colour(rng)), (2, 4, 1)),
        border_width=rng.uniform(0.012, 0.05),
        radius=rng.uniform(0.0, 0.06),
        corners=pick(rng, CORNERS, (4, 2, 1)),
        sign_size=rng.uniform(0.07, 0.14),
        panel=pick(rng, PANELS),
        rainbow=pick(rng, RAINBOWS),
        hatching=pick(rng, (0.0, rng.uniform(0.2, 0.7)), (2, 1)),
        fade=rng.uniform(0, 0.35),
        landscape=landscape,
        ticket_paper=hsv(rng.normal(0.1, 0.05), rng.uniform(0.02, 0.35), rng.uniform(0.7, 0.97)),
        ticket_ink=hsv(rng.random(), rng.uniform(0.2, 0.8), rng.uniform(0.1, 0.4)),
        back=shade(any_colour(rng), 0.7),
    )  # fmt: skip


def _random_looks(rng: Rng) -> dict[str, CardLook]:
    glyphs = [GLYPHS[int(i)] for i in rng.permutation(len(GLYPHS))]
    pale, dark = rng.uniform(0, 0.55), rng.uniform(0.6, 1.05)
    grounds: list[Colour] = []
    looks = {}
    for kind, glyph in zip(KINDS, glyphs, strict=False):
        ground = _random_ground(rng, kind, pale, dark, grounds)
        grounds.append(ground)
        ink = pick(rng, (shade(ground, 0.35), shade(ground, 1.75), colour_apart(rng, [ground], 110)))
        if distance(ink, ground) < 70:
            ink = colour_apart(rng, [ground], 110)
        car = "engine" if kind == "locomotive" else pick(rng, CARS)
        body = colour_apart(rng, [ground], 60) if kind == "locomotive" else shade(USUAL[kind], rng.uniform(0.6, 1.2))
        looks[kind] = CardLook(ground, ink, glyph, car, body)
    return looks


def _random_ground(rng: Rng, kind: str, pale: float, dark: float, others: list[Colour]) -> Colour:
    """Near the colour's name, at some distance from the others; the locomotive's is anything."""
    if kind == "locomotive":
        return colour_apart(rng, others, 40)
    for _ in range(30):
        wobble = rng.normal(0, 14, 3)
        usual = np.clip(np.asarray(USUAL[kind]) + wobble, 15, 245)
        ground = shade(shade((float(usual[0]), float(usual[1]), float(usual[2])), 1 + pale), dark)
        if all(distance(ground, other) > 32 for other in others):
            return ground
    return ground
