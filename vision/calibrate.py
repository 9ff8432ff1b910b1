"""Makes the reader's confidence honest: a stored curve from raw chance to how often such readings were right."""

from __future__ import annotations

import numpy as np

from vision.net import built_in_weights


def log_odds(chance: float) -> float:
    """The log odds of a chance, kept finite."""
    kept = float(np.clip(chance, 1e-6, 1 - 1e-6))
    return float(np.log(kept / (1 - kept)))


def calibrated(chance: float, taught: bool) -> float:
    """The measured share of right readings among those with such a raw chance, on styles never trained on."""
    weights = built_in_weights()
    name = "taught" if taught else "untaught"
    if f"curve_{name}.x" not in weights:
        return chance
    return float(np.interp(log_odds(chance), weights[f"curve_{name}.x"], weights[f"curve_{name}.y"]))
