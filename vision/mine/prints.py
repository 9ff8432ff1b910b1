"""What the track tiles of a photo look like, learned from those that are plain in it, and what the field would look
like without any pieces: in one photo all tiles have the same light and the same sharpness."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mine.labels import SIDES, TRACKS
from vision.mine.nets import to_log
from vision.mine.view import FINE_PX, RIM, MineView

Bgr = NDArray[np.uint8]
Floats = NDArray[np.float32]
Cell = tuple[int, int]
Tracks = Mapping[Cell, str]
# The picture of every track that the photo shows, as large as a square of the fine picture.
Prints = Mapping[str, Bgr]

# Every track is one of these, turned.
KINDS = ("NS", "NE", "NES", "NESW")
# Tracks are compared in so many pixels a square, laid up to so many of them aside: tiles lie crooked.
SMALL_PX, ASIDE = 20, 1
# Log colours that differ by more than this are something else: a jewel, a cart.
ODD = 0.3
# A square may lie in shadow, as a whole; that it does not weighs as much as so many pixels.
EVEN, ROUNDS = 40.0, 3
# A tile is laid at most so far aside to fit, in pixels of the fine picture.
REACH = 4


def turned(track: str, quarters: int) -> str:
    """A track after so many quarter turns clockwise."""
    sides = {SIDES[(SIDES.index(side) + quarters) % 4] for side in track}
    return "".join(side for side in SIDES if side in sides)


def kind_of(track: str) -> tuple[str, int]:
    """The kind of a track and by how many quarters clockwise it is turned."""
    return next((kind, quarters) for kind in KINDS for quarters in range(4) if turned(kind, quarters) == track)


def prints_of(view: MineView, tracks: Tracks) -> Prints:
    """What most tiles with the same exits have in common, in all turns; what lies on them lies here and there."""
    seen: dict[str, list[Bgr]] = {}
    for cell, track in tracks.items():
        if track:
            kind, quarters = kind_of(track)
            tile = np.rot90(square_of(view.fine_bgr, cell), quarters)
            seen.setdefault(kind, []).extend(np.rot90(tile, k) for k in range(4) if turned(kind, k) == kind)
    kinds = {kind: np.median(np.stack(tiles), 0).astype(np.uint8) for kind, tiles in seen.items()}
    return {turned(kind, quarters): np.rot90(tile, -quarters) for kind, tile in kinds.items() for quarters in range(4)}


def square_of(picture: Bgr, cell: Cell) -> Bgr:
    """A square of a fine picture of the field."""
    x, y = (round((at + RIM) * FINE_PX) for at in cell)
    return picture[y : y + FINE_PX, x : x + FINE_PX]


def without_pieces(view: MineView, prints: Prints, tracks: Tracks) -> Bgr:
    """The fine picture as it would be with these tracks alone on the field."""
    bare = view.fine_blank_bgr.copy()
    for cell, track in tracks.items():
        if track in prints:
            square_of(bare, cell)[:] = _settled(prints[track], square_of(view.fine_bgr, cell))
    return bare


def _settled(tile: Bgr, seen: Bgr) -> Bgr:
    """A tile moved to where it is seen."""
    around = np.asarray(cv2.copyMakeBorder(tile, REACH, REACH, REACH, REACH, cv2.BORDER_REPLICATE), np.uint8)
    there, here = (cv2.resize(part, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) for part in (around, seen))
    likeness = cv2.matchTemplate(there, here, cv2.TM_CCOEFF_NORMED)
    y, x = (2 * step for step in divmod(int(likeness.argmax()), likeness.shape[1]))
    return around[y : y + FINE_PX, x : x + FINE_PX]


def track_misfits(view: MineView, prints: Prints, cells: Sequence[Cell]) -> NDArray[np.float64]:
    """The share of each square that each of TRACKS does not explain; a track that the photo does not show: as usual."""
    known = {track: _moved(to_log(_small(tile))) for track, tile in prints.items()}
    found = np.full((len(cells), len(TRACKS)), np.nan)
    for n, cell in enumerate(cells):
        known[""] = _moved(to_log(_small(square_of(view.fine_blank_bgr, cell))))
        there = [track for track in TRACKS if track in known]
        off = to_log(_small(square_of(view.fine_bgr, cell))) - np.stack([known[track] for track in there])
        found[n, [TRACKS.index(track) for track in there]] = _unexplained(off).min(1)
    return np.asarray(np.where(np.isnan(found), np.nanmedian(found, axis=1, keepdims=True), found))


def _small(picture: Bgr) -> Bgr:
    return np.asarray(cv2.resize(picture, (SMALL_PX, SMALL_PX), interpolation=cv2.INTER_AREA), np.uint8)


def _moved(picture: Floats) -> Floats:
    """A small picture moved a little to all sides."""
    around = np.pad(picture, ((ASIDE, ASIDE), (ASIDE, ASIDE), (0, 0)), mode="edge")
    steps = range(2 * ASIDE + 1)
    return np.stack([around[y : y + SMALL_PX, x : x + SMALL_PX] for y, x in product(steps, steps)])


def _unexplained(off: Floats) -> Floats:
    """The share of odd pixels of pictures (tracks, places, rows, columns, colours) after a shadow over all of it."""
    flat = off.reshape(*off.shape[:2], -1, 3)
    shadow = np.zeros((*off.shape[:2], 1, 3), np.float32)
    for _ in range(ROUNDS):
        trust = 1 / (1 + (_far(flat - shadow) / ODD) ** 4)
        shadow = (np.einsum("tpn,tpnc->tpc", trust, flat) / (trust.sum(2) + EVEN)[..., None])[:, :, None]
    return np.asarray(np.minimum((_far(flat - shadow) / ODD) ** 2, 1).mean(2))


def _far(off: Floats) -> Floats:
    return np.asarray(np.sqrt(np.einsum("tpnc,tpnc->tpn", off, off)))
