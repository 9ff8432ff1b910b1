"""What is remembered of a zone: tiles that look as they did are not read again, and bare table stays bare.

A camera that stands still sees the same tile in the same place for a whole evening. What has not changed since it was
read needs no second reading, and where the table looks as it did before the first tile came there is none, however much
the gap between tiles may look like one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find import FoundTile, FoundZone
from vision.zone_view import MARKET

Bgr = NDArray[np.uint8]
Small = NDArray[np.float32]
Flags = NDArray[np.bool_]
Entry = dict[str, Any]
Cell = tuple[int, int]

LOOK_PX = 240  # width at which a zone is compared with how it was
CHANGED = 9.0  # levels of any colour after the light is evened out
LEAST_PX = 3  # so many changed pixels make another tile; a pawn is about five times as many
INNER = 0.8  # of a tile's width: what lies beside it throws shadows on its edge
SAME_PLACE = 0.3  # tile widths


@dataclass(frozen=True)
class Look:
    """A zone as a small picture."""

    small: Small
    scale: float  # of photo pixels

    @classmethod
    def of(cls, cut_bgr: Bgr) -> Look:
        scale = LOOK_PX / cut_bgr.shape[1]
        size = (LOOK_PX, max(1, round(cut_bgr.shape[0] * scale)))
        return cls(cv2.resize(cut_bgr, size, interpolation=cv2.INTER_AREA).astype(np.float32), scale)

    def changed_since(self, before: Look) -> Flags:
        """Where it looks otherwise, whatever the lamp does: most of a table is the same from one look to the next."""
        if self.small.shape != before.small.shape:
            return np.ones(self.small.shape[:2], bool)
        light = np.median((self.small + 1) / (before.small + 1), axis=(0, 1))
        return np.asarray((np.abs(self.small - before.small * light) > CHANGED).any(axis=2))

    def has_changed_at(self, tile: FoundTile, changed: Flags) -> bool:
        middle = tile.quad_px.mean(0)
        inner = (middle + (tile.quad_px - middle) * INNER) * self.scale
        mask = np.zeros(changed.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.rint(inner).astype(np.int32), 1)
        return int(np.count_nonzero(changed & (mask > 0))) >= LEAST_PX


@dataclass(frozen=True)
class Memory:
    """A zone as it was last read, and how it looked before anything lay there."""

    look: Look
    tiles: tuple[FoundTile, ...] = ()
    entries: dict[Cell, Entry] = field(default_factory=dict)
    bare: Look | None = None

    @classmethod
    def of(cls, look: Look, zone: FoundZone, entries: dict[Cell, Entry], before: Memory | None) -> Memory:
        """What is to be remembered of a zone that was read."""
        if before is not None and before.bare is not None:
            return cls(look, zone.tiles, entries, _still_bare(before.bare, look))
        return cls(look, zone.tiles, entries, None if zone.tiles else look)

    def unread(self) -> Memory:
        """The same when all is to be read anew."""
        return replace(self, tiles=(), entries={})

    def recall(self, zone: FoundZone, look: Look) -> tuple[FoundZone, dict[Cell, Entry]]:
        """The zone with what is remembered of it, and the entries of tiles that need no reading."""
        changed = look.changed_since(self.look)
        pairs = _pairs(zone.tiles, self.tiles)
        tiles, kept = [], {}
        for tile in zone.tiles:
            old = pairs.get(tile.at)
            if old is not None and not look.has_changed_at(tile, changed):
                tiles.append(replace(tile, presence=old.presence))
                kept[tile.at] = {**self.entries[old.at], "at": list(tile.at), "old": True}
            elif old is not None or not self._is_bare(tile, look):
                tiles.append(tile)
        for tile, entry in self._missed(zone, pairs, look, changed):
            tiles.append(tile)
            kept[tile.at] = entry
        return _counted(replace(zone, tiles=tuple(tiles)), kept)

    def _is_bare(self, tile: FoundTile, look: Look) -> bool:
        return self.bare is not None and not look.has_changed_at(tile, look.changed_since(self.bare))

    def _missed(
        self, zone: FoundZone, pairs: dict[Cell, FoundTile], look: Look, changed: Flags
    ) -> list[tuple[FoundTile, Entry]]:
        """Tiles of a territory that lie as they lay and were not found this time."""
        moved = Counter((at[0] - old.at[0], at[1] - old.at[1]) for at, old in pairs.items())
        if zone.number == MARKET or not moved:
            return []
        (x, y), _ = moved.most_common(1)[0]
        found = {old.at for old in pairs.values()} | {(at[0] - x, at[1] - y) for at in (tile.at for tile in zone.tiles)}
        still = [tile for tile in self.tiles if tile.at not in found and not look.has_changed_at(tile, changed)]
        cells = [(tile.at[0] + x, tile.at[1] + y) for tile in still]
        return [
            (replace(tile, at=cell), {**self.entries[tile.at], "at": list(cell), "old": True})
            for tile, cell in zip(still, cells, strict=True)
        ]


def _still_bare(bare: Look, now: Look) -> Look:
    """The bare table in today's light; where something lies now it stays as it was."""
    covered = now.changed_since(bare)
    if covered.shape != bare.small.shape[:2]:
        return bare
    return replace(bare, small=np.where(covered[..., None], bare.small, now.small).astype(np.float32))


def _pairs(now: tuple[FoundTile, ...], before: tuple[FoundTile, ...]) -> dict[Cell, FoundTile]:
    """For each tile the one that lay in the same place."""
    pairs = {}
    for tile in now:
        width = float(np.linalg.norm(tile.quad_px[1] - tile.quad_px[0]))
        for old in before:
            if float(np.abs(tile.quad_px - old.quad_px).max()) < SAME_PLACE * width:
                pairs[tile.at] = old
    return pairs


def _counted(zone: FoundZone, kept: dict[Cell, Entry]) -> tuple[FoundZone, dict[Cell, Entry]]:
    """The same with the smallest column and row 0 again."""
    if not zone.tiles or zone.number == MARKET:
        return zone, kept
    x, y = (min(tile.at[axis] for tile in zone.tiles) for axis in (0, 1))
    tiles = tuple(replace(tile, at=(tile.at[0] - x, tile.at[1] - y)) for tile in zone.tiles)
    moved = {(at[0] - x, at[1] - y): entry for at, entry in kept.items()}
    return replace(zone, tiles=tiles), {at: {**entry, "at": list(at)} for at, entry in moved.items()}
