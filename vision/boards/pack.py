"""What a board's pack learns: the taught photos, seen from above, and what was learned from them.

`taught.json` holds labels, colours and weights; the pictures stay, so that later photos are learned together with them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.errors import BadInput, words_of
from vision.boards.claims import read_claims
from vision.boards.colours import PieceColour
from vision.boards.evidence import NAMES
from vision.boards.judge import Judge
from vision.boards.slots import BoardView
from vision.kept import write_text, written
from vision.photo import Bgr, decode_photo, read_kept
from vision.same_picture import is_same, small_of

TAUGHT_FILE = "taught.json"
# Colours at full size: the usual halving would smear a piece's edge over the print beside it.
PICTURE = (cv2.IMWRITE_JPEG_QUALITY, 97, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444)


class PackDamaged(BadInput):
    """What the pack learned cannot be read."""


@dataclass(frozen=True)
class TaughtPhoto:
    """A board seen from above, and who owned what."""

    view: BoardView
    claims: tuple[Mapping[str, Any], ...]


@dataclass
class BoardPack:
    """All that was taught about one board; `judge` is None before teaching, `fresh` are pictures not yet stored."""

    folder: Path
    photos: list[TaughtPhoto] = field(default_factory=list)
    colours: dict[str, PieceColour] = field(default_factory=dict)
    judge: Judge | None = None
    fresh: dict[str, bytes] = field(default_factory=dict)

    def add(self, view: BoardView, claims: Sequence[Mapping[str, Any]]) -> None:
        """Takes a photo as it will be read again; a photo that is known shows what it now is told to show."""
        for number, photo in enumerate(self.photos):
            if is_same(small_of(view.picture_bgr), small_of(photo.view.picture_bgr)):
                self.photos[number] = replace(photo, claims=tuple(claims))
                return
        data = picture_data(view.picture_bgr)
        self.fresh[_picture_name(len(self.photos))] = data
        self.photos.append(TaughtPhoto(BoardView(decode_photo(data, "the photo"), view.eye), tuple(claims)))

    def save(self) -> None:
        save_pictures(self.folder, self.fresh)
        photos = [
            {"picture": _picture_name(n), "eye": photo.view.eye, "claims": list(photo.claims)}
            for n, photo in enumerate(self.photos)
        ]
        colours = {
            name: {"mean": _plain(colour.mean), "spread": _plain(colour.spread), "seen_px": colour.seen_px}
            for name, colour in self.colours.items()
        }
        told = {"photos": photos, "colours": colours, "judge": None if self.judge is None else self.judge.told()}
        write_text(self.folder / TAUGHT_FILE, json.dumps(told, indent=1) + "\n")


def picture_data(picture_bgr: Bgr) -> bytes:
    """A picture as a pack keeps it."""
    return bytes(cv2.imencode(".jpg", picture_bgr, PICTURE)[1].tobytes())


def save_pictures(folder: Path, fresh: dict[str, bytes]) -> None:
    """Writes the pictures of new lessons; they belong to the pack once they are listed."""
    for name, data in fresh.items():
        with written(folder / name) as file:
            file.write(data)
    fresh.clear()


def _picture_name(number: int) -> str:
    return f"taught-{number}.jpg"


def _plain(values: Any) -> Any:
    return np.round(np.asarray(values, np.float64), 5).tolist()


def open_pack(folder: Path, with_pictures: bool = False) -> BoardPack:
    """What a folder has learned so far; the pictures are only needed to learn more."""
    path = folder / TAUGHT_FILE
    if not path.exists():
        return BoardPack(folder)
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        colours = {
            str(name): PieceColour(np.array(c["mean"]), np.array(c["spread"]), int(c["seen_px"]))
            for name, c in told["colours"].items()
        }
        # Weights of other features come from an older version: the usual ones serve until more is taught.
        judge = Judge.from_told(told["judge"]) if told["judge"] and set(told["judge"]) == set(NAMES) else None
        photos = [_read_taught(folder, photo) for photo in told["photos"]] if with_pictures else []
    except BadInput as trouble:
        raise PackDamaged(f"{folder}: {words_of(trouble)}") from trouble
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as trouble:
        raise PackDamaged(f"{path}: is damaged and cannot be read.") from trouble
    return BoardPack(folder, photos, colours, judge)


def _read_taught(folder: Path, told: Mapping[str, Any]) -> TaughtPhoto:
    eye = None if told["eye"] is None else (float(told["eye"][0]), float(told["eye"][1]), float(told["eye"][2]))
    return TaughtPhoto(BoardView(read_kept(folder / told["picture"]), eye), tuple(read_claims(told)))
