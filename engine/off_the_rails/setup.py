"""How a game begins: who plays which clan, which piles are in the deck (rulebook, Preparazione del gioco)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import BadInput, BadSetup, Unfitting, words_of
from engine.off_the_rails.box import ABYSS, BOARDS, Box, read_box
from engine.off_the_rails.jewels import heap_of
from engine.off_the_rails.state import Cart, State
from engine.parts.grid import opposite
from engine.reading import Field
from engine.words import say

KEYS = ("board", "clans", "fast", "data")


def begin(players: Sequence[str], setup: Mapping[str, Any]) -> State:
    """The table before the first deposits; the players are named in the order of play. Raises BadSetup."""
    keys = Field(dict(setup), "setup", BadSetup).keys(KEYS)
    board = keys["board"].one_of([*BOARDS]) if "board" in keys else next(iter(BOARDS))
    data = keys["data"].value if "data" in keys else None
    box = _box(board, keys.get("data"))
    if not 2 <= len(players) <= len(box.clans):
        raise BadSetup(
            say("Off the Rails is for 2 to {most} players, not {count}.", most=len(box.clans), count=len(players))
        )
    if len(set(players)) < len(players):
        raise BadSetup("Two players have the same name.")
    clans = _read_clans(keys["clans"], box, len(players)) if "clans" in keys else _usual_clans(box, len(players))
    fast = keys["fast"].truth() if "fast" in keys else False
    return State(
        box=box,
        board=board,
        names=tuple(players),
        clans=clans,
        fast=fast,
        carts=tuple(Cart(clan, die) for clan in clans for die in box.dice),
        bag=heap_of(box.jewel_counts),
        stashes=((),) * len(players),
        missions=(0,) * len(players),
        first_deposits=tuple(box.mines),
        piles=_piles(box, len(players), fast),
        abyss_pile=tuple(box.mines),
        lid=tuple(colour for colour in box.mines for _ in range(box.tokens_per_mine - 1)),
        tiles_left=box.tiles,
        data=data or None,
    )


def _box(board: str, data: Field | None) -> Box:
    if data is None or data.value is None:
        return read_box(board)
    data.entries()
    try:
        return read_box(board, data.value)
    except BadInput as error:
        raise Unfitting(words_of(error)) from error


def _piles(box: Box, players: int, fast: bool) -> tuple[tuple[str, ...], ...]:
    """The deck's piles, the top one first: a card of each colour in each, and the Abyss card in one of them."""
    left_out = box.left_out.get("fast" if fast else str(players), ())
    return tuple(
        (*box.mines, ABYSS) if pile == box.abyss_card_pile else tuple(box.mines)
        for pile in box.pile_order
        if pile not in left_out
    )


def _usual_clans(box: Box, players: int) -> tuple[str, ...]:
    """Clockwise around the board; for two players opposite sides."""
    clans = tuple(box.clans)
    if players == 2:
        across = [clan for clan in clans if box.clans[clan] == opposite(box.clans[clans[0]])]
        return (clans[0], *across) if across else clans[:2]
    return clans[:players]


def _read_clans(field: Field, box: Box, players: int) -> tuple[str, ...]:
    clans = tuple(item.among([*box.clans]) for item in field.as_many(players, len(box.clans)))
    if len(set(clans)) < len(clans):
        field.wrong("no two players may have the same clan")
    if players == 2 and len(box.clans) == 4 and box.clans[clans[0]] != opposite(box.clans[clans[1]]):
        field.clash("two players must have clans of opposite sides")
    return clans
