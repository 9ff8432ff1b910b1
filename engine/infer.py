"""Explaining a sighting by legal moves from the last accepted state."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

from engine.errors import BadInput
from engine.games import MODULES
from engine.observation import Inference
from engine.words import clause


def infer(name: str, state: Any, seen: Mapping[str, Any], agreed: Any = None) -> Inference:
    """What the rules of a game make of what `see` printed; nothing is changed, the table decides what to do with it.

    `agreed` is the state at which record and table were last the same, if the reader says what still looks like that.
    """
    if name not in MODULES:
        raise BadInput(clause("there is no game called {name!r}", name=name))
    module = importlib.import_module(f"{MODULES[name]}.explain")
    inference: Inference = module.explain(state, seen) if agreed is None else module.explain(state, seen, agreed)
    return inference
