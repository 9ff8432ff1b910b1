"""Tables of New York to test on: set up by chance, then corrected to what a test needs."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.bots import play_out, throw
from engine.game import TABLE, seat
from engine.games import find_bot
from engine.parts.cards import Cards, Hand, read_cards
from engine.ticket_to_ride_new_york import GAME
from engine.ticket_to_ride_new_york.state import State, Step

NAMES = ("Ann", "Bob", "Cleo", "Dino")
PLAIN_ROW = "row is black, blue, green, orange, pink"


def set_up(players: int, setup: dict[str, Any] | None = None, seed: int = 1) -> State:
    """A table where everybody has kept every ticket, before the first turn."""
    state = GAME.start(NAMES[:players], setup or {})
    dice = random.Random(seed)
    while state.step is not Step.ACTION or state.waits_for_open_card:
        if GAME.turn(state).actors == (TABLE,):
            state = GAME.play(state, throw(GAME, state, dice))
        else:
            state = after(state, f"{GAME.turn(state).actors[0]} keeps 2 tickets")
    return state


def game_states(
    players: int, seed: int, setup: dict[str, Any] | None = None, bots: Sequence[str] = ("random",)
) -> list[State]:
    """All states of a whole game among bots, who sit in turn as they are named."""
    start = GAME.start(NAMES[:players], setup or {})
    seated = {seat(index): find_bot(GAME.name, bots[index % len(bots)]) for index in range(players)}
    return [start, *(state for _, state in play_out(GAME, start, seated, random.Random(seed)))]


def table(players: int, *corrections: str, seed: int = 1, **setup: Any) -> State:
    """A table with a plain row and otherwise as the corrections say."""
    state = set_up(players, setup, seed)
    empty = tuple(f"P{index + 1} hand is no cards" for index in range(players)) if not state.hidden else ()
    for correction in (*empty, PLAIN_ROW, *corrections):
        state = GAME.correct(state, correction)
    return state


def after(state: State, *moves: str) -> State:
    for text in moves:
        state = GAME.play(state, GAME.read_move(text, state))
    return state


def drop_deck(state: State, keep: str = "no cards") -> State:
    """The same table with all cards of the deck but some given to the last player."""
    last = len(state.players) - 1
    rest = state.supply.unseen - read_cards(keep)
    return GAME.correct(state, f"P{last + 1} hand is {state.players[last].hand.known + rest}")


def reshuffled(state: State, viewer: int, dice: random.Random) -> State:
    """A table that looks the same to the viewer: what is hidden is dealt anew, all counts stay."""
    others = [index for index in state.seats if index != viewer]
    cards = singles(state.supply.unseen, *(state.players[i].hand.known for i in others))
    returned = Cards(ticket for ticket in state.bottom if ticket)
    held = [hand for i in others for hand in (state.players[i].tickets.known, state.players[i].offered.known)]
    tickets = singles(state.tickets.unseen, returned, *held)
    dice.shuffle(cards)
    dice.shuffle(tickets)
    for index in others:
        player = state.players[index]
        hand = Hand(Cards(cards.pop() for _ in range(player.hand.size)))
        kept = Hand(Cards(tickets.pop() for _ in range(player.tickets.size)))
        offered = Hand(Cards(tickets.pop() for _ in range(player.offered.size)))
        state = state.with_player(index, hand=hand, tickets=kept, offered=offered)
    bottom = tuple(tickets.pop() for _ in state.bottom)
    supply = replace(state.supply, unseen=Cards(cards))
    return replace(state, supply=supply, tickets=replace(state.tickets, unseen=Cards(tickets)), bottom=bottom)


def singles(*piles: Cards) -> list[str]:
    return [kind for pile in piles for kind in pile for _ in range(pile[kind])]
