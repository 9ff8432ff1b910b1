"""A look at whole cells of a territory's lattice: how each shows itself to the net that tells tiles from table."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.net import Floats, cell_odds
from vision.tone import LOG_SCALE, log_table

Bgr = NDArray[np.uint8]
Map = NDArray[np.float32]
Points = NDArray[np.float64]
Numbers = NDArray[np.float64]
# A cell is seen with a quarter of its neighbours around it, at this size.
SEEN_PX, REACH = 48, 0.75
_STEPS = (np.arange(SEEN_PX) + 0.5) / SEEN_PX * 2 * REACH - REACH
# Places of the view on a tile, whose middle is 0 and whose sides are at +-0.5.
PLACES = np.stack(np.meshgrid(_STEPS, _STEPS), -1).reshape(-1, 2)
# What is foreign to the table by less than this is table.
_TABLE = 0.3
# The net is believed so far, as log odds.
MOST_ODDS = 8.0


def cell_views(view_bgr: Bgr, strange: Map, places_px: Points, cell_px: int) -> Floats:
    """Each cell as the net sees it: its log colour beside the table's, and how foreign it is to the table.

    `places_px` are the places of each cell (see `PLACES`) in the view, which shows `cell_px` pixels to a cell.
    """
    shrink = SEEN_PX / (2 * REACH * cell_px)
    size = (max(1, round(view_bgr.shape[1] * shrink)), max(1, round(view_bgr.shape[0] * shrink)))
    small = np.asarray(cv2.resize(view_bgr, size, interpolation=cv2.INTER_AREA), np.uint8)
    foreign = np.asarray(cv2.resize(strange, size, interpolation=cv2.INTER_AREA), np.float32)
    logs = np.asarray(cv2.LUT(small, log_table()), np.float32)
    few = (slice(None, None, 3),) * 2
    logs -= _table_tone(logs[few], (foreign[few] < _TABLE) & small[few].any(2))
    at = ((places_px + 0.5) * shrink - 0.5).astype(np.float32)
    seen = np.dstack([logs * np.float32(LOG_SCALE), foreign])
    views = cv2.remap(
        seen,
        np.ascontiguousarray(at[..., 0]),
        np.ascontiguousarray(at[..., 1]),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(views, np.float32).reshape(len(places_px), SEEN_PX, SEEN_PX, 4)


def _table_tone(logs: Map, table: NDArray[np.bool_]) -> Map:
    """The table's colour, or where none of it is seen that of all."""
    return np.asarray(np.median(logs[table], axis=0) if table.any() else logs.mean((0, 1)), np.float32)


def tile_odds(views: Floats) -> Numbers:
    """How much likelier it is that a tile lies in each cell than not, as log odds, by the net."""
    return np.clip(np.asarray(cell_odds(views), np.float64), -MOST_ODDS, MOST_ODDS)
