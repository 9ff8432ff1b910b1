"""Hand-made styles, very different from each other; none of them is ever trained on.

They serve the simulated table, teach photos in tests, and the evaluation.
"""

from __future__ import annotations

from vision.render.style import Colour, Ground, Mark, Piece, Rail, Road, Style


def _hex(code: str) -> Colour:
    return (float(int(code[4:6], 16)), float(int(code[2:4], 16)), float(int(code[0:2], 16)))


WHITE, BLACK = _hex("fdfdfb"), _hex("1c1a1a")


def _icons(
    glyphs: tuple[str, str, str], inks: tuple[str, str, str], papers: tuple[str, str, str], edges: tuple[str, str, str]
) -> dict[str, Mark]:
    kinds = ("car", "train", "traveller")
    return {kind: Mark(glyphs[i], _hex(inks[i]), _hex(papers[i]), _hex(edges[i])) for i, kind in enumerate(kinds)}


MEADOW = Style(
    name="meadow",
    rural=Ground(_hex("bfd98a"), 0.04, 0.03, "trees", _hex("7fae5a"), _hex("9cc46d"), 12, 0.05, 0.8),
    urban=Ground(_hex("f0d9b5"), 0.03, 0.02, "roofs", _hex("c9784f"), _hex("a8583c"), 9, 0.05, 0.85),
    road=Road(0.17, _hex("6b7280"), _hex("e8e8e2"), 0.012, "dashes", WHITE, 0.014, 0.05),
    rail=Rail("sleepers", 0.08, 0.016, _hex("2b3a7a"), _hex("8a5a3b"), 0.055, 1.6),
    station=Mark("shed", _hex("fbf3e0"), _hex("e8751a"), _hex("7a3d10")),
    icons=_icons(
        ("car_side", "loco_side", "walker"),
        ("fdfdfb", "2a2418", "fdfdfb"),
        ("2f6fb5", "f2c230", "d0342c"),
        ("fdfdfb",) * 3,
    ),
    pieces={
        "car": Piece("profile_car", _hex("2f6fb5"), 0.36, 0.17, 0.22),
        "train": Piece("profile_loco", _hex("f2c230"), 0.36, 0.17, 0.25),
        "traveller": Piece("profile_person", _hex("d0342c"), 0.24, 0.14, 0.42),
    },
    station_size=0.22,
    frame="pin",
    icon_size=0.13,
    glyph_size=0.65,
    upright=False,
)

BLUEPRINT = Style(
    name="blueprint",
    rural=Ground(_hex("2b5d9b"), 0.03, 0.02, "none"),
    urban=Ground(_hex("2b5d9b"), 0.03, 0.02, "blocks", _hex("6f9fd0"), _hex("8db6de"), 14, 0.05, 0.75),
    road=Road(0.14, _hex("2b5d9b"), _hex("eef4fb"), 0.016, "none"),
    rail=Rail("ticks", 0.11, 0.014, _hex("eef4fb"), _hex("eef4fb"), 0.045),
    station=Mark("ring", _hex("eef4fb"), _hex("173a6b"), _hex("eef4fb")),
    icons=_icons(
        ("letter:C", "letter:T", "letter:P"), ("173a6b",) * 3, ("ffd34d", "8ff0c0", "ffb0b8"), ("eef4fb",) * 3
    ),
    pieces={
        "car": Piece("two_box_car", _hex("e8e6df"), 0.34, 0.17, 0.2),
        "train": Piece("loco", _hex("23262b"), 0.36, 0.15, 0.24),
        "traveller": Piece("ball_cone", _hex("e0a030"), 0.22, 0.22, 0.45),
    },
    bend="tight",
    station_size=0.2,
    frame="square",
    icon_size=0.12,
    glyph_size=0.7,
    upright=True,
)

WOODCUT = Style(
    name="woodcut",
    rural=Ground(_hex("efe6d0"), 0.03, 0.03, "tufts", BLACK, BLACK, 16, 0.05, 0.7),
    urban=Ground(_hex("efe6d0"), 0.03, 0.03, "hatching", BLACK, BLACK, 9, 0.035, 0.55),
    road=Road(0.16, _hex("f7f2e4"), BLACK, 0.016, "dots", BLACK, 0.016, 0.03),
    rail=Rail("striped", 0.07, 0.015, BLACK, _hex("f7f2e4"), 0.05),
    station=Mark("house", _hex("efe6d0"), _hex("9c2f22"), BLACK),
    icons=_icons(("car_front", "train_front", "bust"), ("f7f2e4",) * 3, ("1c1a1a",) * 3, ("f7f2e4",) * 3),
    pieces={
        "car": Piece("long_car", _hex("b98b58"), 0.36, 0.18, 0.2),
        "train": Piece("step_loco", _hex("7a5230"), 0.38, 0.16, 0.26),
        "traveller": Piece("ball_cylinder", _hex("d9c29a"), 0.2, 0.2, 0.45),
    },
    bend="arc",
    station_size=0.24,
    frame="disc",
    icon_size=0.15,
    glyph_size=0.68,
    upright=False,
)

NEON = Style(
    name="neon",
    rural=Ground(_hex("1d2230"), 0.05, 0.04, "pines", _hex("24493b"), _hex("2b5a44"), 12, 0.05, 0.8),
    urban=Ground(_hex("33263d"), 0.05, 0.04, "blocks", _hex("5b4470"), _hex("70548a"), 14, 0.045, 0.7),
    road=Road(0.12, _hex("ff4f9a"), _hex("7a1f4c"), 0.012, "line", _hex("ffd0e6"), 0.012),
    rail=Rail("ladder", 0.08, 0.018, _hex("43e0e8"), _hex("2aa5b0"), 0.05),
    station=Mark("hexagon", _hex("fff7a0"), _hex("f7e83b"), _hex("8a7d00")),
    icons=_icons(("triangle", "square", "disc"), ("ffffff",) * 3, ("ff7a1f", "3f7bff", "4fd060"), ("ffffff",) * 3),
    pieces={
        "car": Piece("block", _hex("ff7a1f"), 0.24, 0.24, 0.24),
        "train": Piece("block", _hex("3f7bff"), 0.24, 0.24, 0.24),
        "traveller": Piece("cylinder", _hex("4fd060"), 0.22, 0.22, 0.26),
    },
    bend="chamfer",
    station_size=0.18,
    frame="diamond",
    icon_size=0.12,
    glyph_size=0.5,
    upright=True,
    rail_over=False,
)

NURSERY = Style(
    name="nursery",
    rural=Ground(_hex("cdebc5"), 0.02, 0.01, "dots", _hex("b4dcab"), _hex("b4dcab"), 8, 0.06, 0.9),
    urban=Ground(_hex("fbe0e0"), 0.02, 0.01, "houses", _hex("f5b6c0"), _hex("c9a6e0"), 8, 0.065, 0.9),
    road=Road(0.22, _hex("f7c948"), _hex("e0a820"), 0.014, "dashes", WHITE, 0.02, 0.06),
    rail=Rail("ballast", 0.1, 0.02, _hex("8a6bb0"), _hex("c4b0dc"), 0.07, 1.4),
    station=Mark("star", _hex("ffffff"), _hex("ff8f6b"), _hex("d05a3a")),
    icons=_icons(
        ("car_top", "tram", "person"), ("3a6ea5", "4c8c4a", "c0504d"), ("ffffff",) * 3, ("3a6ea5", "4c8c4a", "c0504d")
    ),
    pieces={
        "car": Piece("two_box_car", _hex("5b9bd5"), 0.4, 0.22, 0.26),
        "train": Piece("loco", _hex("70ad47"), 0.42, 0.2, 0.3),
        "traveller": Piece("ball_cone", _hex("e06666"), 0.28, 0.28, 0.5),
    },
    station_size=0.3,
    frame="round",
    icon_size=0.18,
    glyph_size=0.72,
    edge_width=0.016,
    upright=True,
    border=_hex("fffaf0"),
)

CHARCOAL = Style(
    name="charcoal",
    rural=Ground(_hex("8f9a86"), 0.08, 0.05, "outlines", _hex("5f6a58"), _hex("6f7a68"), 10, 0.05, 0.6),
    urban=Ground(_hex("a39a90"), 0.08, 0.05, "houses", _hex("7d746b"), _hex("c0b7ac"), 10, 0.05, 0.6),
    road=Road(0.13, _hex("3f4145"), _hex("3f4145"), 0.0, "double", _hex("d9c86a"), 0.01),
    rail=Rail("double", 0.07, 0.018, _hex("2c1f1a"), _hex("2c1f1a"), 0.05),
    station=Mark("platform", _hex("e9e2d0"), _hex("7c2d2d"), _hex("e9e2d0")),
    icons=_icons(("car_side", "train_front", "pawn"), ("2b2b2b",) * 3, ("e6c34a", "8fb7d9", "e39ab0"), ("2b2b2b",) * 3),
    pieces={
        "car": Piece("long_car", _hex("e6c34a"), 0.34, 0.17, 0.22),
        "train": Piece("profile_loco", _hex("5f93c4"), 0.36, 0.16, 0.24),
        "traveller": Piece("profile_person", _hex("d9738f"), 0.22, 0.13, 0.4),
    },
    bend="arc",
    station_size=0.2,
    frame="shield",
    icon_size=0.13,
    glyph_size=0.66,
    upright=True,
)

STYLES = {style.name: style for style in (MEADOW, BLUEPRINT, WOODCUT, NEON, NURSERY, CHARCOAL)}
