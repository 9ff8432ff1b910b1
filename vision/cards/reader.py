"""Reads the heaps of a zone with known faces, and finds the light in which they lie while doing so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cards.bands import Band, HeapTones, look_closer, read_heap, tones_of_heap
from vision.cards.closer import part_of
from vision.cards.heaps import CardGround, Heap
from vision.cards.strips import Face, Map, band_of
from vision.cards.tones import AS_IT_IS, Light

Points = NDArray[np.float64]
# How strongly light is believed to be as elsewhere, in columns of card.
_TRUST_ZONE, _TRUST_HEAP = 15.0, 30.0
# Only strips that fit this well (cost for each column) tell of the light.
_TELLING = 0.5


@dataclass(frozen=True)
class ReadBand:
    """A band with the heap it was read in, as it was compared."""

    heap: Heap
    tones: HeapTones
    band: Band


def read_zone(ground: CardGround, faces: Sequence[Face], kinds: Sequence[str]) -> list[ReadBand]:
    """All bands of all heaps of a zone, read in the light of the zone and then in each heap's own."""
    plain = [tones_of_heap(heap, ground.paper) for heap in ground.heaps]
    first = [(tones, read_heap(tones, faces)) for tones in plain]
    zone_light = _light(first, faces, AS_IT_IS, _TRUST_ZONE)
    found = []
    for heap, tones in zip(ground.heaps, plain, strict=True):
        seen = tones.in_light(zone_light)
        bands = read_heap(seen, faces)
        own = _light([(tones, bands)], faces, zone_light, _TRUST_HEAP)
        best = tones.in_light(own)
        found += [ReadBand(heap, best, look_closer(best, faces, kinds, band)) for band in bands]
    return found


def _light(
    read: Sequence[tuple[HeapTones, Sequence[Band]]], faces: Sequence[Face], usual: Light, trust: float
) -> Light:
    """The stretch and shift of each tone under which what was read looks most like its faces."""
    pairs = [pair for tones, bands in read for band in bands for pair in _pairs(tones, band, faces)]
    if not pairs:
        return usual
    seen, wanted, weight = (np.concatenate(part) for part in zip(*pairs, strict=True))
    total = float(weight.sum()) + 1e-6
    shift, scale = np.zeros(3, np.float32), np.ones(3, np.float32)
    columns = total / 40
    for tone in range(3):
        x, y = wanted[:, tone], seen[:, tone]
        mx, my = np.average(x, weights=weight), np.average(y, weights=weight)
        spread = float(np.average((x - mx) ** 2, weights=weight))
        together = float(np.average((x - mx) * (y - my), weights=weight))
        pull = 0.02 * trust / max(columns, 1.0)
        slope = float(np.clip((together + pull * usual.scale[tone]) / (spread + pull), 0.5, 1.5))
        believed = usual.shift[tone] + usual.scale[tone] * mx
        level = (columns * my + trust * 0.3 * believed) / (columns + trust * 0.3)
        scale[tone], shift[tone] = slope, level - slope * mx
    return Light(shift, scale)


def _pairs(tones: HeapTones, band: Band, faces: Sequence[Face]) -> list[tuple[Map, Map, Map]]:
    """Tones as seen and as taught, pixel by pixel, of the strips that fit well."""
    pairs = []
    own = tones if band.flat else tones.flipped()
    for strip in band.reading.strips:
        fit = strip.cost / strip.shown
        if strip.face < 0 or fit > _TELLING:
            continue
        wanted, known = part_of(faces[strip.face], band.upright, strip.turned, band.reading.backwards, strip.shown)
        seen = band_of(own.tones, band.top, wanted.shape[0], strip.pose)[:, strip.start : strip.start + strip.shown]
        clear = known & (np.abs(seen - wanted).max(2) < 0.8)
        picked = np.s_[:, :]
        weight = clear[picked].astype(np.float32).reshape(-1) * (1 - fit / _TELLING)
        pairs.append((seen[picked].reshape(-1, 3), wanted[picked].reshape(-1, 3), weight))
    return pairs
