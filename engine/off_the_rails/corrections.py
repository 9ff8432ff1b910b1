"""Corrections: somebody says that a thing on the table is other than recorded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.errors import IllegalMove
from engine.game import seat_index
from engine.off_the_rails.jewels import Jewels, holds, put, without
from engine.off_the_rails.moves import in_order
from engine.off_the_rails.notation import SEAT, Words
from engine.off_the_rails.state import ACTIONS, MOVEMENT, Cart, State
from engine.off_the_rails.turns import settled, with_track
from engine.parts.grid import Cell
from engine.words import say

NONE = "none"


def correct(state: State, text: str) -> State:
    """The state after the correction; raises a MoveError."""
    words = Words(text)
    what = words.take("what is to be corrected").lower()
    if what not in CORRECTIONS:
        raise words.wrong(
            "{what!r} cannot be corrected; what can be are {known}", what=what, known=", ".join(CORRECTIONS)
        )
    corrected = CORRECTIONS[what](state, words)
    words.end()
    return settled(corrected)


def _square(state: State, words: Words) -> Cell:
    at = words.cell()
    if not state.box.in_grid(at):
        raise words.wrong("that is not a square of the board")
    return at


def _player(state: State, words: Words) -> int:
    """A player by seat or clan."""
    word = words.take("the seat or clan")
    if SEAT.fullmatch(word.upper()) and seat_index(word) < len(state.clans):
        return seat_index(word)
    if word.lower() in state.clans:
        return state.clans.index(word.lower())
    raise words.wrong("{word!r} is neither a seat nor a clan of this game", word=word)


def _cart(state: State, words: Words) -> int:
    player = _player(state, words)
    die = words.take("the colour of the cart's die").lower()
    if die not in state.box.dice:
        raise words.wrong("there is no cart with a {die!r} die", die=die)
    return state.cart_index(state.clans[player], die)


def _said_none(words: Words) -> bool:
    if words.next.lower() == NONE:
        words.take("")
        return True
    return False


def _correct_track(state: State, words: Words) -> State:
    at = _square(state, words)
    exits = "" if _said_none(words) else in_order(words.sides("the exits, or none,"))
    if len(exits) == 1:
        raise words.wrong("a track has two exits at least")
    return with_track(state, at, exits)


def _correct_jewels(state: State, words: Words) -> State:
    """Jewels on a square; what is more than before comes from the bag, what is less goes there."""
    at = _square(state, words)
    there = _jewels(state, words)
    state = _from_bag(state, words, state.jewels.get(at, ()), there)
    jewels = {cell: heap for cell, heap in state.jewels.items() if cell != at}
    return replace(state, jewels={**jewels, at: there} if there else jewels)


def _jewels(state: State, words: Words) -> Jewels:
    if not words.more:
        raise words.wrong("the jewels, or none, are missing")
    return () if _said_none(words) else words.jewels(state.box.jewel_counts)


def _from_bag(state: State, words: Words, before: Jewels, now: Jewels) -> State:
    """The bag after a heap elsewhere was one and is another."""
    bag = put(state.bag, before)
    if not holds(bag, now):
        raise IllegalMove(words.text, say("There are not so many of these jewels in the bag."))
    return replace(state, bag=without(bag, now))


def _correct_abyss(state: State, words: Words) -> State:
    """A token on a square; it comes from the lid, or goes back there."""
    at = _square(state, words)
    lid = (*state.lid, state.abyss[at]) if at in state.abyss else state.lid
    abyss = {cell: colour for cell, colour in state.abyss.items() if cell != at}
    if not _said_none(words):
        colour = words.take("the colour, or none,").lower()
        if colour not in lid:
            raise IllegalMove(words.text, say("There is no {colour} token in the lid.", colour=colour))
        first = lid.index(colour)
        lid, abyss = lid[:first] + lid[first + 1 :], {**abyss, at: colour}
    return replace(state, lid=lid, abyss=abyss)


def _correct_cart(state: State, words: Words) -> State:
    """A cart's place, facing and speed; or that it is `home` with its owner, or `lost` for good."""
    index = _cart(state, words)
    cart = state.carts[index]
    if words.next.lower() in ("home", "lost"):
        lost = words.take("") == "lost"
        bag = put(state.bag, cart.hold)
        return replace(state.with_cart(index, Cart(cart.clan, cart.die, lost=lost)), bag=bag)
    at, facing, speed = words.cell(), words.sides("where it faces"), words.number("its speed")
    if len(facing) != 1 or facing not in state.track_at(at):
        raise IllegalMove(
            words.text, say("There is no track with such an exit at {column},{row}.", column=at[0], row=at[1])
        )
    if state.on_board.get(at, index) != index:
        raise IllegalMove(words.text, say("Another cart stands at {column},{row}.", column=at[0], row=at[1]))
    if speed not in state.box.speeds:
        raise IllegalMove(words.text, say("No die shows {speed}.", speed=speed))
    if index == state.struck:
        state = replace(state, struck=None, struck_sides="")  # its facing has been told
    return state.with_cart(index, replace(cart, at=at, facing=facing, speed=speed, lost=False))


def _correct_hold(state: State, words: Words) -> State:
    index = _cart(state, words)
    hold = _jewels(state, words)
    cart = state.carts[index]
    if hold and not cart.on_board:
        raise IllegalMove(words.text, say("The cart is not on the board and carries nothing."))
    if len(hold) > state.box.hold_places:
        raise IllegalMove(words.text, say("The hold carries {places} jewels, no more.", places=state.box.hold_places))
    return _from_bag(state, words, cart.hold, hold).with_cart(index, replace(cart, hold=hold))


def _correct_stash(state: State, words: Words) -> State:
    player = _player(state, words)
    stash = _jewels(state, words)
    state = _from_bag(state, words, state.stashes[player], stash)
    return replace(state, stashes=(*state.stashes[:player], stash, *state.stashes[player + 1 :]))


def _correct_missions(state: State, words: Words) -> State:
    """The points of the mission cards, typed in by hand."""
    player = _player(state, words)
    points = words.number("the points")
    return replace(state, missions=(*state.missions[:player], points, *state.missions[player + 1 :]))


def _correct_turn(state: State, words: Words) -> State:
    """It is another player's turn, from its first action on."""
    player = _player(state, words)
    if state.phase not in (ACTIONS, MOVEMENT):
        raise IllegalMove(words.text, say("The turn cannot be corrected now."))
    return replace(state, phase=ACTIONS, active=player, actions=0, to_move=())


CORRECTIONS: dict[str, Callable[[State, Words], State]] = {
    "track": _correct_track,
    "jewels": _correct_jewels,
    "abyss": _correct_abyss,
    "cart": _correct_cart,
    "hold": _correct_hold,
    "stash": _correct_stash,
    "missions": _correct_missions,
    "turn": _correct_turn,
}
