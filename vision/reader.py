"""Reads the tiles of a zone: sides, ground, station, spots, pawns, objective, and how sure all of that is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.calibrate import calibrated
from vision.crop import cut_tile
from vision.explain import Explained, Seen, explain, with_neighbours
from vision.find import FoundZone
from vision.fit import PEAKS, Bytes, Taught, load_taught, thumb
from vision.heads import built_in_heads
from vision.heat import peaks
from vision.net import Floats, built_in_weights, spot_features, tile_features, to_input
from vision.pack import TAUGHT_FILE
from vision.patch import cut_patch
from vision.tone import corner_tones, match_light, mean_tone

Cells = list[tuple[int, int]]


class TileReader:
    """Reads tiles of one box; untaught it reads any box, with more doubt."""

    def __init__(self, taught: Taught | None = None) -> None:
        self._taught = taught
        self._heads = taught.heads if taught is not None else built_in_heads(built_in_weights())

    @classmethod
    def open(cls, pack: Path | None) -> TileReader:
        """The reader of a pack, or the built-in one."""
        if pack is None or not (pack / TAUGHT_FILE).exists():
            return cls()
        return cls(load_taught(pack / TAUGHT_FILE))

    def read(self, photo_bgr: NDArray[np.uint8], zone: FoundZone) -> list[dict[str, Any]]:
        """An entry for every found tile, in the form that `see` prints."""
        cells = [tile.at for tile in zone.tiles]
        crops = [cut_tile(photo_bgr, tile.quad_px) for tile in zone.tiles]
        if not crops:
            return []
        read = self.read_crops(np.stack(crops), cells if zone.number != 0 else None)
        return [
            {"at": list(cell), **one.face.entry(), "confidence": round(one.chance, 4)}
            for cell, one in zip(cells, read, strict=True)
        ]

    def read_crops(self, crops: Bytes, cells: Cells | None = None) -> list[Explained]:
        """The likeliest face of every crop; tiles whose cells touch are expected to match."""
        seen = self.look(crops, cells)
        two = self._taught is not None and self._taught.two_spots
        read = [explain(one, two) for one in seen]
        return [self._finished(one, crop, parts) for one, crop, parts in zip(read, crops, seen, strict=True)]

    def look(self, crops: Bytes, cells: Cells | None = None) -> list[Seen]:
        """The chances of every part, before they are put together."""
        shifts = self._light(crops)
        out = tile_features(to_input(crops, shifts))
        chances = {
            part: self._heads[part].probabilities(out[part].reshape(-1, out[part].shape[-1]))
            for part in ("side", "ground", "station", "objective")
        }
        sides = chances["side"].reshape(-1, 4, 3)
        if cells is not None:
            sides = with_neighbours(cells, sides)
        places = self._places(crops, shifts, out["heat"])
        return [
            Seen(sides[i], chances["ground"][i], chances["station"][i], places[i], float(chances["objective"][i, 1]))
            for i in range(len(crops))
        ]

    def _light(self, crops: Bytes) -> Floats:
        if self._taught is None:
            return np.tile(mean_tone(crops), (len(crops), 1))
        return np.tile(match_light(corner_tones(crops), self._taught.grounds), (len(crops), 1))

    def _places(self, crops: Bytes, shifts: Floats, heat: Floats) -> list[NDArray[np.float64]]:
        found = [peaks(hill, PEAKS) for hill in heat]
        patches = [cut_patch(crops[i], x, y) for i, places in enumerate(found) for x, y, _ in places]
        lights = np.repeat(shifts, [len(places) for places in found], axis=0)
        chances = self._heads["spot"].probabilities(spot_features(to_input(np.stack(patches), lights)))
        ends = np.cumsum([len(places) for places in found])[:-1]
        return list(np.split(chances, ends))

    def _finished(self, one: Explained, crop: Bytes, seen: Seen) -> Explained:
        """With the objective's name, if it is one, and an honest chance."""
        chance = calibrated(one.chance, taught=self._taught is not None)
        if seen.objective <= 0.5 or self._taught is None or not len(self._taught.thumbs):
            return Explained(one.face, chance)
        name, likeness = self._objective(crop)
        face = type(one.face)(one.face.sides, one.face.urban, one.face.station, name, one.face.spots)
        return Explained(
            face, calibrated(one.chance / (1 - seen.objective + 1e-9) * seen.objective * likeness, taught=True)
        )

    def _objective(self, crop: Bytes) -> tuple[str, float]:
        assert self._taught is not None
        views = np.stack([thumb(np.ascontiguousarray(np.rot90(crop, turn))) for turn in range(4)])
        alike = np.tensordot(self._taught.thumbs, views, axes=([1, 2, 3], [1, 2, 3])).max(1)
        best = int(alike.argmax())
        return self._taught.thumb_names[best], float(np.clip(alike[best], 0, 1))
