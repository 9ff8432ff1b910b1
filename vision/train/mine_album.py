"""The photos that the nets of the mine board learn from, and what is cut out of them as the nets see it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor

from vision.mine.nets import DARK
from vision.mine.view import COARSE_PX, FINE_PX
from vision.train.dice import dice_cuts, random_dice, random_photo
from vision.train.mine_data import COLUMNS, ROWS

Photo = dict[str, Any]
Style = list[Photo]
DICE = 16
# What of a photo each net is taught by.
NEEDED = {
    "field": ("coarse", "blank", "exits", "standing", "token"), "heat": ("fine", "bare", "gems"),
    "jewel": ("fine", "bare", "gems", "kind"),
    "track": ("fine", "looks", "blanks", "known", "track", "standing", "hidden"),
    "cart": ("cart", "clan", "offset", "facing"), "body": ("fine", "hidden", "standing"), "die": ("die", "speed"),
}  # fmt: skip
_LOGS = (np.log(np.arange(256) + DARK) - 4.6).astype(np.float32)


class Album:
    """The styles of a folder and their photos, as far as these nets need them; more may be drawn meanwhile."""

    def __init__(self, folder: Path, nets: tuple[str, ...]) -> None:
        self.folder = folder
        self.parts = {part for name in nets for part in NEEDED[name]}
        self.known: dict[str, dict[str, Photo]] = {}
        self.drawn: list[Style] = []
        self.styles = self.looked_through()

    def looked_through(self) -> list[Style]:
        """All styles that have at least two photos by now."""
        for path in sorted(self.folder.glob("*.npz")):
            photos = self.known.setdefault(path.stem.split("-")[0], {})
            if path.name not in photos:
                with np.load(path) as data:
                    photos[path.name] = {part: data[part] for part in self.parts}
        self.styles = [list(photos.values()) for photos in self.known.values() if len(photos) > 1]
        return self.styles

    def some(self, many: int, rng: Any) -> list[Style]:
        """So many styles by chance, half of them drawn ones, if there are any."""
        drawn = many // 2 if self.drawn else 0
        return [
            folder[int(k)]
            for folder, some in ((self.styles, many - drawn), (self.drawn, drawn))
            for k in rng.integers(max(1, len(folder)), size=some)
        ]


def drawn_dice(numbers: Any, many: int, rng: Any) -> list[Style]:
    """So many styles of dice alone, two photos of each."""
    styles = []
    for _ in range(many):
        style = random_dice(rng, numbers)
        speeds = [rng.integers(1, 7, DICE) for _ in range(2)]
        styles.append([{"die": dice_cuts(style, random_photo(rng), some, rng), "speed": some} for some in speeds])
    return styles


def to_input(cuts: Any, rng: Any) -> Any:
    """Log colours with light, contrast and colour strength a little wrong, as they are after evening out."""
    x = _LOGS[cuts]
    if rng is None:
        return x
    grey = x.mean(-1, keepdims=True)
    x = (grey + (x - grey) * np.float32(np.exp(rng.normal(0, 0.1)))) * np.float32(np.exp(rng.normal(0, 0.05)))
    cast = (rng.normal(0, 0.08) + rng.normal(0, 0.04, 3)).astype(np.float32)
    return x + cast + np.float32(0.03) * rng.standard_normal(x.shape, np.float32)


def in_pairs(seen: Any, bare: Any, rng: Any) -> Any:
    """Log colours beside how they differ from those without pieces, both in the same wrong light."""
    both = to_input(np.stack([seen, bare]), None)
    if rng is not None:
        grey = both.mean(-1, keepdims=True)
        both = (grey + (both - grey) * np.float32(np.exp(rng.normal(0, 0.1)))) * np.float32(np.exp(rng.normal(0, 0.05)))
        both += (rng.normal(0, 0.08) + rng.normal(0, 0.04, 3)).astype(np.float32)
        both[0] += np.float32(0.03) * rng.standard_normal(seen.shape, np.float32)
    return np.concatenate([both[0], both[0] - both[1]], -1)


def first(x: Any) -> Tensor:
    """Colours first for torch, last in memory, which is much quicker on a processor."""
    return torch.from_numpy(np.ascontiguousarray(x, np.float32)).permute(0, 3, 1, 2)


def coarse(photo: Photo) -> tuple[Any, Any]:
    """The coarse picture and the same without pieces."""
    if "small" not in photo:
        share = COARSE_PX / FINE_PX
        photo["small"] = tuple(
            cv2.resize(photo[name], None, fx=share, fy=share, interpolation=cv2.INTER_AREA) for name in ("fine", "bare")
        )
    return tuple(photo["small"])


def turned(photo: Photo, rng: Any, channels: Any, size: int) -> Photo:
    """Some squares of a photo with half a square around, turned and mirrored at will."""
    column, row = (int(rng.integers(0, many - size + 1)) for many in (COLUMNS, ROWS))
    px = (size + 1) * COARSE_PX
    x, y = column * COARSE_PX, row * COARSE_PX
    seen, blank = (photo[name][y : y + px, x : x + px][..., channels] for name in ("coarse", "blank"))
    rows, columns = slice(row, row + size), slice(column, column + size)
    exits, standing, token = (
        photo[name].reshape(ROWS, COLUMNS, -1)[rows, columns] for name in ("exits", "standing", "token")
    )
    turn, flip = int(rng.integers(4)), rng.random() < 0.5
    seen, blank, exits, standing, token = (np.rot90(part, turn) for part in (seen, blank, exits, standing, token))
    exits = np.roll(exits, -turn, axis=2)
    if flip:
        seen, blank, exits, standing, token = (part[:, ::-1] for part in (seen, blank, exits, standing, token))
        exits = exits[..., [0, 3, 2, 1]]
    return {
        "seen": seen, "blank": blank, "exits": exits.reshape(-1), "standing": standing.reshape(-1),
        "token": token.reshape(-1),
    }  # fmt: skip


def field_input(parts: list[Photo], rng: Any) -> Tensor:
    """Parts of the field beside how they differ from their blanks, which lie in no wrong light."""
    seen = np.stack([to_input(part["seen"], rng) for part in parts])
    blank = np.stack([to_input(part["blank"], None) for part in parts])
    return first(np.concatenate([seen, seen - blank], 3))
