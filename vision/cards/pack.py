"""A pack of cards: the folder that tells how one box's cards look.

`cards.json` lists kinds, tickets and the cards' size, `cards.npz` holds the faces; both grow with every lesson.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import BadInput
from vision.cards.strips import Face
from vision.cards.tickets import Print
from vision.kept import Damaged, stored_arrays, write_text, written

LIST_FILE, FACES_FILE = "cards.json", "cards.npz"
USUAL_MM = (56, 87)


class PackDamaged(BadInput):
    """What the pack learned cannot be read."""


@dataclass
class CardPack:
    """The taught faces of one box with their kinds, and the prints of its tickets.

    `doubtful` are kinds that were miscounted on the very photos that taught them.
    """

    folder: Path
    size_mm: tuple[int, int] = USUAL_MM
    faces: list[Face] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    tickets: list[tuple[str, str]] = field(default_factory=list)
    prints: list[Print] = field(default_factory=list)
    doubtful: set[str] = field(default_factory=set)

    def save(self) -> None:
        """Writes both files."""
        self.folder.mkdir(parents=True, exist_ok=True)
        listed = {
            "game": "ticket-to-ride-card-game",
            "size_mm": list(self.size_mm),
            "faces": self.kinds,
            "photos": [face.photo for face in self.faces],
            "doubtful": sorted(self.doubtful),
            "tickets": [list(ticket) for ticket in self.tickets],
        }
        arrays: dict[str, Any] = {}
        for number, face in enumerate(self.faces):
            arrays[f"tones-{number}"] = face.tones.astype(np.float16)
            arrays[f"known-{number}"] = face.known
        for number, printed in enumerate(self.prints):
            arrays |= {f"places-{number}": printed.places, f"marks-{number}": printed.marks}
            arrays[f"picture-{number}"] = printed.picture
        with written(self.folder / FACES_FILE) as file:
            np.savez_compressed(file, **arrays)
        write_text(self.folder / LIST_FILE, json.dumps(listed, indent=1) + "\n")


def open_pack(folder: Path) -> CardPack:
    """The pack in a folder; a folder without one gives an empty pack to be taught."""
    path = folder / LIST_FILE
    if not path.exists():
        if (folder / FACES_FILE).exists():
            raise PackDamaged(f"{folder}: {LIST_FILE} is missing, which says what was taught; teach another folder.")
        return CardPack(folder)
    try:
        listed = json.loads(path.read_text(encoding="utf-8"))
        with stored_arrays(folder / FACES_FILE) as stored:
            faces = [
                Face(stored[f"tones-{n}"].astype(np.float32), stored[f"known-{n}"], int(photo))
                for n, photo in enumerate(listed.get("photos", [0] * len(listed["faces"])))
            ]
            prints = [
                Print(stored[f"places-{n}"], stored[f"marks-{n}"], stored[f"picture-{n}"])
                for n in range(len(listed["tickets"]))
            ]
        kinds = [str(kind) for kind in listed["faces"]]
        tickets = [(str(first), str(second)) for first, second in listed["tickets"]]
        doubtful = {str(kind) for kind in listed.get("doubtful", [])}
        width, height = (int(side) for side in listed["size_mm"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, Damaged) as trouble:
        raise PackDamaged(f"{folder}: the pack of cards is damaged and cannot be read.") from trouble
    return CardPack(folder, (width, height), faces, kinds, tickets, prints, doubtful)
