"""Log colour: in it a change of light is a shift, which can be taken out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

LOG_FLOOR = 10.0
LOG_SCALE = 1.6
# A photo is never made more than so many times as rich or as poor in contrast as it is; so many tiles tell as much of
# its contrast as was known before.
MOST_CONTRAST, FEW_TILES = 1.7, 10.0
# So many of a hundred bytes of the tiles are no brighter than what must not be blown out by more contrast.
BRIGHTEST = 99.5
# Tiles' darkest places are so many of a hundred; of a lesson's tiles those between these shares tell how much they
# differ, and where it is less than so many bytes they show glare.
DARKEST, DARK_SHARES, EVEN_DARK = 4, (0.25, 0.95), 25.0
# What a lamp adds changes by so many bytes over a tile's width; so large a part of the tiles have none of it, and less
# than so much is left to the reader. So much of it must follow from where tiles lie.
GLARE_SLOPE, GLARE_FREE, GLARE_LEAST, GLARE_PLACED = 60.0, 0.25, 35.0, 0.55
SHARES = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0)
# Rows, and columns, of a crop's corners, where the ground shows.
CORNERS = slice(26, 54), slice(106, 134)


def log_table() -> NDArray[np.float32]:
    """The log colour of every byte."""
    return np.asarray(np.log(np.arange(256) + LOG_FLOOR), np.float32)


def log_tone(colour_bgr: Any) -> NDArray[np.float32]:
    """The log colour of one colour."""
    return np.asarray(np.log(np.asarray(colour_bgr, np.float64) + LOG_FLOOR), np.float32)


def contrast_of(crops: NDArray[np.uint8]) -> float:
    """How far the log brightness of a photo's tiles spreads, in the middle of all tiles."""
    inner: Any = crops[:, 20:140:3, 20:140:3]
    bright = log_table()[inner].mean(3).reshape(len(crops), -1)
    return float(np.median(np.sqrt(((bright - np.median(bright, axis=1, keepdims=True)) ** 2).mean(1))))


@dataclass(frozen=True)
class Contrast:
    """A change of contrast about a middle log colour, `darker` by so much that bright colours stay within bytes."""

    factor: float = 1.0
    middle: float = 0.0
    darker: float = 0.0

    @classmethod
    def between(cls, crops: NDArray[np.uint8], wanted: float) -> Contrast:
        """What gives a photo's tiles the wanted contrast: glare and cameras change it a lot."""
        own = contrast_of(crops)
        if not np.isfinite(wanted) or own <= 0:
            return cls()
        trust = len(crops) / (len(crops) + FEW_TILES)
        factor = float(np.clip((wanted / own) ** trust, 1 / MOST_CONTRAST, MOST_CONTRAST))
        inner = crops[:, 20:140:3, 20:140:3]
        middle = float(np.median(log_table()[inner].mean(3)))
        brightest = log_tone(np.percentile(inner, BRIGHTEST))
        return cls(factor, middle, max(float(factor * (brightest - middle) + middle - log_table()[255]), 0.0))

    def on(self, crops: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Pictures in this contrast."""
        if self == Contrast():
            return crops
        table = np.clip(np.rint(self._changed(log_table())), 0, 255)
        return np.asarray(table.astype(np.uint8)[crops])

    def of(self, colour_bgr: Any) -> tuple[float, float, float]:
        """One colour in this contrast; it may be brighter than a picture could show it."""
        if self == Contrast():
            blue, green, red = np.asarray(colour_bgr, np.float64)
        else:
            blue, green, red = np.maximum(self._changed(log_tone(colour_bgr)), 0)
        return float(blue), float(green), float(red)

    def _changed(self, logs: Any) -> Any:
        return (
            np.exp(self.factor * (np.asarray(logs, np.float64) - self.middle) + self.middle - self.darker) - LOG_FLOOR
        )


def darkest_of(crops: NDArray[np.uint8]) -> NDArray[np.float64]:
    """How dark the darkest places of each tile are."""
    inner = crops[:, 20:140:3, 20:140:3].min(3).reshape(len(crops), -1)
    return np.asarray(np.percentile(inner, DARKEST, axis=1), np.float64)


def spread_of_darkest(crops: NDArray[np.uint8]) -> float:
    """How far the tiles of one photo differ in that: little where all are printed with the same ink."""
    low, high = np.quantile(darkest_of(crops), DARK_SHARES)
    return float(high - low)


def without_glare(crops: NDArray[np.uint8], middles: Any) -> NDArray[np.uint8]:
    """The tiles of a box with dark print on all of them without what a mirrored lamp adds to all colours alike.

    A tile with little dark on it is no darker than its neighbours let it be: what a lamp mirrors changes slowly. Where
    that is hardly to be seen from place to place, tiles differ for another reason.
    """
    darkest = darkest_of(crops)
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    lifted = (darkest[None] + GLARE_SLOPE * apart).min(1)
    added = np.maximum(lifted - np.quantile(lifted, GLARE_FREE), 0)
    if added.max() < GLARE_LEAST or told_by_place(darkest, middles) < GLARE_PLACED:
        return crops
    return np.asarray(np.rint(crops - np.minimum(added[:, None, None, None], crops)), np.uint8)


def told_by_place(values: NDArray[np.float64], middles: Any) -> float:
    """How much of what differs from tile to tile a bent surface over the table explains; of few tiles nothing."""
    x, y = (middles - middles.mean(0)).T
    terms = np.stack([np.ones(len(values)), x, y, x * x, x * y, y * y], 1)
    free = len(values) - terms.shape[1]
    if free < 2 or not np.ptp(values):
        return 0.0
    rest = values - terms @ np.linalg.lstsq(terms, values, rcond=None)[0]
    return float(1 - (rest @ rest / free) / np.var(values, ddof=1))


def corner_tones(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The median log colour of each tile's corners, where its ground shows."""
    parts = [crops[:, rows, columns].reshape(len(crops), -1, 3)[:, ::3] for rows in CORNERS for columns in CORNERS]
    return np.asarray(log_table()[np.median(np.concatenate(parts, 1), axis=1).astype(np.uint8)])


def mean_tone(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The mean log colour of all tiles of a photo: the simplest guess at its light."""
    inner: Any = crops[:, 20:140:4, 20:140:4]
    return np.asarray(log_table()[inner].mean((0, 1, 2)))


def first_lights(tones: Any, grounds: Any, expected: NDArray[np.float32] | None) -> list[Any]:
    """Lights to start from: of each share of urban tiles the one that fits, and the one that the cards' white tells."""
    starts = [tones.mean(0) - (share * grounds[1] + (1 - share) * grounds[0]) for share in SHARES]
    return starts if expected is None else [*starts, expected]


def match_light(
    tones: NDArray[np.float32],
    grounds: NDArray[np.float32],
    expected: NDArray[np.float32] | None = None,
    spread: float = 0.08,
) -> NDArray[np.float32]:
    """The shift of log colour that makes a photo's corner tones fit the two known grounds best.

    Each tile lies on one of the grounds, unknown which; the fit starts from several shares and the likeliest wins.
    `expected` is the shift that the cards' white borders tell: it decides where all tiles lie on one ground.
    """
    starts = first_lights(tones, grounds, expected)
    fits = [_settle(tones, grounds, np.asarray(start, np.float64), spread) for start in starts]
    odds = [likely + as_expected(shift, expected) - too_bright(shift + grounds) for shift, likely in fits]
    return np.asarray(fits[int(np.argmax(odds))][0], np.float32)


def too_bright(tones: NDArray[np.float64]) -> float:
    """How odd it is that a ground would be brighter than a camera can show, even one of which no tile is in sight."""
    return float((np.maximum(tones - log_table()[255], 0) ** 2).sum() / (2 * 0.1**2))


def as_expected(shift: NDArray[np.float64], expected: NDArray[np.float32] | None) -> float:
    """How well a shift agrees with the white borders: cards lie elsewhere, so brightness may differ more than hue."""
    if expected is None:
        return 0.0
    gap = shift - expected
    hue = gap - gap.mean()
    return float(-(gap.mean() ** 2) / (2 * 0.2**2) - (hue**2).sum() / (2 * 0.08**2))


def _settle(tones: Any, grounds: Any, shift: NDArray[np.float64], spread: float) -> tuple[NDArray[np.float64], float]:
    """Expectation and maximisation until the light no longer changes, the spread narrowing to its end."""
    likely = -np.inf
    for width in (*np.geomspace(4 * spread, spread, 8), spread, spread):
        gaps = tones[:, None] - shift - grounds
        fit = -np.minimum((gaps**2).sum(2), 16 * width**2) / (2 * width**2)
        highest = fit.max(1, keepdims=True)
        belongs = np.exp(fit - highest)
        likely = float((highest[:, 0] + np.log(belongs.sum(1))).sum())
        belongs /= belongs.sum(1, keepdims=True)
        belongs *= ((gaps**2).sum(2) < 16 * width**2) + 1e-3
        shift = shift + (belongs[..., None] * gaps).sum((0, 1)) / belongs.sum()
    return shift, likely


def uneven_light(
    tones: Any, grounds: Any, middles: Any, reach: float = 2.0, spread: float = 0.08
) -> NDArray[np.float32]:
    """How the light at each tile differs from the photo's: what its neighbourhood's ground has in common.

    `tones` have the photo's light taken out, `middles` are in tile widths.
    """
    gaps = tones[:, None] - grounds
    fit = -(gaps**2).sum(2) / (2 * (2 * spread) ** 2)
    belongs = np.exp(fit - fit.max(1, keepdims=True))
    rest = ((belongs / belongs.sum(1, keepdims=True))[..., None] * gaps).sum(1).clip(-0.3, 0.3)
    distance = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    near = np.exp(-(distance**2) / (2 * reach**2))
    return np.asarray(near @ rest / (near.sum(1, keepdims=True) + 2.0), np.float32)
