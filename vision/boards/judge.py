"""Judges spaces: how likely each is empty or holds a piece of each colour, by weights learned from examples."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.boards.evidence import NAMES

Features = NDArray[np.float64]
Owners = NDArray[np.intp]
Logs = NDArray[np.float64]
# Features (space, colour, feature) of one board's spaces and their owners.
Lesson = tuple[Features, Owners]
USUAL = Path(__file__).resolve().parents[1] / "data" / "board_judge.json"
# A label that the other examples find less likely than this is taken for a slip of the pen.
SLIP = float(np.log(0.02))


@dataclass(frozen=True)
class Judge:
    """A choice between "empty" (weight 0) and one of the colours, whose features are weighed alike for all colours."""

    middle: NDArray[np.float64]
    scale: NDArray[np.float64]
    weights: NDArray[np.float64]

    def told(self) -> dict[str, list[float]]:
        """Middle, scale and weight of each feature, by its name."""
        rows = zip(NAMES, self.middle, self.scale, self.weights, strict=True)
        return {name: [round(float(value), 5) for value in values] for name, *values in rows}

    @classmethod
    def from_told(cls, told: Mapping[str, Sequence[float]]) -> Judge:
        middle, scale, weights = np.array([told[name] for name in NAMES], np.float64).T
        return cls(middle, scale, weights)

    def judged(self, features: Features) -> Logs:
        """(space, owner): the logarithm of the chance of each owner; 0 is nobody."""
        scores = ((features - self.middle) / self.scale) @ self.weights
        return _log_chances(np.concatenate([np.zeros((len(scores), 1)), scores], axis=1))


def _log_chances(scores: Logs) -> Logs:
    top = scores.max(axis=1, keepdims=True)
    return np.asarray(scores - top - np.log(np.exp(scores - top).sum(axis=1, keepdims=True)))


def first_judge(features: Features) -> Judge:
    """A judge that knows nothing yet, with the scales of these features."""
    middle, scale = features.mean(axis=(0, 1)), features.std(axis=(0, 1))
    middle[0], scale[0] = 0.0, 1.0
    return Judge(middle, np.maximum(scale, 1e-3), np.zeros(features.shape[2]))


def taught(judge: Judge, lessons: Sequence[Lesson], stiffness: float) -> Judge:
    """The judge that explains these examples best, held back towards the given one by `stiffness`: Newton's method."""
    given = [((features - judge.middle) / judge.scale, owners) for features, owners in lessons]
    weights = judge.weights.copy()
    for _ in range(60):
        pull = stiffness * (weights - judge.weights)
        curve = stiffness * np.eye(len(weights))
        for features, owners in given:
            more_pull, more_curve = _pulled(weights, features, owners)
            pull, curve = pull + more_pull, curve + more_curve
        step = np.linalg.solve(curve, pull)
        weights = weights - step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < 1e-4:
            break
    return Judge(judge.middle, judge.scale, weights)


def _pulled(weights: NDArray[np.float64], given: Features, owners: Owners) -> tuple[Logs, Logs]:
    """Slope and curvature of what these examples cost."""
    wanted = np.zeros((len(given), given.shape[1] + 1))
    wanted[np.arange(len(given)), owners] = 1
    chances = np.exp(_log_chances(np.concatenate([np.zeros((len(given), 1)), given @ weights], axis=1)))[:, 1:]
    mean = np.einsum("nk,nkf->nf", chances, given)
    spread = np.einsum("nk,nkf,nkg->fg", chances, given, given, optimize=True) - mean.T @ mean
    return np.einsum("nk,nkf->f", chances - wanted[:, 1:], given), np.asarray(spread)


def taught_with_care(
    judge: Judge, features: Features, owners: Owners, stiffness: float
) -> tuple[Judge, NDArray[np.bool_]]:
    """As `taught`, but labels that contradict all the others are left out; also says which were trusted."""
    trusted = np.ones(len(owners), np.bool_)
    learned = judge
    for caution in (8.0, 3.0, 1.0):
        learned = taught(judge, [(features[trusted], owners[trusted])], caution * stiffness)
        trusted = learned.judged(features)[np.arange(len(owners)), owners] > SLIP
    return taught(judge, [(features[trusted], owners[trusted])], stiffness), trusted


def save_judge(path: Path, judge: Judge) -> None:
    """Stores a judge as readable text."""
    path.write_text(json.dumps(judge.told(), indent=1) + "\n", encoding="utf-8")


@cache
def usual_judge() -> Judge:
    """The judge that knows many boards, and none of the players'."""
    return Judge.from_told(json.loads(USUAL.read_text(encoding="utf-8")))
