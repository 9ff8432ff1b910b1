"""Where on a tile spots may be: on its routes, and in its station."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.crop import CROP_PX
from vision.explain import Chances
from vision.face import SIDE_LETTERS, TileFace
from vision.heat import CELL_PX, height_at, peaks, place_of
from vision.net import Floats

Place = tuple[float, float, float]
# Spots are on routes, so far off at the most, in tile widths; elsewhere they are so many times less likely.
ICON_OFF_ROUTE, PAWN_OFF_ROUTE, OFF_ROUTE = 0.2, 0.34, 0.05
# On a tile with a station a free icon so near to the middle is a traveller's, so far from it none; others are rare.
# Some boxes print it just below the station, and some, as their lessons tell, still farther beside it.
IN_STATION, BESIDE_STATION, OFF_STATION = 0.1, 0.26, 0.1
# A hill beside the routes must be so many times higher to be looked at: trees and houses make hills as well.
STRAY = 3.0
# The middle of a tile with a station is looked at whatever hill is there, unless one is just there: stations have hills
# of their own beside it. Other places so near to the middle are in it.
LIKELY_STATION, AT_MIDDLE, NEAR_MIDDLE = 0.3, 0.08, 0.13
# Pawns beside a station stand so much nearer to it or farther off than the icon is printed, or seem to; so many hills
# there are looked at, since the highest may be a house.
PAWN_ABOUT, CORNERS = 0.14, 3
# Which letters (none, highway, rail) the routes have on which cars, trains and travellers wait.
_SUITS = np.array([(0, 1, 0), (0, 0, 1), (0, 1, 1)])
ARMS = np.array([(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)])


def candidates(heat: Floats, most: int, sides: Chances, station: float) -> list[Place]:
    """The places of a tile to look at: x, y in tile widths and the height of the hill there, the likeliest first."""
    found = peaks(heat, most, np.asarray(_near_routes(sides[:, 1:].sum(1)), np.float32))
    if station < LIKELY_STATION or any(np.hypot(x - 0.5, y - 0.5) < AT_MIDDLE for x, y, _ in found):
        return found
    return [*found[: most - 1], (0.5, 0.5, height_at(heat, 0.5, 0.5))]


def sides_of(face: TileFace) -> Chances:
    """The sides of a tile that is known, as the chances of a photo's are."""
    return np.eye(len(SIDE_LETTERS))[[SIDE_LETTERS.index(letter) for letter in face.sides]]


def hills_beside(heat: Floats, waiting: float) -> list[Place]:
    """The highest hills where those may stand who wait so far from the middle of a station."""
    far = np.linalg.norm(_cells() - 0.5, axis=-1)
    found = peaks(heat, CORNERS, np.asarray(np.abs(far - waiting) < PAWN_ABOUT, np.float32))
    return [place for place in found if abs(np.hypot(place[0] - 0.5, place[1] - 0.5) - waiting) < PAWN_ABOUT]


def _near_routes(routes: Chances) -> Chances:
    """For each cell of the map how likely it is on one of the tile's routes, if not the share of a stray hill."""
    on_route = np.maximum((_cells_by_arms() * routes[:, None, None]).max(0), _cells_in_the_middle())
    return np.asarray(1 / STRAY + (1 - 1 / STRAY) * on_route)


@lru_cache(maxsize=1)
def _cells() -> NDArray[np.float64]:
    """The middles of the map's cells in tile widths, as rows of x and y."""
    count = CROP_PX // CELL_PX
    return np.array([[place_of(row, column) for column in range(count)] for row in range(count)])


@lru_cache(maxsize=1)
def _cells_by_arms() -> NDArray[np.bool_]:
    return np.moveaxis(gaps_to_routes(_cells() - 0.5) < ICON_OFF_ROUTE, -1, 0)


@lru_cache(maxsize=1)
def _cells_in_the_middle() -> NDArray[np.bool_]:
    return np.asarray(np.linalg.norm(_cells() - 0.5, axis=-1) < ICON_OFF_ROUTE)


def gaps_to_routes(off: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far places are from the route to each side; `off` are the places as seen from the middle."""
    ahead = np.clip(off @ ARMS.T, 0, 0.5)
    return np.asarray(np.linalg.norm(off[..., None, :] - ahead[..., None] * ARMS, axis=-1))


def on_routes(place: Place, sides: Chances, beside: float = BESIDE_STATION) -> Chances:
    """How well each class of the spot reader suits a place: spots are on a route of their kind, or in the middle.

    Pawns seem to stand a little off their spot, more so at the rim of the picture. Who waits `beside` a station is off
    its routes.
    """
    off = np.array(place[:2]) - 0.5
    gaps = gaps_to_routes(off)
    highway, rail = sides[:, 1], sides[:, 2]
    odds = [1.0]
    for reach in (ICON_OFF_ROUTE, PAWN_OFF_ROUTE):
        near = gaps < reach
        middle, waiting = (float(np.hypot(*off) < far) for far in (reach, max(reach, beside)))
        odds += [max(middle, float((near * letter).max())) for letter in (highway, rail)]
        odds.append(max(waiting, float((near * (highway + rail)).max())))
    return np.maximum(odds, OFF_ROUTE)


def told_by_spots(places: list[Place], seen: Chances, sides: Chances) -> Chances:
    """The chances of a tile's sides with what its spots tell: an icon that hides a route to a side stands on one."""
    if not places:
        return sides
    told = sides * _telling(np.array(places)[:, :2] - 0.5, seen, sides).prod(0)
    return np.asarray(told / told.sum(1, keepdims=True))


def _telling(off: NDArray[np.float64], seen: Chances, sides: Chances) -> Chances:
    """How well what may be seen at each place, so far from the middle, suits each letter of each side.

    The axes are places, icon or pawn, kinds, sides, letters.
    """
    reaches = np.array([ICON_OFF_ROUTE, PAWN_OFF_ROUTE])
    near = (gaps_to_routes(off)[:, None] < reaches[:, None])[:, :, None]
    may_be = _of_others(near * (sides @ _SUITS.T).T)
    own = near[..., None] * _SUITS[:, None]
    middle = np.maximum(np.linalg.norm(off, axis=1)[:, None] < reaches, OFF_ROUTE)
    suiting = np.maximum(np.maximum(own, may_be[..., None]), middle[:, :, None, None, None])
    return np.asarray(seen[:, 0, None, None] + np.einsum("prk,prksl->psl", seen[:, 1:].reshape(-1, 2, 3), suiting))


def _of_others(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """For each side, which are last, the greatest share of the other sides."""
    return np.asarray(np.where(np.eye(len(ARMS), dtype=bool), 0.0, shares[..., None, :]).max(-1))


def at_middle(place: Place) -> bool:
    """Whether a place may be in the station of its tile."""
    return bool(np.hypot(place[0] - 0.5, place[1] - 0.5) < BESIDE_STATION)


def at_station(place: Place, station: float, beside: float = BESIDE_STATION) -> Chances:
    """How well each class suits a place of a tile with a station: travellers wait in it, cars and trains outside."""
    off = float(np.hypot(place[0] - 0.5, place[1] - 0.5))
    unlikely = 1 - (1 - OFF_STATION) * station
    inside, outside = off < IN_STATION, off > beside
    car, traveller = (unlikely if inside else 1.0), (unlikely if outside else 1.0)
    return np.array([1.0, car, car, traveller, 1.0, 1.0, 1.0])
