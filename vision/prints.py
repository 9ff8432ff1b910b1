"""Things printed on a box's tiles as its taught photos show them: a print is known again whatever lies around it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import permutations
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
# What prints are never closer than: noise of the camera.
_FLOOR = 0.005
# How much of a common shift of colour is put down to the light; how much a photo may stretch a print's contrast.
_LIGHT, _CONTRAST = 1 / 1.3, (0.6, 1.5)
# Prints of one kind are laid on each other by so many rings of their middle; what a box usually shows counts as much as
# so many pairs; differences below this are all alike.
_CORE, _DOUBT, _EVEN = 5, 6.0, 0.02
# Of bare places only so many are kept, those most like a spot; they are compared so little out of place.
_MOST_BARE, _BARE_SLACK_PX = 40, 1


@dataclass(frozen=True)
class Glass:
    """How a sort of print is looked at: a disc about a picture's middle, a little out of place, in so many turns.

    `blurs_px` are how much each print is blurred for comparison: the next photo may be less sharp than the lesson's.
    `alike` is how much prints of one kind usually differ, ring by ring from the middle; without it all pixels count.
    """

    radius_px: int
    slack_px: int
    turns: int
    blurs_px: tuple[float, ...] = (0.0,)
    alike: tuple[float, ...] | None = None

    @property
    def kept_px(self) -> int:
        """A print is kept with a little around it, so that it can be turned."""
        return 2 * self.radius_px + 4

    def middle_of(self, pictures: Floats) -> Floats:
        """The part of each picture that is kept as a print."""
        top = (pictures.shape[1] - self.kept_px) // 2
        return np.ascontiguousarray(pictures[:, top : top + self.kept_px, top : top + self.kept_px])

    def disc(self, side_px: int) -> NDArray[np.bool_]:
        y, x = np.mgrid[0:side_px, 0:side_px] - (side_px - 1) / 2
        return np.asarray(np.hypot(x, y) < self.radius_px + 0.5)

    def turned(self, views: Floats) -> Floats:
        """Every print in all turns, as rows."""
        middle, size, disc = ((self.kept_px - 1) / 2,) * 2, (self.kept_px,) * 2, self.disc(self.kept_px)
        matrices = [cv2.getRotationMatrix2D(middle, 360.0 * turn / self.turns, 1.0) for turn in range(self.turns)]
        rows = [cv2.warpAffine(view, matrix, size, borderMode=1)[disc] for view in views for matrix in matrices]
        return np.asarray(rows, np.float32).reshape(len(rows), -1)

    @cached_property
    def rings(self) -> NDArray[np.int64]:
        """How far the pixels of the disc are from the middle."""
        y, x = np.mgrid[0 : 2 * self.radius_px, 0 : 2 * self.radius_px] - (self.radius_px - 0.5)
        return np.asarray(np.hypot(x, y)[self.disc(2 * self.radius_px)], np.int64)

    def windows(self, pictures: Floats) -> Floats:
        """For each picture the discs about its middle and about places near that, as rows."""
        inside = self._inside(pictures.shape[1])
        flat = pictures.reshape(len(pictures), -1, 3)
        return np.ascontiguousarray(flat[:, inside]).reshape(len(pictures), len(inside), -1)

    @lru_cache(maxsize=4)  # noqa: B019 - the two glasses live as long as the program
    def _inside(self, side_px: int) -> NDArray[np.int64]:
        """For each place the pixels of the disc in a picture of that size, as it lies in memory."""
        rows, columns = np.nonzero(self.disc(2 * self.radius_px))
        first = side_px // 2 - self.radius_px
        places = range(first - self.slack_px, first + self.slack_px + 1)
        found = [(rows + top) * side_px + columns + left for top in places for left in places]
        return np.asarray(found, np.int64)


# Icons in the patches of the spot reader, stations in the middle of halved tiles.
ICON = Glass(8, slack_px=4, turns=4, blurs_px=(0.0, 1.0), alike=(0.2, 0.2, 0.2, 0.2, 0.25, 0.35, 0.5, 0.7, 0.8))
STATION = Glass(radius_px=10, slack_px=2, turns=4)


@dataclass(frozen=True)
class Gaps:
    """How far pictures are from the nearest print of each kind, as mean squared log colour at the best fit.

    `colour` leaves out most of a common shift of colour, `shape` all of it, and contrast too. `bare` is how far, in
    colour, the nearest place is that shows none of the kinds; it is not a number where no such place is known.
    """

    colour: NDArray[np.float64]
    shape: NDArray[np.float64]
    bare: NDArray[np.float64]


@dataclass(frozen=True)
class Prints:
    """Prints in log colour without light, and the kind of each, from 0.

    `bare` are places without any of them, `usual` is how far such places are from the nearest print; it is not a number
    where none was seen.
    """

    glass: Glass
    views: Floats
    kinds: NDArray[np.int64]
    count: int
    usual: float = float("nan")
    bare: Floats | None = None

    @property
    def complete(self) -> bool:
        """Whether every kind was seen, so that they can be weighed against each other."""
        return len(set(self.kinds.tolist())) == self.count

    def gaps(self, pictures: Floats) -> Gaps:
        """How far each picture is from the nearest print of each kind."""
        seen = _Rows.of(self.glass.windows(pictures), self._weights)
        compared = [_compared(seen, known) for known in self._turned]
        colour = np.minimum.reduce([colour.min(1) for colour, _ in compared])
        return Gaps(self._nearest(colour), self._nearest(compared[0][1].min(1)), self._bare_gaps(pictures))

    def _bare_gaps(self, pictures: Floats) -> NDArray[np.float64]:
        if self._turned_bare is None:
            return np.full(len(pictures), np.nan)
        seen = _Rows.of(replace(self.glass, slack_px=_BARE_SLACK_PX).windows(pictures), self._weights)
        colour, _ = _compared(seen, self._turned_bare)
        return np.asarray(np.maximum(colour.min((1, 2)), 0) + _FLOOR, np.float64)

    def _nearest(self, apart: Floats) -> NDArray[np.float64]:
        """Of all prints in all turns the nearest of each kind."""
        of_kind = np.repeat(self.kinds, self.glass.turns)
        nearest = [apart[:, of_kind == kind].min(1, initial=np.inf) for kind in range(self.count)]
        return np.asarray(np.maximum(np.stack(nearest, 1), 0) + _FLOOR, np.float64)

    @cached_property
    def _turned(self) -> tuple[_Rows, ...]:
        """The prints in all turns, for each blur."""
        views = (self.glass.turned(_blurred(self.views, blur_px)) for blur_px in self.glass.blurs_px)
        return tuple(_Rows.of(rows, self._weights) for rows in views)

    @cached_property
    def _turned_bare(self) -> _Rows | None:
        known = self.bare is not None and len(self.bare) > 0
        return _Rows.of(self.glass.turned(self.bare), self._weights) if known and self.bare is not None else None

    @cached_property
    def _weights(self) -> Floats:
        """The share of each pixel of the disc in the whole: little where prints of one kind differ."""
        ring = self.glass.rings
        if self.glass.alike is None:
            return np.full(len(ring), 1 / len(ring), np.float32)
        usual = np.asarray(self.glass.alike)
        turned = self.glass.turned(self.views).reshape(len(self.kinds), self.glass.turns, -1)
        alike = [(i, j) for i, j in permutations(range(len(self.kinds)), 2) if self.kinds[i] == self.kinds[j]]
        pairs = [self._differences(self.views[i : i + 1], turned[j]) for i, j in alike]
        apart = (np.sum(pairs, axis=0) + _DOUBT * usual) / (len(pairs) + _DOUBT) if pairs else usual
        shares = 1 / (apart + _EVEN)
        return np.asarray(shares[ring] / shares[ring].sum(), np.float32)

    def _differences(self, view: Floats, turned: Floats) -> NDArray[np.float64]:
        """How a print differs from another, ring by ring, where their middles fit best."""
        ring, seen = self.glass.rings, replace(self.glass, slack_px=2).windows(view)[0]
        apart = ((seen[:, None] - turned) ** 2).reshape(len(seen) * len(turned), -1, 3).sum(2)
        best = apart[int(apart[:, ring < _CORE].mean(1).argmin())]
        return np.bincount(ring, best) / np.bincount(ring)

    def arrays(self, name: str) -> dict[str, Any]:
        """The form in which a pack keeps them."""
        views = self.views.astype(np.float16)
        kept = {f"{name}.views": views, f"{name}.kinds": self.kinds, f"{name}.usual": self.usual}
        return kept if self.bare is None else {**kept, f"{name}.bare": self.bare.astype(np.float16)}


@dataclass(frozen=True)
class _Rows:
    """Discs as weighed rows, with the mean of each colour, the mean square and the variance about the means."""

    rows: Floats
    means: Floats
    squares: Floats
    variances: Floats

    @classmethod
    def of(cls, rows: Floats, weights: Floats) -> _Rows:
        means = np.stack([rows[..., colour::3] @ weights for colour in range(3)], -1)
        weighed = rows * np.sqrt(np.repeat(weights, 3))
        squares = np.einsum("...k,...k->...", weighed, weighed)
        return cls(weighed, means, squares, squares - (means**2).sum(-1))


def _compared(seen: _Rows, known: _Rows) -> tuple[Floats, Floats]:
    """How far each seen disc is from each known one in colour, and in shape."""
    together = seen.rows @ known.rows.T
    means = seen.means @ known.means.T
    shifts = (seen.means**2).sum(-1)[..., None] + (known.means**2).sum(-1) - 2 * means
    colour = seen.squares[..., None] + known.squares - 2 * together - np.float32(_LIGHT) * shifts
    covariance = together - means
    stretch = np.clip(covariance / np.maximum(known.variances, 1e-6), *_CONTRAST)
    shape = seen.variances[..., None] + stretch * (stretch * known.variances - 2 * covariance)
    return colour, shape


def _blurred(views: Floats, blur_px: float) -> Floats:
    if blur_px == 0 or not len(views):
        return views
    return np.stack([np.asarray(cv2.GaussianBlur(view, (0, 0), blur_px), np.float32) for view in views])


def no_prints(glass: Glass, count: int) -> Prints:
    """What is known of a box from before prints were kept, and of none: nothing."""
    return Prints(glass, np.zeros((0, glass.kept_px, glass.kept_px, 3), np.float32), np.zeros(0, np.int64), count)


def kept_prints(data: Any, name: str, none: Prints) -> Prints:
    """The prints that a pack keeps under a name; a pack from before they were kept has none until taught again."""
    if f"{name}.views" not in data:
        return none
    views = data[f"{name}.views"].astype(np.float32)
    bare = data[f"{name}.bare"].astype(np.float32) if f"{name}.bare" in data else None
    return Prints(none.glass, views, data[f"{name}.kinds"], none.count, float(data[f"{name}.usual"]), bare)


NO_ICONS, NO_STATIONS = no_prints(ICON, 3), no_prints(STATION, 2)


def icon_prints(patches: Floats, labels: Any) -> Prints:
    """The prints of labelled patches: class 0 shows nothing, 1 to 3 are free icons, the rest is left out."""
    known = np.asarray(labels)
    icons = (known > 0) & (known <= NO_ICONS.count)
    prints = Prints(ICON, ICON.middle_of(patches[icons]), (known[icons] - 1).astype(np.int64), NO_ICONS.count)
    if not icons.any() or not (known == 0).any():
        return prints
    usual = float(np.median(prints.gaps(patches[known == 0]).colour.min(1)))
    bare = ICON.middle_of(patches[known == 0][:_MOST_BARE])
    return Prints(ICON, prints.views, prints.kinds, prints.count, usual, bare)


def station_prints(small: Floats, stations: Any) -> Prints:
    """The middles of halved tiles, without a station (0) and with one (1)."""
    return Prints(STATION, STATION.middle_of(small), np.asarray(stations, np.int64), NO_STATIONS.count)
