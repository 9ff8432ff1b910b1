"""Reads the heaps of a zone with known faces, and finds the light in which they lie while doing so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.bands import Band, CloserLook, HeapTones, read_heap, step_of, tones_of_heap
from vision.cards.closer import part_of
from vision.cards.heaps import CardGround, Heap
from vision.cards.strips import Face, Map, band_of
from vision.cards.tones import AS_IT_IS, Light

Points = NDArray[np.float64]
Read = Sequence[tuple[HeapTones, Sequence[Band]]]
# How strongly light is believed to be as elsewhere, in columns of card.
_TRUST_ZONE, _TRUST_PHOTO, _TRUST_HEAP = 15.0, 30.0, 30.0
# What a row costs whose step is so many cells off that of the others, at most so often, or whose other end is on top.
_OFF_STEP, _OTHER_STEP, _MOST_OFF, _OTHER_END = 0.75, 0.4, 6.0, 1.0
# Only strips that fit this well (cost for each column) tell of the light.
_TELLING = 0.5
# Where columns cost so much other contrasts are tried.
_POOR, _CONTRASTS = 0.45, (0.7, 0.5)


@dataclass(frozen=True)
class ReadBand:
    """A band with the heap it was read in, as it was compared."""

    heap: Heap
    tones: HeapTones
    band: Band


def read_zone(ground: CardGround, faces: Sequence[Face], kinds: Sequence[str]) -> list[ReadBand]:
    """All bands of all heaps of a zone, read in the light of the zone and then in each heap's own."""
    plain = [tones_of_heap(heap, ground.paper) for heap in ground.heaps]
    here = in_light_of(*in_contrast(faces, plain))
    looks = []
    for heap, tones in zip(ground.heaps, plain, strict=True):
        bands = read_heap(tones, here)
        own = lit(here, _light([(tones, bands)], here, _TRUST_HEAP))
        looks += [(heap, tones, CloserLook(tones, own, kinds, band)) for band in bands]
    taken = taken_together([look for _, _, look in looks])
    return [ReadBand(heap, tones, band) for (heap, tones, _), band in zip(looks, taken, strict=True)]


def in_contrast(faces: Sequence[Face], plain: Sequence[HeapTones]) -> tuple[Sequence[Face], Read]:
    """The faces in the contrast in which they explain most of the heaps, and what they then explain.

    Glare and haze take colour and contrast from all cards alike; others are tried where hardly anything fits.
    """
    best = (faces, [(tones, read_heap(tones, faces)) for tones in plain])
    if _fit(best[1]) < _POOR:
        return best
    middle = np.array([np.mean([face.tones[..., 0].mean() for face in faces]), 0, 0], np.float32)
    for contrast in _CONTRASTS:
        pale = lit(faces, Light((1 - contrast) * middle, np.full(3, contrast, np.float32)))
        read = [(tones, read_heap(tones, pale)) for tones in plain]
        if _gain(read) > _gain(best[1]):
            best = (pale, read)
    return best


def _fit(read: Read) -> float:
    """What all that was read costs for each column of card."""
    strips = [strip for _, bands in read for band in bands for strip in band.reading.strips]
    return sum(strip.cost for strip in strips) / max(sum(strip.shown for strip in strips), 1)


def _gain(read: Read) -> float:
    return sum(band.gain for _, bands in read for band in bands)


def taken_together(looks: Sequence[CloserLook]) -> list[Band]:
    """All bands of a zone, each in the way that fits best if all rows have about one step and one end on top."""
    steps = {step for look in looks for step in (step_of(way, look.band.along) for way in look.ways) if step}
    if not steps:
        return [look.taken([way.cost for way in look.ways]) for look in looks]
    habit = _habit(looks, steps)
    for look in looks:
        look.try_step(habit[0])
    habit = _habit(looks, steps)
    return [look.taken(_weights(look, *habit)) for look in looks]


def _habit(looks: Sequence[CloserLook], steps: set[float]) -> tuple[float, bool]:
    """The step and the end on top with which all rows together cost least."""
    habits = [(step, backwards) for step in sorted(steps) for backwards in (False, True)]
    return min(habits, key=lambda habit: sum(min(_weights(look, *habit)) for look in looks))


def _weights(look: CloserLook, step: float, backwards: bool) -> list[float]:
    """What each way of reading a band costs if rows have about this step and this end on top."""
    weights = []
    for way in look.ways:
        own = step_of(way, look.band.along)
        off = 0.0 if own is None else min(((own - step) / _OFF_STEP) ** 2, _MOST_OFF)
        weights.append(way.cost + _OTHER_STEP * off + _OTHER_END * (own is not None and way.backwards != backwards))
    return weights


def in_light_of(faces: Sequence[Face], read: Read) -> list[Face]:
    """The faces as they look in the light of a zone; those of one lesson may all differ from those of another."""
    here = lit(faces, _light(read, faces, _TRUST_ZONE))
    for photo in sorted({face.photo for face in faces}):
        mine = frozenset(number for number, face in enumerate(faces) if face.photo == photo)
        light = _light(read, here, _TRUST_PHOTO, mine)
        here = [lit([face], light)[0] if number in mine else face for number, face in enumerate(here)]
    return here


def lit(faces: Sequence[Face], light: Light) -> list[Face]:
    """The faces as they look in this light."""
    return [replace(face, tones=np.asarray(face.tones * light.scale + light.shift, np.float32)) for face in faces]


def _light(
    read: Read,
    faces: Sequence[Face],
    trust: float,
    mine: frozenset[int] | None = None,
) -> Light:
    """The stretch and shift of each tone under which the faces look most like what was read; `mine`: these alone."""
    return light_of(
        [pair for tones, bands in read for band in bands for pair in _pairs(tones, band, faces, mine)], trust
    )


def light_of(pairs: Sequence[tuple[Map, Map, Map]], trust: float) -> Light:
    """The light in which tones as taught become those that were seen; each pair has what each place weighs."""
    if not pairs:
        return AS_IT_IS
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
        slope = float(np.clip((together + pull) / (spread + pull), 0.5, 1.5))
        level = (columns * my + trust * 0.3 * mx) / (columns + trust * 0.3)
        scale[tone], shift[tone] = slope, level - slope * mx
    return Light(shift, scale)


def _pairs(
    tones: HeapTones, band: Band, faces: Sequence[Face], mine: frozenset[int] | None
) -> list[tuple[Map, Map, Map]]:
    """Tones as seen and as taught, pixel by pixel, of the strips that fit well."""
    pairs = []
    own = tones if band.flat else tones.flipped()
    for strip in band.reading.strips:
        fit = strip.cost / strip.shown
        if strip.face < 0 or fit > _TELLING or (mine is not None and strip.face not in mine):
            continue
        wanted, known = part_of(faces[strip.face], band.upright, strip.turned, band.reading.backwards, strip.shown)
        seen = band_of(own.tones, band.top, wanted.shape[0], strip.pose)[:, strip.start : strip.start + strip.shown]
        clear = known & (np.abs(seen - wanted).max(2) < 0.8)
        weight = clear.astype(np.float32).reshape(-1) * (1 - fit / _TELLING)
        pairs.append((seen.reshape(-1, 3), wanted.reshape(-1, 3), weight))
    return pairs
