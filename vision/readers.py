"""Which modules read which game: one pipeline, a small reader for each game."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import BadInput
from engine.reading import LONGEST_NAME
from engine.words import say


@dataclass(frozen=True)
class Reader:
    """A game's modules: `see(photo, pack) -> (answer, places)`, `annotate(photo, answer, places)`, `teach(pack, pairs)`

    `lists` is the key under which labels and answers list what is seen; `learns` is what teaching counts.
    """

    see: str
    annotate: str
    teach: str
    lists: str
    learns: str

    def module(self, part: str) -> Any:
        """The module for one part, imported when it is needed: reading a board should not load a net for tiles."""
        return importlib.import_module(str(getattr(self, part)))


READERS = {
    "railroad-tiles": Reader("vision.see", "vision.annotate", "vision.teach", "zones", "tiles"),
    "ticket-to-ride-new-york": Reader(
        "vision.boards.see", "vision.boards.annotate", "vision.boards.teach", "claims", "routes"
    ),
    "off-the-rails": Reader("vision.mine.see", "vision.mine.annotate", "vision.mine.teach", "cells", "squares"),
    "ticket-to-ride-card-game": Reader(
        "vision.cards.see", "vision.cards.annotate", "vision.cards.teach", "zones", "cards"
    ),
}


def check_game(labels: Mapping[str, Any], game: str) -> None:
    """Raises BadInput if labels name another game than the one that is taught."""
    told = labels.get("game", game)
    if told != game:
        raise BadInput(say("These are labels of {other}, not of {game}.", other=str(told)[:LONGEST_NAME], game=game))


def reader_for(game: str) -> Reader:
    """The reader of a game."""
    if game not in READERS:
        raise BadInput(say("{game}: the camera knows {known}.", game=game, known=", ".join(READERS)))
    return READERS[game]
