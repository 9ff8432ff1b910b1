"""What a move does: every function makes a new state of an old one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.errors import BadSetup, IllegalMove, Unfitting
from engine.parts.cards import (
    EMPTY,
    NONE,
    Cards,
    Hand,
    Supply,
    Verdict,
    fill,
    holds,
    spend,
    spend_unseen,
    take_from,
)
from engine.reading import Field
from engine.score import Problem
from engine.ticket_to_ride_new_york.board import Board, board_with
from engine.ticket_to_ride_new_york.legal import free_lane, nonsense, seats_to_deal, top_tickets, verdict, why_not
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
    ShowCard,
    ShowTicket,
    SweepRow,
    Take,
)
from engine.ticket_to_ride_new_york.payments import possible_payments
from engine.ticket_to_ride_new_york.row import must_go, swept
from engine.ticket_to_ride_new_york.state import Player, State, Step
from engine.words import Said, clause, say

SETUP_KEYS = ("hands", "first", "colours", "data")
MOST_SEATS = 4


# Setting up


def start(names: Sequence[str], setup: Mapping[str, Any], seats: range) -> State:
    """The table before the first card is dealt; with hidden hands, before the first open card is shown."""
    if len(names) not in seats:
        raise BadSetup(
            clause(
                "{count} players: this game is for {least} to {most}",
                count=len(names),
                least=seats[0],
                most=seats[-1],
            )
        )
    fields = Field(dict(setup), "setup", BadSetup).keys(SETUP_KEYS)
    board = board_with(
        {key: item.value for key, item in fields["data"].entries().items()} if "data" in fields else None
    )
    colours = _read_colours(fields.get("colours"), board, len(names))
    first = fields["first"].among(names) if "first" in fields else names[0]
    hidden = "hands" in fields and fields["hands"].one_of(("open", "hidden")) == "hidden"
    _check_enough(board, len(names))
    state = State(
        board=board,
        players=tuple(Player(name, colour) for name, colour in zip(names, colours, strict=False)),
        supply=Supply.shuffled(board.cards),
        row=(None,) * board.numbers.face_up,
        tickets=Supply.shuffled(Cards(str(ticket) for ticket in board.tickets)),
        owners=(None,) * len(board.routes),
        current=list(names).index(first),
        step=Step.START_CARDS,
        hidden=hidden,
    )
    return _dealt_unseen(state) if hidden else state


def _read_colours(colours: Field | None, board: Board, players: int) -> tuple[str, ...]:
    if colours is None:
        return board.pieces
    chosen = tuple(item.among(board.pieces) for item in colours.as_many(players, MOST_SEATS))
    if len(set(chosen)) < len(chosen):
        colours.wrong("two players have the same colour")
    return chosen


def _check_enough(board: Board, players: int) -> None:
    numbers = board.numbers
    if players > len(board.pieces):
        raise Unfitting(clause("{name} has pieces for {count} players", name=board.name, count=len(board.pieces)))
    if players * numbers.start_cards + numbers.face_up > board.cards.size:
        raise Unfitting(
            clause("{name} has too few cards to begin with {count} players", name=board.name, count=players)
        )
    if players * numbers.start_tickets > len(board.tickets):
        raise Unfitting(
            clause("{name} has too few tickets to begin with {count} players", name=board.name, count=players)
        )


def _dealt_unseen(state: State) -> State:
    numbers = state.board.numbers
    for index in state.seats:
        state = state.with_player(index, hand=Hand(unknown=numbers.start_cards))
        state = _offered_unseen(state, index, numbers.start_tickets)
    cards = len(state.players) * numbers.start_cards
    return replace(state, supply=replace(state.supply, deck=state.supply.deck - cards), step=Step.START_KEEP)


# Playing


def play(state: State, move: Move, insist: bool = False) -> State:
    """The state after the move; raises IllegalMove."""
    broken = why_not(state, move)
    if broken and (not insist or nonsense(state, move)):
        raise IllegalMove(str(move), broken)
    remarks = _doubts(state, move) if not broken else ()
    state = replace(state, remarks=remarks)
    if broken:
        state = _recorded(state, move, broken)
    return _settled(_done(state, move))


def _doubts(state: State, move: Move) -> tuple[Said, ...]:
    """What must be said about a move that nobody can tell to be legal (ruling 1)."""
    if verdict(state, move) is not Verdict.CANNOT_TELL or not isinstance(move, Claim):
        return ()
    return (say("Nobody saw all the cards of {name}; the counts allow it.", name=state.name_of(move.player)),)


def _recorded(state: State, move: Move, broken: Said) -> State:
    """The state in which somebody insisted: the breach stands in it, and whoever acted has the turn."""
    player = getattr(move, "player", state.current)
    what = " - ".join(move.ends) if isinstance(move, Claim) else str(move)
    problem = Problem(broken, state.name_of(player), what=what)
    state = replace(state, breaches=(*state.breaches, problem))
    if state.step is Step.START_KEEP or player == state.current:
        return state
    return replace(state, current=player, drawn=0)


def _done(state: State, move: Move) -> State:
    match move:
        case ShowCard():
            return replace(state, row=fill(state.row, move.card), supply=state.supply.give(move.card))
        case SweepRow():
            return swept(state)
        case DealCard():
            return _card_dealt(state, move)
        case DealTicket():
            return _ticket_dealt(state, move)
        case Keep():
            return _kept(state, move)
        case KeepUnseen():
            return _kept_unseen(state, move)
        case Take():
            return _taken(state, move)
        case DrawCard():
            return _drawn(state, move)
        case DrawTickets():
            return _tickets_drawn(state, move)
        case Claim():
            return _claimed(state, move)
        case ShowTicket():
            return _shown(state, move)
        case Pass():
            return _passed(state)


def _card_dealt(state: State, move: DealCard) -> State:
    hand = state.players[move.player].hand.take(move.card)
    state = replace(state.with_player(move.player, hand=hand), supply=state.supply.give(move.card))
    if state.step is Step.CARD:
        return _card_in_hand(state, 1)
    return state if seats_to_deal(state) else replace(state, step=Step.START_TICKETS)


def _taken(state: State, move: Take) -> State:
    """An open wild card is worth both cards of the turn (rulebook: drawing cards)."""
    hand = state.players[move.player].hand.take(move.card)
    state = replace(state.with_player(move.player, hand=hand), row=take_from(state.row, move.card))
    return _card_in_hand(state, 2 if move.card == state.board.wild else 1)


def _drawn(state: State, move: DrawCard) -> State:
    if not state.hidden:
        return replace(state, step=Step.CARD)
    hand = state.players[move.player].hand.take_unseen()
    state = replace(state.with_player(move.player, hand=hand), supply=state.supply.give_unseen())
    return _card_in_hand(state, 1)


def _card_in_hand(state: State, worth: int) -> State:
    drawn = state.drawn + worth
    return _turn_ended(state) if drawn >= 2 else replace(state, drawn=drawn, step=Step.SECOND)


# Tickets


def _tickets_drawn(state: State, move: DrawTickets) -> State:
    """The last single ticket is drawn alone (rulebook: drawing tickets)."""
    if not state.hidden:
        return replace(state, step=Step.TICKETS)
    count = min(state.board.numbers.draw_tickets, state.ticket_deck)
    return replace(_offered_unseen(state, move.player, count), step=Step.KEEP)


def _offered_unseen(state: State, player: int, count: int) -> State:
    for _ in range(count):
        offered, tickets, bottom = state.players[player].offered, state.tickets, state.bottom
        if tickets.deck:
            tickets, offered = tickets.give_unseen(), offered.take_unseen()
        else:
            offered = offered.take(bottom[0]) if bottom[0] else offered.take_unseen()
            bottom = bottom[1:]
        state = replace(state.with_player(player, offered=offered), tickets=tickets, bottom=bottom)
    return state


def _ticket_dealt(state: State, move: DealTicket) -> State:
    offered = state.players[move.player].offered.take(move.ticket)
    state = _ticket_left_deck(state, move.ticket).with_player(move.player, offered=offered)
    if state.step is Step.START_TICKETS:
        return state if seats_to_deal(state) else replace(state, step=Step.START_KEEP)
    enough = offered.size == state.board.numbers.draw_tickets or not state.ticket_deck
    return replace(state, step=Step.KEEP) if enough else state


def _ticket_left_deck(state: State, ticket: str) -> State:
    if state.tickets.deck:
        return replace(state, tickets=state.tickets.give(ticket))
    unseen = state.tickets.unseen.without(Cards((ticket,)))
    return replace(state, tickets=replace(state.tickets, unseen=unseen), bottom=state.bottom[1:])


def _kept(state: State, move: Keep) -> State:
    player = state.players[move.player]
    returned = tuple(sorted(player.offered.known - move.tickets))
    tickets = player.tickets + Hand(move.tickets)
    state = state.with_player(move.player, tickets=tickets, offered=EMPTY)
    return _choice_made(replace(state, bottom=state.bottom + returned))


def _kept_unseen(state: State, move: KeepUnseen) -> State:
    """Which ones went back nobody knows, not even of those that had been seen."""
    player, returned = state.players[move.player], state.players[move.player].offered.size - move.count
    if not returned:
        state = state.with_player(move.player, tickets=player.tickets + player.offered, offered=EMPTY)
        return _choice_made(state)
    state = state.with_player(move.player, tickets=player.tickets.take_unseen(move.count), offered=EMPTY)
    unseen = state.tickets.unseen + player.offered.known
    tickets = replace(state.tickets, unseen=unseen)
    return _choice_made(replace(state, tickets=tickets, bottom=state.bottom + (None,) * returned))


def _choice_made(state: State) -> State:
    if state.step is Step.KEEP:
        return _turn_ended(state)
    waiting = any(player.offered.size for player in state.players)
    return state if waiting else replace(state, step=Step.ACTION)


def _shown(state: State, move: ShowTicket) -> State:
    held = state.players[move.player].tickets
    shown = Hand(held.known + Cards((move.ticket,)), held.unknown - 1)
    unseen = state.tickets.unseen - Cards((move.ticket,))
    state = replace(state.with_player(move.player, tickets=shown), tickets=replace(state.tickets, unseen=unseen))
    return _counted(state)


# Claims


def _claimed(state: State, move: Claim) -> State:
    lane = free_lane(state, move)
    assert lane is not None  # a claim without a free route is nonsense
    owners = (*state.owners[:lane], move.player, *state.owners[lane + 1 :])
    return _turn_ended(replace(_paid(state, move, lane), owners=owners))


def _paid(state: State, move: Claim, lane: int) -> State:
    hand, unseen = state.players[move.player].hand, state.supply.unseen
    route = state.board.routes[lane]
    ways = list(possible_payments(state.board, route, hand, unseen))
    if move.cards is None and ways:
        hand, paid, unseen = spend_unseen(hand, ways, unseen)
    elif move.cards is not None and holds(hand, move.cards, unseen).possible:
        hand, unseen = spend(hand, move.cards, unseen)
        paid = Hand(move.cards)
    else:
        hand, paid, unseen = _paid_against_the_record(hand, move.cards, route.length, unseen)
    supply = replace(state.supply, unseen=unseen).discard(paid)
    return replace(state.with_player(move.player, hand=hand), supply=supply)


def _paid_against_the_record(hand: Hand, cards: Cards | None, price: int, unseen: Cards) -> tuple[Hand, Hand, Cards]:
    """Cards came out of a hand that cannot have held them by the record: so the record of that hand was wrong."""
    paid = Hand(unknown=min(price, hand.size)) if cards is None else Hand(cards)
    return Hand(NONE, hand.size - paid.size), paid, unseen + hand.known - paid.known


def _passed(state: State) -> State:
    """When nobody in the whole round could do anything, nobody ever will: the game ends (our own ruling)."""
    passed = state.passed + 1
    if passed == len(state.players):
        return _counted(replace(state, remarks=(*state.remarks, say("Nobody can do anything: the game ends."))))
    return replace(_turn_ended(state), passed=passed)


# What follows by itself


def _settled(state: State) -> State:
    """The state after too many open wild cards were swept away, the deck was remade, and a half turn was closed.

    The row goes before the deck is remade: else two sets of five with three wild cards each could follow each other
    for ever, without ever being shuffled together.
    """
    if state.step in (Step.START_CARDS, Step.SHOW_TICKETS, Step.OVER):
        return state
    goes = must_go(state)
    if goes is Verdict.YES:
        state = swept(state)
    elif goes is Verdict.CANNOT_TELL:
        why = say("Nobody can tell whether a better row is left; say so if the row was discarded.")
        state = replace(state, remarks=(*state.remarks, why))
    state = remade(state)
    no_second = not state.supply.deck and all(card in (None, state.board.wild) for card in state.row)
    if state.step is Step.SECOND and no_second:
        return _turn_ended(state)
    return state


def remade(state: State) -> State:
    """The state in which an empty deck was made anew of the discards (ruling 5)."""
    if state.supply.deck or not state.supply.discards.size:
        return state
    return replace(state, supply=state.supply.remade())


def _turn_ended(state: State) -> State:
    """The next player's turn, the last round begun, or the game's end (rulebook: end of the game)."""
    left, remarks = state.last_turns, state.remarks
    taxis = state.taxis_of(state.current)
    if left is not None:
        left -= 1
    elif taxis <= state.board.numbers.last_round_taxis:
        left, name = len(state.players), state.player.name
        remarks += (say("{name} has {taxis} taxis left: everyone has one more turn.", name=name, taxis=taxis),)
    following = (state.current + 1) % len(state.players)
    state = replace(state, current=following, step=Step.ACTION, drawn=0, passed=0, last_turns=left, remarks=remarks)
    return _counted(state) if left == 0 else state


def _counted(state: State) -> State:
    """After the last turn tickets that nobody saw are shown; then the game is over."""
    unknown = any(player.tickets.unknown for player in state.players)
    return replace(state, step=Step.SHOW_TICKETS if unknown else Step.OVER)


def chances(state: State) -> Mapping[Move, int]:
    """What the decks may give, with weights."""
    if state.waits_for_open_card:
        return {ShowCard(card): state.supply.unseen[card] for card in state.supply.unseen}
    if not (waiting := seats_to_deal(state)):
        return {}
    if state.step in (Step.START_CARDS, Step.CARD):
        return {DealCard(waiting[0], card): state.supply.unseen[card] for card in state.supply.unseen}
    return {DealTicket(waiting[0], ticket): 1 for ticket in top_tickets(state)}
