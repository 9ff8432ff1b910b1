"""States as JSON and as text: the position for the score, what a viewer may see, and a drawing in letters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.game import seat
from engine.off_the_rails.jewels import counts_of
from engine.off_the_rails.reach import reach, warning
from engine.off_the_rails.rules import actions_left, todo
from engine.off_the_rails.scoring import NAME
from engine.off_the_rails.state import ACTIONS, MOVEMENT, OVER, Cart, State
from engine.parts.grid import Cell, reading_order

DRAWN_TRACKS = {
    "NS": "│",
    "EW": "─",
    "NE": "└",
    "ES": "┌",
    "SW": "┐",
    "NW": "┘",
    "NES": "├",
    "ESW": "┬",
    "NSW": "┤",
    "NEW": "┴",
    "NESW": "┼",
}
ARROWS = {"N": "^", "E": ">", "S": "v", "W": "<"}


def position(state: State) -> dict[str, Any]:
    """The position in the form that `score` reads, with the board as the camera reports it."""
    answer: dict[str, Any] = {
        "game": NAME,
        "players": [
            {
                "name": name,
                "clan": state.clans[player],
                "stash": counts_of(state.stashes[player]),
                "carts_home": carts_home(state, player),
                "missions": state.missions[player],
            }
            for player, name in enumerate(state.names)
        ],
        "cells": cells(state),
        "carts": [cart_as_json(cart) for cart in state.carts if cart.on_board],
    }
    if state.data:
        answer["data"] = dict(state.data)
    return answer


def carts_home(state: State, player: int) -> int:
    """How many carts of a player are off the board and not lost for good."""
    return sum(not cart.on_board and not cart.lost for cart in state.carts_of(player))


def cells(state: State) -> list[dict[str, Any]]:
    """The squares with something on them, in reading order."""
    there = sorted({*state.tracks, *state.jewels, *state.abyss}, key=reading_order)
    return [
        {
            "at": list(cell),
            "track": state.tracks.get(cell),
            "jewels": list(state.jewels.get(cell, ())),
            "abyss": state.abyss.get(cell),
        }
        for cell in there
    ]


def cart_as_json(cart: Cart) -> dict[str, Any]:
    return {
        "clan": cart.clan,
        "die": cart.die,
        "at": list(cart.at) if cart.at else None,
        "facing": cart.facing or None,
        "speed": cart.speed or None,
        "hold": list(cart.hold),
        "lost": cart.lost,
    }


def view(state: State, viewer: str | None) -> dict[str, Any]:
    """What a viewer may see: a stash is hidden behind its owner's shield until the game is over."""
    return {
        "game": NAME,
        "fast": state.fast,
        "board": state.board,
        "phase": state.phase,
        "actor": state.actor if state.phase != OVER else None,
        "todo": todo(state),
        "actions_left": actions_left(state) if state.phase == ACTIONS else 0,
        "grid": {"columns": state.box.columns, "rows": state.box.rows},
        "mines": {
            colour: {"centre": list(mine.centre), "spaces": {str(n): list(cell) for n, cell in mine.spaces.items()}}
            for colour, mine in state.box.mines.items()
        },
        "starts": [{"at": list(cell), "facing": side} for cell, side in state.box.starts.items()],
        "cells": cells(state),
        "players": [_player_view(state, player, viewer) for player in range(len(state.names))],
        "bag": len(state.bag),
        "deck": sum(len(pile) for pile in state.piles),
        "lid": len(state.lid),
        "tiles": {"straight_corner": state.tiles_left[0], "tee_cross": state.tiles_left[1]},
        "abyss": {"turns_left": state.turns_left, "opened": state.opened, "token": state.token or None},
        "ending": state.ending or None,
    }


def _player_view(state: State, player: int, viewer: str | None) -> dict[str, Any]:
    open_stash = viewer == seat(player) or state.phase == OVER
    return {
        "seat": seat(player),
        "name": state.names[player],
        "clan": state.clans[player],
        "side": state.box.clans[state.clans[player]],
        "stash": counts_of(state.stashes[player]) if open_stash else None,
        "missions": state.missions[player],
        "carts": [_cart_view(state, player, cart) for cart in state.carts_of(player)],
    }


def _cart_view(state: State, player: int, cart: Cart) -> dict[str, Any]:
    """A cart, and while its owner can still do something about it, where it can go."""
    answer = cart_as_json(cart)
    waits = state.phase == ACTIONS or (state.phase == MOVEMENT and cart.die in state.to_move)
    if waits and cart.on_board and player == state.active:
        said = warning(state, cart)
        answer["reach"] = [outcome.as_json() for outcome in reach(state, cart)]
        answer["warning"] = said
    return answer


def draw(state: State) -> str:
    """The state as lines of text."""
    return "\n".join([*_drawn_board(state), *_drawn_players(state), str(todo(state))])


def _drawn_board(state: State) -> Iterator[str]:
    """Each square as track, number of jewels and cart; the start tracks around them."""
    yield "    " + "".join(f"{column:<4}" for column in range(state.box.columns))
    for row in range(-1, state.box.rows + 1):
        label = f"{row:>2}" if 0 <= row < state.box.rows else "  "
        yield (
            label + "".join(_drawn_cell(state, (column, row)) for column in range(-1, state.box.columns + 1))
        ).rstrip()


def _drawn_cell(state: State, cell: Cell) -> str:
    if cell in state.box.starts:
        ground = ARROWS[state.box.starts[cell]]
    elif not state.box.in_grid(cell):
        ground = " "
    elif cell in state.abyss:
        ground = "#"
    elif cell in state.tracks:
        ground = DRAWN_TRACKS[state.tracks[cell]]
    else:
        ground = "X" if cell in state.box.centres else "·"
    jewels = str(len(state.jewels[cell])) if cell in state.jewels else " "
    index = state.on_board.get(cell)
    cart = f"{state.carts[index].clan[0]}{ARROWS[state.carts[index].facing]}" if index is not None else "  "
    narrow = cell[0] == -1
    return f"{ground}{cart[0]}" if narrow else f"{ground}{jewels}{cart}"


def _drawn_players(state: State) -> Iterator[str]:
    for player, name in enumerate(state.names):
        carts = "; ".join(_drawn_cart(cart) for cart in state.carts_of(player))
        stash = " ".join(f"{count} {kind}" for kind, count in counts_of(state.stashes[player]).items()) or "nothing"
        yield f"{seat(player)} {name} ({state.clans[player]}): stash {stash}; {carts}"


def _drawn_cart(cart: Cart) -> str:
    if cart.at is None:
        return f"{cart.die} {'lost' if cart.lost else 'at home'}"
    hold = " ".join(cart.hold) or "empty"
    return f"{cart.die} at {cart.at[0]},{cart.at[1]} facing {cart.facing}, speed {cart.speed}, {hold}"
