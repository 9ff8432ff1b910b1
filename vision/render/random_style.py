"""Printed styles by the thousand: every part of a box's look drawn at random."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.face import KINDS
from vision.render.style import (
    BENDS,
    DECORATIONS,
    FRAMES,
    GLYPHS,
    MARKS,
    PIECES,
    RAIL_LOOKS,
    ROAD_MARKS,
    STATION_LOOKS,
    Colour,
    Ground,
    Mark,
    Piece,
    Rail,
    Rng,
    Road,
    Style,
    any_colour,
    colour_apart,
    distance,
    hsv,
    luma,
    pick,
    shade,
)


def random_style(rng: Rng, name: str = "random") -> Style:
    """A style in which the parts can still be told apart by eye; most have icons of the usual kind and size."""
    usual = bool(rng.random() < 0.6)
    rural, urban = _grounds(rng)
    papers = [rural.colour, urban.colour]
    road = _road(rng, papers)
    rail = _rail(rng, papers, road)
    station = _station(rng, [*papers, road.fill])
    icon_size = rng.uniform(0.12, 0.2) if usual else rng.uniform(0.095, 0.19)
    style = Style(
        name=name,
        rural=rural,
        urban=urban,
        road=road,
        rail=rail,
        station=station,
        icons=_icons(rng, [*papers, road.fill], usual),
        pieces=_pieces(rng),
        bend=pick(rng, BENDS, (6, 2, 1, 1)),
        station_size=max(rng.uniform(0.15, 0.32), 1.25 * icon_size),
        frame=pick(rng, FRAMES, (8, 2, 3, 1, 1, 1, 1, 0.5) if usual else (6, 2, 2, 2, 1, 2, 1, 2)),
        icon_size=icon_size,
        glyph_size=rng.uniform(0.6, 0.8) if usual else rng.uniform(0.5, 0.78),
        glyph_stretch=(rng.uniform(0.8, 1.15), rng.uniform(0.8, 1.15), rng.normal(0, 0.08)),
        edge_width=pick(rng, (0.0, rng.uniform(0.006, 0.02)), (1, 3)),
        upright=bool(rng.random() < (0.75 if usual else 0.5)),
        border=pick(rng, (None, any_colour(rng)), (4, 1)),
        rim=shade(any_colour(rng), rng.uniform(0.3, 1.0)),
        rail_over=bool(rng.random() < 0.6),
        arm_place=rng.uniform(0.2, 0.32),
        gap_at_border=pick(rng, (0.0, rng.uniform(0.01, 0.04)), (5, 1)),
        objective_bar=any_colour(rng),
        objective_top=bool(rng.random() < 0.5),
    )
    if style.frame != "none":
        return style
    return replace(style, icons=_standing_out(rng, style.icons, [*papers, road.fill, rail.colour, station.paper]))


def _standing_out(rng: Rng, icons: dict[str, Mark], others: list[Colour]) -> dict[str, Mark]:
    """Icons without a frame in an ink that shows on everything they may be printed on."""
    ink = colour_apart(rng, others, 100)
    return {kind: replace(mark, ink=ink, paper=others[0]) for kind, mark in icons.items()}


COUNTRY = ("none", "trees", "tufts", "pines", "fields", "waves")
TOWN = ("houses", "roofs", "blocks", "paving", "hatching")


def _grounds(rng: Rng) -> tuple[Ground, Ground]:
    if rng.random() < 0.5:
        return _usual_grounds(rng)
    rural = _ground(rng, any_colour(rng))
    same_paper = rng.random() < 0.2
    colour = shade(rural.colour, rng.uniform(0.85, 1.15)) if same_paper else colour_apart(rng, [rural.colour], 45)
    urban = _ground(rng, colour)
    if rng.random() < 0.25:
        urban = replace(urban, blotch=rural.blotch, grain=rural.grain)
    if rng.random() < 0.25 and not same_paper:
        return rural, replace(urban, decoration=rural.decoration, count=rural.count, size=rural.size)
    if urban.decoration == rural.decoration and distance(urban.colour, rural.colour) < 60:
        others = [decoration for decoration in DECORATIONS if decoration not in (rural.decoration, "none")]
        urban = replace(
            urban, decoration=pick(rng, others), opacity=rng.uniform(0.6, 1.0), count=int(rng.integers(8, 24))
        )
    return rural, urban


def _usual_grounds(rng: Rng) -> tuple[Ground, Ground]:
    meadow = hsv(rng.normal(0.27, 0.05), rng.uniform(0.15, 0.6), rng.uniform(0.45, 0.95))
    rural = replace(_ground(rng, meadow), decoration=pick(rng, COUNTRY))
    paper = hsv(rng.normal(0.08, 0.05), rng.uniform(0.0, 0.45), rng.uniform(0.45, 0.97))
    if distance(paper, meadow) < 35:
        paper = colour_apart(rng, [meadow], 45)
    return rural, replace(_ground(rng, paper), decoration=pick(rng, TOWN))


def _ground(rng: Rng, colour: Colour) -> Ground:
    ink = shade(colour, rng.uniform(0.55, 0.85)) if rng.random() < 0.6 else colour_apart(rng, [colour], 50)
    second = shade(colour, rng.uniform(1.1, 1.6)) if rng.random() < 0.5 else shade(ink, rng.uniform(0.7, 1.3))
    return Ground(
        colour,
        blotch=rng.uniform(0, 0.09),
        grain=rng.uniform(0, 0.05),
        decoration=pick(rng, DECORATIONS),
        ink=ink,
        second_ink=second,
        count=int(rng.integers(4, 24)),
        size=rng.uniform(0.02, 0.075),
        opacity=rng.uniform(0.3, 1.0),
    )


def _road(rng: Rng, papers: list[Colour]) -> Road:
    fill = hsv(rng.random(), rng.uniform(0, 0.2), rng.uniform(0.15, 0.95)) if rng.random() < 0.5 else any_colour(rng)
    if min(distance(fill, paper) for paper in papers) < 60:
        fill = colour_apart(rng, papers, 70)
    casing = pick(rng, (shade(fill, 1.8), shade(fill, 0.4), colour_apart(rng, [fill], 60)))
    mark = pick(rng, (shade(fill, 1.9), shade(fill, 0.3), colour_apart(rng, [fill], 90)))
    return Road(
        width=rng.uniform(0.09, 0.24),
        fill=fill,
        casing=casing,
        casing_width=pick(rng, (0.0, rng.uniform(0.006, 0.025)), (1, 3)),
        marks=pick(rng, ROAD_MARKS, (2, 5, 2, 1, 1)),
        mark_colour=mark,
        mark_width=rng.uniform(0.008, 0.022),
        mark_length=rng.uniform(0.025, 0.07),
    )


def _rail(rng: Rng, papers: list[Colour], road: Road) -> Rail:
    look = pick(rng, RAIL_LOOKS, (8, 3, 2, 3, 1, 1, 1, 2))
    colour = hsv(rng.random(), rng.uniform(0, 0.4), rng.uniform(0.05, 0.35)) if rng.random() < 0.5 else any_colour(rng)
    if min(distance(colour, paper) for paper in papers) < 70:
        colour = colour_apart(rng, papers, 80)
    if look == "plain" and distance(colour, road.fill) < 90:
        colour = colour_apart(rng, [*papers, road.fill], 90)
    second = pick(rng, (shade(colour, 0.6), shade(colour, 1.5), colour_apart(rng, [colour], 60)))
    return Rail(
        look=look,
        gauge=rng.uniform(0.05, 0.13),
        line=rng.uniform(0.01, 0.026),
        colour=colour,
        second=second,
        step=rng.uniform(0.035, 0.085),
        overhang=rng.uniform(1.1, 2.0),
    )


def _station(rng: Rng, others: list[Colour]) -> Mark:
    paper = colour_apart(rng, others, 70)
    return Mark(
        pick(rng, STATION_LOOKS),
        colour_apart(rng, [paper], 40),
        paper,
        pick(rng, (shade(paper, 0.5), shade(paper, 1.7), any_colour(rng))),
    )


def _icons(rng: Rng, others: list[Colour], usual: bool) -> dict[str, Mark]:
    glyphs = _glyphs(rng, (16, 1, 1) if usual else (7, 1.5, 1.5))
    inks = _kind_colours(rng)
    light = hsv(rng.random(), rng.uniform(0, 0.15), rng.uniform(0.85, 1.0))
    mode = pick(rng, ("white paper", "coloured paper", "one ink"), (5, 3, 0.4 if usual else 2))
    icons = {}
    for kind in KINDS:
        if mode == "white paper":
            icons[kind] = Mark(
                glyphs[kind], _readable(inks[kind], light), light, pick(rng, (inks[kind], inks[kind], light))
            )
        elif mode == "coloured paper":
            glyph_ink = light if luma(inks[kind]) < 150 else (20.0, 20.0, 20.0)
            icons[kind] = Mark(glyphs[kind], glyph_ink, inks[kind], light)
        else:
            ink = (25.0, 20.0, 20.0)
            icons[kind] = Mark(
                glyphs[kind], ink, colour_apart(rng, [*others, ink], 100) if kind == "car" else icons["car"].paper, ink
            )
    return icons


def _readable(ink: Colour, paper: Colour) -> Colour:
    return ink if distance(ink, paper) > 110 else shade(ink, 0.5)


def _kind_colours(rng: Rng) -> dict[str, Colour]:
    chosen: list[Colour] = []
    for _ in KINDS:
        chosen.append(colour_apart(rng, chosen, 150) if chosen else any_colour(rng))
    return dict(zip(KINDS, chosen, strict=True))


def _glyphs(rng: Rng, shares: tuple[float, float, float]) -> dict[str, str]:
    mode = pick(rng, ("pictures", "letters", "marks"), shares)
    if mode == "pictures":
        return {kind: pick(rng, GLYPHS[kind]) for kind in KINDS}
    if mode == "letters":
        letters = pick(rng, ("CTP", "ATV", "CTV", "ABC", "123", "HRS", "MZX"))
        return dict(zip(KINDS, (f"letter:{letter}" for letter in letters), strict=True))
    return dict(zip(KINDS, (MARKS[int(i)] for i in rng.permutation(len(MARKS))[:3]), strict=True))


def _pieces(rng: Rng) -> dict[str, Piece]:
    colours = _kind_colours(rng)
    if rng.random() < 0.04:
        colours = dict.fromkeys(KINDS, any_colour(rng))
    pieces = {}
    plain = rng.random() < 0.1 and distance(colours["car"], colours["train"]) > 0
    for kind in KINDS:
        shape = "block" if plain else pick(rng, PIECES[kind], (4, 3, 3, 1))
        length = rng.uniform(0.24, 0.42)
        pieces[kind] = Piece(shape, colours[kind], length, length * rng.uniform(0.4, 0.65), rng.uniform(0.14, 0.5))
        if kind == "traveller" and shape != "profile_person":
            pieces[kind] = replace(pieces[kind], length=rng.uniform(0.18, 0.3), height=rng.uniform(0.3, 0.6))
    if np.isclose(distance(colours["car"], colours["train"]), 0) and pieces["car"].shape == pieces["train"].shape:
        pieces["train"] = replace(pieces["train"], shape="loco")
    return pieces
