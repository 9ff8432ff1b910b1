"""What the page asks of the camera's eyes: reading a photo, checking the markers, learning a box."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class ReadPhoto:
    """What is on a photo, in the form that `see` prints, and the photo with it drawn on (JPEG)."""

    observation: Mapping[str, Any]
    drawn: bytes


@dataclass(frozen=True)
class Markers:
    """The corner cards that were found, the zones they span, and the photo with both drawn on (JPEG).

    `corners` are those of each zone, as parts of the picture's width and height.
    """

    tags: tuple[int, ...]
    zones: tuple[int, ...]
    drawn: bytes
    corners: tuple[tuple[tuple[float, float], ...], ...] = ()


@dataclass(frozen=True)
class Lesson:
    """How many pieces were learned, which labelled ones were not found, what no example has shown yet."""

    learned: int
    not_found: tuple[str, ...]
    unseen: tuple[str, ...]


class Lens(Protocol):
    """The eyes without a game: whoever gives the application one lets the page read photos."""

    def games(self) -> tuple[str, ...]:
        """The games whose pieces can be read."""

    def packs(self) -> tuple[str, ...]:
        """The boxes that have been taught."""

    def board(self, pack: str) -> Mapping[str, Any] | None:
        """The board that a pack tells of: name, size, pieces, and routes or a grid; None if it is no board's pack."""

    def read(self, photo: bytes, game: str, pack: str | None) -> ReadPhoto:
        """Read a photo; raises BadInput or ClearNo in words."""

    def draft(self, photo: bytes, game: str, pack: str | None) -> ReadPhoto:
        """Read a photo to teach from: of a box that nobody has taught yet, as much as can be said."""

    def markers(self, photo: bytes) -> Markers:
        """Look for the corner cards."""

    def teach(self, game: str, pack: str, photos: Sequence[tuple[bytes, Mapping[str, Any]]]) -> Lesson:
        """Learn a box from photos and what lies on them."""
