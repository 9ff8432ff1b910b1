"""The moves of Railroad Tiles, each with a text form that reads back. Columns, spaces and spots count from 1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from engine.errors import BadInput, UnreadableMove, words_of
from engine.game import TABLE
from engine.parts.grid import Cell
from engine.railroad_tiles.box import Token, read_token
from engine.railroad_tiles.tile import KINDS, Tile, read_tile
from engine.words import clause, say


@dataclass(frozen=True, slots=True)
class Order:
    """The table says in which order the player pawns were put for the first round."""

    seats: tuple[str, ...]
    actor: ClassVar[str] = TABLE

    def __str__(self) -> str:
        return f"TABLE order {' '.join(self.seats)}"


@dataclass(frozen=True, slots=True)
class DrawStart:
    """The bag gave a start tile."""

    tile: Tile
    actor: ClassVar[str] = TABLE

    def __str__(self) -> str:
        return f"TABLE start {self.tile}"


@dataclass(frozen=True, slots=True)
class Fill:
    """The bag gave a tile for a column."""

    column: int
    tile: Tile
    actor: ClassVar[str] = TABLE

    def __str__(self) -> str:
        return f"TABLE fill {self.column} {self.tile}"


@dataclass(frozen=True, slots=True)
class Reveal:
    """The next token came into the waiting room."""

    token: Token
    actor: ClassVar[str] = TABLE

    def __str__(self) -> str:
        return f"TABLE token {self.token}"


@dataclass(frozen=True, slots=True)
class Flip:
    """The two-player token fell: the left or the right of the columns not taken loses its tiles."""

    side: str
    actor: ClassVar[str] = TABLE

    def __str__(self) -> str:
        return f"TABLE flip {self.side}"


@dataclass(frozen=True, slots=True)
class TakeStart:
    """A player takes a start tile and lays it first, in this way."""

    actor: str
    tile: Tile

    def __str__(self) -> str:
        return f"{self.actor} start {self.tile}"


@dataclass(frozen=True, slots=True)
class Take:
    """A player takes all that is in a column."""

    actor: str
    column: int

    def __str__(self) -> str:
        return f"{self.actor} take {self.column}"


@dataclass(frozen=True, slots=True)
class Lay:
    """A player lays a tile; the tile is written as it then lies."""

    actor: str
    cell: Cell
    tile: Tile

    def __str__(self) -> str:
        return f"{self.actor} lay {self.cell[0]},{self.cell[1]} {self.tile}"


@dataclass(frozen=True, slots=True)
class Refuse:
    """A player keeps a tile aside instead of laying it."""

    actor: str
    tile: Tile

    def __str__(self) -> str:
        return f"{self.actor} refuse {self.tile}"


@dataclass(frozen=True, slots=True)
class Discard:
    """A player puts away a tile that cannot be laid."""

    actor: str
    tile: Tile

    def __str__(self) -> str:
        return f"{self.actor} discard {self.tile}"


@dataclass(frozen=True, slots=True)
class Place:
    """A player uses the token in an active space to place a pawn; with a star the kind is free."""

    actor: str
    space: int
    kind: str
    cell: Cell
    spot: int
    star: bool = False

    def __str__(self) -> str:
        text = f"{self.actor} pawn {self.space} {self.kind} {self.cell[0]},{self.cell[1]}#{self.spot}"
        return f"{text} star" if self.star else text


@dataclass(frozen=True, slots=True)
class Pass:
    """A player places no more pawns in this round."""

    actor: str

    def __str__(self) -> str:
        return f"{self.actor} pass"


TableMove: TypeAlias = Order | DrawStart | Fill | Reveal | Flip
PlayerMove: TypeAlias = TakeStart | Take | Lay | Refuse | Discard | Place | Pass
Move: TypeAlias = TableMove | PlayerMove

FORMS = (
    "TABLE order P2 P1",
    "TABLE start HH--",
    "TABLE fill 2 HH--.u.C",
    "TABLE token car+flag",
    "TABLE flip left",
    "P1 start HH--",
    "P1 take 2",
    "P1 lay 0,1 HH--.u.C",
    "P1 refuse HH--",
    "P1 discard HH--",
    "P1 pawn 1 car 2,1#1",
    "P1 pass",
)


def read_move(text: str) -> Move:
    """The move that a whole text means."""
    words = text.split()
    try:
        if len(words) >= 2 and words[0] == TABLE:
            return _read_table_move(words[1], words[2:])
        if len(words) >= 2 and words[0] in ("P1", "P2", "P3", "P4"):
            return _read_player_move(words[0], words[1], words[2:])
    except (BadInput, ValueError, IndexError) as error:
        why = words_of(error) if isinstance(error, BadInput) else _example(words[1])
        raise UnreadableMove(text, say("This is no move: {why}.", why=why)) from error
    raise UnreadableMove(text, say("This is no move: it must begin with P1 to P4 or TABLE and say what is done."))


def _read_table_move(verb: str, rest: list[str]) -> Move:
    if verb == "order":
        return Order(tuple(_seat(word) for word in rest))
    if verb == "start":
        return DrawStart(read_tile(_only(rest)))
    if verb == "fill":
        column, tile = rest
        return Fill(_number(column), read_tile(tile))
    if verb == "token":
        return Reveal(read_token(_only(rest)))
    if verb == "flip":
        return Flip(_one_of(_only(rest), ("left", "right")))
    raise BadInput(clause("the table does not {verb!r}", verb=verb))


def _read_player_move(actor: str, verb: str, rest: list[str]) -> Move:
    if verb == "take":
        return Take(actor, _number(_only(rest)))
    if verb == "lay":
        cell, tile = rest
        return Lay(actor, read_cell(cell), read_tile(tile))
    if verb == "pawn":
        return _read_place(actor, rest)
    if verb == "pass" and not rest:
        return Pass(actor)
    if verb == "start":
        return TakeStart(actor, read_tile(_only(rest)))
    if verb == "refuse":
        return Refuse(actor, read_tile(_only(rest)))
    if verb == "discard":
        return Discard(actor, read_tile(_only(rest)))
    raise BadInput(
        clause("a player does not {verb!r}; moves are written like {forms}", verb=verb, forms="; ".join(FORMS[5:]))
    )


def _read_place(actor: str, rest: list[str]) -> Place:
    star = rest[3:] == ["star"]
    space, kind, spot = rest if not star else rest[:3]
    cell, _, number = spot.partition("#")
    return Place(actor, _number(space), _one_of(kind, KINDS), read_cell(cell), _number(number), star)


def read_cell(text: str) -> Cell:
    column, row = text.split(",")
    return _within(int(column)), _within(int(row))


def _within(number: int) -> int:
    if abs(number) > 1000:
        raise BadInput(clause("{number} is too far away for a cell", number=number))
    return number


def _number(text: str) -> int:
    if not (text.isdecimal() and len(text) < 4):
        raise BadInput(clause("{text!r} is no number", text=text))
    return int(text)


def _seat(text: str) -> str:
    return _one_of(text, ("P1", "P2", "P3", "P4"))


def _one_of(text: str, choices: tuple[str, ...]) -> str:
    if text not in choices:
        raise BadInput(clause("{text!r} is none of {known}", text=text, known=", ".join(choices)))
    return text


def _only(rest: list[str]) -> str:
    (word,) = rest
    return word


def _example(verb: str) -> str:
    """How a move with this verb is written."""
    like = [form for form in FORMS if form.split()[1] == verb]
    if like:
        return clause("it is written like {form!r}", form=like[0])
    return clause("moves are written like {forms}", forms="; ".join(FORMS))
