"""Small builders for the tests of Railroad Tiles: territories, and games that play themselves up to the point."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest

from engine.errors import IllegalMove
from engine.game import TABLE, seat_index
from engine.railroad_tiles import GAME
from engine.railroad_tiles.moves import Lay, Move, Pass, Refuse, read_cell
from engine.railroad_tiles.position import read_position
from engine.railroad_tiles.state import Player, State
from engine.railroad_tiles.territory import Territory
from engine.railroad_tiles.tile import read_tile

NAMES = ("Ann", "Bob", "Cleo", "Dino")
STARTS = ("H-H-", "R-R-", "HH--", "RR--")
TOKENS = ("car", "train", "traveller", "train/car", "car+flag", "train+flag", "traveller+flag")


def territory(tiles: list[dict[str, Any]]) -> Territory:
    """A territory from the tiles of a position."""
    return read_position({"players": [{"name": "Ann", "tiles": tiles}]}).players[0].territory


def laid(*texts: str) -> Territory:
    """A territory from texts like `0,0 -H-H.C`; a star behind the tile puts pawns on all its spots."""
    tiles, pawns = {}, set()
    for text in texts:
        cell, tile, *star = text.split()
        tiles[read_cell(cell)] = read_tile(tile)
        if star:
            pawns |= {(read_cell(cell), spot) for spot in range(len(read_tile(tile).spots))}
    return Territory.of(tiles, frozenset(pawns))


class Scene:
    """A game that plays itself wherever a test does not care.

    The bag then gives `tile`, the tokens come as listed (and the rest as usual), players sit in the order of their
    names, take the leftmost column, lay each tile at the first place that fits, and place no pawn; the two-player token
    falls to the left.
    """

    def __init__(
        self,
        players: int = 2,
        tokens: Iterable[str] = TOKENS,
        tile: str = "H-H-",
        starts: Iterable[str] = STARTS,
        **setup: Any,
    ) -> None:
        first = list(tokens)
        self.tokens = first + list(TOKENS[len(first) :])
        setup["data"] = {**setup.get("data", {}), "tokens": {"faces": self.tokens}}
        self.state: State = GAME.start(NAMES[:players], setup)
        self.tile = tile
        self.starts = list(starts)

    # Playing

    def play(self, *texts: str, insist: bool = False) -> Scene:
        for text in texts:
            self.state = GAME.play(self.state, GAME.read_move(text, self.state), insist)
        return self

    def correct(self, *texts: str) -> Scene:
        for text in texts:
            self.state = GAME.correct(self.state, text)
        return self

    def refused(self, text: str, insist: bool = False) -> str:
        """Why the move is refused; checks that it is a sentence and that nothing has changed."""
        before = self.state
        seen = GAME.view(before), GAME.position(before)
        move = GAME.read_move(text)
        assert move not in GAME.legal_moves(before)
        assert move not in set(GAME.legal_moves(before))
        with pytest.raises(IllegalMove) as error:
            GAME.play(before, move, insist)
        assert self.state is before
        assert (GAME.view(before), GAME.position(before)) == seen
        why = str(error.value.why)
        assert why[0].isupper() or why[0] in "HR-"
        assert why.endswith(".")
        return why

    def on(self, stop: Callable[[State], bool]) -> Scene:
        """Let the game play itself until the condition holds."""
        while not stop(self.state):
            self.play(str(self.usual_move()))
        return self

    def to_phase(self, phase: str, round_: int = 1) -> Scene:
        return self.on(lambda state: state.round == round_ and state.phase == phase)

    def to_columns(self, round_: int = 1) -> Scene:
        """To where the first player takes a column."""
        self.to_phase("selection", round_)
        return self.on(lambda state: state.choosing_start is None)

    def to_placement(self, round_: int) -> Scene:
        return self.to_phase("placement", round_)

    def to_end_of_round(self) -> Scene:
        now = self.state.round
        return self.on(lambda state: state.round > now or state.phase in ("round-end", "over"))

    def to_end(self) -> Scene:
        return self.on(lambda state: state.phase == "over")

    def usual_move(self) -> Move | str:
        actor = GAME.turn(self.state).actors[0]
        if actor == TABLE:
            return self._usual_chance()
        if self.state.phase == "placement":
            return Pass(actor)
        moves = list(GAME.legal_moves(self.state))
        lays = [move for move in moves if isinstance(move, Lay)]
        return next(iter(lays), next((move for move in moves if not isinstance(move, Refuse)), moves[0]))

    def _usual_chance(self) -> str:
        state = self.state
        if state.phase == "round-end":
            return "TABLE flip left"
        if not state.order:
            return "TABLE order " + " ".join(state.seat_of(index) for index in range(len(state.players)))
        if state.round == 1 and len(state.players) > 1 and len(state.start_tiles) < len(state.players):
            return f"TABLE start {self.starts[len(state.start_tiles)]}"
        if state.unfilled:
            return f"TABLE fill {state.unfilled[0] + 1} {self.tile}"
        return f"TABLE token {self.tokens[state.round - 1]}"

    # Arranging and looking

    def give(self, seat: str, *tiles: str, **changes: Any) -> Scene:
        """Put a player's territory, stars, hand and so on as the test needs them."""
        if tiles:
            changes["territory"] = laid(*tiles)
        players = list(self.state.players)
        players[seat_index(seat)] = replace(players[seat_index(seat)], **changes)
        self.state = replace(self.state, players=tuple(players))
        return self

    def player(self, seat: str) -> Player:
        return self.state.players[seat_index(seat)]

    def hand(self, seat: str, *tiles: str) -> Scene:
        """A player with these tiles to lay."""
        return self.give(seat, hand=tuple(map(read_tile, tiles)))

    @property
    def moves(self) -> set[str]:
        return {str(move) for move in GAME.legal_moves(self.state)}

    @property
    def actors(self) -> tuple[str, ...]:
        return GAME.turn(self.state).actors

    @property
    def problems(self) -> list[str]:
        return [str(problem.why) for problem in GAME.problems(self.state)]


def at_columns(players: int = 2, **more: Any) -> Scene:
    """In round 1, with the start tiles laid: the first player is to take a column."""
    return Scene(players, **more).to_columns()


def laying(*tiles: str, hand: tuple[str, ...] = ("HH--",), **more: Any) -> Scene:
    """Ann has taken a column, has this territory, and these tiles to lay."""
    scene = at_columns(**more).play("P1 take 1")
    return scene.give("P1", *tiles).hand("P1", *hand)


def placing(token: str, *tiles: str, players: int = 3, stars: int = 1, **more: Any) -> Scene:
    """Round 2, pawns: the token lies in active space 1, Ann has this territory, the others have no spot."""
    scene = Scene(players, tokens=[token], tile="----", **more).to_columns(2)
    return scene.give("P1", *tiles, stars=stars).to_placement(2)
