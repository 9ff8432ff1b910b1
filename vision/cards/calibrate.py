"""Makes the confidence in cards honest: how often entries with such a raw chance were right, on random styles.

`python -m vision.cards.evaluate --curve` measures the curve and stores it. 0.95 or more is said only from where on at
least 995 of 1000 were right: nothing is to be played by the camera alone below.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from vision.calibrate import log_odds

FILE = Path(__file__).resolve().parents[1] / "data" / "card_curve.json"
Curve = tuple[list[float], list[float]]


@cache
def _curve() -> Curve:
    stored = json.loads(FILE.read_text(encoding="utf-8"))
    return stored["raw"], stored["said"]


def save_curve(raw: Sequence[float], said: Sequence[float], styles: int, entries: int) -> None:
    """Keeps a curve, with how many styles and entries of them it rests on."""
    told = {
        "raw": [round(float(x), 2) for x in raw],
        "said": [round(float(y), 4) for y in said],
        "styles": styles,
        "entries": entries,
    }
    FILE.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    _curve.cache_clear()


def calibrated(chance: float) -> float:
    """What is said for a raw chance; between two measured places it is the lower one's."""
    raw, said = _curve()
    return float(said[max(int(np.searchsorted(raw, log_odds(chance), side="right")) - 1, 0)])
