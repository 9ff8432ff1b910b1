"""What pays for a route, and whether a hand can."""

from __future__ import annotations

from collections.abc import Iterator

from engine.parts.cards import Cards, Hand, Verdict, holds, most
from engine.parts.routes import Route
from engine.ticket_to_ride_new_york.board import GRAY, Board


def paying_colours(board: Board, route: Route) -> tuple[str, ...]:
    """The colours of which one pays for the route: its own, or any for a gray one (rulebook: claiming a route)."""
    return board.colours if route.colour == GRAY else (route.colour,)


def possible_payments(board: Board, route: Route, hand: Hand, unseen: Cards) -> Iterator[Cards]:
    """The payments that the hand may hold; wild cards alone come last and once."""
    length, wilds = route.length, most(hand, board.wild, unseen)
    for colour in paying_colours(board, route):
        fewest = max(0, length - most(hand, colour, unseen))
        for wild in range(fewest, min(wilds, length - 1) + 1):
            way = Cards({colour: length - wild, board.wild: wild})
            if not hand.unknown or holds(hand, way, unseen).possible:
                yield way
    if length <= wilds:
        yield Cards({board.wild: length})


def can_pay(board: Board, route: Route, hand: Hand, unseen: Cards) -> Verdict:
    """Can the hand pay for the route in any way?"""
    verdicts = {holds(hand, way, unseen) for way in possible_payments(board, route, hand, unseen)}
    if Verdict.YES in verdicts:
        return Verdict.YES
    return Verdict.CANNOT_TELL if verdicts else Verdict.NO
