"""A pack: the folder that tells how one box of tiles looks.

It holds `tiles.json` (what was taught, with labels), one sheet of tile pictures per taught photo, and `taught.npz`
(the readers fitted to them). The pictures stay so that later corrections can be learned together with them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.errors import BadInput, words_of
from engine.reading import Field, read_json
from vision.crop import CROP_PX
from vision.face import TileFace, face_in
from vision.kept import write_text, written
from vision.same_picture import is_same, small_of

LIST_FILE = "tiles.json"
TAUGHT_FILE = "taught.npz"
SHEET_QUALITY = 95
NOTHING_LISTED = '{"game": "railroad-tiles", "photos": []}\n'
# What a list may hold: photos, tiles of one, its white and places of its tiles, in tile widths.
MOST_PHOTOS, MOST_TILES, WHITEST, FARTHEST = 1000, 500, 1000, 1_000_000

White = tuple[float, float, float] | None
_NOTHING = Field(None)


class PackUnreadable(BadInput):
    """The folder is not a pack of tiles, or is damaged."""


@dataclass(frozen=True)
class Examples:
    """Labelled tiles of one photo or of one round of corrections.

    `white_bgr` is the cards' white in its light, `middles` are where the tiles lay, in tile widths.
    """

    crops: NDArray[np.uint8]
    faces: tuple[TileFace, ...]
    white_bgr: White = None
    middles: NDArray[np.float64] | None = None

    def only(self, numbers: Sequence[int]) -> Examples:
        """Some of them."""
        chosen = list(numbers)
        middles = None if self.middles is None else self.middles[chosen]
        return replace(self, crops=self.crops[chosen], faces=tuple(self.faces[n] for n in chosen), middles=middles)

    def relabelled(self, number: int, face: TileFace) -> Examples:
        """The same with one tile that shows something else."""
        return replace(self, faces=(*self.faces[:number], face, *self.faces[number + 1 :]))


@dataclass
class Pack:
    """The taught examples of one box; the first `stored` of them are in the folder."""

    folder: Path
    photos: list[Examples] = field(default_factory=list)
    stored: int = 0

    def add(self, examples: Examples) -> None:
        """Takes labelled tiles in; what is told of a picture that is known takes the place of what was told before."""
        known = [[small_of(crop) for crop in photo.crops] for photo in self.photos]
        fresh = []
        for number, (crop, face) in enumerate(zip(examples.crops, examples.faces, strict=True)):
            small = small_of(crop)
            again = [(at, n) for at, tiles in enumerate(known) for n, tile in enumerate(tiles) if is_same(small, tile)]
            for at, n in again:
                self.photos[at] = self.photos[at].relabelled(n, face)
            if not again:
                fresh.append(number)
        if fresh:
            self.photos.append(examples.only(fresh))

    def save_sheets(self) -> None:
        """Writes the new tile pictures; they belong to the pack once they are listed."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if not self.stored:
            write_text(self.folder / LIST_FILE, NOTHING_LISTED)  # a first lesson that is cut off can be taught again
        for number, photo in list(enumerate(self.photos))[self.stored :]:
            sheet = photo.crops.reshape(-1, CROP_PX, 3)
            _, data = cv2.imencode(".jpg", sheet, [cv2.IMWRITE_JPEG_QUALITY, SHEET_QUALITY])
            with written(self.folder / _sheet_name(number)) as file:
                file.write(data.tobytes())

    def save_list(self) -> None:
        """Writes what the sheets show."""
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
        write_text(self.folder / LIST_FILE, text + "\n")
        self.stored = len(self.photos)


def _sheet_name(number: int) -> str:
    return f"tiles-{number}.jpg"


def open_pack(folder: Path) -> Pack:
    """The pack in a folder; a folder without one gives an empty pack to be taught."""
    path = folder / LIST_FILE
    if not path.exists():
        if (folder / TAUGHT_FILE).exists():
            raise PackUnreadable(f"{folder}: {LIST_FILE} is missing, which says what was taught; teach another folder.")
        return Pack(folder)
    try:
        listed = Field(read_json(path.read_text(encoding="utf-8"), LIST_FILE), LIST_FILE).entries(("photos",))["photos"]
        photos = [_read_photo(folder, photo) for photo in listed.items(MOST_PHOTOS)]
    except UnicodeDecodeError as error:
        raise PackUnreadable(f"{path}: is damaged; it is no text in UTF-8.") from error
    except BadInput as error:
        raise PackUnreadable(f"{folder}: {words_of(error)}") from error
    return Pack(folder, photos, len(photos))


def _read_photo(folder: Path, listed: Field) -> Examples:
    told = listed.entries(("sheet", "tiles"))
    faces = tuple(face_in(entry) for entry in told["tiles"].items(MOST_TILES, 1))
    sheet = told["sheet"].text()
    crops = _read_sheet(folder / sheet)
    if crops is None or len(crops) != len(faces):
        raise PackUnreadable(f"{sheet}: is missing or damaged, or does not fit {LIST_FILE}")
    white = told.get("white_bgr", _NOTHING)
    white_bgr = None if white.value is None else tuple(part.number(0, WHITEST) for part in white.items(3, 3))
    return Examples(crops, faces, cast(White, white_bgr), _read_middles(told.get("middles", _NOTHING), len(faces)))


def _read_sheet(path: Path) -> NDArray[np.uint8] | None:
    """The tile pictures of a sheet, if it is one."""
    try:
        sheet = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    except (OSError, cv2.error):
        return None
    if sheet is None or sheet.shape[1:] != (CROP_PX, 3) or len(sheet) % CROP_PX:
        return None
    return np.asarray(sheet, np.uint8).reshape(-1, CROP_PX, CROP_PX, 3)


def _read_middles(listed: Field, count: int) -> NDArray[np.float64] | None:
    if listed.value is None:
        return None
    rows = [[place.number(-FARTHEST, FARTHEST) for place in row.items(2, 2)] for row in listed.items(count, count)]
    return np.array(rows, np.float64)


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
