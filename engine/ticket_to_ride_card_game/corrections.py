"""Corrections: somebody says that a thing on the table is other than recorded, or shows what was hidden.

`P1 holds 2 red` shows cards, `P1 holds ticket A - B` a ticket; `P1 hand is 2 red, 3 unseen`, `P1 pile is 3 red`,
`P1 red row is 3 red, 1 locomotive` (or `no cards`), `row is red, blue, ...` and `turn is P2` replace what was recorded.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from engine.errors import IllegalMove, UnreadableMove
from engine.game import seat_index
from engine.parts.cards import Cards, Hand, Row, Supply, fill, holds, lying, reveal
from engine.ticket_to_ride_card_game.box import LOCOMOTIVE
from engine.ticket_to_ride_card_game.play import settle
from engine.ticket_to_ride_card_game.reading import Names
from engine.ticket_to_ride_card_game.rules import IN_TURN
from engine.ticket_to_ride_card_game.state import Group, State, Step
from engine.words import say

_UNSEEN = re.compile(r"\d{1,2} unseen", re.IGNORECASE)


def correct(state: State, text: str) -> State:
    """The corrected state; raises a MoveError."""
    tidy = " ".join(text.split())
    for form, change in FORMS:
        if found := form.fullmatch(tidy):
            return settle(replace(change(state, text, found), remarks=()))
    raise UnreadableMove(text, say("A correction is written like P1 holds 2 red, or row is red, blue, locomotive."))


def _seat(state: State, text: str, name: str) -> int:
    index = seat_index(name.upper())
    if index not in state.seats:
        raise UnreadableMove(text, say("There is no {seat} in this game.", seat=name.upper()))
    return index


def _cards(state: State, text: str, words: str) -> Cards:
    return Names(text, state.box).cards(words)


def _exchanged(state: State, text: str, before: Hand, after: Hand) -> State:
    """The state after a place turned out to hold other cards.

    What is more or less than recorded came from the deck or went there; what nobody missed is taken off the discards.
    """
    unseen, discards = state.supply.unseen + before.known, state.supply.discards.known
    discarded = after.known.without(unseen)
    deck = state.supply.deck + before.size - (after.size - discarded.size)
    if not discarded <= discards or deck < 0:
        raise IllegalMove(text, say("Some of these cards were seen elsewhere, or there are not so many."))
    return replace(state, supply=Supply(deck, unseen - (after.known - discarded), Hand(discards - discarded)))


def _holds_cards(state: State, text: str, found: re.Match[str]) -> State:
    index, cards = _seat(state, text, found[1]), _cards(state, text, found[2])
    hand, unseen = state.players[index].hand, state.supply.unseen
    if not holds(hand, cards, unseen).possible:
        raise IllegalMove(text, say("The counts do not allow it; if they are wrong, say what the whole hand is."))
    hand, unseen = reveal(hand, cards, unseen)
    return replace(state.with_player(index, hand=hand), supply=replace(state.supply, unseen=unseen))


def _holds_ticket(state: State, text: str, found: re.Match[str]) -> State:
    index, ticket = _seat(state, text, found[1]), Cards((Names(text, state.box).ticket(found[2]),))
    held, unseen = state.players[index].tickets, state.tickets.unseen
    if not holds(held, ticket, unseen).possible:
        raise IllegalMove(text, say("The counts do not allow it: that ticket was seen elsewhere, or all are known."))
    held, unseen = reveal(held, ticket, unseen)
    return replace(state.with_player(index, tickets=held), tickets=replace(state.tickets, unseen=unseen))


def _hand_is(state: State, text: str, found: re.Match[str]) -> State:
    index = _seat(state, text, found[1])
    parts = [part.strip() for part in found[2].split(",")]
    unseen = [part for part in parts if _UNSEEN.fullmatch(part)]
    seen = ", ".join(part for part in parts if part not in unseen) or "no cards"
    hand = Hand(_cards(state, text, seen), sum(int(part.split()[0]) for part in unseen))
    return _exchanged(state, text, state.players[index].hand, hand).with_player(index, hand=hand)


def _pile_is(state: State, text: str, found: re.Match[str]) -> State:
    index, cards = _seat(state, text, found[1]), _cards(state, text, found[2])
    return _exchanged(state, text, Hand(state.players[index].pile), Hand(cards)).with_player(index, pile=cards)


def _yard_row_is(state: State, text: str, found: re.Match[str]) -> State:
    index, cards = _seat(state, text, found[1]), _cards(state, text, found[3])
    colour, player = Names(text, state.box).card(found[2]), state.players[index]
    if colour == LOCOMOTIVE or set(cards) - {colour, LOCOMOTIVE}:
        raise UnreadableMove(text, say("A row has cards of its own colour and locomotives."))
    before = player.group(colour) or Group(colour, 0)
    after = Group(colour, cards[colour], cards[LOCOMOTIVE])
    others = tuple(group for group in player.yard if group.colour != colour)
    yard = (*others, after) if after.size else others
    return _exchanged(state, text, Hand(before.cards), Hand(cards)).with_player(index, yard=yard)


def _row_is(state: State, text: str, found: re.Match[str]) -> State:
    """The open cards from left to right; what lay there by the record is unseen again."""
    row: Row = (None,) * len(state.row)
    words = found[1].split(",")
    if len(words) > len(row):
        raise IllegalMove(text, say("There are only {count} open cards.", count=len(row)))
    for word in words:
        row = fill(row, Names(text, state.box).card(word))
    return replace(_exchanged(state, text, Hand(lying(state.row)), Hand(lying(row))), row=row)


def _turn_is(state: State, text: str, found: re.Match[str]) -> State:
    if state.step not in IN_TURN:
        raise IllegalMove(text, say("Nobody is choosing an action now."))
    return replace(state, current=_seat(state, text, found[1]), step=Step.ADVANCE, drawn=0)


def _form(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


FORMS: tuple[tuple[re.Pattern[str], Callable[[State, str, re.Match[str]], State]], ...] = (
    (_form(r"(P[1-9]) holds ticket (.+)"), _holds_ticket),
    (_form(r"(P[1-9]) holds (.+)"), _holds_cards),
    (_form(r"(P[1-9]) hand is (.+)"), _hand_is),
    (_form(r"(P[1-9]) pile is (.+)"), _pile_is),
    (_form(r"(P[1-9]) (.+) row is (.+)"), _yard_row_is),
    (_form(r"row is (.+)"), _row_is),
    (_form(r"turn is (P[1-9])"), _turn_is),
)
