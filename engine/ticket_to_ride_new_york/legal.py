"""What may be done now, and why not.

A refusal is of two sorts: a *breach* can be done by hands all the same and is then recorded if the players insist;
*nonsense* cannot, because there is no such card, no free route, or nobody waits for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.parts.cards import Cards, Hand, Verdict, holds
from engine.parts.routes import Route
from engine.ticket_to_ride_new_york.board import GRAY
from engine.ticket_to_ride_new_york.moves import (
    Claim,
    DealCard,
    DealTicket,
    DrawCard,
    DrawTickets,
    Keep,
    KeepUnseen,
    Move,
    Pass,
    PlayerMove,
    ShowCard,
    ShowTicket,
    SweepRow,
    TableMove,
    Take,
)
from engine.ticket_to_ride_new_york.payments import can_pay, paying_colours, possible_payments
from engine.ticket_to_ride_new_york.row import must_go
from engine.ticket_to_ride_new_york.state import State, Step
from engine.words import Said, say

Action = Take | DrawCard | DrawTickets | Claim | Pass

DEALING_CARDS = (Step.START_CARDS, Step.CARD)
DEALING_TICKETS = (Step.START_TICKETS, Step.TICKETS)
KEEPING = (Step.START_KEEP, Step.KEEP)
ACTING = (Step.ACTION, Step.SECOND)


def why_not(state: State, move: Move) -> Said | None:
    """Why the move may not be done; None if it may, or if nobody can tell and the counts allow it."""
    return _out_of_turn(state, move) or nonsense(state, move) or _breach(state, move)


def is_legal(state: State, move: object) -> bool:
    return isinstance(move, Move) and why_not(state, move) is None


def verdict(state: State, move: Move) -> Verdict:
    """Is the move legal: yes, no, or cannot tell because nobody saw the cards that pay for it?"""
    if why_not(state, move) is not None:
        return Verdict.NO
    if not isinstance(move, Claim):
        return Verdict.YES
    hand, unseen = state.players[move.player].hand, state.supply.unseen
    if move.cards is not None:
        return holds(hand, move.cards, unseen)
    return can_pay(state.board, _any_lane(state, move), hand, unseen)


def nonsense(state: State, move: Move) -> Said | None:
    """Why the move cannot even be recorded."""
    if isinstance(move, TableMove):
        return _table_nonsense(state, move)
    if move.player not in state.seats:
        return say("There is no player {number} in this game.", number=move.player + 1)
    if state.step is Step.OVER:
        return say("The game is over.")
    if isinstance(move, ShowTicket):
        return _show_nonsense(state, move)
    if isinstance(move, (Keep, KeepUnseen)):
        return _keep_nonsense(state, move)
    return _action_nonsense(state, move)


def _breach(state: State, move: Move) -> Said | None:
    """Which rule the move breaks, given that it makes sense and whose turn it is."""
    if isinstance(move, (Keep, KeepUnseen)):
        return _keep_breach(move)
    if not isinstance(move, Action):
        return None
    if state.step is Step.SECOND and not isinstance(move, (Take, DrawCard)):
        return say("{name} has taken a card and must take a second one.", name=state.player.name)
    if isinstance(move, Take):
        return _take_breach(state, move)
    if isinstance(move, Claim):
        return _claim_breach(state, move)
    if isinstance(move, Pass) and _has_an_action(state):
        return say("{name} can still do something.", name=state.player.name)
    return None


def _out_of_turn(state: State, move: Move) -> Said | None:
    if not isinstance(move, Action) or move.player == state.current or move.player not in state.seats:
        return None
    return say("It is {name}'s turn.", name=state.player.name) if state.step in ACTING else None


# What the table gives


def _table_nonsense(state: State, move: TableMove) -> Said | None:
    if isinstance(move, SweepRow):
        return (
            None if may_sweep(state) else say("The row is only swept by hand where nobody can tell whether it must be.")
        )
    if isinstance(move, ShowCard):
        if not state.waits_for_open_card:
            return say("There is no gap in the open row.")
        return _deck_nonsense(state, move.card)
    if state.waits_for_open_card:
        return say("First the deck fills the gap in the open row.")
    if move.player not in seats_to_deal(state):
        return say("The deck owes player {number} nothing now.", number=move.player + 1)
    if isinstance(move, DealCard):
        if state.step not in DEALING_CARDS:
            return say("Tickets are dealt now, not cards.")
        return _deck_nonsense(state, move.card)
    if state.step not in DEALING_TICKETS:
        return say("Cards are dealt now, not tickets.")
    if move.ticket not in top_tickets(state):
        return say("The ticket {ticket} cannot lie on top of the deck.", ticket=move.ticket)
    return None


def may_sweep(state: State) -> bool:
    """Is it left to the table whether the row was discarded?"""
    return state.step in ACTING and must_go(state) is Verdict.CANNOT_TELL


def _deck_nonsense(state: State, card: str) -> Said | None:
    if card not in state.board.cards:
        return say("There are no {card} cards in this game.", card=card)
    if not state.supply.may_give(card):
        return say("No {card} card can be left in the deck.", card=card)
    return None


def seats_to_deal(state: State) -> tuple[int, ...]:
    """Who is still to get cards or tickets from the deck."""
    numbers = state.board.numbers
    if state.step is Step.START_CARDS:
        return tuple(i for i in state.seats if state.players[i].hand.size < numbers.start_cards)
    if state.step is Step.START_TICKETS:
        return tuple(i for i in state.seats if state.players[i].offered.size < numbers.start_tickets)
    return (state.current,) if state.step in (Step.CARD, Step.TICKETS) else ()


def top_tickets(state: State) -> Cards:
    """The tickets that may lie on top of the deck: any unseen one, or the one that was put back first."""
    if state.tickets.deck or (state.bottom and state.bottom[0] is None):
        return state.tickets.unseen
    return Cards(ticket for ticket in state.bottom[:1] if ticket is not None)


# Tickets


def _keep_nonsense(state: State, move: Keep | KeepUnseen) -> Said | None:
    offered = state.players[move.player].offered
    name = state.name_of(move.player)
    if state.waits_for_open_card:
        return say("First the deck fills the gap in the open row.")
    if state.step not in KEEPING or not offered.size:
        return say("{name} has no tickets to choose from now.", name=name)
    if isinstance(move, KeepUnseen):
        if not offered.unknown:
            return say("The drawn tickets are known, so say which of them {name} keeps.", name=name)
        if move.count > offered.size:
            return say("{name} drew only {count} tickets.", name=name, count=offered.size)
        return None
    if offered.unknown:
        return say("Nobody saw the drawn tickets, so say only how many {name} keeps.", name=name)
    for ticket in move.tickets:
        if ticket not in offered.known:
            return say("{name} did not draw the ticket {ticket}.", name=name, ticket=ticket)
    return None


def _keep_breach(move: Keep | KeepUnseen) -> Said | None:
    kept = move.count if isinstance(move, KeepUnseen) else move.tickets.size
    return None if kept else say("At least one of the drawn tickets must be kept.")


def _show_nonsense(state: State, move: ShowTicket) -> Said | None:
    name = state.name_of(move.player)
    if state.step is not Step.SHOW_TICKETS:
        return say("Tickets stay secret until the last turn is over.")
    if not state.players[move.player].tickets.unknown:
        return say("All tickets of {name} are known.", name=name)
    if move.ticket not in state.tickets.unseen:
        return say("{name} cannot have the ticket {ticket}: it was seen elsewhere.", name=name, ticket=move.ticket)
    return None


# Actions


def _action_nonsense(state: State, move: Action) -> Said | None:
    if state.waits_for_open_card:
        return say("First the deck fills the gap in the open row.")
    if state.step not in ACTING:
        return _not_yet(state)
    if isinstance(move, Take) and move.card not in state.row:
        return say("There is no {card} card in the open row.", card=move.card)
    if isinstance(move, DrawCard) and not state.supply.deck:
        return say("The deck is empty, and so are the discards.")
    if isinstance(move, DrawTickets) and not state.ticket_deck:
        return say("There are no tickets left to draw.")
    return _claim_nonsense(state, move) if isinstance(move, Claim) else None


def _not_yet(state: State) -> Said:
    if state.step in KEEPING:
        return say("First the drawn tickets must be chosen from.")
    if state.step is Step.SHOW_TICKETS:
        return say("The last turn is over; now the tickets are shown.")
    return say("First the deck gives what it owes.")


def _take_breach(state: State, move: Take) -> Said | None:
    if state.step is Step.SECOND and move.card == state.board.wild:
        return say("An open {card} can only be the first card, and then it is the only one.", card=move.card)
    return None


def _has_an_action(state: State) -> bool:
    """Can the current player do anything for sure? A doubtful payment forces nobody."""
    if state.supply.deck or state.ticket_deck or any(state.row):
        return True
    hand, unseen = state.player.hand, state.supply.unseen
    return any(
        can_pay(state.board, route, hand, unseen) is Verdict.YES for route in claimable_routes(state, state.current)
    )


# Claims


def _any_lane(state: State, move: Claim) -> Route:
    return state.board.routes[state.board.lanes_between(move.ends, move.colour)[0]]


def free_lane(state: State, move: Claim) -> int | None:
    """The number of the route that the claim would take: of twins the first free one."""
    lanes = state.board.lanes_between(move.ends, move.colour)
    return next((lane for lane in lanes if state.owners[lane] is None), None)


def _claim_nonsense(state: State, move: Claim) -> Said | None:
    lanes = state.board.lanes_between(move.ends, move.colour)
    if not lanes:
        return say("There is no {colour} route from {a} to {b}.", colour=move.colour, a=move.ends[0], b=move.ends[1])
    if free_lane(state, move) is None:
        names = " and ".join(dict.fromkeys(state.name_of(state.owners[lane] or 0) for lane in lanes))
        return say("The route {route} belongs to {names}.", route=state.board.routes[lanes[0]], names=names)
    hand = state.players[move.player].hand
    if move.cards is None:
        return None
    for kind in move.cards:
        if kind not in state.board.cards:
            return say("There are no {card} cards in this game.", card=kind)
    if move.cards.size > hand.size:
        return say("{name} has only {count} cards.", name=state.name_of(move.player), count=hand.size)
    if not move.cards <= hand.known + state.supply.unseen:
        return _not_in_hand(state, move, move.cards)
    return None


def _claim_breach(state: State, move: Claim) -> Said | None:
    """Why the claim of a free route is against the rules."""
    route = _any_lane(state, move)
    return lane_breach(state, move.player, route) or _payment_breach(state, move, route)


def lane_breach(state: State, player: int, route: Route) -> Said | None:
    """Why the player may not claim this free route, whatever is paid."""
    owners = [state.owners[lane] for lane in state.board.lanes[route.pair]]
    if player in owners:
        return say("{name} owns the other route between {a} and {b}.", name=state.name_of(player), **_ends(route))
    if len(state.players) < state.board.numbers.both_lanes_players and any(owner is not None for owner in owners):
        return say("With so few players the second route between {a} and {b} is closed.", **_ends(route))
    taxis = state.taxis_of(player)
    if taxis < route.length:
        return say(
            "{name} has {taxis} taxis left and needs {count}.",
            name=state.name_of(player),
            taxis=taxis,
            count=route.length,
        )
    return None


def _ends(route: Route) -> dict[str, str]:
    return {"a": route.ends[0], "b": route.ends[1]}


def _payment_breach(state: State, move: Claim, route: Route) -> Said | None:
    cards = move.cards
    if cards is None:
        return _unseen_payment_breach(state, move, route)
    if cards.size != route.length:
        return say("The route has {length} spaces, not {count}.", length=route.length, count=cards.size)
    plain = [kind for kind in cards if kind != state.board.wild]
    if len(plain) > 1:
        return say("A route is paid with cards of one colour, and {wild} cards for any colour.", wild=state.board.wild)
    if plain and plain[0] not in paying_colours(state.board, route):
        return say("A {colour} route is not paid with {card} cards.", colour=route.colour, card=plain[0])
    if not holds(state.players[move.player].hand, cards, state.supply.unseen).possible:
        return _not_in_hand(state, move, cards)
    return None


def _unseen_payment_breach(state: State, move: Claim, route: Route) -> Said | None:
    name, hand = state.name_of(move.player), state.players[move.player].hand
    if not can_pay(state.board, route, hand, state.supply.unseen).possible:
        colour = "one colour" if route.colour == GRAY else route.colour
        return say("{name} cannot have {count} cards of {colour}.", name=name, count=route.length, colour=colour)
    if not state.hidden:
        return say("Say which cards {name} pays.", name=name)
    return None


def _not_in_hand(state: State, move: Claim, cards: Cards) -> Said:
    return say("{name} does not have {cards}.", name=state.name_of(move.player), cards=cards)


def claimable_routes(state: State, player: int) -> Iterator[Route]:
    """The free routes that the player may claim if the cards are there, twins once."""
    board, taxis = state.board, state.taxis_of(player)
    few = len(state.players) < board.numbers.both_lanes_players
    # What `lane_breach` asks of one route, asked of all at once: bots ask it very often.
    shut = {
        route.pair
        for route, owner in zip(board.routes, state.owners, strict=True)
        if owner is not None and (few or owner == player)
    }
    for lanes in board.namesakes:
        route = board.routes[lanes[0]]
        if route.length <= taxis and route.pair not in shut and any(state.owners[lane] is None for lane in lanes):
            yield route


# All of them


def generate(state: State) -> Iterator[Move]:
    """Every legal move, the likely ones not before the others."""
    if state.waits_for_open_card:
        yield from map(ShowCard, state.supply.unseen)
    elif state.step in DEALING_CARDS:
        yield from (DealCard(i, card) for i in seats_to_deal(state) for card in state.supply.unseen)
    elif state.step in DEALING_TICKETS:
        yield from (DealTicket(i, ticket) for i in seats_to_deal(state) for ticket in top_tickets(state))
    elif state.step in KEEPING:
        for index in state.seats:
            yield from _choices(index, state.players[index].offered)
    elif state.step is Step.SHOW_TICKETS:
        showing = [i for i in state.seats if state.players[i].tickets.unknown]
        yield from (ShowTicket(i, ticket) for i in showing for ticket in state.tickets.unseen)
    elif state.step in ACTING:
        yield from _actions(state)
        if may_sweep(state):
            yield SweepRow()


def _choices(player: int, offered: Hand) -> Iterator[PlayerMove]:
    if offered.unknown:
        yield from (KeepUnseen(player, count) for count in range(1, offered.size + 1))
        return
    tickets = sorted(offered.known)
    for count in range(1, len(tickets) + 1):
        yield from (Keep(player, Cards(some)) for some in combinations(tickets, count))


def _actions(state: State) -> Iterator[PlayerMove]:
    me = state.current
    second = state.step is Step.SECOND
    for card in dict.fromkeys(card for card in state.row if card is not None):
        if not (second and card == state.board.wild):
            yield Take(me, card)
    if state.supply.deck:
        yield DrawCard(me)
    if second:
        return
    if state.ticket_deck:
        yield DrawTickets(me)
    yield from _claims(state, me)
    if not _has_an_action(state):
        yield Pass(me)


def _claims(state: State, player: int) -> Iterator[Claim]:
    hand, unseen = state.players[player].hand, state.supply.unseen
    for route in claimable_routes(state, player):
        payments = list(possible_payments(state.board, route, hand, unseen))
        yield from (Claim.of(player, route, cards) for cards in payments)
        if state.hidden and payments:
            yield Claim.of(player, route, None)
