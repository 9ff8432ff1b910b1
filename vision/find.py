"""Finds the zones of a photo and, in each, where the tiles lie: every tile with its cell and its own four corners."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lens import Lens
from vision.markers import BORDER_MM, TAG_MM, Camera, MarkedZone, card_middles, find_cards, project, zones_between
from vision.market import find_market
from vision.outline import level_view
from vision.poses import edge_maps
from vision.rounds import Disc, places_of, rounds
from vision.table_model import enclosed, fenced, foreign, foreign_in_photo, rim_hint, solid, whole
from vision.territory import Ground, Territory, find_territory

Bgr = NDArray[np.uint8]
Points = NDArray[np.float64]

PITCHES_MM = (38.0, 54.0)
RIM_MM = 28.0
# How large glasses, mugs and saucers are across, halved; and in parts of a picture in which no size is known.
ROUND_MM, ROUND_BARE = (24.0, 85.0), (0.02, 0.13)
AROUND_MM = 80.0
# So far from the view's edge there is more table than tiles.
TABLE_MM = 45.0
MARKET = 0
# A tile whose middle is nearer than this to that of a card would lie on it.
ON_CARD_MM = 28.0
# Pale tiles on a pale table are at least so foreign to it; they are looked for where that much more would be tiles, and
# believed where there are so many more: fewer may be glare or a shadow.
FAINT, PALE_TILES, MORE_TILES = 0.12, 1.0, 2
# So much of the rim around a zone is table, not cards, and tells how even it is.
CALM_SHARE = 0.8
# Without cards: the picture's longest side while looking for tiles, and how large a tile may be in parts of it.
BARE_PX = 900
PITCHES_BARE = (0.025, 0.25)
# Things that look round and are smaller than this part of the picture may be the corners of small tiles after all.
SMALL_BARE = 0.04
# Beside a single card: by how much nearer or farther than the card tiles may seem.
CARD_SLACK = 1.25


@dataclass(frozen=True)
class FoundTile:
    """One tile on the table.

    `at` is (column, row) with the smallest 0; in the market (column of tiles from the left, place from the top).
    `quad_px` holds the tile's own corners TL TR BR BL in photo pixels, where "up" is as the zone's markers say.
    """

    at: tuple[int, int]
    quad_px: Points
    presence: float


@dataclass(frozen=True)
class FoundZone:
    """The tiles of one zone; `number` is None in a photo without tags, `camera` is None if nothing is known of it."""

    number: int | None
    tiles: tuple[FoundTile, ...]
    camera: Camera | None


def find_tiles(photo_bgr: Bgr) -> tuple[FoundZone, ...]:
    """All zones with their tiles, in the order of their numbers.

    Without cards there is one unnamed zone, or none if no tile is seen. A single card in the photo names the zone and
    says where up is; the rest is found as if there were none.
    """
    cards = find_cards(photo_bgr)
    zones = zones_between(photo_bgr, cards)
    if not zones:
        bare = _unmarked(photo_bgr) if len(cards) != 1 else _beside_card(photo_bgr, *cards.popitem())
        return (bare,) if bare.tiles else ()
    return tuple(_marked(photo_bgr, zone) for zone in zones)


def _marked(photo_bgr: Bgr, zone: MarkedZone) -> FoundZone:
    """The tiles between corner cards."""
    straight_bgr = photo_bgr if zone.lens is None else zone.lens.straighten(photo_bgr, _around(zone))
    if zone.number == MARKET:
        territory = find_market(straight_bgr, marked_ground(straight_bgr, zone), PITCHES_MM)
    else:
        territory = _off_cards(_territory(straight_bgr, zone), zone)
    return FoundZone(zone.number, _tiles(territory, zone.lens), zone.camera)


def _territory(straight_bgr: Bgr, zone: MarkedZone) -> Territory:
    """The tiles of a player; where more of the table is faintly foreign than they cover, pale ones are looked for."""
    strange, to_photo = _strange(straight_bgr, zone)
    ground = _ground(strange, to_photo)
    territory = find_territory(straight_bgr, ground, PITCHES_MM)
    if not _is_calm(strange, ground.rim_px):
        return territory
    pale = _ground(strange, to_photo, FAINT)
    more_mm2 = float(pale.inner().sum() - ground.inner().sum())
    if more_mm2 < PALE_TILES * PITCHES_MM[0] ** 2:
        return territory
    other = find_territory(straight_bgr, pale, PITCHES_MM)
    return other if len(other.cells) >= len(territory.cells) + MORE_TILES else territory


def _off_cards(territory: Territory, zone: MarkedZone) -> Territory:
    """The territory without what is a corner card: no tile lies on one that is seen."""
    if not len(territory.cells):
        return territory
    middles = project(np.asarray(np.linalg.inv(zone.mm_to_straight), np.float64), territory.quads_px.mean(1))
    gaps = np.abs(middles[:, None] - card_middles(zone)[None]).max(2)
    off = (gaps > ON_CARD_MM).all(1)
    return replace(
        territory, cells=territory.cells[off], quads_px=territory.quads_px[off], presence=territory.presence[off]
    )


def _is_calm(strange: NDArray[np.float32], rim_px: int) -> bool:
    """Whether the table around a zone is so even that something faintly foreign is hardly its grain."""
    rim = np.ones(strange.shape, bool)
    rim[rim_px:-rim_px, rim_px:-rim_px] = False
    return bool(np.quantile(strange[rim], CALM_SHARE) < FAINT / 3)


def _around(zone: MarkedZone) -> Points:
    """The corners of a zone and what must be seen around it, in the straight picture."""
    far = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    return project(zone.mm_to_straight, far * (np.array(zone.size_mm) + 2 * AROUND_MM) - AROUND_MM)


def marked_ground(straight_bgr: Bgr, zone: MarkedZone) -> Ground:
    """A zone and what is around it from above at 1 px/mm."""
    return _ground(*_strange(straight_bgr, zone))


def _ground(strange: NDArray[np.float32], to_photo: NDArray[np.float64], least: float = 0.4) -> Ground:
    firm = solid(strange, 150, least)
    covered = places_of(rounds(firm, ROUND_MM), firm.shape)
    return Ground(firm * (1 - covered), to_photo, round(RIM_MM) - 2, covered)


def _strange(straight_bgr: Bgr, zone: MarkedZone) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """How foreign each place in and around a zone is to the table, and where those places are in the photo."""
    to_photo = zone.mm_to_straight @ np.array([[1, 0, -RIM_MM], [0, 1, -RIM_MM], [0, 0, 1.0]])
    width, height = (round(size + 2 * RIM_MM) for size in zone.size_mm)
    view = _warped(straight_bgr, to_photo, (width, height))
    strange, edge = foreign(view, rim_hint((height, width), TABLE_MM)), np.maximum(*edge_maps(view))
    return fenced(strange, edge) if zone.number == MARKET else enclosed(strange, edge, 60), to_photo


def _unmarked(photo_bgr: Bgr) -> FoundZone:
    """The tiles of a photo without cards: tilt and scale come from the tiles themselves."""
    small, scale = _small(photo_bgr)
    pitches = (PITCHES_BARE[0] * max(small.shape), PITCHES_BARE[1] * max(small.shape))
    territory = _levelled(photo_bgr, foreign_in_photo(small), scale, pitches)
    return FoundZone(None, _tiles(territory, None), None)


def _beside_card(photo_bgr: Bgr, number: int, cards: dict[int, Points]) -> FoundZone:
    """The same with one card, which tells the size of tiles roughly, the zone's number and where up is."""
    small, scale = _small(photo_bgr)
    (card,) = cards.values()
    strange = foreign_in_photo(small)
    whole_card = card.mean(0) + (card - card.mean(0)) * (1 + 3 * BORDER_MM / TAG_MM)
    cv2.fillPoly(strange, [np.rint(whole_card * scale).astype(np.int32)], 0.0)
    px_per_mm = float(np.linalg.norm(card - np.roll(card, 1, 0), axis=1).mean()) * scale / TAG_MM
    pitches = (PITCHES_MM[0] * px_per_mm / CARD_SLACK, PITCHES_MM[1] * px_per_mm * CARD_SLACK)
    territory = _levelled(photo_bgr, strange, scale, pitches)
    return FoundZone(number, _tiles(_as_card_lies(territory, card), None), None)


def _as_card_lies(territory: Territory, card: Points) -> Territory:
    """The territory turned by quarters so that its up is the card's."""
    if not len(territory.cells):
        return territory
    along = [_across(quad) for quad in (card, territory.quads_px.mean(0))]
    quarters = int(np.rint(np.angle(along[0] / along[1]) / (np.pi / 2))) % 4
    turn = np.linalg.matrix_power(np.array([[0, -1], [1, 0]]), quarters)
    return replace(territory, cells=territory.cells @ turn, quads_px=np.roll(territory.quads_px, -quarters, axis=1))


def _across(quad: Points) -> complex:
    """The direction from the left to the right side of a quad."""
    return complex(*(quad[1] + quad[2] - quad[0] - quad[3]))


def _small(photo_bgr: Bgr) -> tuple[Bgr, float]:
    scale = min(1.0, BARE_PX / max(photo_bgr.shape[:2]))
    small = cv2.resize(photo_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), scale


def _levelled(photo_bgr: Bgr, strange: NDArray[np.float32], scale: float, pitches_px: tuple[float, float]) -> Territory:
    """The territory in a small copy of the photo that is only known by what lies there."""
    reach = max(strange.shape)
    firm = solid(strange, 0.0005 * strange.size)
    discs = rounds(firm, (ROUND_BARE[0] * reach, ROUND_BARE[1] * reach))
    tried = [_seen_level(photo_bgr, firm, discs, scale, pitches_px)]
    if any(disc.radius < SMALL_BARE * reach for disc in discs):
        tried.append(_seen_level(photo_bgr, firm, [], scale, pitches_px))
    return max(tried, key=lambda one: one[1])[0]


def _seen_level(
    photo_bgr: Bgr, strange: NDArray[np.float32], discs: list[Disc], scale: float, pitches_px: tuple[float, float]
) -> tuple[Territory, float]:
    """The territory in such a copy once what lies there is seen from above, and how clearly it explains that."""
    covered = places_of(discs, strange.shape)
    strange = whole(strange * (1 - covered))
    tilt, _ = level_view(strange, covered)
    size = (strange.shape[1], strange.shape[0])
    level, hidden = (
        np.asarray(cv2.warpPerspective(seen, tilt, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP), np.float32)
        for seen in (strange, covered)
    )
    shrink = np.diag([1 / scale, 1 / scale, 1.0])
    territory = find_territory(photo_bgr, Ground(level, shrink @ tilt, covered=hidden), pitches_px)
    return territory, territory.clear * territory.covers / max(float(level.sum()), 1.0)


def _warped(photo_bgr: Bgr, view_to_photo: NDArray[np.float64], size: tuple[int, int]) -> Bgr:
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpPerspective(photo_bgr, view_to_photo, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def _tiles(territory: Territory, lens: Lens | None) -> tuple[FoundTile, ...]:
    """The tiles with the smallest column and row 0, and their corners as the lens shows them."""
    if not len(territory.cells):
        return ()
    ats = (territory.cells - territory.cells.min(0)).tolist()
    quads = territory.quads_px if lens is None else lens.bent(territory.quads_px)
    found = zip(ats, quads, territory.presence, strict=True)
    return tuple(FoundTile((at[0], at[1]), quad, float(chance)) for at, quad, chance in found)
