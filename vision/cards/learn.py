"""Learns faces from heaps of which nobody says where which card lies: what repeats is a face."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from vision.cards.bands import Band, HeapTones, read_heap, reread
from vision.cards.strips import CELL_MM, LEAST, SLIGHTLY, STRANGER, Face, FaceColumns, Map, Strip, column_costs

# A new face must explain at least this much more (columns of a card) than taking its cards for strangers.
WORTH = 2.5
MOST_NEW = 6
MOST_STRIPS = 5


@dataclass
class Sorting:
    """Faces found so far, and how many cards of each lie in each zone; the first face is that of nobody."""

    faces: list[Face]
    counts: list[dict[int, int]] = field(default_factory=list)


def cells(size_mm: tuple[int, int]) -> tuple[int, int]:
    """A card's size in cells."""
    return round(size_mm[0] / CELL_MM), round(size_mm[1] / CELL_MM)


def nobody(size: tuple[int, int]) -> Face:
    """A face of which nothing is known."""
    shape = (size[1], size[0])
    return Face(np.zeros((*shape, 3), np.float32), np.zeros(shape, bool))


def sort_cards(zones: Sequence[Sequence[HeapTones]], known: Sequence[Face], strictness: float) -> Sorting:
    """Looks through all heaps, the small ones first, and learns each card that looks like none before it.

    `strictness` is how unlike (for each column) a card may be and still count as the same.
    """
    sorting = Sorting(list(known), [{} for _ in zones])
    photos = max(face.photo for face in known) + 1
    heaps = [(zone, heap) for zone, heaps in enumerate(zones) for heap in heaps]
    for zone, heap in sorted(heaps, key=lambda one: float(one[1].there.sum())):
        for band in _learned(heap, sorting.faces, strictness, photos + zone):
            for strip in band.reading.strips:
                if strip.face > 0:
                    sorting.counts[zone][strip.face] = sorting.counts[zone].get(strip.face, 0) + 1
    return sorting


def _learned(heap: HeapTones, faces: list[Face], strictness: float, photo: int) -> tuple[Band, ...]:
    """Reads a heap of this photo, and adds faces as long as one explains more of it."""
    bands = []
    for band in read_heap(heap, faces, strictness):
        for _ in range(MOST_NEW):
            better = _with_new_face(heap, faces, band, strictness)
            if better is None:
                break
            band, face = better
            faces.append(replace(face, photo=photo))
        bands.append(band)
    return tuple(bands)


def _with_new_face(heap: HeapTones, faces: Sequence[Face], band: Band, strictness: float) -> tuple[Band, Face] | None:
    """The band read with that one more face which explains most, if any explains enough."""
    own = heap if band.flat else heap.flipped()
    candidates = _candidates(own, band)
    if not candidates:
        return None
    known = column_costs(own.tones, band.top, FaceColumns(faces, band.upright, strictness), SLIGHTLY)
    new = column_costs(own.tones, band.top, FaceColumns(candidates, band.upright, strictness), SLIGHTLY)
    costs = [np.concatenate([known, new[:, :, 2 * n : 2 * n + 2]], 2) for n in range(len(candidates))]
    # Which end of a run is the whole card shows best where strangers are dear.
    best = max(range(len(costs)), key=lambda n: reread(own, band, costs[n], STRANGER, SLIGHTLY).gain)
    trial = reread(own, band, costs[best], strictness, SLIGHTLY)
    worth = WORTH * strictness * _lie(band)[0]
    return (trial, candidates[best]) if trial.gain > band.gain + worth else None


def _candidates(own: HeapTones, band: Band) -> list[Face]:
    """What the strangers of a band may look like: whole cards at either end of a run, or parts of equal width.

    Where it is known how a row lies they are what is seen of those that show most.
    """
    across, along = _lie(band)
    rows = own.tones[band.top : band.top + across]
    found = []
    if own.laid is not None:
        strangers = [strip for strip in band.reading.strips if strip.face <= 0]
        most = max((strip.shown for strip in strangers), default=0)
        widest = [rows[:, one.start : one.start + one.shown] for one in strangers if one.shown == most]
        return [_face(part, along, band.upright, own.laid.backwards) for part in widest]
    for start, length in _runs(band.reading.strips):
        if length >= along - 1:
            starts = {min(start, rows.shape[1] - along), max(start + length - along, 0)}
            found += [_face(rows[:, at : at + along], along, band.upright, False) for at in starts]
            continue
        for parts in range(1, MOST_STRIPS):
            width = length // parts
            if width >= LEAST:
                last = band.reading.backwards
                at = start + length - width if last else start
                found.append(_face(rows[:, at : at + width], along, band.upright, last))
    return found


def _lie(band: Band) -> tuple[int, int]:
    """How far a card reaches across its band and along it."""
    return band.card if band.upright else (band.card[1], band.card[0])


def _runs(strips: Sequence[Strip]) -> list[tuple[int, int]]:
    """Stretches of strangers: start and length."""
    runs: list[tuple[int, int]] = []
    for strip in sorted(strips, key=lambda one: one.start):
        if strip.face > 0:
            continue
        if runs and sum(runs[-1]) == strip.start:
            runs[-1] = (runs[-1][0], runs[-1][1] + strip.shown)
        else:
            runs.append((strip.start, strip.shown))
    return runs


def _face(part: Map, along: int, upright: bool, at_end: bool) -> Face:
    """A face from its visible columns; the others stay unknown."""
    tones = np.zeros((part.shape[0], along, 3), np.float32)
    known = np.zeros((part.shape[0], along), bool)
    place = np.s_[:, along - part.shape[1] :] if at_end else np.s_[:, : part.shape[1]]
    tones[place], known[place] = part, True
    back = 0 if upright else -1
    return Face(np.ascontiguousarray(np.rot90(tones, back)), np.ascontiguousarray(np.rot90(known, back)))
