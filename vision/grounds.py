"""Which tiles of a photo lie on urban ground, told by the colours of all of them together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crop import CROP_PX, halved
from vision.tone import CORNERS, as_expected, first_lights, log_table, too_bright

Numbers = NDArray[np.float64]
# How the noise narrows while the tiles settle; where a tile counts as odd; no odds are larger.
WIDTHS = (4.0, 3.0, 2.2, 1.6, 1.3, 1.0, 1.0, 1.0, 1.0, 1.0)
FARTHEST, MOST_ODDS = 16.0, 8.0
# How far a tile counts that has the hue of a ground but lies in a shadow, or in a gleam.
SHADED = 6.0
# How unlikely slopes and bows of the light are, as inverse squares of log colour; corners spread at least so far.
STIFF = (1e-3, 25.0, 25.0, 100.0, 100.0, 100.0)
LEAST_SPREAD = 0.02
# Strewn things of how many halved pixels are told apart, and the contrast below which there is only noise.
GRAINS_PX, NOISE = (0.8, 1.6, 3.2, 6.4), 0.003
# Grounds that are so many spreads apart in colour are told as well by colour as by what is strewn over them.
AS_WELL, LEAST_DOUBT = 2.0, 0.1
# Each ground lies half of the gap between them to one side of their middle. In haze and glare each colour has another
# gap, by such a share of it and so much more, that changes over the table as even light and its slopes do.
HALVES = np.array([-0.5, 0.5])
PLIANT, LEAST_PLIANT, BENDS = 0.15, 0.005, 3
# The cards' white tells at the most so many log odds: a gleam may lie on the tiles and not on the cards.
MOST_WHITE = 8.0
# How much it tells of a way of naming the tiles that the net's log odds differ between the grounds so named, up to so
# far, for each pair of tiles of which one is named urban and one rural, up to so many.
NET_TELLS, MOST_NET_APART, MOST_NET_PAIRS = 0.5, 6.0, 8.0
# What it says of fewer tiles is no guess at the names of all.
FEWEST_SAID = 6


@dataclass(frozen=True)
class GroundTones:
    """The log colours of a box's rural and urban ground, and how far the corners of its tiles spread about them."""

    grounds: NDArray[np.float32]
    spread: NDArray[np.float32]

    @property
    def apart(self) -> float:
        """How far the grounds are apart, in spreads."""
        gap = self.grounds[1] - self.grounds[0]
        return float(np.sqrt(max(gap @ np.linalg.inv(self.spread) @ gap, 0.0)))

    def doubt(self) -> float:
        """How much is left to tell for what is strewn over the grounds, 0 to 1; hardly anything is nothing."""
        left = 1 / (1 + (self.apart / AS_WELL) ** 2)
        return left if left > LEAST_DOUBT else 0.0

    def log_odds(
        self,
        tones: NDArray[np.float32],
        middles: NDArray[np.float64],
        expected: NDArray[np.float32] | None = None,
        blown: NDArray[np.bool_] | None = None,
        net: Numbers | None = None,
    ) -> NDArray[np.float64]:
        """How much likelier each tile is urban than rural, by the colours of all tiles of a photo at once.

        The light may change smoothly over the table, and haze and glare bring the grounds nearer to each other. Every
        way of naming the tiles that fits counts as far as it fits: where all tiles look alike, nothing but the cards'
        white (`expected`, a shift) tells which ground it is. Colours that are `blown` out, as bright as the camera can
        tell, tell nothing. The log odds of the `net`, which sees what is drawn on the grounds, are one more guess at
        the names, and weigh ways of naming that part the tiles; of some tiles they may be unknown, which is no number.
        """
        told = np.ones(3, bool) if blown is None or blown.all() else ~blown
        net = None if net is None or np.isfinite(net).sum() < FEWEST_SAID else net
        slope = slopes_of_light(tones - tones.mean(0), middles, bows=False)
        even = np.stack(first_lights(tones, self.grounds, expected))[:, None]
        starts = np.concatenate([even + np.zeros_like(slope), even + slope, *self._told_by(net, tones)])
        likely, belongs = self._settled(tones, _smooth_fields(middles), starts, expected, told)
        likely = likely + _agreeing(belongs, net)
        # Starts that end at the same names count once, with the likeliest light.
        named = {belongs[start, :, 1].round().tobytes(): start for start in np.argsort(likely)}
        weights = np.exp(likely - likely.max())
        rural, urban = sum(weights[start] * belongs[start].T for start in named.values())
        return np.asarray(np.clip(np.log(urban + 1e-9) - np.log(rural + 1e-9), -MOST_ODDS, MOST_ODDS))

    def _told_by(self, net: Numbers | None, tones: Any) -> list[Numbers]:
        """The light that fits the names that the net gives, and those it would give without what all have in common."""
        if net is None:
            return []
        known = np.isfinite(net)
        said = net[known]
        named = [said > border for border in (0.0, (said.min() + said.max()) / 2)]
        lights = [np.median(tones[known] - self.grounds[urban.astype(int)], axis=0) for urban in named]
        return [np.zeros((1, *tones.shape)) + light for light in lights]

    def _settled(
        self,
        tones: Any,
        fields: Numbers,
        starts: Numbers,
        expected: NDArray[np.float32] | None,
        told: NDArray[np.bool_],
    ) -> tuple[Numbers, Numbers]:
        """How likely the names are to which the tiles settle from each guess at the light, and those names.

        Each tile has the colour of the light, and of half of the gap between the grounds to one side or the other. Both
        are smooth fields, and found in turns with the names.
        """
        inverse, noise = np.linalg.inv(self.spread.astype(np.float64)), float(np.trace(self.spread)) / 3
        inverse = inverse * np.outer(told, told)
        middle, gap = self.grounds.mean(0).astype(np.float64), (self.grounds[1] - self.grounds[0]).astype(np.float64)
        hue = hue_alone(inverse)
        if gap @ hue @ gap < FARTHEST:  # such grounds differ in nothing but what a shadow changes
            hue = inverse
        usual, stiff = _usual_fields(gap)
        made_of = _of_both_grounds(fields)
        bare, light, gaps = (tones - middle).astype(np.float64), starts, np.zeros_like(starts) + gap
        for width in WIDTHS:
            rest = bare[:, None] - light[:, :, None] - HALVES[:, None] * gaps[:, :, None]
            lit, shaded = (((rest @ weights) * rest).sum(-1) / width**2 for weights in (inverse, hue))
            likely, belongs = _names(np.minimum(lit, shaded + SHADED))
            trust = belongs * ((lit < FARTHEST) + 0.01) / (noise * width**2)
            share = _shares(trust, made_of, bare, usual, stiff)
            light, gaps = fields @ share[:, : len(STIFF)], fields[:, :BENDS] @ share[:, len(STIFF) :]
        unlikely = (stiff[1:] * (share - usual)[:, 1:] ** 2).sum((1, 2)) / 2
        seen = middle + HALVES[:, None] * share[:, len(STIFF), None]
        shifts = light.mean(1)
        fitting = [
            MOST_WHITE * np.expm1(as_expected(shift, expected) / MOST_WHITE) - too_bright(shift + both)
            for shift, both in zip(shifts, seen, strict=True)
        ]
        return likely - unlikely + np.array(fitting), belongs


def _names(far: Numbers) -> tuple[Numbers, Numbers]:
    """How likely the colours of all tiles are that are so far from either ground, and to which each belongs how far."""
    fit = -np.minimum(far, FARTHEST) / 2
    highest = fit.max(2, keepdims=True)
    belongs = np.exp(fit - highest)
    total = belongs.sum(2, keepdims=True)
    return (highest + np.log(total))[..., 0].sum(1), belongs / total


def _agreeing(belongs: Numbers, net: Numbers | None) -> Numbers | float:
    """How well the net agrees with ways of naming the tiles: not with what all tiles have in common, which is light."""
    if net is None:
        return 0.0
    known = np.isfinite(net)
    said, rural, urban = net[known], belongs[:, known, 0], belongs[:, known, 1]
    apart = urban @ said / np.maximum(urban.sum(1), 1) - rural @ said / np.maximum(rural.sum(1), 1)
    pairs = np.minimum(np.minimum(urban.sum(1), rural.sum(1)), MOST_NET_PAIRS)
    return np.asarray(NET_TELLS * pairs * np.clip(apart, -MOST_NET_APART, MOST_NET_APART))


def _usual_fields(gap: Numbers) -> tuple[Numbers, Numbers]:
    """The shares of the fields of light and gap, by colour, that are usual, and how unlikely others are."""
    usual = np.zeros((len(STIFF) + BENDS, len(gap)))
    usual[len(STIFF)] = gap
    pliant = 1 / (PLIANT * np.abs(gap) + LEAST_PLIANT) ** 2
    return usual, np.concatenate([np.repeat(np.array(STIFF)[:, None], len(gap), 1), np.tile(pliant, (BENDS, 1))])


def _of_both_grounds(fields: Numbers) -> Numbers:
    """How much each field of light and gap adds to the colour of each tile on either ground: tiles, grounds, fields."""
    gap = HALVES[:, None] * fields[:, None, :BENDS]
    return np.concatenate([np.repeat(fields[:, None], 2, 1), gap], 2)


def _shares(trust: Numbers, made_of: Numbers, bare: Numbers, usual: Numbers, stiff: Numbers) -> Numbers:
    """The shares of all fields that fit best, for each start and colour, where each tile is trusted on each ground."""
    weighed = trust[..., None] * made_of
    normal = np.einsum("stgi,tgj->sij", weighed, made_of, optimize=True)
    seen = np.einsum("stgi,tc->sic", weighed, bare, optimize=True)
    found = [
        np.linalg.solve(normal + np.diag(stiff[:, c]), (seen[:, :, c] + stiff[:, c] * usual[:, c])[..., None])
        for c in range(bare.shape[1])
    ]
    return np.concatenate(found, 2)


def hue_alone(inverse: Numbers) -> Numbers:
    """Weights of gaps in log colour that ask nothing of how bright it is: the edge of a shadow is no smooth light."""
    grey = inverse @ np.ones(3)
    return np.asarray(inverse - np.outer(grey, grey) / max(float(grey.sum()), 1e-9))


def textures(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """How much each tile's corners show of fine, middle and coarse things, as logs.

    Like colours they shift in common from photo to photo: by sharpness and contrast instead of light.
    """
    bright = np.asarray(log_table()[halved(crops)].mean(3), np.float32)
    blurred = [np.stack([cv2.GaussianBlur(one, (0, 0), grain) for one in bright]) for grain in GRAINS_PX]
    bands = [np.abs(fine - coarse)[:, _corners()].mean(1) for fine, coarse in pairwise(blurred)]
    return np.asarray(np.log(np.stack(bands, 1) + NOISE), np.float32)


@lru_cache(maxsize=1)
def _corners() -> NDArray[np.bool_]:
    """The corners of a halved tile, where its ground shows."""
    inside = np.zeros((CROP_PX // 2,) * 2, bool)
    for rows in CORNERS:
        for columns in CORNERS:
            inside[rows.start // 2 : rows.stop // 2, columns.start // 2 : columns.stop // 2] = True
    return inside


def texture_grounds(photos: Sequence[tuple[NDArray[np.uint8], NDArray[np.int64]]]) -> GroundTones:
    """What is strewn over the grounds of taught photos, each given as its tiles and whether they are urban."""
    seen, kinds = [textures(crops) for crops, _ in photos], [urban for _, urban in photos]
    even = np.concatenate([rows - _middle(rows, kind) for rows, kind in zip(seen, kinds, strict=True)])
    known = np.concatenate(kinds)
    middle = np.median(even, axis=0)
    grounds = [np.median(even[known == k], axis=0) if np.any(known == k) else middle for k in (0, 1)]
    both = np.asarray(grounds, np.float32)
    return GroundTones(both, ground_spread(even, both, known))


def _middle(rows: NDArray[np.float32], kinds: NDArray[np.int64]) -> NDArray[np.float32]:
    """What both grounds of a photo have in common, however many tiles show each."""
    return np.asarray(np.mean([rows[kinds == kind].mean(0) for kind in np.unique(kinds)], axis=0))


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
