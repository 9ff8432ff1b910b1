"""Tables and deals of the Card Game to test on."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from engine.bots import throw
from engine.errors import IllegalMove
from engine.game import TABLE
from engine.parts.cards import Cards
from engine.ticket_to_ride_card_game import GAME
from engine.ticket_to_ride_card_game.box import our_box
from engine.ticket_to_ride_card_game.state import State, Step

BOX = our_box()
BIG_CITIES = frozenset(BOX.bonuses)
ALL_CARDS = [kind for kind in BOX.kinds for _ in range(BOX.cards[kind])]
PLAIN_ROW = "row is black, blue, green, orange, purple"
NAMES = ("Ann", "Bob", "Cleo", "Dino")


def set_up(players: int, setup: dict[str, Any] | None = None, seed: int = 1) -> State:
    """A table where everybody has kept every ticket, before the first turn."""
    state = GAME.start(NAMES[:players], setup or {})
    dice = random.Random(seed)
    while state.step is not Step.ACTION or state.waits_for_open_card:
        if GAME.turn(state).actors == (TABLE,):
            state = GAME.play(state, throw(GAME, state, dice))
        else:
            state = after(state, f"{GAME.turn(state).actors[0]} keeps 6 tickets")
    return state


def table(players: int, *corrections: str, seed: int = 1, **setup: Any) -> State:
    """A table with a plain row, empty hands unless they are hidden, and otherwise as the corrections say."""
    state = set_up(players, setup, seed)
    empty = () if state.hidden else tuple(f"P{index + 1} hand is no cards" for index in range(players))
    for correction in (*empty, PLAIN_ROW, *corrections):
        state = GAME.correct(state, correction)
    return state


def after(state: State, *moves: str) -> State:
    for text in moves:
        state = GAME.play(state, GAME.read_move(text, state))
    return state


def refusal(state: State, text: str) -> str:
    """What is said when a move is not allowed."""
    with pytest.raises(IllegalMove) as refused:
        after(state, text)
    return str(refused.value.why)


def with_deck(state: State, keep: str) -> State:
    """The same table with all cards of the deck but some given to the last player."""
    last = len(state.players) - 1
    rest = state.supply.unseen - Cards(keep.split(", ")) if keep else state.supply.unseen
    return GAME.correct(state, f"P{last + 1} hand is {state.players[last].hand.known + rest}")


def random_position(dice: random.Random, players: int, tickets: int, cards: int) -> dict[str, Any]:
    """A lawful final position: everybody has some of the box's cards and tickets; four have completed some before."""
    deck, stack = dice.sample(ALL_CARDS, len(ALL_CARDS)), dice.sample(BOX.tickets, len(BOX.tickets))
    seated = []
    for name in NAMES[:players]:
        pile = Cards(deck.pop() for _ in range(dice.randint(0, min(cards, len(deck)))))
        held = [list(stack.pop().ends) for _ in range(dice.randint(0, min(tickets, len(stack))))]
        before = [list(stack.pop().ends) for _ in range(dice.randint(0, min(3, len(stack))))] if players == 4 else []
        seated.append({"name": name, "on_track": pile.counts(), "tickets": held, "completed_before": before})
    return {"game": GAME.name, "players": seated}


def swapped(state: State, viewer: int | None, dice: random.Random) -> State:
    """The same table with other hidden cards: hands, tickets and what was drawn, exchanged with the decks."""
    for index, player in enumerate(state.players):
        if index == viewer:
            continue
        pool = state.supply.unseen + player.hand.known
        hand = Cards(dice.sample([kind for kind in pool for _ in range(pool[kind])], player.hand.known.size))
        tickets = sorted(state.tickets.unseen + player.tickets.known + player.offered.known)
        mixed = dice.sample(tickets, len(tickets))
        held, drawn = player.tickets.known.size, player.offered.known.size
        state = state.with_player(
            index,
            hand=replace(player.hand, known=hand),
            tickets=replace(player.tickets, known=Cards(mixed[:held])),
            offered=replace(player.offered, known=Cards(mixed[held : held + drawn])),
        )
        state = replace(
            state,
            supply=replace(state.supply, unseen=pool - hand),
            tickets=replace(state.tickets, unseen=Cards(mixed[held + drawn :])),
        )
    return state
