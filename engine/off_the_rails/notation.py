"""Reading moves as they are written in a log; what a text leaves out is completed from the state."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import islice

from engine.errors import AmbiguousMove, UnreadableMove
from engine.game import TABLE, seat_index
from engine.off_the_rails.box import ABYSS
from engine.off_the_rails.choices import legal_moves, movements
from engine.off_the_rails.jewels import Jewels, heap
from engine.off_the_rails.moves import (
    NOTHING,
    Card,
    Collapse,
    Done,
    Draw,
    Enter,
    Face,
    Go,
    Lay,
    Move,
    Speed,
    Take,
    Token,
    Upgrade,
    in_order,
)
from engine.off_the_rails.state import ACTIONS, MOVEMENT, State
from engine.parts.grid import SIDES, Cell
from engine.words import clause, say

CELL = re.compile(r"(-?\d{1,2}),(-?\d{1,2})")
SEAT = re.compile(r"P[1-4]")
MANY = 6  # candidates that a message names


class Words:
    """The words of a move, taken one after the other."""

    def __init__(self, text: str) -> None:
        self.text = text.strip()
        self._left = self.text.split()[:100]

    def wrong(self, why: str, **values: object) -> UnreadableMove:
        return UnreadableMove(self.text, say(why, **values))

    @property
    def more(self) -> bool:
        return bool(self._left)

    @property
    def next(self) -> str:
        return self._left[0] if self._left else ""

    def take(self, what: str) -> str:
        if not self._left:
            raise self.wrong("{what} is missing", what=clause(what))
        return self._left.pop(0)

    def end(self) -> None:
        if self._left:
            raise self.wrong("{word!r} is one word too many", word=self._left[0])

    def cell(self) -> Cell:
        word = self.take("the square")
        found = CELL.fullmatch(word)
        if not found:
            raise self.wrong("{word!r} is not a square such as 3,4", word=word)
        return int(found[1]), int(found[2])

    def number(self, what: str) -> int:
        word = self.take(what)
        if not word.isascii() or not word.isdigit() or len(word) > 6:
            raise self.wrong("{word!r} is not a number", word=word)
        return int(word)

    def sides(self, what: str) -> str:
        """One or more of the letters N E S W, in the order given."""
        word = self.take(what).upper()
        if not set(word) <= set(SIDES):
            raise self.wrong("{word!r} is not made of the sides N E S W", word=word)
        return word

    def jewels(self, kinds: Iterable[str] | None) -> Jewels:
        """Kinds of jewels up to a word that is none."""
        found: list[str] = []
        known = set(kinds) if kinds is not None else None
        while self._left and self._left[0].isalpha() and self._left[0].lower() not in ("take", "drop", "face"):
            kind = self._left.pop(0).lower()
            if known is not None and kind not in known and kind != NOTHING:
                raise self.wrong("there is no jewel called {kind!r}", kind=kind)
            found.append(kind)
        return heap(kind for kind in found if kind != NOTHING)


def read_move(text: str, state: State | None = None) -> Move:
    """The move that the text means; raises UnreadableMove or AmbiguousMove."""
    words = Words(text)
    actor = words.take("who moves").upper()
    verb = words.take("what is done").lower()
    if actor != TABLE and not SEAT.fullmatch(actor):
        raise words.wrong("a move begins with the seat, P1 to P4, or with TABLE")
    if state is not None and actor != TABLE and seat_index(actor) >= len(state.names):
        raise words.wrong("nobody sits at {seat}", seat=actor)
    readers = TABLE_READERS if actor == TABLE else READERS
    if verb not in readers:
        raise words.wrong("{verb!r} is no move; the moves are {known}", verb=verb, known=", ".join(readers))
    move = readers[verb](words, actor, state)
    words.end()
    return move


def _read_lay(words: Words, actor: str, state: State | None) -> Move:
    return Lay(actor, words.cell(), in_order(words.sides("the exits")))


def _read_upgrade(words: Words, actor: str, state: State | None) -> Move:
    at = words.cell()
    if words.more or state is None:
        return Upgrade(actor, at, in_order(words.sides("the exits")))
    return _only(words, (move for move in _legal(state) if isinstance(move, Upgrade) and move.at == at))


def _read_enter(words: Words, actor: str, state: State | None) -> Move:
    if state is not None and CELL.fullmatch(words.next):
        at = words.cell()
        return _only(words, (move for move in _legal(state) if isinstance(move, Enter) and move.at == at))
    return Enter(actor, _read_die(words, state), words.cell())


def _read_die(words: Words, state: State | None) -> str:
    die = words.take("the colour of the cart's die").lower()
    if state is not None and die not in state.box.dice:
        raise words.wrong(
            "there is no cart with a {die!r} die; the dice are {known}", die=die, known=", ".join(state.box.dice)
        )
    return die


def _read_speed(words: Words, actor: str, state: State | None) -> Move:
    return Speed(actor, _read_die(words, state), words.number("the new speed"))


def _read_done(words: Words, actor: str, state: State | None) -> Move:
    return Done(actor)


def _read_face(words: Words, actor: str, state: State | None) -> Move:
    return Face(actor, _read_die(words, state), words.sides("the side"))


def _read_collapse(words: Words, actor: str, state: State | None) -> Move:
    return Collapse(actor, words.cell())


def _read_go(words: Words, actor: str, state: State | None) -> Move:
    """A whole movement, or one whose path, facing or loss follows from the board."""
    die = _read_die(words, state)
    kinds = state.box.jewel_counts if state is not None else None
    path, face = "", ""
    take: Take = ()
    drop: Jewels = ()
    if words.more and words.next.lower() not in ("face", "take", "drop"):
        path = words.sides("the path")
    while words.more:
        part = words.take("").lower()
        if part == "face" and not face:
            face = words.sides("the side")
        elif part == "take" and not take:
            take = _read_take(words, kinds)
        elif part == "drop" and not drop:
            drop = words.jewels(kinds)
        else:
            raise words.wrong("{word!r} is not understood here", word=part)
    move = Go(actor, die, path, face, take, drop)
    return _completed(words, move, state) if state is not None and _is_to_go(state, actor, die) else move


def _read_take(words: Words, kinds: Iterable[str] | None) -> Take:
    found: list[tuple[Cell, Jewels]] = []
    while words.more and words.next.lower() not in ("face", "drop"):
        cell = words.cell()
        found.append((cell, words.jewels(kinds)))
    return tuple((cell, jewels) for cell, jewels in found if jewels)


def _is_to_go(state: State, actor: str, die: str) -> bool:
    return state.phase == MOVEMENT and actor == state.actor and die in state.to_move


def _completed(words: Words, move: Go, state: State) -> Go:
    """The one legal movement that fits what is written; what cannot be found is left to the rules to refuse."""
    if move in legal_moves(state):
        return move
    cart = state.carts[state.cart_index(state.clans[state.active], move.die)]
    fitting = [
        legal
        for legal in movements(state, cart)
        if legal.take == move.take
        and move.path in ("", legal.path)
        and move.face in ("", legal.face)
        and move.drop in ((), legal.drop)
    ]
    if len(fitting) > 1:
        raise AmbiguousMove(words.text, tuple(str(legal) for legal in fitting[:MANY]))
    return fitting[0] if len(fitting) == 1 else move


def _read_card(words: Words, actor: str, state: State | None) -> Move:
    colour = words.take("the colour").lower()
    if colour == ABYSS:
        return Card(ABYSS)
    if state is not None and colour not in state.box.mines:
        raise words.wrong(
            "there is no mine called {colour!r}; the mines are {known}", colour=colour, known=", ".join(state.box.mines)
        )
    number = words.number("the number")
    if number == 0 or (state is not None and number not in state.box.jewels_on_card):
        raise words.wrong("there is no deposit card with the number {number}", number=number)
    return Card(colour, number)


def _read_draw(words: Words, actor: str, state: State | None) -> Move:
    return Draw(words.jewels(state.box.jewel_counts if state is not None else None))


def _read_token(words: Words, actor: str, state: State | None) -> Move:
    return Token(words.take("the colour").lower())


def _legal(state: State) -> Iterable[Move]:
    return legal_moves(state) if state.phase == ACTIONS else ()


def _only(words: Words, moves: Iterable[Move]) -> Move:
    fitting = list(islice(moves, MANY))
    if not fitting:
        raise words.wrong("this does not say enough, and no legal move fits it")
    if len(fitting) > 1:
        raise AmbiguousMove(words.text, tuple(str(move) for move in fitting))
    return fitting[0]


Reader = Callable[[Words, str, State | None], Move]
READERS: dict[str, Reader] = {
    "lay": _read_lay,
    "upgrade": _read_upgrade,
    "enter": _read_enter,
    "speed": _read_speed,
    "done": _read_done,
    "move": _read_go,
    "face": _read_face,
    "abyss": _read_collapse,
}
TABLE_READERS: dict[str, Reader] = {"card": _read_card, "jewels": _read_draw, "token": _read_token}
