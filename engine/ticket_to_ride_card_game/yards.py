"""Rows and single cards in the yards: what may be laid there, and what a train robbery needs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.parts.cards import Cards, Hand, holds, most
from engine.ticket_to_ride_card_game.box import LOCOMOTIVE
from engine.ticket_to_ride_card_game.moves import Play
from engine.ticket_to_ride_card_game.state import State
from engine.words import Said, say

SMALLEST_ROW = 2
DIFFERENT_COLOURS = 3


def why_no_group(cards: Cards) -> Said | None:
    """Why these cards cannot be played together, in whatever game (rulebook, action B)."""
    colours = [kind for kind in cards if kind != LOCOMOTIVE]
    if not colours:
        return say("A row needs at least one coloured card.")
    if len(colours) == 1:
        return None if cards.size >= SMALLEST_ROW else say("A row has two or more cards.")
    if LOCOMOTIVE in cards:
        return say("A locomotive cannot be played with cards of different colours.")
    if len(colours) == cards.size == DIFFERENT_COLOURS:
        return None
    return say("Cards of different colours are played exactly three at a time, each of another colour.")


def why_not_in_hand(state: State, move: Play) -> Said | None:
    player = state.players[move.player]
    if holds(player.hand, move.cards, state.supply.unseen).possible:
        return None
    words = "{name} cannot hold {cards}: the counts do not allow it."
    if not player.hand.unknown:
        words = "{name} does not hold {cards}."
    return say(words, name=player.name, cards=move.cards)


def why_yards_forbid(state: State, move: Play) -> Said | None:
    colours = [kind for kind in move.cards if kind != LOCOMOTIVE]
    for colour in sorted(colours):
        if state.players[move.player].group(colour):
            return say("There are {colour} cards in the own yard already.", colour=colour)
        played, lying = move.cards.size if len(colours) == 1 else 1, most_in_yards(state, colour)
        if played <= lying:
            words = "There are {lying} {colour} cards in another yard: a train robbery needs more than that."
            return say(words, lying=lying, colour=colour)
    return None


def most_in_yards(state: State, colour: str) -> int:
    """How many cards lie in the largest group of a colour in any yard, its locomotives counted."""
    groups = (player.group(colour) for player in state.players)
    return max((group.size for group in groups if group), default=0)


def plays(state: State) -> Iterator[Play]:
    """All that the player may lay into the yard, as far as the counts allow it."""
    player, hand, unseen = state.player, state.player.hand, state.supply.unseen
    engines = most(hand, LOCOMOTIVE, unseen)
    free = []
    for colour in state.box.colours:
        held = most(hand, colour, unseen)
        if not held or player.group(colour):
            continue
        lying = most_in_yards(state, colour)
        if not lying:
            free.append(colour)
        for row in _rows(hand, colour, held, engines, max(SMALLEST_ROW, lying + 1)):
            yield Play(state.current, row)
    for three in combinations(free, DIFFERENT_COLOURS):
        if sum(colour not in hand.known for colour in three) <= hand.unknown:
            yield Play(state.current, Cards(three))


def _rows(hand: Hand, colour: str, held: int, engines: int, smallest: int) -> Iterator[Cards]:
    """The rows of a colour, of which the hand has at most `held`, with up to so many locomotives."""
    for coloured in range(1, held + 1):
        unknown = hand.unknown - max(0, coloured - hand.known[colour])
        for locomotives in range(max(0, smallest - coloured), min(engines, hand.known[LOCOMOTIVE] + unknown) + 1):
            yield Cards({colour: coloured, LOCOMOTIVE: locomotives})
