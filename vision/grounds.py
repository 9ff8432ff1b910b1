"""Which tiles of a photo lie on urban ground, told by the colours of all of them together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.tone import as_expected, first_lights, too_bright

# How the noise narrows while the tiles settle; where a tile counts as odd; no odds are larger.
WIDTHS = (4.0, 3.0, 2.2, 1.6, 1.3, 1.0, 1.0, 1.0, 1.0, 1.0)
FARTHEST, MOST_ODDS = 16.0, 8.0
# How unlikely slopes and bows of the light are, as inverse squares of log colour; corners spread at least so far.
STIFF = (1e-3, 25.0, 25.0, 100.0, 100.0, 100.0)
LEAST_SPREAD = 0.02


@dataclass(frozen=True)
class GroundTones:
    """The log colours of a box's rural and urban ground, and how far the corners of its tiles spread about them."""

    grounds: NDArray[np.float32]
    spread: NDArray[np.float32]

    def log_odds(
        self, tones: NDArray[np.float32], middles: NDArray[np.float64], expected: NDArray[np.float32] | None = None
    ) -> NDArray[np.float64]:
        """How much likelier each tile is urban than rural, by the colours of all tiles of a photo at once.

        The light may change smoothly over the table. Every way of naming the tiles that fits counts as far as it fits:
        where all tiles look alike, nothing but the cards' white (`expected`, a shift) tells which ground it is.
        """
        fields = _smooth_fields(middles)
        starts = first_lights(tones, self.grounds, expected)
        fits = [self._settled(tones, fields, start, expected) for start in starts]
        best = max(likely for likely, _ in fits)
        # Starts that end at the same names count once, with the likeliest light.
        named = {tuple(own.argmax(1)): (np.exp(likely - best), own) for likely, own in sorted(fits, key=_first)}
        urban, rural = (sum(weight * belongs[:, kind] for weight, belongs in named.values()) for kind in (1, 0))
        return np.asarray(np.clip(np.log(urban + 1e-9) - np.log(rural + 1e-9), -MOST_ODDS, MOST_ODDS))

    def _settled(
        self, tones: Any, fields: NDArray[np.float64], start: Any, expected: NDArray[np.float32] | None
    ) -> tuple[float, NDArray[np.float64]]:
        """How likely the names are to which the tiles settle from a first guess at the light, and those names."""
        inverse, noise = np.linalg.inv(self.spread.astype(np.float64)), float(np.trace(self.spread)) / 3
        light = np.tile(np.asarray(start, np.float64), (len(tones), 1))
        for width in WIDTHS:
            gaps = tones[:, None] - light[:, None] - self.grounds
            far = np.einsum("tkc,cd,tkd->tk", gaps, inverse, gaps) / width**2
            fit = -np.minimum(far, FARTHEST) / 2
            highest = fit.max(1, keepdims=True)
            belongs = np.exp(fit - highest)
            likely = float((highest[:, 0] + np.log(belongs.sum(1))).sum())
            belongs /= belongs.sum(1, keepdims=True)
            trust = (belongs * ((far < FARTHEST) + 0.01)).sum(1, keepdims=True) / (noise * width**2)
            wanted = (belongs[..., None] * (tones[:, None] - self.grounds)).sum(1)
            share = np.linalg.solve(fields.T @ (trust * fields) + np.diag(STIFF), fields.T @ (trust * wanted))
            light = fields @ share
        unlikely = float((np.asarray(STIFF)[1:, None] * share[1:] ** 2).sum()) / 2
        middle = light.mean(0)
        return likely - unlikely + as_expected(middle, expected) - too_bright(middle + self.grounds), belongs


def _first(fit: tuple[float, Any]) -> float:
    return fit[0]


def _smooth_fields(middles: NDArray[np.float64]) -> NDArray[np.float64]:
    """Even light, slopes and bows over the places of a photo's tiles."""
    x, y = ((middles - middles.mean(0)) / max(float(np.ptp(middles, axis=0).max()) / 2, 1.0)).T
    return np.stack([np.ones(len(middles)), x, y, x * x - 1 / 3, x * y, y * y - 1 / 3], 1)


def slopes_of_light(rest: Any, middles: NDArray[np.float64]) -> NDArray[np.float64]:
    """The smooth part of what tiles whose ground is known have left over, without what they all have in common."""
    fields = _smooth_fields(middles)
    noise = max(float((rest**2).mean()), LEAST_SPREAD**2)
    share = np.linalg.solve(fields.T @ fields / noise + np.diag(STIFF), fields.T @ rest / noise)
    return np.asarray(fields[:, 1:] @ share[1:])


def ground_spread(tones: Any, grounds: NDArray[np.float32], urban: NDArray[np.int64]) -> NDArray[np.float32]:
    """How far the corners of taught tiles are from their ground, the photos' light taken out."""
    rest = tones - grounds[urban]
    own = rest.T @ rest / max(len(rest) - 1, 1)
    return np.asarray(own + np.eye(3) * LEAST_SPREAD**2, np.float32)
