"""Hidden hands (ruling 1), what a viewer may see, corrections, and what the players insist on."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from engine.bots import RandomBot, play_out
from engine.errors import IllegalMove, MoveError, UnreadableMove
from engine.game import seat
from engine.parts.cards import Cards, Hand, Supply, Verdict
from engine.ticket_to_ride_new_york import GAME
from engine.ticket_to_ride_new_york.legal import may_sweep, verdict
from engine.ticket_to_ride_new_york.moves import Claim, DealCard, DealTicket, Keep, KeepUnseen, ShowTicket, SweepRow
from engine.ticket_to_ride_new_york.row import must_go
from engine.ticket_to_ride_new_york.state import State, Step
from tests.engine.new_york import after, game_states, reshuffled, set_up, singles, table

CHELSEA_SOHO = "Chelsea - Soho pink"
UNSEEN = f"P1 claims {CHELSEA_SOHO} with unseen cards"


def hidden(*corrections: str, players: int = 2) -> State:
    return table(players, *corrections, hands="hidden")


def judged(state: State, text: str) -> Verdict:
    return verdict(state, GAME.read_move(text, state))


def with_cards(state: State, known: dict[str, int], unknown: int) -> State:
    """P1 with these cards, some known and some drawn unseen from the deck."""
    state = GAME.correct(state, f"P1 hand is {Cards(known)}")
    supply = replace(state.supply, deck=state.supply.deck - unknown)
    return replace(state.with_player(0, hand=Hand(Cards(known), unknown)), supply=supply)


# Yes, no, cannot tell


def test_hidden_hands_begin_unknown() -> None:
    state = set_up(3, {"hands": "hidden"})
    assert all(player.hand == Hand(unknown=2) for player in state.players)
    assert all(player.tickets == Hand(unknown=2) for player in state.players)
    assert state.supply.unseen.size == state.supply.deck + 6


def test_a_card_taken_from_the_open_row_is_remembered() -> None:
    state = after(hidden("P1 hand is no cards"), "P1 takes blue", "TABLE shows red", "P1 draws a card")
    assert state.players[0].hand == Hand(Cards(["blue"]), 1)


def test_a_payment_that_was_seen_taken_is_a_clear_yes() -> None:
    state = with_cards(hidden(), {"pink": 4}, 1)
    assert judged(state, f"P1 claims {CHELSEA_SOHO} with 4 pink") is Verdict.YES
    assert after(state, f"P1 claims {CHELSEA_SOHO} with 4 pink").remarks == ()


def test_a_payment_that_the_counts_allow_is_legal_and_says_so() -> None:
    state = with_cards(hidden(), {"pink": 2}, 2)
    assert judged(state, UNSEEN) is Verdict.CANNOT_TELL
    assert judged(state, f"P1 claims {CHELSEA_SOHO} with 3 pink, 1 taxi") is Verdict.CANNOT_TELL
    played = after(state, UNSEEN)
    assert played.remarks == ("Nobody saw all the cards of Ann; the counts allow it.",)
    assert played.players[0].hand == Hand()
    assert played.supply.discards == Hand(unknown=4)
    assert GAME.view(played)["remarks"] == list(played.remarks)


def test_a_payment_that_the_counts_forbid_is_refused() -> None:
    state = with_cards(hidden(), {"red": 2}, 3)
    assert judged(state, UNSEEN) is Verdict.NO
    with pytest.raises(IllegalMove, match="Ann cannot have 4 cards of pink"):
        after(state, UNSEEN)


def test_cards_that_all_lie_elsewhere_cannot_be_in_a_hand() -> None:
    """Six pink cards there are: five seen with Bob leave one for Ann, and no taxi is left either."""
    state = hidden("row is black, blue, green, orange, red", "P2 hand is 5 pink, 8 taxi")
    state = with_cards(state, {}, 4)
    assert judged(state, UNSEEN) is Verdict.NO
    assert judged(state, "P1 claims Chinatown - Wall Street pink with unseen cards") is Verdict.CANNOT_TELL


def test_an_unseen_payment_leaves_known_what_it_cannot_have_touched() -> None:
    state = after(with_cards(hidden(), {"pink": 2, "red": 1}, 3), UNSEEN)
    assert state.players[0].hand == Hand(Cards(["red"]), 1)
    assert state.all_cards() == state.board.cards


def test_the_only_possible_payment_counts_as_seen() -> None:
    state = after(with_cards(hidden(), {"pink": 4}, 0), UNSEEN)
    assert state.supply.discards == Hand(Cards({"pink": 4}))
    assert state.remarks == ()


def test_with_hidden_hands_a_claim_may_leave_out_its_payment() -> None:
    state = with_cards(hidden(), {}, 4)
    assert str(GAME.read_move(f"P1 claims {CHELSEA_SOHO}", state)) == UNSEEN


def test_kept_tickets_are_counted_and_the_returned_one_is_unknown() -> None:
    state = after(hidden(), "P1 draws tickets")
    assert state.players[0].offered == Hand(unknown=2)
    with pytest.raises(IllegalMove, match="say only how many Ann keeps"):
        after(state, "P1 keeps Chelsea - Brooklyn")
    with pytest.raises(IllegalMove, match="must be kept"):
        after(state, "P1 keeps 0 tickets")
    with pytest.raises(IllegalMove, match="drew only 2"):
        after(state, "P1 keeps 3 tickets")
    state = after(state, "P1 keeps 1 ticket")
    assert state.players[0].tickets == Hand(unknown=3)
    assert state.bottom == (None,)


def test_hidden_tickets_are_shown_after_the_last_turn() -> None:
    state = hidden()
    state = replace(state, step=Step.SHOW_TICKETS, row=(None, *state.row[1:]))  # nobody fills a gap any more
    assert GAME.turn(state).actors == ("P1", "P2")
    state = after(state, "P2 shows Chelsea - Brooklyn", "P2 shows Brooklyn - Times Square")
    with pytest.raises(IllegalMove, match="it was seen elsewhere"):
        after(state, "P1 shows Chelsea - Brooklyn")
    with pytest.raises(IllegalMove, match="All tickets of Bob are known"):
        after(state, "P2 shows Times Square - Soho")
    state = after(state, "P1 shows Times Square - Soho", "P1 shows East Village - Soho")
    assert GAME.turn(state).over
    assert GAME.position(state)["players"][1]["tickets"] == [["Chelsea", "Brooklyn"], ["Times Square", "Brooklyn"]]
    with pytest.raises(IllegalMove, match="stay secret"):
        after(hidden(), "P1 shows Times Square - Soho")


# What a viewer may see


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_hidden_appears_in_what_a_viewer_may_see(players: int) -> None:
    """Two tables that differ only in hidden things look exactly the same."""
    dice = random.Random(players)
    different = 0
    for state in game_states(players, seed=players)[::7]:
        if GAME.turn(state).over:
            continue
        for viewer in range(players):
            other = reshuffled(state, viewer, dice)
            different += other != state
            for who in (seat(viewer), None):
                assert GAME.view(state, who) == GAME.view(other, who)
                assert GAME.turn(state) == GAME.turn(other)
    assert different > 20


@pytest.mark.parametrize("players", [2, 4])
def test_no_ticket_of_another_player_is_named(players: int) -> None:
    for state in game_states(players, seed=10 + players)[::7]:
        if GAME.turn(state).over:
            continue
        for viewer in (None, *state.seats):
            seen = GAME.view(state, seat(viewer) if viewer is not None else None)
            listed = json.dumps([[row["ends"] for row in rows] for rows in _ticket_rows(seen)])
            for index in state.seats:
                names = [*state.players[index].tickets.known, *state.players[index].offered.known]
                for name in names:
                    ends = json.dumps(list(state.board.ticket_named[name].ends))
                    assert (ends in listed) == (index == viewer)


def _ticket_rows(seen: dict[str, Any]) -> list[list[dict[str, Any]]]:
    keys = ("ticket_list", "drawn_ticket_list")
    return [player[key] for player in seen["players"] for key in keys if key in player]


def test_a_player_sees_the_own_hand_and_tickets_with_the_ways_that_fulfil_them() -> None:
    state = table(2, "P1 hand is 2 red", "Chelsea - Soho pink belongs to P1", "Soho - Wall Street gray belongs to P1")
    state = state.with_player(0, tickets=Hand(Cards(["Chelsea - Wall Street", "Central Park - Chelsea"])))
    ann, bob = GAME.view(state, "P1")["players"]
    assert ann["hand"] == {"known": {"red": 2}, "unknown": 0}
    assert ann["ticket_list"] == [
        {"ends": ["Central Park", "Chelsea"], "value": 5, "completed": False, "routes": None},
        {
            "ends": ["Chelsea", "Wall Street"],
            "value": 6,
            "completed": True,
            "routes": [["Chelsea", "Soho", "pink"], ["Soho", "Wall Street", "gray"]],
        },
    ]
    assert ann["points"] == {"routes": 9, "attractions": 2}
    assert "hand" not in bob
    assert "ticket_list" not in bob
    assert (bob["cards"], bob["tickets"]) == (0, 2)


def test_after_the_game_everybody_sees_the_tickets_but_not_the_hands() -> None:
    state = replace(table(2, "P1 hand is 2 red"), step=Step.OVER)
    for player in GAME.view(state)["players"]:
        assert len(player["ticket_list"]) == 2
        assert "hand" not in player


# Corrections


def test_a_correction_can_show_cards_of_a_hand() -> None:
    state = with_cards(hidden(), {}, 4)
    state = GAME.correct(state, "P1 holds 3 pink, 1 taxi")
    assert state.players[0].hand == Hand(Cards({"pink": 3, "taxi": 1}))
    assert judged(state, UNSEEN) is Verdict.YES
    assert state.all_cards() == state.board.cards


def test_a_correction_can_show_a_ticket() -> None:
    state = GAME.correct(hidden(), "P1 holds ticket Brooklyn - Chelsea")
    assert state.players[0].tickets == Hand(Cards(["Chelsea - Brooklyn"]), 1)
    with pytest.raises(IllegalMove, match="seen elsewhere"):
        GAME.correct(state, "P2 holds ticket Chelsea - Brooklyn")


def test_a_shown_drawn_ticket_is_doubtful_again_when_one_goes_back_unseen() -> None:
    state = GAME.correct(after(hidden(), "P1 draws tickets"), "P1 holds ticket Chelsea - Brooklyn")
    assert state.players[0].offered == Hand(Cards(["Chelsea - Brooklyn"]), 1)
    back = after(state, "P1 keeps 1 ticket")
    assert back.players[0].tickets == Hand(unknown=3)
    assert "Chelsea - Brooklyn" in back.tickets.unseen
    assert after(state, "P1 keeps 2 tickets").players[0].tickets == Hand(Cards(["Chelsea - Brooklyn"]), 3)


@pytest.mark.parametrize(
    "correction",
    [
        "P1 hand is 2 red, 1 taxi",
        "row is red, red, blue, blue, taxi",
        "Chelsea - Soho pink belongs to P2",
        "turn is P2",
        "P1 holds 1 red",
        "Chelsea - Soho pink belongs to nobody",
    ],
)
@pytest.mark.parametrize("hands", ["open", "hidden"])
def test_a_correction_moves_no_card_out_of_the_game(correction: str, hands: str) -> None:
    state = GAME.correct(set_up(2, {"hands": hands}), "P1 hand is 1 red")
    state = GAME.correct(state, correction)
    assert state.all_cards() == state.board.cards
    unknown = sum(player.hand.unknown for player in state.players)
    assert state.supply.unseen.size == state.supply.deck + unknown


def test_wrongly_recorded_tickets_can_be_replaced() -> None:
    state = table(2)
    state = state.with_player(0, tickets=Hand(Cards(["Chelsea - Brooklyn"])))
    state = replace(state, tickets=Supply(2, Cards(["Times Square - Soho", "Chelsea - Wall Street"])))
    state = GAME.correct(state, "P1 tickets are Soho - Times Square")
    assert state.players[0].tickets == Hand(Cards(["Times Square - Soho"]))
    assert state.tickets == Supply(2, Cards(["Chelsea - Brooklyn", "Chelsea - Wall Street"]))
    with pytest.raises(IllegalMove, match="seen elsewhere"):
        GAME.correct(state, "P1 tickets are Central Park - Chelsea")


def test_cards_that_were_wrongly_recorded_as_discarded_can_lie_elsewhere() -> None:
    """Of six pink cards four were paid and one lies open, so two of Bob's three must come off the discards."""
    state = after(table(2, "P1 hand is 4 pink"), f"P1 claims {CHELSEA_SOHO}")
    state = GAME.correct(state, "P2 hand is 3 pink")
    assert state.supply.discards == Hand(Cards({"pink": 2}))
    assert state.all_cards() == state.board.cards
    assert state.supply.unseen.size == state.supply.deck


def doubtful_row() -> State:
    """Three open taxis, and of the last four cards, two of them plain, two lie in the deck and two in Ann's hand."""
    state = table(2, "row is taxi, taxi, taxi, orange, taxi", hands="hidden")
    state = GAME.correct(state, f"P2 hand is {state.supply.unseen - Cards({'red': 2, 'taxi': 2})}")
    state = state.with_player(0, hand=Hand(unknown=2))
    return replace(state, supply=replace(state.supply, deck=2))


def test_a_row_of_which_nobody_can_tell_is_left_to_the_table() -> None:
    """Ruling 3."""
    state = doubtful_row()
    assert state.all_cards() == state.board.cards
    assert must_go(state) is Verdict.CANNOT_TELL
    assert GAME.turn(state).actors == ("P1", "TABLE")
    assert after(state, "P1 draws a card").row == state.row
    gone = after(state, "TABLE sweeps the row")
    assert gone.row == (None,) * 5
    assert GAME.turn(gone).actors == ("TABLE",)
    assert not GAME.chances(state)


def test_a_row_is_not_swept_by_hand_otherwise() -> None:
    with pytest.raises(IllegalMove, match="only swept by hand where nobody can tell"):
        after(hidden(), "TABLE sweeps the row")


def test_whether_a_row_must_go_agrees_with_every_possible_table() -> None:
    """Ruling 3, by dealing the unseen cards in every way between the deck and the hand."""
    verdicts = set()
    dice = random.Random(3)
    for _ in range(150):
        unseen = Cards({"red": dice.randint(0, 3), "taxi": dice.randint(0, 3)})
        deck = dice.randint(0, unseen.size)
        state = table(2, hands="hidden").with_player(0, hand=Hand(unknown=unseen.size - deck))
        row = ("taxi", "taxi", "taxi", "blue", dice.choice(["blue", "taxi"]))
        state = replace(state, row=row, supply=Supply(deck, unseen))
        rounds = [[*row, *some] for some in combinations(singles(unseen), deck)]
        answers = {sum(card != "taxi" for card in cards) >= 5 - 2 for cards in rounds}
        expected = {(True,): Verdict.YES, (False,): Verdict.NO}.get(tuple(answers), Verdict.CANNOT_TELL)
        assert must_go(state) is expected
        verdicts.add(expected)
    assert verdicts == set(Verdict)


def test_the_turn_can_be_corrected_only_between_actions() -> None:
    assert GAME.correct(after(table(2), "P1 takes blue"), "turn is P2").current == 1
    with pytest.raises(IllegalMove, match="Nobody is choosing"):
        GAME.correct(after(table(2), "P1 draws a card"), "turn is P2")


def test_a_corrected_owner_changes_the_taxis() -> None:
    state = GAME.correct(set_up(2), "soho - chelsea pink belongs to P2")
    assert state.taxis_of(1) == 11
    assert GAME.correct(state, "Chelsea - Soho pink belongs to nobody").taxis_of(1) == 15
    assert GAME.correct(state, "Chelsea - Soho pink belongs to P1").taxis_of(0) == 11


@pytest.mark.parametrize(
    ("correction", "error", "why"),
    [
        ("P1 holds 7 red", IllegalMove, "The counts do not allow it"),
        ("P1 hand is 7 red", IllegalMove, "there are not so many"),
        ("P1 hand is 2 yellow", UnreadableMove, "There is no card yellow"),
        ("P1 hand is 2", UnreadableMove, "Cards are written like"),
        ("P3 holds 1 red", UnreadableMove, "There is no P3"),
        ("row is red, red, red, red, red, red", IllegalMove, "only 5 open cards"),
        ("row is 2 red, blue", UnreadableMove, "There is no card 2 red"),
        ("P1 tickets are Chelsea", UnreadableMove, "A ticket is written like"),
        ("Chelsea - Brooklyn red belongs to P1", UnreadableMove, "There is no route"),
        ("P1 holds ticket Chelsea - Nowhere", UnreadableMove, "There is no ticket"),
        ("everything is fine", UnreadableMove, "A correction is written like"),
    ],
)
def test_a_correction_that_cannot_be_is_refused(correction: str, error: type[MoveError], why: str) -> None:
    with pytest.raises(error, match=why):
        GAME.correct(hidden(), correction)


# What the players insist on


def insisted(state: State, text: str) -> State:
    move = GAME.read_move(text, state)
    with pytest.raises(IllegalMove):
        GAME.play(state, move)
    return GAME.play(state, move, insist=True)


def test_an_insisted_closed_double_is_recorded_and_named_once() -> None:
    state = table(2, "Lincoln Center - Times Square green belongs to P2", "P1 hand is 2 blue")
    state = insisted(state, "P1 claims Lincoln Center - Times Square blue with 2 blue")
    (problem,) = GAME.problems(state)
    assert (problem.player, problem.what) == ("Ann", "Lincoln Center - Times Square")
    assert "closed" in problem.why
    assert state.taxis_of(0) == 13


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"P1 claims {CHELSEA_SOHO} with 3 red", "has 4 spaces, not 3"),
        (f"P1 claims {CHELSEA_SOHO} with 2 taxi, 1 pink", "has 4 spaces, not 3"),
        (f"P1 claims {CHELSEA_SOHO} with unseen cards", "cannot have 4 cards"),
        (f"P2 claims {CHELSEA_SOHO} with 4 pink", "It is Ann's turn"),
        ("P2 takes blue", "It is Ann's turn"),
        ("P1 passes", "can still do something"),
    ],
)
def test_what_hands_did_against_the_rules_is_recorded_and_no_card_is_lost(text: str, why: str) -> None:
    state = insisted(table(2, "P1 hand is 3 red, 1 blue", "P2 hand is 4 pink"), text)
    (problem,) = GAME.problems(state)
    assert why in problem.why
    assert state.all_cards() == state.board.cards
    unknown = sum(player.hand.unknown for player in state.players)
    assert state.supply.unseen.size == state.supply.deck + unknown + state.supply.discards.unknown


def test_whoever_acted_out_of_turn_is_followed_by_the_next() -> None:
    state = insisted(table(3, "P2 hand is 4 pink"), f"P2 claims {CHELSEA_SOHO} with 4 pink")
    assert state.current == 2


def test_an_insisted_taxi_as_second_card_ends_the_turn() -> None:
    state = after(table(2, "row is taxi, blue, green, orange, pink"), "P1 takes blue", "TABLE shows red")
    state = insisted(state, "P1 takes taxi")
    assert state.players[0].hand == Hand(Cards(["blue", "taxi"]))
    assert state.current == 1


@pytest.mark.parametrize("text", ["P1 takes red", f"P1 claims {CHELSEA_SOHO} with 4 red", "P1 keeps 1 ticket"])
def test_what_cannot_be_is_refused_even_then(text: str) -> None:
    state = table(2, f"{CHELSEA_SOHO} belongs to P2", "P1 hand is 4 red")
    with pytest.raises(IllegalMove):
        GAME.play(state, GAME.read_move(text, state), insist=True)


# The same game with open and with hidden hands


def retold(states: list[State], moves: list[Any], dice: random.Random) -> State:
    """An open game as a hidden table hears of it: blind cards unseen, and every second payment too."""
    state = GAME.start([player.name for player in states[0].players], {"hands": "hidden"})
    for move, told in zip(moves, states[1:], strict=True):
        match move:
            case DealCard() | DealTicket():
                continue
            case Keep():
                move = KeepUnseen(move.player, move.tickets.size)
            case Claim() if dice.random() < 0.5:
                move = replace(move, cards=None)
        state = GAME.play(state, move)
        if may_sweep(state) and told.row == (None,) * 5:
            state = GAME.play(state, SweepRow())
    for index, player in enumerate(states[-1].players):
        for ticket in sorted(player.tickets.known):
            state = GAME.play(state, ShowTicket(index, ticket))
    return state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_truly_happened_is_never_refused_to_a_hidden_table(players: int) -> None:
    """Ruling 1: the counts allow whatever hands really held, and the final score is the same."""
    dice = random.Random(players)
    for seed in range(12):
        start = GAME.start(("Ann", "Bob", "Cleo", "Dino")[:players], {})
        bots = {seat(index): RandomBot() for index in range(players)}
        moves, states = zip(*play_out(GAME, start, bots, random.Random(seed)), strict=True)
        hidden_end = retold([start, *states], list(moves), dice)
        assert GAME.turn(hidden_end).over
        assert GAME.score(GAME.position(hidden_end)) == GAME.score(GAME.position(states[-1]))
        for known, true in zip(hidden_end.players, states[-1].players, strict=True):
            assert known.hand.known <= true.hand.known
            assert known.hand.size == true.hand.size
