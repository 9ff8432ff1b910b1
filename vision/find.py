"""Finds the zones of a photo and, in each, where the tiles lie: every tile with its cell and its own four corners."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lens import Lens
from vision.markers import (
    BORDER_MM,
    TAG_MM,
    Camera,
    MarkedZone,
    card_middles,
    find_cards,
    project,
    zones_between,
)
from vision.market import find_market
from vision.outline import level_view
from vision.presence import SEVERAL, beside
from vision.rounds import Disc, places_of, rounds
from vision.table_model import foreign_in_photo, solid, whole
from vision.territory import Ground, Territory, find_territory
from vision.zone_view import FAINT, MARKET, ZoneView

Bgr = NDArray[np.uint8]
Points = NDArray[np.float64]

PITCHES_MM = (38.0, 54.0)
# How large glasses, mugs and saucers are across, halved, in parts of a picture in which no size is known.
ROUND_BARE = (0.02, 0.13)
AROUND_MM = 80.0
# A tile whose middle is nearer than this to that of a card would lie on it.
ON_CARD_MM = 28.0
# Pale tiles are looked for where that much more of a table would be tiles; what another look shows is believed where it
# shows so many more: fewer may be glare or a shadow.
PALE_TILES, MORE_TILES = 1.0, 2
# On a cloth of many colours a cell with so few neighbours is a tile if it is so plainly there, or if its colours are as
# rare as this part of what is usual.
AT_RIM, PLAIN, USUAL = 2, 0.9986, 0.7
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
        territory = find_market(straight_bgr, ZoneView.of(straight_bgr, zone).ground(), PITCHES_MM)
    else:
        territory = _off_cards(_territory(straight_bgr, zone), zone)
    return FoundZone(zone.number, _tiles(territory, zone.lens), zone.camera)


def _territory(straight_bgr: Bgr, zone: MarkedZone) -> Territory:
    """The tiles of a player; where the table may mislead the first look, another one counts if it shows more."""
    view = ZoneView.of(straight_bgr, zone)
    plain = view.ground()
    territory = find_territory(straight_bgr, plain, PITCHES_MM)
    if len(territory.cells) < SEVERAL:
        apart = replace(view, cards_apart=True).ground()
        territory = _fuller(territory, find_territory(straight_bgr, apart, PITCHES_MM))
    if view.is_calm():
        return _with_pale(territory, plain, view.ground(FAINT), straight_bgr)
    if view.has_many_colours():
        other = _off_pattern(find_territory(straight_bgr, view.of_rare_colours(), PITCHES_MM), view)
        return _fuller(_off_pattern(territory, view), other)
    return territory


def _fuller(territory: Territory, other: Territory) -> Territory:
    """The other one if it has clearly more tiles."""
    return other if len(other.cells) >= len(territory.cells) + MORE_TILES else territory


def _with_pale(territory: Territory, plain: Ground, pale: Ground, straight_bgr: Bgr) -> Territory:
    """Where more of a calm table is faintly foreign than the tiles cover, pale ones are looked for."""
    more_mm2 = float(pale.inner().sum() - plain.inner().sum())
    if more_mm2 < PALE_TILES * PITCHES_MM[0] ** 2:
        return territory
    return _fuller(territory, find_territory(straight_bgr, pale, PITCHES_MM))


def _off_pattern(territory: Territory, view: ZoneView) -> Territory:
    """The territory without what is printed on the cloth: cells at its rim whose colours are those of the table."""
    if len(territory.cells) < SEVERAL:
        return territory
    to_places = np.asarray(np.linalg.inv(view.to_photo), np.float64)
    rare = np.array([_mean_in(view.rare, quad) for quad in project(to_places, territory.quads_px)])
    inner = beside(territory.cells.astype(np.float64), np.ones(len(rare), bool)).sum(1) > AT_RIM
    return _only(territory, inner | (territory.presence > PLAIN) | (rare > USUAL * np.median(rare)))


def _mean_in(values: NDArray[np.float32], quad: Points) -> float:
    mask = np.zeros(values.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.rint(quad).astype(np.int32), 1)
    return float(cv2.mean(values, mask)[0])


def _only(territory: Territory, kept: NDArray[np.bool_]) -> Territory:
    return replace(
        territory, cells=territory.cells[kept], quads_px=territory.quads_px[kept], presence=territory.presence[kept]
    )


def _off_cards(territory: Territory, zone: MarkedZone) -> Territory:
    """The territory without what is a corner card: no tile lies on one that is seen."""
    if not len(territory.cells):
        return territory
    middles = project(np.asarray(np.linalg.inv(zone.mm_to_straight), np.float64), territory.quads_px.mean(1))
    gaps = np.abs(middles[:, None] - card_middles(zone)[None]).max(2)
    return _only(territory, (gaps > ON_CARD_MM).all(1))


def _around(zone: MarkedZone) -> Points:
    """The corners of a zone and what must be seen around it, in the straight picture."""
    far = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    return project(zone.mm_to_straight, far * (np.array(zone.size_mm) + 2 * AROUND_MM) - AROUND_MM)


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


def _tiles(territory: Territory, lens: Lens | None) -> tuple[FoundTile, ...]:
    """The tiles with the smallest column and row 0, and their corners as the lens shows them."""
    if not len(territory.cells):
        return ()
    ats = (territory.cells - territory.cells.min(0)).tolist()
    quads = territory.quads_px if lens is None else lens.bent(territory.quads_px)
    found = zip(ats, quads, territory.presence, strict=True)
    return tuple(FoundTile((at[0], at[1]), quad, float(chance)) for at, quad, chance in found)
