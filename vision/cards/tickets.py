"""Tickets: each is taught once and known again by its print, however alike two of them look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

Grey = NDArray[np.uint8]

PX_PER_MM = 3.0
# Of two marks the nearer must be this much nearer; fewer that agree on one place than this say nothing.
RATIO = 0.85
FEWEST = 8
# Prints are compared small first, each way up and a little shifted; so many of the most alike are laid on the card.
SMALL, SHIFT_PX, SHORT_LIST = 3, 4, 8
# How alike from afar a ticket is to some known one at least: tickets reach 0.8 and more, train cards hardly 0.3.
TICKET = 0.5
# A cut may be off by so much; how long a print is moved until it lies well.
REACH_PX = 12
# So large a part of each side is rim that all tickets share.
RIM = 11
SETTLING = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 20, 1e-3)


@dataclass(frozen=True)
class Print:
    """The marks of a ticket's print, where they stand, and the print itself in grey."""

    places: NDArray[np.float32]
    marks: NDArray[np.uint8]
    picture: Grey


@cache
def _finder() -> cv2.Feature2D:
    return cv2.SIFT.create(nfeatures=400, contrastThreshold=0.02)


def print_of(card_bgr: NDArray[np.uint8]) -> Print:
    """The print of a whole card, cut out upright."""
    grey = np.asarray(cv2.cvtColor(card_bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    points, marks = _finder().detectAndCompute(grey, None)
    if marks is None:
        return Print(np.zeros((0, 2), np.float32), np.zeros((0, 128), np.uint8), grey)
    places = np.array([point.pt for point in points], np.float32)
    return Print(places, np.clip(np.rint(marks), 0, 255).astype(np.uint8), grey)


def name_ticket(seen: Print, known: Sequence[Print]) -> tuple[int, float]:
    """Which of the known prints a card shows (-1 none), and the chance that this is right.

    What looks like no ticket from afar is none. Of the prints that look most like it the pictures decide, laid on
    each other, because two tickets may share all but a word.
    """
    likely = _short_list(seen, known)
    scores = np.zeros(len(known))
    scores[likely] = [_alike(seen, known[number]) for number in likely]
    if not len(scores) or scores.max() <= 0:
        return -1, 0.0
    order = np.argsort(-scores)
    best = int(order[0])
    second = float(scores[order[1]]) if len(order) > 1 else 0.0
    lead = float(scores[best]) - second
    chance = 1 / (1 + np.exp(-(lead - 0.05) / 0.02)) * (1 / (1 + np.exp(-(float(scores[best]) - 0.5) / 0.06)))
    return best, float(chance)


def _short_list(seen: Print, known: Sequence[Print]) -> list[int]:
    """The prints that look most like the card from afar; none where it is no ticket."""
    here = _from_afar(seen.picture)
    ways = (here, np.ascontiguousarray(here[::-1, ::-1]))
    inside = np.s_[SHIFT_PX:-SHIFT_PX, SHIFT_PX:-SHIFT_PX]
    prints = [np.ascontiguousarray(_from_afar(one.picture)[inside]) for one in known]
    scores = [max(float(cv2.matchTemplate(way, one, cv2.TM_CCOEFF_NORMED).max()) for way in ways) for one in prints]
    if max(scores, default=0.0) < TICKET:
        return []
    return [int(number) for number in np.argsort(scores)[::-1][:SHORT_LIST]]


def _from_afar(picture: Grey) -> NDArray[np.float32]:
    size = (picture.shape[1] // SMALL, picture.shape[0] // SMALL)
    fine = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.float32)
    return np.asarray(fine - cv2.GaussianBlur(fine, (0, 0), 5.0), np.float32)


def _alike(seen: Print, known: Print) -> float:
    """How well the known print fits what is there: laid where its marks are seen, or as the card was cut out.

    In poor light few marks are found; the cut itself is then off by a few millimetres at most.
    """
    lays = [lay for lay in (_laid(seen, known), _settled(seen, known)) if lay is not None]
    return max((_fit(seen, known, lay) for lay in lays), default=0.0)


def _fit(seen: Print, known: Print, lay: NDArray[np.float64]) -> float:
    size = (known.picture.shape[1], known.picture.shape[0])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    there = np.asarray(cv2.warpAffine(seen.picture, lay, size, flags=flags), np.uint8)
    inside = np.s_[size[1] // RIM : -size[1] // RIM, size[0] // RIM : -size[0] // RIM]
    return _correlation(_detail(there)[inside], _detail(known.picture)[inside])


def _settled(seen: Print, known: Print) -> NDArray[np.float64] | None:
    """The print laid on the cut, whichever way up fits better, and moved until it fits best; None if it never does."""
    height, width = known.picture.shape
    over = np.array([[-1, 0, width - 1], [0, -1, height - 1]], np.float32)
    here, there = _soft(seen.picture), _soft(known.picture)
    everywhere = np.ones(here.shape, np.uint8)
    best: tuple[float, NDArray[np.float64]] | None = None
    for start in (np.eye(2, 3, dtype=np.float32), over):
        shift = _best_shift(here, there, start)
        start[:, 2] += start[:, :2] @ shift
        try:
            fit, lay = cv2.findTransformECC(there, here, start, cv2.MOTION_AFFINE, SETTLING, everywhere, 1)
        except cv2.error:  # nothing to hold on to
            continue
        if best is None or fit > best[0]:
            best = (float(fit), np.asarray(lay, np.float64))
    if best is None or not 0.85 < float(np.sqrt(abs(np.linalg.det(best[1][:, :2])))) < 1.18:
        return None
    return best[1]


def _best_shift(here: NDArray[np.float32], there: NDArray[np.float32], way: NDArray[np.float32]) -> NDArray[np.float32]:
    """By how many pixels the print must be moved to fit what is seen, that way up."""
    size = (there.shape[1], there.shape[0])
    turned = cv2.warpAffine(here, way, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    core = np.ascontiguousarray(there[REACH_PX:-REACH_PX, REACH_PX:-REACH_PX])
    _, _, _, (x, y) = cv2.minMaxLoc(cv2.matchTemplate(np.asarray(turned), core, cv2.TM_CCOEFF_NORMED))
    return np.array((x - REACH_PX, y - REACH_PX), np.float32)


def _soft(picture: Grey) -> NDArray[np.float32]:
    fine = picture.astype(np.float32)
    return np.asarray(cv2.GaussianBlur(fine, (0, 0), 1.5) - cv2.GaussianBlur(fine, (0, 0), 12.0), np.float32)


def _laid(seen: Print, known: Print) -> NDArray[np.float64] | None:
    """The shift and turn from the known print to the seen one on which most marks agree."""
    if min(len(seen.marks), len(known.marks)) < FEWEST:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_L2).knnMatch(known.marks.astype(np.float32), seen.marks.astype(np.float32), k=2)
    good = [one for one, other in (pair for pair in pairs if len(pair) == 2) if one.distance < RATIO * other.distance]
    if len(good) < FEWEST:
        return None
    source = np.array([known.places[one.queryIdx] for one in good])
    target = np.array([seen.places[one.trainIdx] for one in good])
    lay, agree = cv2.estimateAffinePartial2D(source, target, method=cv2.RANSAC, ransacReprojThreshold=3.0)
    if lay is None or int(np.sum(agree)) < FEWEST or not 0.85 < float(np.hypot(lay[0, 0], lay[1, 0])) < 1.18:
        return None
    return np.asarray(lay, np.float64)


def _detail(picture: Grey) -> NDArray[np.float32]:
    fine = picture.astype(np.float32)
    return np.asarray(cv2.GaussianBlur(fine, (0, 0), 1.0) - cv2.GaussianBlur(fine, (0, 0), 4.0), np.float32)


def _correlation(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    a, b = one - one.mean(), other - other.mean()
    return float((a * b).sum() / (np.sqrt((a * a).sum() * (b * b).sum()) + 1e-6))
