"""What each button does at each moment, as a table; a button that is not named at a moment does nothing then."""

from __future__ import annotations

from collections.abc import Mapping

from webui.desk import FLIP, IDLE, OFFER, OVER, OWING, PLAY, PUZZLE, QUESTION

# A held button stands beside the short press as "score held".
_ALWAYS = {"score": "score", "score held": "shut_down", "confirm held": "show_address"}

ACTIONS: Mapping[str, Mapping[str, str]] = {
    IDLE: {**_ALWAYS, "confirm": "rematch", "score": "show_address"},
    PLAY: {**_ALWAYS, "confirm": "look", "undo": "undo"},
    FLIP: {**_ALWAYS, "confirm": "look", "undo": "undo", "flip": "flip"},
    OFFER: {**_ALWAYS, "confirm": "accept", "undo": "dismiss"},
    QUESTION: {**_ALWAYS, "confirm": "look", "undo": "dismiss"},
    PUZZLE: {**_ALWAYS, "confirm": "look", "undo": "undo"},
    OWING: {**_ALWAYS, "confirm": "settle", "undo": "undo"},
    OVER: {**_ALWAYS, "confirm": "score", "undo": "undo", "score held": "rematch"},
}


def action_of(moment: str, button: str, held: bool = False) -> str | None:
    """The action of a press, or None where it does nothing."""
    return ACTIONS[moment].get(f"{button} held" if held else button)
