"""What speaks for a piece of a colour in a space: the features from which spaces are judged."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.boards.colours import PieceColour
from vision.boards.slots import CUT_PX, INNER, OFF_PX, WITHIN, Cuts, Field, inner_part

Features = NDArray[np.float64]
NAMES = (
    "one", "match", "best_place", "nearer", "changed", "match_changed", "print_core", "print_colour", "print_edges",
    "alike", "alike_core", "alike_edges", "alike_around", "alike_rough", "rough", "alike_changed", "match_edges",
    "around", "alike_shadow", "distance", "moved_towards",
    "print_inside", "print_half", "strange", "alike_inside", "alike_half", "alike_strange",
    "tinted", "shaded", "match_tinted", "log_match", "log_best",
)  # fmt: skip
# A piece whose colour is found in less of its space than this is hardly there.
FAINT = 0.05
_FRAMED = inner_part(1.05, 1.7)
_CORE = inner_part(0.75, 0.65)


def features(cuts: Cuts, colours: Sequence[PieceColour]) -> Features:
    """(space, colour, feature): see NAMES."""
    return Evidence(cuts).of(colours)


class Evidence:
    """What a photo shows in each space: all that has nothing to do with the pieces' colours is found out once."""

    def __init__(self, cuts: Cuts) -> None:
        off = np.minimum(cuts.off, 30)
        self._raised = np.ascontiguousarray(np.moveaxis(cuts.raised, -1, 0))
        self._blank = np.ascontiguousarray(np.moveaxis(cuts.blank[:, *INNER], -1, 0))
        self._off, self._likely = off[:, *WITHIN], _sigmoid(off - 4)
        self._changed = self._likely[:, *WITHIN].mean(axis=(1, 2))
        tint = sum(_alike(cuts.seen[:, *_FRAMED, part], cuts.blank[:, *_FRAMED, part]) for part in (1, 2)) / 2
        self._print_colour = np.asarray(tint, np.float32)
        self._edges, self._inside, self._half, self._core, self._strange = _edges_alike(cuts)
        self._around, self._shadow = _surroundings(cuts)
        self._rough = _roughness(cuts.raised[:, *WITHIN]) - _roughness(cuts.blank[:, *INNER])
        self._tinted, self._shaded = _no_shadow(cuts)

    def of(self, colours: Sequence[PieceColour]) -> Features:
        """(space, colour, feature) for pieces of these colours."""
        return np.stack([self._of(colour) for colour in colours], axis=1).astype(np.float64)

    def _of(self, colour: PieceColour) -> Field:
        """`alike` says how much the empty space itself has the piece's colour."""
        away = np.minimum(colour.off(self._raised), 30)
        inner, print_away = away[:, *WITHIN], np.minimum(colour.off(self._blank), 30)
        fits = _fits(away)
        match, alike = fits[:, *WITHIN].mean(axis=(1, 2)), _fits(print_away).mean(axis=(1, 2))
        best = _best_place(fits * self._likely)
        nearer = np.clip((self._off - inner) / 4, -2, 2).mean(axis=(1, 2))
        moved = np.clip((print_away - inner) / 6, -1, 1).mean(axis=(1, 2))
        changed, core, edges, half = self._changed, self._core, self._edges, self._half
        return np.stack([
            np.ones(len(match)), match, best, nearer, changed, match * changed, core, self._print_colour, edges,
            alike, alike * core, alike * edges, alike * self._around, alike * self._rough, self._rough,
            alike * changed, match * edges, self._around, alike * self._shadow, np.sqrt(inner).mean(axis=(1, 2)),
            moved, self._inside, half, self._strange, alike * self._inside, alike * half, alike * self._strange,
            self._tinted.mean(axis=(1, 2)), self._shaded, (fits[:, *WITHIN] * self._tinted).mean(axis=(1, 2)),
            np.log(match + FAINT), np.log(best + FAINT),
        ], axis=1)  # fmt: skip


def _no_shadow(cuts: Cuts) -> tuple[Field, Field]:
    """Where a change cannot be a shadow, from 0 to 1, and the share of each space that looks shaded."""
    dimmed = cuts.dimmed
    no_shadow = _sigmoid((cuts.tinted - 0.2) / 0.05)
    dark = _sigmoid((dimmed - 0.15) / 0.05) * _sigmoid((1.1 - dimmed) / 0.1)
    return no_shadow, np.asarray((dark * (1 - no_shadow)).mean(axis=(1, 2)), np.float32)


def _sigmoid(value: Field) -> Field:
    return np.asarray(1 / (1 + np.exp(-value)), np.float32)


def _fits(away: Field) -> Field:
    """1 where a pixel has the colour, falling to 0."""
    return np.asarray(np.exp(-np.maximum(away - 3, 0) / 4), np.float32)


def _alike(first: Field, second: Field) -> Field:
    """How well two stacks of pictures correlate; flat ones do not."""
    a, b = (part - part.mean(axis=(1, 2), keepdims=True) for part in (first, second))
    flat = 0.04
    scale = np.sqrt(((a * a).mean(axis=(1, 2)) + flat) * ((b * b).mean(axis=(1, 2)) + flat))
    return np.asarray((a * b).mean(axis=(1, 2)) / scale, np.float32)


def _edges_alike(cuts: Cuts) -> tuple[Field, Field, Field, Field, Field]:
    """How well the print's edges are seen again: in the whole space, inside, better half, core; and what else is seen.

    The print may lie a pixel off; the neighbour's piece may lean over one half; a piece of the print's own colour
    has the same outline, but hides what is printed in the core.
    """
    seen, blank = _slopes(cuts.seen[..., 0]), _slopes(cuts.blank[..., 0])
    rows, columns = _FRAMED
    middle = (rows.start + rows.stop) // 2
    whole = _seen_again(seen, blank, _FRAMED)
    halves = [
        _seen_again(seen, blank, (half, columns)) for half in (slice(rows.start, middle), slice(middle, rows.stop))
    ]
    inner = _seen_again(seen, blank, INNER)
    core = _seen_again(seen, blank, _CORE)
    power, printed = ((part[:, *_CORE] ** 2).mean(axis=(1, 2, 3)) for part in (seen, blank))
    strange = np.log(power * (1 - np.tanh(np.maximum(core, 0)) ** 2) + 0.01) - np.log(printed + 0.03)
    return whole, inner, np.maximum(*halves), core, np.asarray(strange, np.float32)


def _seen_again(seen: Field, blank: Field, part: tuple[slice, slice]) -> Field:
    """The correlation of slopes in a part of the cuts, at the best shift of a pixel to any side."""
    rows, columns = part
    here = blank[:, rows, columns]
    wanted = (here * here).mean(axis=(1, 2, 3)) + 1e-3
    scores = []
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            there = seen[:, rows.start + down : rows.stop + down, columns.start + right : columns.stop + right]
            scores.append(
                (here * there).mean(axis=(1, 2, 3)) / np.sqrt(((there * there).mean(axis=(1, 2, 3)) + 1e-3) * wanted)
            )
    # Between 0.9 and 0.98 lies as much as between 0 and 0.6.
    return np.asarray(np.arctanh(np.clip(np.max(scores, axis=0), -0.5, 0.985)), np.float32)


def _slopes(light: Field) -> Field:
    """Differences to the right and down, of the same size as the picture."""
    right, down = np.zeros_like(light), np.zeros_like(light)
    right[:, :, 1:-1] = (light[:, :, 2:] - light[:, :, :-2]) / 2
    down[:, 1:-1] = (light[:, 2:] - light[:, :-2]) / 2
    return np.stack([right, down], axis=-1)


def _surroundings(cuts: Cuts) -> tuple[Field, Field]:
    """Beside the space: the share that has changed, and how much darker it became."""
    ring = np.ones((CUT_PX[1], CUT_PX[0]), np.bool_)
    ring[_FRAMED] = False
    ring[:, :4] = ring[:, -4:] = False
    darker = np.clip(cuts.blank[..., 0] - cuts.seen[..., 0], -3, 3)[:, ring].mean(axis=1)
    return np.asarray((cuts.off_ground[:, ring] > 4).mean(axis=1), np.float32), np.asarray(darker, np.float32)


def _roughness(lab: Field) -> Field:
    return np.asarray(np.log(lab[..., 0].std(axis=(1, 2)) + 0.2), np.float32)


def _best_place(owned: Field) -> Field:
    """The largest share of a piece's area that is owned, for a piece that stands up to a third of its width off."""
    rows, columns = (size - 2 * off for size, off in zip(owned.shape[1:], OFF_PX, strict=True))
    shares = [
        owned[:, down : down + rows, right : right + columns].mean(axis=(1, 2))
        for down in range(0, 2 * OFF_PX[0] + 1, 2)
        for right in range(0, 2 * OFF_PX[1] + 1, 3)
    ]
    return np.asarray(np.max(shares, axis=0), np.float32)
