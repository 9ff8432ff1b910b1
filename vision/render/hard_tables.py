"""Tables that are hard to find tiles on, one kind of trouble at a time; everything comes from a seed.

`TROUBLES` names them. Each gives a photo, the tiles that must be found and those that may be (mostly hidden ones).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.camera import Camera, camera_over
from vision.render.cloths import any_cloth, printed
from vision.render.light import Light, random_light
from vision.render.named import STYLES
from vision.render.random_style import random_style
from vision.render.scenes import Cell, laid_tiles, random_cells
from vision.render.style import Colour, Rng, Style, any_colour, pick
from vision.render.table import Cup, Hand, LaidTile, Scene, Shot, ZoneScene, shoot
from vision.render.weave import (
    USUAL_FOCAL,
    bent,
    blossoms,
    cloth_pattern,
    covered_by,
    hidden_part,
    on_table,
    other_colour,
    shadow_edge,
    stripes,
    wide_camera,
    woven,
    woven_of,
)

SIZE_PX = (1536, 864)
WHOLE_PX = (3072, 1728)
# A tile of which more than this is hidden need not be found.
MOSTLY_HIDDEN = 0.15
STEEPEST_DEG, STRONGEST_LENS = 25.0, 0.08


@dataclass(frozen=True)
class HardTable:
    """A photo, the tiles on it, and which of them may be missed."""

    shot: Shot
    tile_mm: float
    optional: frozenset[int] = frozenset()


Trouble = Callable[[Rng], HardTable]


def any_style(rng: Rng) -> Style:
    """Two random styles for each hand-made one."""
    return STYLES[pick(rng, sorted(STYLES))] if rng.random() < 1 / 3 else random_style(rng)


def territory(
    rng: Rng, cells: list[Cell], tile_mm: float, number: int | None = 1, gap_mm: float | None = None, loose: float = 1.0
) -> ZoneScene:
    """Tiles in these cells, somewhere between the cards."""
    pitch = tile_mm + (rng.uniform(0.2, 1.6) if gap_mm is None else gap_mm)
    extent = (np.array(cells).max(0) + 1) * pitch if cells else np.full(2, 150.0)
    size = np.maximum(extent + rng.uniform(30, 140, 2), 200)
    first = (size - extent) * rng.uniform(0.25, 0.75, 2)
    tiles = laid_tiles(rng, cells, rng.uniform(0.2, 0.9) * loose, rng.uniform(0.2, 1.2) * loose)
    return ZoneScene(
        number, tiles, size_mm=(float(size[0]), float(size[1])), first_mm=(first[0], first[1]), pitch_mm=(pitch, pitch)
    )


def over(
    rng: Rng,
    zone: ZoneScene,
    tilt_deg: float | None = None,
    roll_deg: float | None = None,
    size_px: tuple[int, int] = SIZE_PX,
) -> Camera:
    """A camera with the usual lens that sees the whole zone."""
    size = np.asarray(zone.size_mm)
    tilt = min(STEEPEST_DEG, abs(float(rng.normal(0, 7)))) if tilt_deg is None else tilt_deg
    roll = float(rng.normal(0, 12)) if roll_deg is None else roll_deg
    turned = np.abs([np.cos(np.radians(roll)), np.sin(np.radians(roll))])
    wide, high = (size + 70) @ turned, (size + 70) @ turned[::-1]
    # A tilted lens sees less of the far side than of the near one.
    view = max(float(wide), float(high) * size_px[0] / size_px[1]) * rng.uniform(1.0, 1.35) * (1 + tilt / 60)
    height = view * USUAL_FOCAL * rng.uniform(1, 1.3) * np.cos(np.radians(tilt))
    return camera_over(size / 2 + zone.corner_mm, height, view, size_px, tilt, float(rng.uniform(0, 360)), roll)


def table_of(rng: Rng, zone: ZoneScene, camera: Camera, tile_mm: float, light: Light | None = None) -> Scene:
    kind = pick(rng, ("wood", "cloth", "plain"))
    colour = any_colour(rng) if rng.random() < 0.6 else None
    return Scene((zone,), camera, light or random_light(rng), kind, colour, tile_mm=tile_mm)


def usual(rng: Rng, count: tuple[int, int] = (6, 28), size_px: tuple[int, int] = SIZE_PX, **how: object) -> Scene:
    """A territory of this many tiles under a lens that leans a little."""
    tile_mm = float(rng.uniform(40, 52))
    cells = random_cells(rng, int(rng.integers(*count)), rng.uniform(0.4, 1))
    number = how.pop("number", int(rng.integers(1, 5)))
    zone = territory(rng, cells, tile_mm, number, **how)  # type: ignore[arg-type]
    return table_of(rng, zone, over(rng, zone, size_px=size_px), tile_mm)


def _shot(rng: Rng, scene: Scene) -> HardTable:
    return HardTable(shoot(scene, any_style(rng), int(rng.integers(2**31))), scene.tile_mm)


def _four_cards(rng: Rng) -> HardTable:
    scene = usual(rng)
    return _shot(rng, replace(scene, camera=over(rng, scene.zones[0], roll_deg=float(rng.uniform(-180, 180)))))


def _lost_cards(seen: int) -> Trouble:
    def trouble(rng: Rng) -> HardTable:
        scene = usual(rng)
        kept = rng.permutation(4) < seen
        zone = replace(scene.zones[0], tags=(bool(kept[0]), bool(kept[1]), bool(kept[2]), bool(kept[3])))
        return _shot(rng, replace(scene, zones=(zone,)))

    return trouble


def _tilted(rng: Rng) -> HardTable:
    scene = usual(rng)
    return _shot(rng, replace(scene, camera=over(rng, scene.zones[0], STEEPEST_DEG)))


def _bent_lens(number: int | None, cards: int = 4, strongest: float = STRONGEST_LENS) -> Trouble:
    def trouble(rng: Rng) -> HardTable:
        scene = usual(rng, number=number)
        kept = rng.permutation(4) < cards
        zone = replace(scene.zones[0], tags=(bool(kept[0]), bool(kept[1]), bool(kept[2]), bool(kept[3])))
        wide = replace(scene, zones=(zone,), camera=wide_camera(scene.camera))
        k1 = strongest * rng.choice([-1, 1]) * rng.uniform(0.6, 1)
        return HardTable(bent(shoot(wide, any_style(rng), int(rng.integers(2**31))), SIZE_PX, k1), scene.tile_mm)

    return trouble


def _bare(tilt_deg: float | None, count: tuple[int, int] = (6, 28)) -> Trouble:
    def trouble(rng: Rng) -> HardTable:
        scene = usual(rng, count, number=None)
        return _shot(rng, replace(scene, camera=over(rng, scene.zones[0], tilt_deg)))

    return trouble


def _few(rng: Rng) -> HardTable:
    return _shot(rng, usual(rng, (1, 4)))


def _row(rng: Rng) -> HardTable:
    along, tile_mm = int(rng.integers(2, 9)), float(rng.uniform(40, 52))
    cells = [(k, 0) for k in range(along)] if rng.random() < 0.5 else [(0, k) for k in range(along)]
    zone = territory(rng, cells, tile_mm)
    return _shot(rng, table_of(rng, zone, over(rng, zone), tile_mm))


def _holes(rng: Rng) -> HardTable:
    wide, high, tile_mm = int(rng.integers(3, 7)), int(rng.integers(3, 6)), float(rng.uniform(40, 52))
    cells = [(c, r) for r in range(high) for c in range(wide)]
    inner = [cell for cell in cells if 0 < cell[0] < wide - 1 and 0 < cell[1] < high - 1]
    holes = [cell for cell in inner if rng.random() < 0.5] or inner[:1]
    zone = territory(rng, [cell for cell in cells if cell not in holes], tile_mm)
    return _shot(rng, table_of(rng, zone, over(rng, zone), tile_mm))


def _abutting(rng: Rng) -> HardTable:
    return _shot(rng, usual(rng, gap_mm=0.0, loose=0.0))


def _shaken(rng: Rng) -> HardTable:
    """Every tile up to 2 mm and 3 degrees out of place; tiles do not lie on each other, so gaps are wider."""
    scene = usual(rng, gap_mm=float(rng.uniform(1.5, 3)))
    zone = scene.zones[0]
    tiles = tuple(
        replace(tile, shift_mm=tuple(rng.uniform(-2, 2, 2)), turn_deg=float(rng.uniform(-3, 3))) for tile in zone.tiles
    )
    return _shot(rng, replace(scene, zones=(replace(zone, tiles=tiles),)))


def _lamp(rng: Rng) -> HardTable:
    """A warm lamp near the table: strong falling off, glare, deep shadows."""
    scene = usual(rng)
    warmth, level = rng.uniform(0.15, 0.4), rng.uniform(0.6, 1.1)
    light = replace(
        random_light(rng),
        gain_bgr=(level * (1 - warmth), level, level * (1 + warmth / 2)),
        slope=(float(rng.normal(0, 0.4)), float(rng.normal(0, 0.4))),
        vignette=float(rng.uniform(0.2, 0.6)),
        glare=float(rng.uniform(0.3, 0.9)),
        shadow=float(rng.uniform(0.4, 0.7)),
        glare_size=float(rng.uniform(0.06, 0.3)),
    )
    return _shot(rng, replace(scene, light=light))


def _shadow(rng: Rng) -> HardTable:
    scene = usual(rng)
    part = rng.uniform(0.35, 0.7)
    gain = scene.light.gain_bgr
    dark = replace(scene.light, gain_bgr=(gain[0] * part * 1.06, gain[1] * part, gain[2] * part * 0.95))
    mask = shadow_edge(rng, SIZE_PX)
    shot = woven(scene, any_style(rng), int(rng.integers(2**31)), replace(scene, light=dark), mask)
    return HardTable(shot, scene.tile_mm)


def _cloth(rng: Rng) -> HardTable:
    scene = replace(usual(rng), table="cloth")
    first: Colour = scene.table_colour or any_colour(rng)
    second = other_colour(rng, first, 40, 130)
    mask = cloth_pattern(rng, scene.camera, np.asarray(scene.zones[0].size_mm) / 2)
    one, other = replace(scene, table_colour=first), replace(scene, table_colour=second)
    return HardTable(woven(one, any_style(rng), int(rng.integers(2**31)), other, mask), scene.tile_mm)


def _many_colours(drawn: Callable[[Rng, Camera, NDArray[np.float64], int], list[NDArray[np.float32]]]) -> Trouble:
    def trouble(rng: Rng) -> HardTable:
        scene = replace(usual(rng), table="cloth")
        masks = drawn(rng, scene.camera, np.asarray(scene.zones[0].size_mm) / 2, int(rng.integers(2, 5)))
        first: Colour = scene.table_colour or any_colour(rng)
        others = [(replace(scene, table_colour=other_colour(rng, first, 60, 200)), mask) for mask in masks]
        scene = replace(scene, table_colour=first)
        return HardTable(woven_of(scene, any_style(rng), int(rng.integers(2**31)), others), scene.tile_mm)

    return trouble


def _printed(rng: Rng) -> HardTable:
    scene, cloth = usual(rng), any_cloth(rng)
    return HardTable(printed(scene, any_style(rng), int(rng.integers(2**31)), cloth), scene.tile_mm)


def _free_sides(zone: ZoneScene) -> list[tuple[LaidTile, Cell]]:
    cells = {tile.at for tile in zone.tiles}
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
    return [(t, s) for t in zone.tiles for s in steps if (t.at[0] + s[0], t.at[1] + s[1]) not in cells]


def _touching_cups(rng: Rng, scene: Scene) -> tuple[Cup, ...]:
    """Mugs that stand against a tile, none on one."""
    zone, half = scene.zones[0], scene.tile_mm / 2
    middles = np.array([t.at for t in zone.tiles]) * zone.pitch_mm + zone.first_mm + half
    cups: list[Cup] = []
    sides = _free_sides(zone)
    for k in rng.permutation(len(sides)):
        tile, step = sides[int(k)]
        radius = float(rng.uniform(30, 46))
        middle = np.asarray(zone.first_mm) + np.asarray(zone.pitch_mm) * tile.at + half
        away = half + radius + rng.uniform(0.5, 4)
        at = middle + np.asarray(step) * away + np.asarray(step)[::-1] * rng.uniform(-15, 15)
        beyond = np.linalg.norm(np.maximum(np.abs(middles - at) - half, 0), axis=1)
        if beyond.min() > radius and all(np.hypot(*(at - cup.at_mm)) > radius + cup.radius_mm for cup in cups):
            cups.append(Cup((at[0], at[1]), radius, rng.uniform(30, 100), any_colour(rng)))
        if len(cups) == 3:
            break
    return tuple(cups)


def _mugs(number: int | None) -> Trouble:
    def trouble(rng: Rng) -> HardTable:
        scene = usual(rng, number=number)
        scene = replace(scene, cups=_touching_cups(rng, scene))
        shot = shoot(scene, any_style(rng), int(rng.integers(2**31)))
        return HardTable(shot, scene.tile_mm, _hidden(shot, covered_by(scene.cups, scene.camera)))

    return trouble


def _hidden(shot: Shot, mask: np.ndarray) -> frozenset[int]:
    return frozenset(k for k, tile in enumerate(shot.tiles) if hidden_part(tile, mask) > MOSTLY_HIDDEN)


def _hand(rng: Rng) -> HardTable:
    """A hand that points at a tile or holds one; the arm comes from the picture's edge."""
    scene = usual(rng)
    style, seed = any_style(rng), int(rng.integers(2**31))
    free = shoot(scene, style, seed)
    shown = pick(rng, free.tiles).quad_px.mean(0) / SIZE_PX[0]
    angle = rng.uniform(0, 2 * np.pi)
    tip = shown + np.array([np.cos(angle), np.sin(angle)]) * 0.05
    skin = pick(rng, ((130.0, 160.0, 215.0), (100.0, 130.0, 190.0), (60.0, 85.0, 140.0), (40.0, 55.0, 95.0)))
    sleeve = shown + np.array([np.cos(angle), np.sin(angle)]) * 1.2
    shot = shoot(replace(scene, hand=Hand((tip[0], tip[1]), (sleeve[0], sleeve[1]), skin)), style, seed)
    mask = (np.abs(shot.photo_bgr.astype(int) - free.photo_bgr).max(2) > 3).astype(np.uint8) * 255
    return HardTable(shot, scene.tile_mm, _hidden(shot, mask))


def _papers(rng: Rng, scene: Scene, count: int) -> np.ndarray:
    """Sheets, phones and cards on the table beside the tiles, as a mask."""
    zone = scene.zones[0]
    size = np.asarray(zone.size_mm)
    drawing = np.zeros((1600, 1600), np.uint8)
    low = np.asarray(zone.first_mm) - 12
    high = low + 24 + (np.array([t.at for t in zone.tiles]).max(0) + 1) * zone.pitch_mm if zone.tiles else low
    for _ in range(count * 8):
        wide, high_mm = pick(rng, ((148, 210), (70, 150), (57, 88), (100, 100), (160, 14), (210, 297)))
        at, reach = size * rng.uniform(-0.2, 1.2, 2), np.hypot(wide, high_mm) / 2
        if ((at < low - reach) | (at > high + reach)).any():
            quad = cv2.boxPoints((tuple(at + 800 - size / 2), (wide, high_mm), float(rng.uniform(0, 180))))
            cv2.fillPoly(drawing, [np.rint(quad).astype(np.int32)], 255, cv2.LINE_AA)
            count -= 1
        if not count:
            break
    return on_table(scene.camera, drawing, size / 2 - 800, 1.0)


def _things(rng: Rng) -> HardTable:
    """Papers, a phone, a pencil beside the territory."""
    return _with_papers(rng, usual(rng))


def _with_papers(rng: Rng, scene: Scene) -> HardTable:
    colour = pick(rng, ((235.0, 235.0, 235.0), (30.0, 28.0, 28.0), any_colour(rng)))
    mask = _papers(rng, scene, int(rng.integers(1, 4)))
    other = replace(scene, table_colour=colour)
    return HardTable(woven(scene, any_style(rng), int(rng.integers(2**31)), other, mask), scene.tile_mm)


def _empty(number: int | None, things: bool) -> Trouble:
    def trouble(rng: Rng) -> HardTable:
        zone = ZoneScene(number, (), size_mm=(float(rng.uniform(250, 450)), float(rng.uniform(220, 350))))
        scene = table_of(rng, zone, over(rng, zone), 45.0)
        if things:
            return _with_papers(rng, scene)
        size = np.asarray(zone.size_mm)
        cups = [size * rng.uniform(0, 1, 2) for _ in range(int(rng.integers(0, 4)))]
        standing = tuple(Cup((at[0], at[1]), rng.uniform(30, 48), rng.uniform(30, 110), any_colour(rng)) for at in cups)
        tip, sleeve = rng.uniform(0.3, 0.7, 2) * (1, 0.56), (float(rng.choice([-0.1, 1.1])), float(rng.uniform(0, 0.5)))
        hand = Hand((tip[0], tip[1]), sleeve) if rng.random() < 0.6 else None
        return _shot(rng, replace(scene, cups=standing, hand=hand))

    return trouble


def _market_zone(rng: Rng, tile_mm: float, sold: float, board_mm: float) -> ZoneScene:
    """Columns of 2, 2, 3, 3 and 4 tiles; a column that was taken is empty."""
    counts = pick(rng, ((2, 2, 3, 3, 4), (2, 3, 3, 4), (2, 3, 4)))
    cells = [(c, r) for c, count in enumerate(counts) if rng.random() >= sold for r in range(count)] or [(0, 0), (0, 1)]
    gaps = rng.uniform(1, 25), rng.uniform(0.3, 8)
    pitch = (tile_mm + gaps[0], tile_mm + gaps[1])
    size = (len(counts) * pitch[0] + 60, 4 * pitch[1] + 50 + board_mm)
    tiles = laid_tiles(rng, cells, rng.uniform(0.2, 1.2), rng.uniform(0.2, 1.5))
    return ZoneScene(0, tiles, size_mm=size, first_mm=(30.0, 20.0 + board_mm), pitch_mm=pitch)


def _market(sold: float) -> Trouble:
    def trouble(rng: Rng) -> HardTable:
        tile_mm = float(rng.uniform(40, 52))
        zone = _market_zone(rng, tile_mm, sold, 0.0)
        return _in_columns(_shot(rng, table_of(rng, zone, over(rng, zone), tile_mm)))

    return trouble


def _in_columns(table: HardTable) -> HardTable:
    """Columns are counted as they lie: an empty one between others has no number."""
    columns = sorted({tile.at[0] for tile in table.shot.tiles})
    tiles = tuple(replace(tile, at=(columns.index(tile.at[0]), tile.at[1])) for tile in table.shot.tiles)
    return replace(table, shot=replace(table.shot, tiles=tiles))


def _station_board(rng: Rng) -> HardTable:
    """The market under a printed board as wide as its columns."""
    tile_mm, board_mm = float(rng.uniform(40, 52)), float(rng.uniform(60, 110))
    zone = _market_zone(rng, tile_mm, 0.1, board_mm)
    scene = table_of(rng, zone, over(rng, zone), tile_mm)
    style, seed = any_style(rng), int(rng.integers(2**31))
    white = shoot(replace(scene, table="plain", table_colour=(250.0, 250.0, 250.0)), style, seed).photo_bgr
    shot = shoot(scene, style, seed)
    size = (int(zone.size_mm[0] - 50), int(board_mm - 8))
    print_bgr = _board_print(rng, size)
    corner = np.array([25.0, 8.0])
    share = on_table(scene.camera, np.full(size[::-1], 255, np.uint8), corner, 1.0)[..., None]
    art = np.stack([on_table(scene.camera, print_bgr[..., k], corner, 1.0) for k in range(3)], -1)
    photo = shot.photo_bgr * (1 - share) + white * (art * share)
    return _in_columns(HardTable(replace(shot, photo_bgr=np.clip(photo, 0, 255).astype(np.uint8)), tile_mm))


def _board_print(rng: Rng, size: tuple[int, int]) -> np.ndarray:
    """A board's print: a ground, a frame, places in other colours."""
    board = np.full((size[1], size[0], 3), any_colour(rng), np.uint8)
    for _ in range(int(rng.integers(4, 14))):
        at, reach = rng.uniform(0, 1, 2) * size, rng.uniform(6, 40, 2)
        low, high = (at - reach / 2).astype(int), (at + reach / 2).astype(int)
        if rng.random() < 0.5:
            cv2.rectangle(board, (int(low[0]), int(low[1])), (int(high[0]), int(high[1])), any_colour(rng), -1)
        else:
            cv2.circle(board, (int(at[0]), int(at[1])), int(reach[0] / 2), any_colour(rng), -1, cv2.LINE_AA)
    cv2.rectangle(board, (0, 0), (size[0] - 1, size[1] - 1), any_colour(rng), int(rng.integers(1, 5)))
    return board


def _whole_table(rng: Rng) -> HardTable:
    """Two to four territories in one picture of the whole table."""
    tile_mm, places = float(rng.uniform(42, 48)), ((0, 0), (560, 20), (10, 500), (570, 510))
    zones = []
    for k in rng.permutation(4)[: int(rng.integers(2, 5))]:
        zone = territory(rng, random_cells(rng, int(rng.integers(8, 20)), 1.0), tile_mm, int(k) + 1)
        zones.append(replace(zone, corner_mm=places[int(k)], turn_deg=float(rng.normal(0, 4))))
    camera = camera_over((480, 430), 1250, 1700, WHOLE_PX, float(rng.uniform(0, 12)), float(rng.uniform(0, 360)))
    scene = Scene(tuple(zones), camera, random_light(rng), pick(rng, ("wood", "cloth", "plain")), tile_mm=tile_mm)
    return _shot(rng, scene)


TROUBLES: dict[str, Trouble] = {
    "four cards, any turn": _four_cards,
    "three cards": _lost_cards(3),
    "two cards": _lost_cards(2),
    "one card": _lost_cards(1),
    "tilt 25": _tilted,
    "bent lens": _bent_lens(1),
    "bent lens, two cards": _bent_lens(1, 2),
    "one to three tiles": _few,
    "single row": _row,
    "holes": _holes,
    "abutting": _abutting,
    "shaken 2 mm, 3 degrees": _shaken,
    "warm lamp and glare": _lamp,
    "shadow edge": _shadow,
    "patterned cloth": _cloth,
    "mugs touching": _mugs(1),
    "hand": _hand,
    "papers beside": _things,
    "market": _market(0.0),
    "market, columns taken": _market(0.5),
    "market under its board": _station_board,
    "whole table": _whole_table,
    "bare": _bare(None),
    "bare, tilt 25": _bare(STEEPEST_DEG),
    "bare, bent lens": _bent_lens(None, strongest=0.05),
    "bare, one to three tiles": _bare(None, (1, 4)),
    "bare, mugs touching": _mugs(None),
    "empty, mugs and hands": _empty(1, things=False),
    "empty, papers": _empty(1, things=True),
    "empty market": _empty(0, things=False),
    "bare and empty": _empty(None, things=False),
    "flowered cloth": _many_colours(blossoms),
    "striped cloth": _many_colours(stripes),
    "printed cloth": _printed,
}


def hard_table(trouble: str, seed: int) -> HardTable:
    """One table of this kind; the same seed gives the same photo."""
    rng = np.random.default_rng([seed, list(TROUBLES).index(trouble)])
    return TROUBLES[trouble](rng)
