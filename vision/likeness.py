"""What lies along the routes of a tile, compared with what lies along those of other tiles of the box.

A box prints the same icon again and again: seen at another place, turned, in another light, it is still alike. And what
is alike to the routes of tiles without a spot is none, however strange the box's own drawing is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.crop import CROP_PX, MARGIN_PX, TILE_PX
from vision.face import KINDS, SIDE_LETTERS, Spot, TileFace
from vision.net import Floats
from vision.places import ARMS, BESIDE_STATION, gaps_to_routes

Places = NDArray[np.float64]
# Of halved tiles: the radius of what is compared, about as large as an icon, and the steps from place to place.
RADIUS_PX, STEP_PX = 6, 2
HALF_CROP_PX, HALF_TILE_PX, HALF_MARGIN_PX = CROP_PX // 2, TILE_PX // 2, MARGIN_PX // 2
# A place must be so much more alike to an icon than to bare routes to be looked at beside a hill that is near.
MORE_ALIKE = 0.05
# Steps are too wide to meet the middle of an icon: around so many of the likeliest places all pixels are looked at.
LIKELIEST = 16
# Contrast below this is noise of the camera.
_NOISE = 0.5
# How far beside a route its spots are printed at the most, and how near to the edge of the tile, in tile widths; so far
# from a station's middle those are that do not belong to it.
BESIDE, EDGE, OUT_OF_STATION = 0.06, 0.12, 0.13
# In lessons the icons of those who wait in a station are sought so far around its middle; on photos about as far from
# it as lessons show them, give or take so much, if that is not the middle itself.
AROUND_STATIONS, ABOUT = 0.4, 0.08
# A place is compared with icons so far around, as theirs is not known to the pixel.
_SLACK_PX = 2
# A side is known by what is seen so deep inside the tile, in tile widths.
_SIDE = (0.13, 0.2)
# Of what lies along bare routes so much is kept.
MOST_BARE = 400


def places_along(sides: str, letters: str = "HR") -> Places:
    """Places on the routes of these letters, and in the middle, as x and y in tile widths."""
    return _places_on(tuple(letter in letters for letter in sides))


@lru_cache(maxsize=1)
def _everywhere() -> Places:
    first = int(HALF_MARGIN_PX + EDGE * HALF_TILE_PX) // STEP_PX * STEP_PX
    steps = (np.arange(first, HALF_CROP_PX - first + 1, STEP_PX) + 0.5 - HALF_MARGIN_PX) / HALF_TILE_PX
    return np.stack(np.meshgrid(steps, steps), -1).reshape(-1, 2)


@lru_cache(maxsize=32)
def _places_on(arms: tuple[bool, ...]) -> Places:
    every = _everywhere()
    off = every - 0.5
    near = np.linalg.norm(off, axis=1) < BESIDE
    chosen = ARMS[list(arms)]
    if len(chosen) == 2 and chosen.sum(0).any():
        near |= _on_curve(off, chosen.sum(0) / 2)
    else:
        near |= (gaps_to_routes(off)[:, list(arms)] < BESIDE).any(1)
    return np.asarray(every[near])


def _on_curve(off: Places, corner: Places) -> NDArray[np.bool_]:
    """Which places are on a curve about a corner of the tile, or where sharper ones have their middle."""
    outwards = corner / np.linalg.norm(corner)
    ahead = np.clip(off @ outwards, 0, np.linalg.norm(corner) - 0.5)
    sharper = np.linalg.norm(off - ahead[:, None] * outwards, axis=1) < BESIDE
    return np.asarray(sharper | (np.abs(np.linalg.norm(off - corner, axis=1) - 0.5) < BESIDE))


@lru_cache(maxsize=1)
def _in_stations() -> Places:
    """Where boxes print the icons of those who wait in a station: some just below it, some in a corner beside it."""
    return np.asarray(_everywhere()[np.linalg.norm(_everywhere() - 0.5, axis=1) < AROUND_STATIONS])


def beside_stations(waiting: float, about: float = ABOUT) -> Places:
    """The places about so far from the middle of a station."""
    far = np.linalg.norm(_everywhere() - 0.5, axis=1)
    return np.asarray(_everywhere()[np.abs(far - waiting) < about])


def places_of(spot: Spot, face: TileFace) -> Places:
    """Where on a tile a free spot may be printed."""
    if spot.on == "station":
        return _in_stations()
    own = {"car": "H", "train": "R"}.get(spot.kind, "HR")
    places = places_along(face.sides, own if set(own) & set(face.sides) else "HR")
    return places[np.linalg.norm(places - 0.5, axis=1) > OUT_OF_STATION] if face.station else places


@dataclass(frozen=True)
class Looks:
    """What free icons of a box look like, its routes where no spot is, and its sides; rows as `looks` gives them.

    `letters` are the numbers of what each side shows, `waiting` how far from the middle of its station the icon of one
    who waits there is printed.
    """

    icons: Floats
    kinds: NDArray[np.int64]
    bare: Floats
    sides: Floats
    letters: NDArray[np.int64]
    waiting: float = 0.0

    @property
    def beside(self) -> float:
        """So far from the middle of a station one may wait in it."""
        return max(BESIDE_STATION, self.waiting + ABOUT)

    @property
    def waits_beside(self) -> bool:
        """Whether the box prints those who wait beside its stations."""
        return self.waiting > OUT_OF_STATION

    @property
    def known(self) -> bool:
        """Whether there is something to compare with of every kind, and of none."""
        return len(set(self.kinds.tolist())) == len(KINDS) and len(self.bare) > 0

    @cached_property
    def _turned_icons(self) -> Floats:
        return in_all_turns(self.icons)

    @cached_property
    def _turned_bare(self) -> Floats:
        return in_all_turns(self.bare)

    def likeliest(self, small: Floats, sides: str) -> tuple[float, float]:
        """The place on the routes of a halved tile that looks most like an icon."""
        return self._likest(small, places_along(sides))

    def likeliest_beside(self, small: Floats) -> tuple[float, float] | None:
        """The place beside the station of a halved tile that looks most like an icon, if the box prints them there."""
        if not self.waits_beside:
            return None
        return self._likest(small, beside_stations(self.waiting))

    def _likest(self, small: Floats, places: Places) -> tuple[float, float]:
        """The place that looks most like an icon, to a pixel: seen two beside its middle an icon looks like none."""
        best = np.argsort(-self._like_icons(small, places))[:LIKELIEST]
        near = np.unique((places[best][:, None] + _around()).reshape(-1, 2), axis=0)
        x, y = near[int(self._like_icons(small, near).argmax())]
        return float(x), float(y)

    def _like_icons(self, small: Floats, places: Places) -> Floats:
        return np.asarray((looks(small, places) @ self._turned_icons.T).max(1))

    def is_like_icon(self, small: Floats, place: tuple[float, float], kinds: Sequence[int]) -> bool:
        """Whether a place of a halved tile looks more like an icon of these kinds than like bare routes."""
        seen = looks(small, np.array([place]))
        own = self._turned_icons[np.isin(np.tile(self.kinds, 4), kinds)]
        return float((seen @ own.T).max(initial=-1.0)) > float((seen @ self._turned_bare.T).max()) + MORE_ALIKE

    def compared(self, small: Sequence[Floats], places: Places) -> tuple[Floats, Floats]:
        """How alike places, each on its halved tile, are to icons of each kind and to bare routes, 1 at the most."""
        seen = np.stack([looks(tile, place + _around()) for tile, place in zip(small, places, strict=True)])
        alike = seen @ self._turned_icons.T
        best = alike.max(2).argmax(1)
        of_kind = np.tile(self.kinds, 4)
        icons = np.stack([alike[:, :, of_kind == kind].max((1, 2)) for kind in range(len(KINDS))], 1)
        return icons, (seen[np.arange(len(seen)), best] @ self._turned_bare.T).max(1)

    @cached_property
    def _mirrored_sides(self) -> Floats:
        return np.concatenate([self.sides, mirrored(self.sides)])

    def sides_compared(self, small: Sequence[Floats]) -> Floats:
        """How alike the upper side of each halved tile is to sides with each letter; -1 where none is known."""
        seen = np.stack([side_looks(tile, _around()) for tile in small])
        alike, letter = (seen @ self._mirrored_sides.T).max(1), np.tile(self.letters, 2)
        nearest = [alike[:, letter == number].max(1, initial=-1.0) for number in range(len(SIDE_LETTERS))]
        return np.stack(nearest, 1)

    def arrays(self) -> dict[str, Any]:
        """The form in which a pack keeps them."""
        rows = {"looks.icons": self.icons, "looks.bare": self.bare, "looks.sides": self.sides}
        kept = {name: np.round(value * 127).astype(np.int8) for name, value in rows.items()}
        return {**kept, "looks.kinds": self.kinds, "looks.letters": self.letters, "looks.waiting": self.waiting}


# What looks like the routes of so many tiles of a photo is a bare route: no icon is passed over that often.
BARE_TILES = 3


@dataclass(frozen=True)
class PhotoLooks:
    """What icons, and the routes of each tile without a spot, look like in a photo, in its own light and sharpness."""

    icons: Floats
    kinds: NDArray[np.int64]
    bare: Sequence[Floats]

    def added(self, known: tuple[Floats, Floats], small: Sequence[Floats], places: Places) -> tuple[Floats, Floats]:
        """How alike places are to icons of each kind and to bare routes, those of the photo added to what is known."""
        icons, bare = known
        seen = np.stack([looks(tile, place + _around()) for tile, place in zip(small, places, strict=True)])
        if len(self.icons):
            alike, of_kind = (seen @ in_all_turns(self.icons).T).max(1), np.tile(self.kinds, 4)
            own = [alike[:, of_kind == kind].max(1, initial=-1.0) for kind in range(len(KINDS))]
            icons = np.maximum(icons, np.stack(own, 1))
        if len(self.bare) >= BARE_TILES:
            middle = in_all_turns(seen[:, len(_around()) // 2])
            by_tile = np.stack([(middle @ rows.T).max(1).reshape(4, -1).max(0) for rows in self.bare], 1)
            bare = np.maximum(bare, np.sort(by_tile, 1)[:, -BARE_TILES])
        return icons, bare


def kept_looks(data: Any) -> Looks:
    """The looks that a pack keeps; one from before they were kept has none until taught again."""
    if "looks.kinds" not in data:
        return NO_LOOKS
    icons, bare, sides = (data[f"looks.{name}"].astype(np.float32) / 127 for name in ("icons", "bare", "sides"))
    waiting = float(data["looks.waiting"]) if "looks.waiting" in data else 0.0
    return Looks(icons, data["looks.kinds"], bare, sides, data["looks.letters"], waiting)


def looks_of(small: Floats, faces: Sequence[TileFace], icons: Sequence[tuple[int, float, float, int]]) -> Looks:
    """What halved tiles with known faces show; `icons` are the tile, the place and the kind of each free one."""
    rows = [looks(small[index], np.array([[x, y]])) for index, x, y, _ in icons]
    kinds = np.array([kind for *_, kind in icons], np.int64)
    bare = bare_routes(small, faces)
    bare = bare[np.random.default_rng(0).permutation(len(bare))[:MOST_BARE]]
    bare = np.concatenate([bare_stations(small, faces), bare])
    sides = np.concatenate([side_looks(np.rot90(tile, turn)) for tile in small for turn in range(4)])
    letters = np.array([SIDE_LETTERS.index(letter) for face in faces for letter in face.sides], np.int64)
    seen = np.concatenate(rows) if rows else NO_LOOKS.icons
    return Looks(seen, kinds, bare, sides, letters, waiting_of(icons, faces))


def waiting_of(icons: Sequence[tuple[int, float, float, int]], faces: Sequence[TileFace]) -> float:
    """How far from the middle of stations the icons of those are printed who are alone there."""
    alone = [[(spot.on, spot.pawn) for spot in face.spots] == [("station", False)] for face in faces]
    far = [float(np.hypot(x - 0.5, y - 0.5)) for index, x, y, _ in icons if alone[index]]
    return float(np.median(far)) if far else 0.0


def bare_routes(small: Floats, faces: Sequence[TileFace]) -> Floats:
    """What lies along the routes of tiles without a spot."""
    free = [looks(small[i], places_along(face.sides)) for i, face in enumerate(faces) if not face.spots]
    return np.concatenate(free) if free else NO_LOOKS.bare


@lru_cache(maxsize=1)
def _around() -> Places:
    """How far from a place others are that may be meant."""
    steps = np.arange(-_SLACK_PX, _SLACK_PX + 1)
    every = np.stack(np.meshgrid(steps, steps), -1).reshape(-1, 2)
    return np.asarray(every[np.abs(every).sum(1) <= _SLACK_PX] / HALF_TILE_PX)


def side_looks(small: Floats, off: Places | None = None) -> Floats:
    """What is seen where a route would leave the upper side of a halved tile; `off` are places beside that."""
    tile, beside = np.ascontiguousarray(small), np.zeros((1, 2)) if off is None else off
    rows = [looks(tile, np.array([0.5, deep]) + beside) for deep in _SIDE]
    return np.asarray(np.concatenate(rows, 1) / np.sqrt(len(rows)), np.float32)


def mirrored(rows: Floats) -> Floats:
    """The same looks at sides, left and right exchanged."""
    discs = rows.reshape(len(rows), len(_SIDE), -1, 3)
    return np.ascontiguousarray(discs[:, :, _mirrored_disc()]).reshape(rows.shape)


def bare_stations(small: Floats, faces: Sequence[TileFace]) -> Floats:
    """What lies in the middle of stations without a spot; they are few and must not be lost among the routes."""
    free = [i for i, face in enumerate(faces) if face.station and not face.spots]
    middles = [looks(small[i], places_along("----")) for i in free]
    return np.concatenate(middles) if middles else NO_LOOKS.bare


def bare_tiles(small: Floats, faces: Sequence[TileFace]) -> Floats:
    """What lies anywhere on tiles without a spot."""
    free = [looks(small[i], _everywhere()) for i, face in enumerate(faces) if not face.spots]
    return np.concatenate(free) if free else NO_LOOKS.bare


def in_all_turns(rows: Floats) -> Floats:
    return np.concatenate([turned(rows, turn) for turn in range(4)])


@lru_cache(maxsize=1)
def _disc() -> NDArray[np.int64]:
    """The pixels of the disc as they lie in memory, from its middle."""
    y, x = np.mgrid[-RADIUS_PX : RADIUS_PX + 1, -RADIUS_PX : RADIUS_PX + 1]
    inside = np.hypot(x, y) < RADIUS_PX + 0.5
    return np.asarray(y[inside] * HALF_CROP_PX + x[inside])


def looks(small: Floats, places: Places) -> Floats:
    """What is seen about these places of a halved tile, each as a row without light and contrast."""
    return _plain(_discs(small, places))


def contrasts(small: Floats, places: Places) -> Floats:
    """How much what is seen about these places of a halved tile differs from its mean, in log colour."""
    return np.asarray(_discs(small, places).std(1).mean(1), np.float32)


def _discs(small: Floats, places: Places) -> Floats:
    px = np.floor(places * HALF_TILE_PX + HALF_MARGIN_PX).astype(int)
    at = px[:, 1] * HALF_CROP_PX + px[:, 0]
    return np.asarray(small.reshape(-1, 3)[at[:, None] + _disc()]).reshape(len(places), -1, 3)


def turned(rows: Floats, turn: int) -> Floats:
    """The same looks, turned by so many quarters."""
    return np.ascontiguousarray(rows.reshape(len(rows), len(_disc()), 3)[:, _turned_disc(turn)]).reshape(rows.shape)


@lru_cache(maxsize=4)
def _turned_disc(turn: int) -> NDArray[np.int64]:
    return np.asarray(np.rot90(_numbered_disc(), turn)[_numbered_disc() >= 0])


@lru_cache(maxsize=1)
def _mirrored_disc() -> NDArray[np.int64]:
    return np.asarray(_numbered_disc()[:, ::-1][_numbered_disc() >= 0])


@lru_cache(maxsize=1)
def _numbered_disc() -> NDArray[np.int64]:
    """A picture of the disc whose pixels are numbered as they lie in a row, -1 around it."""
    y, x = np.mgrid[-RADIUS_PX : RADIUS_PX + 1, -RADIUS_PX : RADIUS_PX + 1]
    inside = np.hypot(x, y) < RADIUS_PX + 0.5
    numbers = np.full(inside.shape, -1)
    numbers[inside] = np.arange(inside.sum())
    return numbers


def _plain(seen: Floats) -> Floats:
    rows = (seen - seen.mean(1, keepdims=True)).reshape(len(seen), -1)
    return np.asarray(rows / (np.linalg.norm(rows, axis=1, keepdims=True) + _NOISE), np.float32)


_NO_ROWS = np.zeros((0, 3 * len(_disc())), np.float32)
_NO_NUMBERS = np.zeros(0, np.int64)
NO_LOOKS = Looks(_NO_ROWS, _NO_NUMBERS, _NO_ROWS, np.tile(_NO_ROWS, (1, len(_SIDE))), _NO_NUMBERS)
