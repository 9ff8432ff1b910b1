"""Whether tiles look as their labels tell, by the sides that the built-in net is sure of in any box."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.face import SIDE_LETTERS
from vision.heads import built_in_heads
from vision.net import built_in_weights, side_features
from vision.other_photo import check_shown
from vision.pack import Examples
from vision.sides import side_inputs
from vision.tone import mean_tone

# In 356 lessons of 178 boxes, many of them strange, at least 65 of 100 such sides were as labelled; with labels that
# are exchanged among the tiles of a photo 26 to 57, less than half in 130 of 138.
SURE, FEWEST = 0.9, 20
# A box may draw its railways as others draw highways, and the other way about: in some only 39 of 100 are as labelled.
EXCHANGED = np.array([SIDE_LETTERS.index({"H": "R", "R": "H"}.get(letter, letter)) for letter in SIDE_LETTERS])


def check_sides(number: int, examples: Examples) -> None:
    """Raises OtherPhoto if the labels tell other sides than the photo of this number shows.

    Labels without a single route say no more than where tiles lie.
    """
    if not any(set(face.sides) - {"-"} for face in examples.faces):
        return
    light = np.tile(mean_tone(examples.crops), (len(examples.crops), 1))
    chances = built_in_heads(built_in_weights())["side"].probabilities(
        side_features(side_inputs(examples.crops, light))
    )
    sure = chances.max(1) >= SURE
    told = np.array([SIDE_LETTERS.index(letter) for face in examples.faces for letter in face.sides])[sure]
    check_shown(number, _as_told(chances.argmax(1)[sure], told), FEWEST)


def _as_told(seen: NDArray[np.intp], told: NDArray[np.intp]) -> NDArray[np.bool_]:
    ways = (seen == told, EXCHANGED[seen] == told)
    return max(ways, key=lambda right: int(right.sum()))
