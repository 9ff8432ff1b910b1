"""What white and black paper look like across a zone: the corner cards show both, so light can be taken out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.markers import BORDER_MM, TAG_MM, MarkedZone, project

Bgr = NDArray[np.uint8]
Points = NDArray[np.float64]

# The outer ring of a tag's squares is always black; so far inside and outside its edge colours are looked at.
_INSIDE_MM, _OUTSIDE_MM = 1.5, 2.0
_BLACK = 25.0
_WHITE = 240.0


@dataclass(frozen=True)
class Paper:
    """White and black at some places of a zone (in mm); everything between is blended by distance."""

    places_mm: Points
    white_bgr: Points
    black_bgr: Points

    def near(self, place_mm: Points) -> tuple[Points, Points]:
        """White and black as they look there."""
        away = ((self.places_mm - place_mm) ** 2).sum(1)
        weight = 1 / (away + 60.0**2)
        weight /= weight.sum()
        return weight @ self.white_bgr, weight @ self.black_bgr


def paper_of(photo_bgr: Bgr, zone: MarkedZone) -> Paper | None:
    """What the corner cards of a zone show; None if none can be looked at."""
    width, height = zone.size_mm
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)])
    outwards = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    places, whites, blacks = [], [], []
    for tag in zone.tags:
        middle = corners[tag % 4] + outwards[tag % 4] * TAG_MM / 2
        white = _sampled(photo_bgr, zone, middle, TAG_MM / 2 + min(_OUTSIDE_MM, BORDER_MM / 2))
        black = _sampled(photo_bgr, zone, middle, TAG_MM / 2 - _INSIDE_MM)
        if white is not None and black is not None and (white - black).min() > 8:
            places.append(middle)
            whites.append(white)
            blacks.append(black)
    return Paper(np.array(places), np.array(whites), np.array(blacks)) if places else None


def _sampled(photo_bgr: Bgr, zone: MarkedZone, middle: Points, reach: float) -> Points | None:
    """The median colour along a square about a card's middle."""
    run = np.linspace(-1, 1, 25)
    ones = np.ones_like(run)
    ring = np.concatenate([np.stack(side, 1) for side in ((run, ones), (run, -ones), (ones, run), (-ones, run))])
    places = np.rint(project(zone.camera.mm_to_px, middle + ring * reach)).astype(int)
    inside = ((places >= 0) & (places < np.array(photo_bgr.shape[1::-1]))).all(1)
    if inside.sum() < 25:
        return None
    return np.asarray(np.median(photo_bgr[places[inside, 1], places[inside, 0]], axis=0), np.float64)


def unknown_paper(photo_bgr: Bgr) -> Paper:
    """Where no corner card shows it: the brightest and darkest parts of the picture, without any colour."""
    white = float(np.percentile(photo_bgr.max(2), 99))
    black = float(np.percentile(photo_bgr.min(2), 1))
    return Paper(np.zeros((1, 2)), np.full((1, 3), max(white, black + 40)), np.full((1, 3), black))


def evened(picture_bgr: Bgr, white: Points, black: Points) -> NDArray[np.float32]:
    """The picture as if paper looked as it is printed."""
    gain = (_WHITE - _BLACK) / np.maximum(white - black, 10.0)
    return np.asarray((picture_bgr - black) * gain + _BLACK, np.float32)
