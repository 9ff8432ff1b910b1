"""What a mine board's pack learns: the taught photos, seen from above, and what was learned from them.

`taught.json` holds labels, colours and linear answers; the pictures stay, so that later photos are learned together
with them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.pack import PICTURE, TAUGHT_FILE, PackDamaged
from vision.heads import Head
from vision.mine.carts import RINGS as CART_RINGS
from vision.mine.carts import usual_front
from vision.mine.colours import Palette, learned
from vision.mine.gems import RINGS as GEM_RINGS
from vision.mine.labels import CLANS, JEWELS
from vision.mine.nets import weights
from vision.mine.sides import no_answer
from vision.mine.tokens import RINGS as TOKEN_RINGS
from vision.photo import read_photo

Bgr = NDArray[np.uint8]
Floats = NDArray[np.float64]
Eye = tuple[float, float, float] | None


@dataclass(frozen=True)
class Lore:
    """All that reading needs: answers for squares (exits N E S W, token, cart), fronts, hills, sides; and colours."""

    squares: Floats
    front: Floats
    hill: Floats
    gems: Palette
    tokens: Palette
    carts: Palette
    sides: Head = field(default_factory=no_answer)
    taught: bool = False

    def told(self) -> dict[str, Any]:
        answers = {name: np.round(getattr(self, name), 5).tolist() for name in ("squares", "front", "hill")}
        answers["sides"] = np.round(self.sides.weights.astype(np.float64), 5).tolist()
        return answers | {name: getattr(self, name).told() for name in ("gems", "tokens", "carts")}

    @classmethod
    def from_told(cls, told: Mapping[str, Any]) -> Lore:
        squares, front, hill = (np.array(told[name], np.float64) for name in ("squares", "front", "hill"))
        gems, tokens, carts = (Palette.from_told(told[name]) for name in ("gems", "tokens", "carts"))
        sides = replace(no_answer(), weights=np.array(told["sides"], np.float32))
        return cls(squares, front, hill, gems, tokens, carts, sides, taught=True)


def usual_lore() -> Lore:
    """What is known before teaching."""
    squares = np.r_[weights()["square_odds.w"], weights()["square_odds.b"][None]].astype(np.float64)
    gems, tokens, carts = (
        learned(names, np.zeros((0, 3 * places)), ())
        for names, places in ((JEWELS, len(GEM_RINGS)), (CLANS, len(TOKEN_RINGS)), (CLANS, len(CART_RINGS)))
    )
    return Lore(squares, usual_front(), np.array([1.0, 0.0]), gems, tokens, carts)


@dataclass(frozen=True)
class TaughtPhoto:
    """A board seen from above, the lens's place over it, and what lay on it."""

    picture_bgr: Bgr
    eye: Eye
    labels: Mapping[str, Any]


@dataclass
class MinePack:
    """All that was taught about one board."""

    folder: Path
    photos: list[TaughtPhoto] = field(default_factory=list)
    learned: Lore | None = None

    @cached_property
    def lore(self) -> Lore:
        return self.learned or usual_lore()

    def add(self, picture_bgr: Bgr, eye: Eye, labels: Mapping[str, Any]) -> None:
        """Stores a photo and takes it as it will be read again."""
        path = self.folder / _picture_name(len(self.photos))
        cv2.imwrite(str(path), picture_bgr, PICTURE)
        self.photos.append(TaughtPhoto(read_photo(path), eye, labels))

    def save(self, lore: Lore) -> None:
        photos = [
            {"picture": _picture_name(n), "eye": photo.eye, "labels": photo.labels}
            for n, photo in enumerate(self.photos)
        ]
        text = json.dumps({"game": "off-the-rails", "photos": photos, "lore": lore.told()})
        (self.folder / TAUGHT_FILE).write_text(text + "\n", encoding="utf-8")


def _picture_name(number: int) -> str:
    return f"taught-{number}.jpg"


def open_pack(folder: Path, with_pictures: bool = False) -> MinePack:
    """What a folder has learned so far; the pictures are only needed to learn more."""
    path = folder / TAUGHT_FILE
    if not path.exists():
        return MinePack(folder)
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        lore = Lore.from_told(told["lore"])
        photos = [_read_taught(folder, photo) for photo in told["photos"]] if with_pictures else []
    except (ValueError, KeyError, TypeError, OSError) as trouble:
        raise PackDamaged(f"{path}: cannot be read as what a mine board's pack has learned ({trouble}).") from trouble
    return MinePack(folder, photos, lore)


def _read_taught(folder: Path, told: Mapping[str, Any]) -> TaughtPhoto:
    eye = None if told["eye"] is None else (float(told["eye"][0]), float(told["eye"][1]), float(told["eye"][2]))
    return TaughtPhoto(read_photo(folder / told["picture"]), eye, dict(told["labels"]))
