"""Makes the chances honest: a stored curve from raw chance to how often such readings were right."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources
from typing import Any

import numpy as np

CURVES_FILE = "mine_curves.json"
# What was read is no surer than this, since a photo may be misread as a whole; but from where on hardly any reading of
# a taught box was wrong, what is read is at least as sure as that.
MOST, SURE = 0.9, 0.95


@lru_cache(maxsize=1)
def _curves() -> dict[str, Any]:
    return dict(json.loads(resources.files("vision.data").joinpath(CURVES_FILE).read_text(encoding="utf-8")))


def log_odds(chance: float) -> float:
    """The log odds of a chance, kept finite."""
    kept = float(np.clip(chance, 1e-6, 1 - 1e-6))
    return float(np.log(kept / (1 - kept)))


def honest(chance: float, what: str, taught: bool, sure_way: bool = True) -> float:
    """The measured share of right readings among those with such a raw chance, on styles never trained on."""
    curve = _curves()[f"{what} {'taught' if taught else 'untaught'}"]
    odds = log_odds(chance)
    measured = float(np.interp(odds, curve["log_odds"], curve["right"]))
    if what.startswith("empty"):
        # Few empty squares were ever in doubt: below all that was measured the raw chance says more than the curve.
        doubted = curve.get("doubt_below")
        most = MOST if doubted is not None and odds < doubted else measured
        return measured if odds >= curve["log_odds"][0] else min(most, chance)
    sure_from = curve["sure_from"] if taught and sure_way else None
    return min(measured, MOST) if sure_from is None or odds < sure_from else max(measured, SURE)
