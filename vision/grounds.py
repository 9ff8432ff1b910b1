"""Which tiles of a photo lie on urban ground, told by the colours of all of them together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.tone import as_expected, first_lights, too_bright

Numbers = NDArray[np.float64]
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
        self,
        tones: NDArray[np.float32],
        middles: NDArray[np.float64],
        expected: NDArray[np.float32] | None = None,
        blown: NDArray[np.bool_] | None = None,
    ) -> NDArray[np.float64]:
        """How much likelier each tile is urban than rural, by the colours of all tiles of a photo at once.

        The light may change smoothly over the table. Every way of naming the tiles that fits counts as far as it fits:
        where all tiles look alike, nothing but the cards' white (`expected`, a shift) tells which ground it is. Colours
        that are `blown` out, as bright as the camera can tell, tell nothing.
        """
        told = np.ones(3, bool) if blown is None or blown.all() else ~blown
        slope = slopes_of_light(tones - tones.mean(0), middles, bows=False)
        even = np.stack(first_lights(tones, self.grounds, expected))[:, None]
        starts = np.concatenate([even + np.zeros_like(slope), even + slope])
        likely, belongs = self._settled(tones, _smooth_fields(middles), starts, expected, told)
        # Starts that end at the same names count once, with the likeliest light.
        named = {belongs[start, :, 1].round().tobytes(): start for start in np.argsort(likely)}
        weights = np.exp(likely - likely.max())
        rural, urban = sum(weights[start] * belongs[start].T for start in named.values())
        return np.asarray(np.clip(np.log(urban + 1e-9) - np.log(rural + 1e-9), -MOST_ODDS, MOST_ODDS))

    def _settled(
        self,
        tones: Any,
        fields: Numbers,
        starts: Numbers,
        expected: NDArray[np.float32] | None,
        told: NDArray[np.bool_],
    ) -> tuple[Numbers, Numbers]:
        """How likely the names are to which the tiles settle from each guess at the light, and those names."""
        inverse, noise = np.linalg.inv(self.spread.astype(np.float64)), float(np.trace(self.spread)) / 3
        inverse = inverse * np.outer(told, told)
        bare, stiff, light = (tones[:, None] - self.grounds).astype(np.float64), np.diag(STIFF), starts
        for width in WIDTHS:
            gaps = bare - light[:, :, None]
            far = ((gaps @ inverse) * gaps).sum(-1) / width**2
            fit = -np.minimum(far, FARTHEST) / 2
            highest = fit.max(2, keepdims=True)
            belongs = np.exp(fit - highest)
            likely = (highest[..., 0] + np.log(belongs.sum(2))).sum(1)
            belongs /= belongs.sum(2, keepdims=True)
            trust = (belongs * ((far < FARTHEST) + 0.01)).sum(2) / (noise * width**2)
            weighed = fields.T * trust[:, None]
            share = np.linalg.solve(weighed @ fields + stiff, weighed @ (belongs[..., None] * bare).sum(2))
            light = fields @ share
        unlikely = (stiff[1:, 1:] @ share[:, 1:] ** 2).sum((1, 2)) / 2
        middles = light.mean(1)
        fitting = [as_expected(middle, expected) - too_bright(middle + self.grounds) for middle in middles]
        return likely - unlikely + np.array(fitting), belongs


def _smooth_fields(middles: NDArray[np.float64]) -> NDArray[np.float64]:
    """Even light, slopes and bows over the places of a photo's tiles."""
    x, y = ((middles - middles.mean(0)) / max(float(np.ptp(middles, axis=0).max()) / 2, 1.0)).T
    return np.stack([np.ones(len(middles)), x, y, x * x - 1 / 3, x * y, y * y - 1 / 3], 1)


def slopes_of_light(rest: Any, middles: NDArray[np.float64], bows: bool = True) -> NDArray[np.float64]:
    """The smooth part of what tiles have left over beside their ground, without what they all have in common."""
    fields = _smooth_fields(middles)[:, : None if bows else 3]
    noise = max(float((rest**2).mean()), LEAST_SPREAD**2)
    stiff = np.diag(STIFF[: fields.shape[1]])
    share = np.linalg.solve(fields.T @ fields / noise + stiff, fields.T @ rest / noise)
    return np.asarray(fields[:, 1:] @ share[1:])


def ground_spread(tones: Any, grounds: NDArray[np.float32], urban: NDArray[np.int64]) -> NDArray[np.float32]:
    """How far the corners of taught tiles are from their ground, the photos' light taken out."""
    rest = tones - grounds[urban]
    own = rest.T @ rest / max(len(rest) - 1, 1)
    return np.asarray(own + np.eye(3) * LEAST_SPREAD**2, np.float32)
