"""One territory: from a map of what lies on the table to tiles in cells, each with its own corners."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cells import PLACES, cell_views, tile_odds
from vision.lattice import Lattice, lattices, sample
from vision.markers import project
from vision.mugs import CELL_PX as FAR_PX
from vision.mugs import Taken, mistaken
from vision.outline import angular, direction_of, nearly_angular
from vision.poses import Poses, edge_maps, halves_of, nestled, refine
from vision.presence import SEVERAL, Look, beside, presence

Bgr = NDArray[np.uint8]
Map = NDArray[np.float32]
Matrix = NDArray[np.float64]
Points = NDArray[np.float64]
Numbers = NDArray[np.float64]

CELL_PX = 96
_WORTH_A_LOOK = 0.3
# What is smaller than this part of the smallest tile is none.
_SPECK = 0.3
# What is not table is blurred: of what lies there, cells of the right size cover no more.
_SEEN_LARGER = 0.9
# Cells that lie on average so far from where a lattice has them are worth half as much.
_LOOSE = 0.06
# Tiles lie so loosely, in parts of a pitch.
_LAID_LOOSELY = 0.04
# Where no card tells how the camera leans, a lattice is bent so often before it can be told how well it fits.
_BENDS_BARE = 3
# Where the net takes all cells for tiles a lattice is worth so many times as much.
_MOST_KNOWN = 3.0
# So many tiles tell how a lattice is bent.
_MANY = 8
# One tile or two must be so much of what they are seen on.
_MOST_OF_IT = 0.5
# Where a tile is found at the rim of what was looked at, more is looked at, so often at the most.
_RINGS = 7
_INNER = np.stack(np.meshgrid(np.linspace(-0.46, 0.46, 15), np.linspace(-0.46, 0.46, 15)), -1).reshape(-1, 2)
# Strips just outside a tile's north, east, south and west side.
_NORTH = np.stack(np.meshgrid(np.linspace(-0.42, 0.42, 11), np.linspace(-0.66, -0.58, 3)), -1).reshape(-1, 2)
_BEYOND = np.concatenate([_NORTH @ np.linalg.matrix_power([[0, 1], [-1, 0]], k) for k in range(4)])


@dataclass(frozen=True)
class Ground:
    """A level view of the table: what lies on it, and where each of its pixels is in the photo.

    Within `rim_px` of the view's edge things are seen, so that half a mug is not taken for a thing with a straight
    side, but no tile lies there. `covered` is one where round things hide what lies there, if any do.
    """

    strange: Map
    to_photo: Matrix
    rim_px: int = 0
    covered: Map | None = None

    def inner(self) -> Map:
        """What lies on the table, without the rim."""
        if not self.rim_px:
            return self.strange
        cut = np.zeros_like(self.strange)
        within = (slice(self.rim_px, -self.rim_px), slice(self.rim_px, -self.rim_px))
        cut[within] = self.strange[within]
        return cut


@dataclass(frozen=True)
class Territory:
    """Tiles in cells (any numbers, not yet from 0), their corners in photo pixels and the chance that each is there.

    `clear` is how clear the edges along the tiles' sides are, 0..1, and `cut` those that cut tiles in two; `covers` is
    how much of the ground the tiles cover, in pixels of its map, `loose` how far they lie from where they should.
    """

    cells: NDArray[np.int64]
    quads_px: Points
    presence: Numbers
    clear: float
    cut: float
    covers: float = 0.0
    loose: float = 0.0

    def is_block(self) -> bool:
        """Whether the cells fill the box around them."""
        return len(self.cells) == int(np.prod(np.ptp(self.cells, axis=0) + 1))


NOTHING = Territory(np.zeros((0, 2), np.int64), np.zeros((0, 4, 2)), np.zeros(0), 0.0, 0.0)


def find_territory(photo_bgr: Bgr, ground: Ground, pitches_px: tuple[float, float]) -> Territory:
    """The tiles of one territory whose pitch is somewhere in this range of ground pixels."""
    straight = straightened(ground)
    found = _laid_on(photo_bgr, straight, pitches_px)
    if len(found.cells) >= SEVERAL:
        return found
    ragged = _laid_on(photo_bgr, straightened(ground, nearly_angular), pitches_px)
    if len(ragged.cells) >= SEVERAL:
        return ragged
    return found if _share_of_thing(found, straight) > _MOST_OF_IT else NOTHING


def _laid_on(photo_bgr: Bgr, ground: Ground, pitches_px: tuple[float, float]) -> Territory:
    """The tiles that are seen on an upright ground, believed or not."""
    if ground.strange.sum() < _SPECK * pitches_px[0] ** 2:
        return NOTHING
    matrix = best_lattice(photo_bgr, ground, lattices(ground.strange, pitches_px))
    return settled(photo_bgr, ground, matrix, CELL_PX)[0]


def _share_of_thing(found: Territory, ground: Ground) -> float:
    """How much of the things that tiles are seen on they cover: fingers may look like a tile, but the arm does not."""
    if not len(found.cells):
        return 0.0
    quads = project(np.asarray(np.linalg.inv(ground.to_photo), np.float64), found.quads_px)
    tiles = np.zeros(ground.strange.shape, np.uint8)
    cv2.fillPoly(tiles, list(np.rint(quads).astype(np.int32)), 1)
    _, parts = cv2.connectedComponents((ground.strange > 0.5).astype(np.uint8))
    thing = np.isin(parts, np.setdiff1d(np.unique(parts[tiles > 0]), 0))
    return float((thing & (tiles > 0)).sum() / max(int(thing.sum()), 1))


def straightened(ground: Ground, chosen: Callable[[Map, float, Map | None], Map] = angular) -> Ground:
    """The angular things on the ground, or what else is chosen of it, upright."""
    direction = direction_of(ground.inner(), ground.covered)
    kept = replace(ground, strange=chosen(ground.strange, direction, ground.covered))
    return upright(replace(kept, strange=kept.inner()), direction)


def best_lattice(photo_bgr: Bgr, ground: Ground, tried: list[Lattice]) -> Matrix:
    """Among lattices that sort the cells about equally well the one with the clearest edges, bent to fit its tiles.

    A few clear cells that leave most of what lies there unexplained count for less, and so do cells that must be moved
    to and fro before they lie between edges, and those in which the net sees no tiles. A lattice of twice the pitch has
    the same clear sides, but it also cuts its cells along clear edges: so do roads, but only tiles of half the size
    that fill a block could lie so that all of its cells are full.
    """
    purest = max(lattice.purity for lattice in tried)
    # Where any size is possible, a part of the pitch may sort more purely than the pitch itself.
    narrow = max(lattice.pitch_px for lattice in tried) < 1.5 * min(lattice.pitch_px for lattice in tried)
    good = [lattice for lattice in tried if lattice.purity > (0.92 if narrow else 0.82) * purest]
    looks, known, worth = _weighed(photo_bgr, ground, good, 1 if narrow else _BENDS_BARE)
    seen = [territory for territory, _ in looks]
    order = sorted(range(len(good)), key=worth.__getitem__, reverse=True)
    best = order[0]
    for other in order[1:]:
        halved = abs(good[best].pitch_px / good[other].pitch_px - 2) < 0.1
        # Four tiles in a square are commoner than one tile with a clear cross on it.
        alike = 0.85 if len(seen[best].cells) == 1 else 0.96
        cut = halved and min(seen[best].cut, seen[other].clear) > alike * seen[best].clear
        if cut and seen[best].is_block() and known[other] > known[best] - 0.5:
            best = other
    return looks[best][1]


def _weighed(
    photo_bgr: Bgr, ground: Ground, tried: list[Lattice], bends: int
) -> tuple[list[tuple[Territory, Matrix]], list[float], list[float]]:
    """What is found with each lattice and the lattice bent to fit it, how much of it the net knows, and its worth."""
    looks = [_bent_to_fit(photo_bgr, ground, lattice.matrix(), 1) for lattice in tried]
    there = _SEEN_LARGER * float(ground.strange.sum())
    first = [_worth(lattice, found, there) for lattice, (found, _) in zip(tried, looks, strict=True)]
    known = [0.0] * len(tried)
    for k, worth in enumerate(first):
        # No other can come to be worth more than these.
        if len(tried) > 1 and worth > max(first) / _MOST_KNOWN:
            looks[k] = _bent_to_fit(photo_bgr, ground, looks[k][1], bends - 1) if bends > 1 else looks[k]
            known[k] = _known(photo_bgr, ground, *looks[k])
    worths = [
        _worth(lattice, found, there) * (1 + (_MOST_KNOWN - 1) * told)
        for lattice, (found, _), told in zip(tried, looks, known, strict=True)
    ]
    return looks, known, worths


def _worth(lattice: Lattice, found: Territory, there: float) -> float:
    """How well a lattice explains what is there, in pixels of the ground's map, before the net is asked."""
    explained = min(1.0, found.covers / there)
    return lattice.purity * found.clear * explained / (1 + (found.loose / _LOOSE) ** 2)


def _bent_to_fit(photo_bgr: Bgr, ground: Ground, to_ground: Matrix, times: int) -> tuple[Territory, Matrix]:
    """What is found with a lattice that was bent so many times less one, and the lattice bent once more."""
    found = NOTHING
    for _ in range(times):
        found, bend = settled(photo_bgr, ground, to_ground, CELL_PX // 2)
        to_ground = to_ground @ bend
    return found, to_ground


def _known(photo_bgr: Bgr, ground: Ground, found: Territory, to_ground: Matrix) -> float:
    """How many of the cells that were found in a lattice the net takes for tiles, 0..1; it knows not every game's."""
    if not len(found.cells):
        return 0.0
    look = look_at(photo_bgr, ground, to_ground, found.cells.astype(np.float64), CELL_PX // 2, closely=True)
    assert look.views is not None
    return float((1 / (1 + np.exp(-tile_odds(look.views)))).mean())


def upright(ground: Ground, direction_deg: float) -> Ground:
    """The ground turned so that tiles stand straight, cut to what lies on it."""
    places = _ends_of_rows(ground.strange > 0.5)
    if not len(places):
        return replace(ground, strange=np.zeros((1, 1), np.float32))
    angle = np.radians(direction_deg)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    seen = places @ turn
    low, high = seen.min(0) - 3, seen.max(0) + 3
    to_ground = np.eye(3)
    to_ground[:2, :2] = turn
    to_ground[:2, 2] = turn @ low
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    strange = np.asarray(cv2.warpAffine(ground.strange, to_ground[:2], size, flags=flags), np.float32)
    return replace(ground, strange=strange, to_photo=ground.to_photo @ to_ground)


def _ends_of_rows(there: NDArray[np.bool_]) -> Points:
    """The first and the last place in every row: what reaches farthest in any direction is among them."""
    rows = np.flatnonzero(there.any(1))
    first, last = there[rows].argmax(1), there.shape[1] - 1 - there[rows, ::-1].argmax(1)
    return np.stack([np.concatenate([first, last]), np.concatenate([rows, rows])], 1).astype(np.float64)


def settled(photo_bgr: Bgr, ground: Ground, to_ground: Matrix, cell_px: int) -> tuple[Territory, Matrix]:
    """The tiles found with this lattice, and how it must bend to fit them better."""
    cells = cells_around(ground, to_ground)
    if not len(cells):
        return NOTHING, np.eye(3)
    closely = cell_px == CELL_PX
    for _ in range(_RINGS if closely else 1):
        look = look_at(photo_bgr, ground, to_ground, cells, cell_px, closely)
        there, chance = presence(cells, look, apart=False)
        seen, more = cells, cells_beyond(cells, there)
        if not len(more):
            break
        cells = np.concatenate([cells, more])
    there = _without_mugs(seen, look, there, chance)
    if not there.any():
        return NOTHING, np.eye(3)
    poses = look.poses
    quads = project(ground.to_photo @ to_ground, poses.corners(seen)[there])
    clear, cut = float(poses.sides[there].mean()), float(look.halves[there].mean())
    covers = float(look.full[there].sum()) * abs(float(np.linalg.det(to_ground[:2, :2])))
    loose = looseness(seen[there], poses.shift[there])
    found = Territory(seen[there].astype(np.int64), quads, chance[there], clear, cut, covers, loose)
    return found, bend_to(seen[there], poses, there)


def _without_mugs(cells: Points, look: Look, there: NDArray[np.bool_], chance: Numbers) -> NDArray[np.bool_]:
    """The tiles without what is a mug or a shadow after all."""
    if look.far_bgr is None or look.origin_px is None:
        return there
    corners, places = (
        spread * FAR_PX + look.origin_px for spread in (look.poses.corners(cells), look.poses.spread(cells, _INNER))
    )
    left = there.copy()
    # A shadow that was taken for two tiles is seen to run on only where the first of them is none.
    while left.any():
        sides, free = look.poses.sides[left], ~beside(cells, left)[left]
        clear = sides / max(float(np.median(sides)), 1e-9)
        wrong = mistaken(Taken(look.far_bgr, corners[left], places[left], clear, free, chance[left]))
        if not wrong.any():
            break
        left[left] = ~wrong
    return left


def cells_beyond(cells: Points, there: NDArray[np.bool_]) -> Points:
    """The cells beside tiles that were not looked at."""
    known = {tuple(cell) for cell in cells.tolist()}
    around = {(x + dx, y + dy) for x, y in cells[there].tolist() for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    return np.array(sorted(around - known), np.float64).reshape(-1, 2)


def cells_around(ground: Ground, to_ground: Matrix) -> Points:
    """All cells that something lies in, and those around them."""
    height, width = ground.strange.shape
    view = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
    box = project(np.asarray(np.linalg.inv(to_ground), np.float64), view)
    low, high = np.floor(box.min(0)).astype(int) - 1, np.ceil(box.max(0)).astype(int) + 1
    cells = np.stack(np.meshgrid(np.arange(low[0], high[0] + 1), np.arange(low[1], high[1] + 1)), -1)
    places = project(to_ground, cells[:, :, None] + _INNER[::4])
    likely = sample(ground.strange, places).mean(2) > _WORTH_A_LOOK
    around = cv2.dilate(likely.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    found: Points = cells[around].astype(np.float64)
    return found


def look_at(
    photo_bgr: Bgr, ground: Ground, to_ground: Matrix, cells: Points, cell_px: int, closely: bool = False
) -> Look:
    """Looks at the cells in an upright picture of them; `closely` also shows them to the net."""
    corner = cells.min(0) - 0.75
    to_cells = np.array([[1 / cell_px, 0, corner[0]], [0, 1 / cell_px, corner[1]], [0, 0, 1]])
    columns, rows = (np.ptp(cells, axis=0) + 1.5) * cell_px
    size, flags = (int(columns), int(rows)), cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    view = np.asarray(
        cv2.warpPerspective(photo_bgr, ground.to_photo @ to_ground @ to_cells, size, flags=flags), np.uint8
    )
    strange = np.asarray(cv2.warpPerspective(ground.strange, to_ground @ to_cells, size, flags=flags), np.float32)
    edges = edge_maps(view)
    origin = -corner * cell_px
    poses = nestled(refine(edges, cells, origin, cell_px), edges, cells, origin, cell_px)
    places = (poses.spread(cells, _INNER) - corner) * cell_px
    inside = (poses.spread(cells, _INNER * 0.85) - corner) * cell_px
    beyond = (poses.spread(cells, _BEYOND) - corner) * cell_px
    look = Look(
        poses,
        sample(strange, places).mean(1),
        sample(np.maximum(*edges), inside).mean(1),
        sample(strange, beyond).reshape(len(cells), 4, -1).mean(2),
        np.zeros((len(cells), 2)) if closely else halves_of(edges, cells * cell_px + origin, cell_px),
    )
    if not closely:
        return look
    views = cell_views(view, strange, (poses.spread(cells, PLACES) - corner) * cell_px, cell_px)
    shrink = FAR_PX / cell_px
    far = np.asarray(cv2.resize(view, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
    return replace(look, views=views, far_bgr=far, origin_px=-corner * FAR_PX + (shrink - 1) / 2)


def looseness(cells: Points, shifts: Points) -> float:
    """How far tiles lie from the evenly bent lattice that is nearest to them; a few lie on any."""
    x, y = cells.T - cells.mean(0)[:, None]
    terms = [np.ones(len(cells)), x, y, x * x, x * y, y * y][: 6 if len(cells) >= _MANY else 3]
    bent = np.stack(terms, 1)
    off = shifts - bent @ np.linalg.lstsq(bent, shifts, rcond=None)[0]
    return max(_LAID_LOOSELY, float(np.sqrt((off**2).sum() / max(len(cells) - len(terms), 1))))


def bend_to(cells: Points, poses: Poses, there: NDArray[np.bool_]) -> Matrix:
    """How the lattice must bend so that its cells lie under the tiles found."""
    chosen = Poses(poses.shift[there], poses.turn_deg[there], poses.size, poses.sides[there])
    nominal = replace(chosen, shift=np.zeros_like(chosen.shift), turn_deg=np.zeros(len(cells)))
    wanted, seen = nominal.corners(cells).reshape(-1, 2), chosen.corners(cells).reshape(-1, 2)
    if len(cells) >= 6:
        bend = cv2.findHomography(wanted, seen, cv2.RANSAC, 0.05)[0]
        return np.eye(3) if bend is None else np.asarray(bend, np.float64)
    part = cv2.estimateAffinePartial2D(wanted, seen, ransacReprojThreshold=0.05)[0]
    return np.eye(3) if part is None else np.vstack([part, (0, 0, 1)])
