"""A pack: the folder that tells how one box of tiles looks.

It holds `tiles.json` (what was taught, with labels), one sheet of tile pictures per taught photo, and `taught.npz`
(the readers fitted to them). The pictures stay so that later corrections can be learned together with them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crop import CROP_PX
from vision.face import TileFace, read_face

LIST_FILE = "tiles.json"
TAUGHT_FILE = "taught.npz"
SHEET_QUALITY = 95


class PackUnreadable(ValueError):
    """The folder is not a pack of tiles, or is damaged."""


@dataclass(frozen=True)
class Examples:
    """Labelled tiles of one photo or of one round of corrections.

    `white_bgr` is the cards' white in its light, `middles` are where the tiles lay, in tile widths.
    """

    crops: NDArray[np.uint8]
    faces: tuple[TileFace, ...]
    white_bgr: tuple[float, float, float] | None = None
    middles: NDArray[np.float64] | None = None


@dataclass
class Pack:
    """The taught examples of one box."""

    folder: Path
    photos: list[Examples] = field(default_factory=list)

    def save_examples(self) -> None:
        """Writes the list and the sheets."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for number, photo in enumerate(self.photos):
            sheet = photo.crops.reshape(-1, CROP_PX, 3)
            cv2.imwrite(str(self.folder / _sheet_name(number)), sheet, [cv2.IMWRITE_JPEG_QUALITY, SHEET_QUALITY])
        listed = [
            {
                "sheet": _sheet_name(number),
                "white_bgr": photo.white_bgr,
                "middles": None if photo.middles is None else photo.middles.round(3).tolist(),
                "tiles": [face.entry() for face in photo.faces],
            }
            for number, photo in enumerate(self.photos)
        ]
        text = json.dumps({"game": "railroad-tiles", "photos": listed}, indent=1)
        (self.folder / LIST_FILE).write_text(text + "\n", encoding="utf-8")


def _sheet_name(number: int) -> str:
    return f"tiles-{number}.jpg"


def open_pack(folder: Path) -> Pack:
    """The pack in a folder; a folder without one gives an empty pack to be taught."""
    path = folder / LIST_FILE
    if not path.exists():
        return Pack(folder)
    try:
        listed = json.loads(path.read_text(encoding="utf-8"))["photos"]
        photos = [_read_photo(folder, photo) for photo in listed]
    except (ValueError, KeyError, TypeError) as error:
        raise PackUnreadable(f"the pack {folder} cannot be read: {error}") from error
    return Pack(folder, photos)


def _read_photo(folder: Path, listed: Any) -> Examples:
    faces = tuple(read_face(entry) for entry in listed["tiles"])
    sheet = cv2.imread(str(folder / listed["sheet"]), cv2.IMREAD_COLOR)
    if sheet is None or sheet.shape != (len(faces) * CROP_PX, CROP_PX, 3):
        raise ValueError(f"the sheet {listed['sheet']} is missing or does not fit its list")
    white = listed.get("white_bgr")
    crops = np.asarray(sheet, np.uint8).reshape(-1, CROP_PX, CROP_PX, 3)
    white_bgr = None if white is None else (float(white[0]), float(white[1]), float(white[2]))
    return Examples(crops, faces, white_bgr, _read_middles(listed.get("middles"), len(faces)))


def _read_middles(listed: Any, count: int) -> NDArray[np.float64] | None:
    if listed is None:
        return None
    middles = np.asarray(listed, np.float64)
    if middles.shape != (count, 2):
        raise ValueError("the places of its tiles do not fit its list")
    return middles


def unseen_kinds(faces: Sequence[TileFace]) -> list[str]:
    """Which kinds of tile, icon and pawn no example shows, in words for the player."""
    checks = {
        "a highway": any("H" in face.sides for face in faces),
        "a railway": any("R" in face.sides for face in faces),
        "a side without a route": any("-" in face.sides for face in faces),
        "a rural tile": any(not face.urban for face in faces),
        "an urban tile": any(face.urban for face in faces),
        "a station": any(face.station for face in faces),
        "a station without a spot": any(face.station and not face.spots for face in faces),
        "a tile without a station": any(not face.station for face in faces),
        "an objective tile": any(face.objective for face in faces),
    }
    spots = {(spot.kind, spot.pawn) for face in faces for spot in face.spots}
    for kind in ("car", "train", "traveller"):
        checks[f"a free {kind} spot"] = (kind, False) in spots
        checks[f"a {kind} pawn"] = (kind, True) in spots
    return [name for name, seen in checks.items() if not seen]
