"""What is wrong with a state, without raising: moves that were insisted on, and pieces that do not add up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.off_the_rails.state import State
from engine.score import Problem
from engine.words import say


def problems(state: State) -> tuple[Problem, ...]:
    return (*state.marks, *_miscounts(state), *_misplaced(state))


def all_jewels(state: State) -> Counter[str]:
    """Every jewel, wherever it is: bag, squares, holds, stashes, out of the game."""
    heaps = [state.bag, state.gone, *state.jewels.values(), *state.stashes, *(cart.hold for cart in state.carts)]
    return Counter(kind for heap in heaps for kind in heap)


def all_tokens(state: State) -> Counter[str]:
    """Every abyss token: on its pile, in the lid, on the board, set aside, in a hand."""
    in_hand = (state.token,) if state.token else ()
    return Counter((*state.abyss_pile, *state.lid, *state.abyss.values(), *state.aside, *in_hand))


def all_tiles(state: State) -> int:
    """Every track tile: beside the board, on it, out of the game."""
    return sum(state.tiles_left) + len(state.tracks) + sum(state.tiles_gone)


def _miscounts(state: State) -> Iterator[Problem]:
    there = all_jewels(state)
    for kind, count in state.box.jewel_counts.items():
        if there[kind] != count:
            yield Problem(
                say("There are {there} of {kind}, not {count}.", there=there[kind], kind=kind, count=count), what=kind
            )
    tokens = all_tokens(state)
    for colour in state.box.mines:
        if tokens[colour] != state.box.tokens_per_mine:
            yield Problem(
                say("There are {there} {colour} abyss tokens.", there=tokens[colour], colour=colour), what=colour
            )
    if all_tiles(state) != sum(state.box.tiles) or min(state.tiles_left) < 0:
        yield Problem(say("The track tiles do not add up to {tiles}.", tiles=sum(state.box.tiles)))


def _misplaced(state: State) -> Iterator[Problem]:
    for cell in state.tracks:
        if cell in state.box.centres:
            yield Problem(say("There is a track on the centre of a mine."), at=cell)
        if cell in state.abyss:
            yield Problem(say("There is a track on an abyss token."), at=cell)
    places = Counter(cart.at for cart in state.carts if cart.at is not None)
    for cart in state.carts:
        if cart.at is None:
            continue
        player = state.names[state.clans.index(cart.clan)]
        if places[cart.at] > 1:
            yield Problem(say("Two carts stand on one square."), player=player, at=cart.at)
        if cart.facing not in state.track_at(cart.at):
            yield Problem(say("A cart faces a side without an exit."), player=player, at=cart.at)
