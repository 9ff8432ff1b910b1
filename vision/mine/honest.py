"""Makes the chances honest: a stored curve from raw chance to how often such readings were right."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources
from typing import Any

import numpy as np

CURVES_FILE = "mine_curves.json"
# Nothing that was read is surer than this: the curves come from few styles, and another may be misread as a whole.
MOST = 0.9


@lru_cache(maxsize=1)
def _curves() -> dict[str, Any]:
    return dict(json.loads(resources.files("vision.data").joinpath(CURVES_FILE).read_text(encoding="utf-8")))


def log_odds(chance: float) -> float:
    """The log odds of a chance, kept finite."""
    kept = float(np.clip(chance, 1e-6, 1 - 1e-6))
    return float(np.log(kept / (1 - kept)))


def honest(chance: float, what: str, taught: bool) -> float:
    """The measured share of right readings among those with such a raw chance, on styles never trained on."""
    curve = _curves()[f"{what} {'taught' if taught else 'untaught'}"]
    measured = float(np.interp(log_odds(chance), curve["log_odds"], curve["right"]))
    return measured if what.startswith("empty") else min(measured, MOST)
