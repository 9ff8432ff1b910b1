"""Makes the reader's confidence honest: a stored curve from raw chance to how often such readings were right."""

from __future__ import annotations

import numpy as np

from vision.net import built_in_weights


def log_odds(chance: float) -> float:
    """The log odds of a chance, kept finite."""
    kept = float(np.clip(chance, 1e-6, 1 - 1e-6))
    return float(np.log(kept / (1 - kept)))


def company_of(chances: list[float]) -> float:
    """How sure a whole photo is read, in log odds: where a box's print is clear, all of its tiles are."""
    return float(np.median([log_odds(chance) for chance in chances])) if chances else 0.0


def calibrated(chance: float, company: float, taught: bool) -> float:
    """The measured share of right readings among those with such a raw chance in such company, on styles left out."""
    weights = built_in_weights()
    name = "taught" if taught else "untaught"
    if f"curve_{name}.x" not in weights:
        return chance
    share = float(weights[f"curve_{name}.company"])
    odds = (1 - share) * log_odds(chance) + share * company
    return float(np.interp(odds, weights[f"curve_{name}.x"], weights[f"curve_{name}.y"]))
