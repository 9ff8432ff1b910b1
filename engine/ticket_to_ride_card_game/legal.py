"""All that may be done now, by anybody, and what chance may give."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, combinations

from engine.game import LegalMoves
from engine.parts.cards import Verdict
from engine.ticket_to_ride_card_game import moves as m
from engine.ticket_to_ride_card_game.box import LOCOMOTIVE
from engine.ticket_to_ride_card_game.counting import completions, must_show
from engine.ticket_to_ride_card_game.rules import next_tickets, verdict, why_not
from engine.ticket_to_ride_card_game.state import State, Step
from engine.ticket_to_ride_card_game.yards import plays


def chances(state: State) -> dict[m.Move, int]:
    """What the decks may give now, with weights; chance deals in turn."""
    if state.waits_for_open_card:
        return {m.ShowCard(card): state.supply.unseen[card] for card in state.supply.unseen}
    return dict(_deals(state, state.seats_owed[0])) if state.seats_owed else {}


def _deals(state: State, player: int) -> Iterator[tuple[m.Move, int]]:
    """What one player may be dealt."""
    if state.step in (Step.DEAL_CARDS, Step.CARD):
        unseen = state.supply.unseen
        return ((m.DealCard(player, card), unseen[card]) for card in unseen)
    return ((m.DealTicket(player, ticket), 1) for ticket in next_tickets(state))


def legal_moves(state: State) -> LegalMoves[m.Move]:
    return LegalMoves(lambda: _generate(state), lambda move: isinstance(move, m.Move) and why_not(state, move) is None)


def _generate(state: State) -> Iterator[m.Move]:
    if state.waits_for_open_card:
        return iter(chances(state))
    if state.seats_owed:
        # Hands may deal in any order.
        return (move for player in state.seats_owed for move, _ in _deals(state, player))
    return _GENERATORS[state.step](state)


def _advances(state: State) -> Iterator[m.Move]:
    doubtful = sorted(group.colour for group in state.player.yard if group.has_choice)
    for named in _subsets(tuple(doubtful)):
        yield m.Advance(state.current, named)


def _subsets(names: tuple[str, ...], least: int = 0) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(names, size) for size in range(least, len(names) + 1))


def _actions(state: State) -> Iterator[m.Move]:
    drawing = list(_draws(state))
    yield from drawing
    if state.ticket_deck:
        yield m.DrawTickets(state.current)
    sure = bool(drawing) or state.ticket_deck > 0
    for play in plays(state):
        yield play
        sure = sure or verdict(state, play) is Verdict.YES
    if not sure:
        yield m.Pass(state.current)


def _draws(state: State) -> Iterator[m.Move]:
    if state.supply.deck:
        yield m.DrawCard(state.current)
    for card in dict.fromkeys(card for card in state.row if card is not None):
        if state.step is Step.ACTION or card != LOCOMOTIVE:
            yield m.Take(state.current, card)


def _seconds(state: State) -> Iterator[m.Move]:
    yield from _draws(state)
    yield m.Stop(state.current)


def _keeps(state: State, index: int, least: int) -> Iterator[m.Move]:
    """Offered tickets were all seen or all unseen."""
    offered = state.players[index].offered
    if offered.unknown:
        return (m.Keep(index, unseen=count) for count in range(least, offered.unknown + 1))
    return (m.Keep(index, named) for named in _subsets(tuple(sorted(offered.known)), least))


def _start_keeps(state: State) -> Iterator[m.Move]:
    for index in state.seats:
        if state.players[index].offered.size:
            yield from _keeps(state, index, state.box.deal.tickets_kept_at_least)


def _counts(state: State) -> Iterator[m.Move]:
    waiting = [index for index in state.seats if state.players[index].picked is None]
    for index in waiting:
        if state.players[index].tickets.unknown:
            yield from (m.ShowTicket(index, ticket) for ticket in state.tickets.unseen)
    if not must_show(state):
        for index in waiting:
            yield from (m.Complete(index, tickets) for tickets in completions(state, index))


_GENERATORS: dict[Step, Callable[[State], Iterator[m.Move]]] = {
    Step.START_KEEP: _start_keeps,
    Step.ADVANCE: _advances,
    Step.ACTION: _actions,
    Step.SECOND: _seconds,
    Step.KEEP: lambda state: _keeps(state, state.current, 0),
    Step.COUNT: _counts,
    Step.OVER: lambda state: iter(()),
}
