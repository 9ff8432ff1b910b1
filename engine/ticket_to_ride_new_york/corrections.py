"""Corrections: somebody says that a thing on the table is other than recorded, or shows what was hidden.

`P1 holds 2 red` shows cards, `P1 holds ticket A - B` a ticket; `P1 hand is 2 red, 1 taxi`, `row is red, blue, ...`,
`A - B green belongs to P2` (or `to nobody`) and `turn is P2` replace what was recorded.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from engine.errors import IllegalMove, UnreadableMove
from engine.game import seat_index
from engine.parts.cards import Cards, Hand, Row, fill, holds, lying, reveal
from engine.parts.cards import read_cards as _read_cards
from engine.ticket_to_ride_new_york.board import Board
from engine.ticket_to_ride_new_york.state import State, Step
from engine.words import say

FORMS: tuple[tuple[re.Pattern[str], Callable[[State, str, re.Match[str]], State]], ...]


def correct(state: State, text: str) -> State:
    """The corrected state; raises a MoveError."""
    tidy = " ".join(text.split())
    for form, change in FORMS:
        if found := form.fullmatch(tidy):
            return replace(change(state, text, found), remarks=())
    raise UnreadableMove(text, say("A correction is written like P1 holds 2 red, or row is red, blue, taxi."))


def _seat(state: State, text: str, name: str) -> int:
    index = seat_index(name.upper())
    if index not in state.seats:
        raise UnreadableMove(text, say("There is no {seat} in this game.", seat=name.upper()))
    return index


def _cards(board: Board, text: str, words: str) -> Cards:
    try:
        named = _read_cards(words)
    except ValueError:
        raise UnreadableMove(text, say("Cards are written like 2 red, 1 {wild}.", wild=board.wild)) from None
    total = Cards()
    for kind in named:
        card = board.spelled(kind)
        if card not in board.cards:
            raise UnreadableMove(text, say("There is no card {card}.", card=card))
        total = total + Cards({card: named[kind]})
    return total


def _ticket(board: Board, text: str, words: str) -> str:
    first, _, second = words.partition(" - ")
    ticket = board.ticket_between((first, second))
    if ticket is None:
        raise UnreadableMove(text, say("There is no ticket {ticket}.", ticket=words))
    return str(ticket)


def _holds_cards(state: State, text: str, found: re.Match[str]) -> State:
    index, cards = _seat(state, text, found[1]), _cards(state.board, text, found[2])
    hand, unseen = state.players[index].hand, state.supply.unseen
    if not holds(hand, cards, unseen).possible:
        raise IllegalMove(text, say("The counts do not allow it; if they are wrong, say what the whole hand is."))
    hand, unseen = reveal(hand, cards, unseen)
    return replace(state.with_player(index, hand=hand), supply=replace(state.supply, unseen=unseen))


def _holds_ticket(state: State, text: str, found: re.Match[str]) -> State:
    index, ticket = _seat(state, text, found[1]), Cards((_ticket(state.board, text, found[2]),))
    player, unseen = state.players[index], state.tickets.unseen
    place = "offered" if player.offered.unknown else "tickets"
    tickets: Hand = getattr(player, place)
    if not holds(tickets, ticket, unseen).possible:
        raise IllegalMove(text, say("The counts do not allow it: that ticket was seen elsewhere, or all are known."))
    tickets, unseen = reveal(tickets, ticket, unseen)
    return replace(state.with_player(index, **{place: tickets}), tickets=replace(state.tickets, unseen=unseen))


def _hand_is(state: State, text: str, found: re.Match[str]) -> State:
    """The whole hand; cards that it has more or fewer than recorded come from the deck or go there."""
    index, cards = _seat(state, text, found[1]), _cards(state.board, text, found[2])
    hand = state.players[index].hand
    unseen = state.supply.unseen + hand.known
    deck = state.supply.deck + hand.size - cards.size
    if not cards <= unseen or deck < 0:
        raise IllegalMove(text, say("Some of these cards were seen elsewhere, or there are not so many."))
    supply = replace(state.supply, deck=deck, unseen=unseen - cards)
    return replace(state.with_player(index, hand=Hand(cards)), supply=supply)


def _row_is(state: State, text: str, found: re.Match[str]) -> State:
    """The open cards from left to right; what lay there by the record is unseen again."""
    words = [part.strip() for part in found[1].split(",")]
    cards = Cards()
    row: Row = (None,) * len(state.row)
    if len(words) > len(row):
        raise IllegalMove(text, say("There are only {count} open cards.", count=len(row)))
    for word in words:
        one = _cards(state.board, text, word)
        if one.size != 1:
            raise UnreadableMove(text, say("Name the open cards one by one."))
        cards, row = cards + one, fill(row, next(iter(one)))
    before = lying(state.row)
    unseen = state.supply.unseen + before
    deck = state.supply.deck + before.size - cards.size
    if not cards <= unseen or deck < 0:
        raise IllegalMove(text, say("Some of these cards were seen elsewhere."))
    return replace(state, row=row, supply=replace(state.supply, deck=deck, unseen=unseen - cards))


def _belongs(state: State, text: str, found: re.Match[str]) -> State:
    """A route has another owner than recorded; of gray twins the first that has none, or the first of all."""
    second, _, colour = found[2].rpartition(" ")
    lanes = state.board.lanes_between((found[1], second), colour)
    if not lanes:
        raise UnreadableMove(text, say("There is no route {route} on the map.", route=f"{found[1]} - {found[2]}"))
    owner = None if found[3].lower() == "nobody" else _seat(state, text, found[3])
    free = [lane for lane in lanes if (state.owners[lane] is None) == (owner is not None)]
    lane = (free or list(lanes))[0]
    return replace(state, owners=(*state.owners[:lane], owner, *state.owners[lane + 1 :]))


def _turn_is(state: State, text: str, found: re.Match[str]) -> State:
    if state.step not in (Step.ACTION, Step.SECOND):
        raise IllegalMove(text, say("Nobody is choosing an action now."))
    return replace(state, current=_seat(state, text, found[1]), step=Step.ACTION, drawn=0)


def _form(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


FORMS = (
    (_form(r"(P[1-9]) holds ticket (.+)"), _holds_ticket),
    (_form(r"(P[1-9]) holds (.+)"), _holds_cards),
    (_form(r"(P[1-9]) hand is (.+)"), _hand_is),
    (_form(r"row is (.+)"), _row_is),
    (_form(r"(.+?) - (.+) belongs to (P[1-9]|nobody)"), _belongs),
    (_form(r"turn is (P[1-9])"), _turn_is),
)
