"""What the track tiles of a photo look like, learned from those that are plain in it, and what the field would look
like without any pieces: in one photo all tiles have the same light and the same sharpness."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mine.labels import SIDES, TRACKS
from vision.mine.nets import DARK, track_scores
from vision.mine.view import FINE_PX, RIM, MineView

Bgr = NDArray[np.uint8]
Cell = tuple[int, int]
Tracks = Mapping[Cell, str]
# The picture of every track that the photo shows, as large as a square of the fine picture.
Prints = Mapping[str, Bgr]

# Every track is one of these, turned.
KINDS = ("NS", "NE", "NES", "NESW")
# Tracks are compared in so many pixels a square.
SMALL_PX = 40
# So many pictures of a kind show what they have in common.
ENOUGH = 16
# Fewer tiles of a kind do not tell the tile from what lies on it.
FEW = 4
# A tile is laid at most so far aside to fit, in pixels of the fine picture.
REACH = 4


def turned(track: str, quarters: int) -> str:
    """A track after so many quarter turns clockwise."""
    sides = {SIDES[(SIDES.index(side) + quarters) % 4] for side in track}
    return "".join(side for side in SIDES if side in sides)


def kind_of(track: str) -> tuple[str, int]:
    """The kind of a track and by how many quarters clockwise it is turned."""
    return next((kind, quarters) for kind in KINDS for quarters in range(4) if turned(kind, quarters) == track)


def prints_of(view: MineView, tracks: Tracks, usual: Prints | None = None) -> Prints:
    """What most tiles with the same exits have in common, in all turns; what lies on them lies here and there.

    Of kinds that are too few to tell a tile from what lies on it, the box's usual print counts too, or one that is put
    together from other kinds.
    """
    seen, known = _tiles(view, tracks), {} if usual is None else usual
    plain = {kind: _common(tiles) for kind, tiles in seen.items() if len(tiles) >= FEW * _alike(kind)}
    plain |= {kind: _with(known[kind], seen.get(kind, []), _alike(kind)) for kind in known.keys() - plain.keys()}
    shown = {kind: _common(tiles) for kind, tiles in seen.items()} | plain
    for kind in seen.keys() - plain.keys():
        look = put_together(kind, _in_all_turns({other: tile for other, tile in shown.items() if other != kind}))
        plain[kind] = shown[kind] if look is None else _with(look, seen[kind], _alike(kind))
    return _in_all_turns(plain)


def usual_prints(shots: Iterable[tuple[MineView, Tracks]]) -> Prints:
    """The print of each kind of track in a box, by tiles of all its lessons."""
    seen: dict[str, list[Bgr]] = {}
    for view, tracks in shots:
        for kind, tiles in _tiles(view, tracks).items():
            seen.setdefault(kind, []).extend(tiles)
    return {kind: _common(tiles) for kind, tiles in seen.items()}


def _alike(kind: str) -> int:
    """In how many turns a kind has the same exits."""
    return sum(turned(kind, quarters) == kind for quarters in range(4))


def _in_all_turns(kinds: Prints) -> Prints:
    return {turned(kind, quarters): np.rot90(tile, -quarters) for kind, tile in kinds.items() for quarters in range(4)}


def _tiles(view: MineView, tracks: Tracks) -> dict[str, list[Bgr]]:
    """Pictures of the tiles of each kind, turned to it, in all turns in which its exits are the same."""
    seen: dict[str, list[Bgr]] = {}
    for cell, track in tracks.items():
        kind, quarters = kind_of(track) if track else ("", 0)
        if track and len(seen.get(kind, ())) < ENOUGH:
            tile = np.rot90(square_of(view.fine_bgr, cell), quarters)
            seen.setdefault(kind, []).extend(np.rot90(tile, k) for k in range(4) if turned(kind, k) == kind)
    return seen


def _common(tiles: Sequence[Bgr]) -> Bgr:
    """The median of every pixel."""
    ranked, middle = ranked_pictures(tiles), len(tiles) // 2
    if len(tiles) % 2:
        return np.asarray(ranked[middle])
    return np.asarray((ranked[middle - 1].astype(np.uint16) + ranked[middle]) // 2, np.uint8)


def ranked_pictures(pictures: Sequence[Bgr]) -> list[Bgr]:
    """Pictures whose every value is sorted, the lowest in the first.

    Whole pictures are compared in the fixed order of Batcher's odd-even merge sort, which is several times quicker
    than sorting the values of each place by itself.
    """
    ranked = list(pictures)
    for one, other in _comparisons(len(ranked)):
        low, high = np.minimum(ranked[one], ranked[other]), np.maximum(ranked[one], ranked[other])
        ranked[one], ranked[other] = low, high
    return ranked


@cache
def _comparisons(count: int) -> tuple[tuple[int, int], ...]:
    """Which of so many things are to be compared, one pair after the other, until all are sorted."""
    return tuple(
        (low, low + step)
        for run in _halvings(count)[::-1]
        for step in _halvings(2 * run)
        for first in range(step % run, count - step, 2 * step)
        for low in range(first, min(first + step, count - step))
        if low // (2 * run) == (low + step) // (2 * run)
    )


def _halvings(count: int) -> list[int]:
    """The powers of two below a number, from the largest on."""
    return [1 << bit for bit in reversed(range((count - 1).bit_length()))]


def _with(usual: Bgr, tiles: Sequence[Bgr], alike: int) -> Bgr:
    """What a few tiles have in common with the usual print in their light."""
    if not tiles:
        return usual
    seen, other = (np.log(part.astype(np.float32) + DARK) for part in (_common(tiles), usual))
    lit = np.exp(other + np.median(seen - other, axis=(0, 1))) - DARK
    more = [np.clip(np.rint(lit), 0, 255).astype(np.uint8)] * (FEW * alike - len(tiles))
    return _common([*tiles, *more])


def square_of(picture: Bgr, cell: Cell, px: int = FINE_PX) -> Bgr:
    """A square of a fine picture of the field, or of one with so many pixels a square."""
    x, y = (round((at + RIM) * px) for at in cell)
    return picture[y : y + px, x : x + px]


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


def compared(view: MineView, prints: Prints, cells: Sequence[Cell], cover: NDArray[np.uint8]) -> NDArray[np.float64]:
    """How well each of TRACKS explains what is seen of each square, as differences of logarithms of chances.

    The cover tells with SMALL_PX pixels a square where carts hide the field.
    """
    shown = {track: look for track in TRACKS if (look := _look(track, prints)) is not None}
    numbers = [TRACKS.index(track) for track in ("", *shown)]
    scores = np.full((len(cells), len(TRACKS)), np.nan)
    if not cells:
        return scores
    seen, blanks = ([small(square_of(part, cell)) for cell in cells] for part in (view.fine_bgr, view.fine_blank_bgr))
    looks = np.concatenate([np.stack([blank, *shown.values()]) for blank in blanks])
    hidden = np.repeat([square_of(cover, cell, SMALL_PX) for cell in cells], len(numbers), 0)
    scores[:, numbers] = track_scores(np.repeat(seen, len(numbers), 0), looks, hidden).reshape(len(cells), -1)
    scores = np.where(np.isnan(scores), np.nanmedian(scores, axis=1, keepdims=True), scores)
    return np.asarray(scores - scores.max(1, keepdims=True))


def _look(track: str, prints: Prints) -> Bgr | None:
    """A small picture of a track, or None if the photo does not show enough for that."""
    look = prints[track] if track in prints else put_together(track, prints)
    return None if look is None else small(look)


def put_together(track: str, prints: Prints) -> Bgr | None:
    """The print of a track from quarters of others with the same exits; None if there are none."""
    look = np.zeros((FINE_PX, FINE_PX, 3), np.uint8)
    for number, side in enumerate(SIDES):
        alike = [other for other in prints if (side in other) == (side in track)]
        if not track or not alike:
            return None
        most = min(alike, key=lambda other: len(set(other) ^ set(track)))
        here = np.equal(_QUARTERS, number)
        look[here] = prints[most][here]
    return look


def small(picture: Bgr) -> Bgr:
    """A square as large as tracks are compared."""
    return np.asarray(cv2.resize(picture, (SMALL_PX, SMALL_PX), interpolation=cv2.INTER_AREA), np.uint8)


def _quarters() -> NDArray[np.intp]:
    """The side N E S W that is next to each pixel of a square."""
    at = np.arange(FINE_PX) - (FINE_PX - 1) / 2
    x, y = np.meshgrid(at, at)
    return np.asarray(np.stack([-y, x, y, -x]).argmax(0))


_QUARTERS = _quarters()
