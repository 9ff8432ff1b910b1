"""What a mine board's pack learns: the taught photos, seen from above, and what was learned from them.

`taught.json` holds labels and the heads that they taught; the pictures stay, so that later photos are learned together
with them.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.errors import BadInput, words_of
from vision.boards.pack import TAUGHT_FILE, PackDamaged, picture_data, save_pictures
from vision.heads import Head
from vision.kept import write_text
from vision.mine.faces import Faces
from vision.mine.fronts import Fronts
from vision.mine.gems import TOUCHING
from vision.mine.habits import Habits
from vision.mine.labels import CLANS, JEWELS
from vision.mine.nets import PARTS, built_in_heads, nets_mark
from vision.mine.prints import KINDS, Prints
from vision.mine.rim import Outwards
from vision.mine.view import FINE_PX
from vision.photo import decode_photo, read_kept
from vision.same_picture import is_same, small_of

Bgr = NDArray[np.uint8]
Eye = tuple[float, float, float] | None


@dataclass(frozen=True)
class Lore:
    """All that reading needs: heads for each part, all names in their order, and more.

    `gap` is how near to each other, in squares, two jewels can lie.
    """

    heads: Mapping[str, Head]
    jewels: tuple[str, ...] = JEWELS
    tokens: tuple[str, ...] = CLANS
    clans: tuple[str, ...] = CLANS
    taught: bool = False
    habits: Habits = field(default_factory=Habits)
    prints: Prints = field(default_factory=dict)
    fronts: Fronts | None = None
    faces: Faces | None = None
    gap: float = TOUCHING
    outwards: Outwards = field(default_factory=Outwards)

    def told(self) -> dict[str, Any]:
        heads = {part: _told_head(head) for part, head in self.heads.items()}
        names = {name: list(getattr(self, name)) for name in NAMES}
        prints = {kind: _told_print(tile) for kind, tile in self.prints.items()}
        fronts = None if self.fronts is None else self.fronts.told()
        faces = None if self.faces is None else self.faces.told()
        laid = {"habits": self.habits.told(), "outwards": self.outwards.told(), "prints": prints}
        carts = {"fronts": fronts, "faces": faces, "gap": round(self.gap, 4)}
        return {"form": FORM, "nets": nets_mark(), "heads": heads, **carts, **laid, **names}

    @classmethod
    def from_told(cls, told: Mapping[str, Any]) -> Lore:
        heads = {part: _read_head(told["heads"][part]) for part in PARTS}
        jewels, tokens, clans = (tuple(str(name) for name in told[kind]) for kind in NAMES)
        usual = built_in_heads()
        if any(heads[part].weights.shape[0] != usual[part].weights.shape[0] for part in PARTS):
            raise BadInput("it was learned by another version; teach it anew")
        habits = Habits.from_told(told["habits"])
        fronts = None if told.get("fronts") is None else Fronts.from_told(told["fronts"])
        faces = None if told.get("faces") is None else Faces.from_told(told["faces"])
        prints = {kind: _read_print(text) for kind, text in dict(told.get("prints", {})).items() if kind in KINDS}
        gap, outwards = float(told.get("gap", TOUCHING)), Outwards.from_told(told["outwards"])
        return cls(heads, jewels, tokens, clans, True, habits, prints, fronts, faces, gap, outwards)


NAMES = ("jewels", "tokens", "clans")
# What packs learn changes with this number.
FORM = 2


def _told_head(head: Head) -> dict[str, Any]:
    weights = np.round(head.weights.astype(float), 5).tolist()
    return {"weights": weights, "ridge": head.ridge, "scale": head.scale}


def _read_head(told: Mapping[str, Any]) -> Head:
    weights = np.array(told["weights"], np.float32)
    if weights.ndim != 2:
        raise ValueError("a head is no table")
    return Head(weights, float(told["ridge"]), float(told["scale"]))


def _told_print(tile: Bgr) -> str:
    """A picture as text."""
    return b64encode(cv2.imencode(".png", tile)[1].tobytes()).decode()


def _read_print(text: str) -> Bgr:
    data = np.frombuffer(b64decode(text), np.uint8)
    tile = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    if tile is None or tile.shape[:2] != (FINE_PX, FINE_PX):
        raise ValueError("a print is no picture of a square")
    return np.asarray(tile, np.uint8)


def usual_lore() -> Lore:
    """What is known before teaching."""
    return Lore(built_in_heads())


@dataclass(frozen=True)
class TaughtPhoto:
    """A board seen from above, the lens's place over it, and what lay on it."""

    picture_bgr: Bgr
    eye: Eye
    labels: Mapping[str, Any]


@dataclass
class MinePack:
    """All that was taught about one board.

    `stale` is what was learned in another way than that of this version, `fresh` are pictures not yet stored.
    """

    folder: Path
    photos: list[TaughtPhoto] = field(default_factory=list)
    learned: Lore | None = None
    stale: bool = False
    fresh: dict[str, bytes] = field(default_factory=dict)

    @cached_property
    def lore(self) -> Lore:
        return self.learned or usual_lore()

    def add(self, picture_bgr: Bgr, eye: Eye, labels: Mapping[str, Any]) -> None:
        """Takes a photo as it will be read again; a photo that is known shows what it now is told to show."""
        for number, photo in enumerate(self.photos):
            if is_same(small_of(picture_bgr), small_of(photo.picture_bgr)):
                self.photos[number] = replace(photo, labels=labels)
                return
        data = picture_data(picture_bgr)
        self.fresh[_picture_name(len(self.photos))] = data
        self.photos.append(TaughtPhoto(decode_photo(data, "the photo"), eye, labels))

    def save(self, lore: Lore) -> None:
        save_pictures(self.folder, self.fresh)
        photos = [
            {"picture": _picture_name(n), "eye": photo.eye, "labels": photo.labels}
            for n, photo in enumerate(self.photos)
        ]
        text = json.dumps({"game": "off-the-rails", "photos": photos, "lore": lore.told()})
        write_text(self.folder / TAUGHT_FILE, text + "\n")


def _picture_name(number: int) -> str:
    return f"taught-{number}.jpg"


def open_pack(folder: Path, with_pictures: bool = False) -> MinePack:
    """What a folder has learned so far; the pictures are only needed to learn more, or to learn it anew."""
    path = folder / TAUGHT_FILE
    if not path.exists():
        return MinePack(folder)
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        stale = (told["lore"].get("form"), told["lore"].get("nets")) != (FORM, nets_mark())
        lore = None if stale else Lore.from_told(told["lore"])
        photos = [_read_taught(folder, photo) for photo in told["photos"]] if with_pictures or stale else []
    except BadInput as trouble:
        raise PackDamaged(f"{folder}: {words_of(trouble)}") from trouble
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, OSError, RecursionError) as trouble:
        raise PackDamaged(f"{path}: is damaged, or no mine board's pack has learned it.") from trouble
    return MinePack(folder, photos, lore, stale)


def _read_taught(folder: Path, told: Mapping[str, Any]) -> TaughtPhoto:
    eye = None if told["eye"] is None else (float(told["eye"][0]), float(told["eye"][1]), float(told["eye"][2]))
    return TaughtPhoto(read_kept(folder / told["picture"]), eye, dict(told["labels"]))
