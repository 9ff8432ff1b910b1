"""The rules of New York, each test with the heading of the rulebook or the number of our ruling (RULES.md)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.errors import AmbiguousMove, IllegalMove, UnreadableMove
from engine.parts.cards import Cards, Hand, Supply
from engine.ticket_to_ride_new_york import GAME
from engine.ticket_to_ride_new_york.state import State, Step
from tests.engine.new_york import after, drop_deck, set_up, table

CHELSEA_SOHO = "Chelsea - Soho pink"
TWINS = "Chelsea - Empire State Building gray"


def refusal(state: State, text: str) -> str:
    with pytest.raises(IllegalMove) as refused:
        after(state, text)
    return refused.value.why


# Setting up


def test_everybody_starts_with_two_cards_and_two_tickets_and_five_cards_lie_open() -> None:
    """Rulebook, setting up; ruling 2."""
    for players in (2, 3, 4):
        state = set_up(players)
        assert all(player.hand.size == 2 and player.tickets.size == 2 for player in state.players)
        assert None not in state.row
        assert state.supply.deck == 44 - 2 * players - 5
        assert [state.taxis_of(index) for index in state.seats] == [15] * players
        assert state.ticket_deck == 18 - 2 * players


def test_cards_may_be_dealt_in_any_order_but_not_too_many() -> None:
    state = GAME.start(("Ann", "Bob"), {})
    state = after(state, "TABLE deals P2 red", "TABLE deals P1 red", "TABLE deals P2 blue")
    assert "owes player 2 nothing" in refusal(state, "TABLE deals P2 red")
    assert "no gap in the open row" in refusal(state, "TABLE shows red")
    assert "Cards are dealt now" in refusal(state, "TABLE deals P1 Chelsea - Brooklyn")


def test_one_or_both_start_tickets_are_kept_and_the_other_goes_under_the_deck() -> None:
    """Rulebook, setting up."""
    state = GAME.start(("Ann", "Bob"), {})
    state = after(state, *["TABLE deals P1 red", "TABLE deals P2 blue"] * 2)
    state = after(state, *(f"TABLE shows {card}" for card in ("black", "blue", "green", "orange", "pink")))
    state = after(state, "TABLE deals P1 Chelsea - Brooklyn", "TABLE deals P1 Times Square - Soho")
    state = after(state, "TABLE deals P2 Midtown West - United Nations", "TABLE deals P2 Soho - East Village")
    assert GAME.turn(state).actors == ("P1", "P2")
    assert "must be kept" in refusal(state, "P1 keeps no tickets")
    assert "did not draw the ticket" in refusal(state, "P2 keeps Chelsea - Brooklyn")
    state = after(state, "P2 keeps 2 tickets", "P1 keeps Times Square - Soho")
    assert state.bottom == ("Chelsea - Brooklyn",)
    assert state.players[1].tickets.size == 2
    assert (state.step, state.current) == (Step.ACTION, 0)


def test_a_card_that_is_nowhere_left_cannot_be_dealt() -> None:
    state = GAME.start(("Ann", "Bob", "Cleo"), {})
    state = after(state, *(f"TABLE deals P{index} red" for index in (1, 1, 2, 2, 3, 3)))
    assert refusal(state, "TABLE shows red") == "No red card can be left in the deck."


# Drawing cards


def test_two_cards_are_drawn_from_the_row_or_the_deck() -> None:
    """Rulebook, drawing cards."""
    state = after(table(2), "P1 takes blue")
    assert GAME.turn(state).actors == ("TABLE",)
    assert "gap in the open row" in refusal(state, "P1 takes black")
    state = after(state, "TABLE shows red", "P1 draws a card", "TABLE deals P1 taxi")
    assert state.players[0].hand == Hand(Cards(["blue", "taxi"]))
    assert state.row == ("black", "red", "green", "orange", "pink")
    assert state.current == 1


def test_an_open_taxi_is_the_only_card_of_the_turn() -> None:
    """Rulebook, drawing cards, attention."""
    state = after(table(2, "row is taxi, blue, green, orange, pink"), "P1 takes taxi", "TABLE shows red")
    assert (state.current, state.step) == (1, Step.ACTION)


def test_an_open_taxi_cannot_be_the_second_card() -> None:
    """Rulebook, drawing cards, attention."""
    state = table(2, "row is taxi, blue, green, orange, pink")
    state = after(state, "P1 takes blue", "TABLE shows red")
    assert refusal(state, "P1 takes taxi") == "An open taxi can only be the first card, and then it is the only one."
    assert "must take a second one" in refusal(state, "P1 draws tickets")


def test_a_taxi_from_the_deck_is_a_card_like_any_other() -> None:
    """Ruling 4."""
    state = after(table(2), "P1 draws a card", "TABLE deals P1 taxi")
    assert (state.current, state.step) == (0, Step.SECOND)


def test_a_card_that_does_not_lie_open_cannot_be_taken() -> None:
    assert refusal(table(2), "P1 takes red") == "There is no red card in the open row."


def test_nobody_draws_out_of_turn() -> None:
    """Rulebook, the turn."""
    assert refusal(table(2), "P2 takes blue") == "It is Ann's turn."


def test_three_open_taxis_send_the_whole_row_away() -> None:
    """Rulebook, drawing cards: at any moment; ruling 3."""
    state = table(2, "row is taxi, taxi, green, orange, pink")
    state = after(state, "P1 takes green", "TABLE shows taxi")
    assert state.row == (None,) * 5
    assert state.supply.discards == Hand(Cards({"taxi": 3, "orange": 1, "pink": 1}))
    assert state.remarks == ("3 taxi cards lay open, so the whole row was discarded.",)
    state = after(state, *["TABLE shows red"] * 5)
    assert (state.current, state.step) == (0, Step.SECOND)


def test_a_new_row_with_three_taxis_goes_away_too() -> None:
    """Ruling 3."""
    state = after(table(2, "row is taxi, taxi, green, orange, pink"), "P1 takes green", "TABLE shows taxi")
    state = after(state, *["TABLE shows taxi"] * 3, "TABLE shows red")
    assert state.row[:4] == ("taxi", "taxi", "taxi", "red")
    state = after(state, "TABLE shows blue")
    assert state.row == (None,) * 5
    assert state.supply.discards.size == 10


def test_three_open_taxis_stay_when_no_better_row_can_be_made() -> None:
    """Ruling 3: only while the cards that go round hold a set with fewer than three."""
    state = drop_deck(table(2, "row is taxi, taxi, green, orange, pink", "P1 hand is no cards"), "1 taxi")
    state = after(state, "P1 takes green", "TABLE shows taxi")
    assert state.row == ("taxi", "taxi", "taxi", "orange", "pink")


def test_two_sets_with_three_taxis_each_are_shuffled_together() -> None:
    """Ruling 3: the row is discarded before the deck is remade, else the two sets would follow each other for ever."""
    state = table(2, "row is taxi, taxi, green, orange, pink")
    state = drop_deck(state, "4 taxi, 2 red")
    state = after(state, "P1 takes green", "TABLE shows taxi")
    assert (state.supply.deck, state.supply.discards.size) == (5, 5)
    state = after(state, *["TABLE shows taxi"] * 3, *["TABLE shows red"] * 2)
    assert state.supply == Supply(10, Cards({"taxi": 6, "orange": 1, "pink": 1, "red": 2}))


def test_the_empty_deck_is_remade_from_the_discards() -> None:
    """Rulebook, drawing cards; ruling 5."""
    state = table(2, "P1 hand is 4 pink")
    state = after(state, f"P1 claims {CHELSEA_SOHO} with 4 pink")
    state = drop_deck(state, "1 red")
    state = after(state, "P2 draws a card", "TABLE deals P2 red")
    assert state.supply == Supply(4, Cards({"pink": 4}))


def test_without_deck_and_discards_a_gap_stays_until_a_payment_comes() -> None:
    """Ruling 5."""
    state = drop_deck(table(3, "P1 hand is 4 pink"))
    assert state.supply.deck == 0
    state = after(state, "P1 takes blue", "P1 takes black")
    assert state.row == (None, None, "green", "orange", "pink")
    assert refusal(state, "P2 draws a card") == "The deck is empty, and so are the discards."
    state = after(state, "P2 takes green", "P2 takes orange", "P3 takes pink")
    # No second card can be had, so the turn ended (ruling 4).
    assert (state.current, state.row) == (0, (None,) * 5)
    state = after(state, f"P1 claims {CHELSEA_SOHO} with 4 pink")
    assert GAME.turn(state).actors == ("TABLE",)
    state = after(state, *["TABLE shows pink"] * 4)
    assert state.row == (*["pink"] * 4, None)


def test_the_turn_ends_when_only_an_open_taxi_could_be_the_second_card() -> None:
    """Ruling 4."""
    state = drop_deck(table(2, "row is taxi, blue"))
    state = after(state, "P1 takes blue")
    assert (state.current, state.step) == (1, Step.ACTION)


# Claiming a route


def test_a_route_is_paid_with_cards_of_its_colour() -> None:
    """Rulebook, claiming a route."""
    state = after(table(2, "P1 hand is 4 pink, 1 red"), f"P1 claims {CHELSEA_SOHO} with 4 pink")
    assert state.taxis_of(0) == 11
    assert state.players[0].hand == Hand(Cards(["red"]))
    assert state.supply.discards == Hand(Cards({"pink": 4}))
    assert [str(route) for route in state.routes_of(0)] == [CHELSEA_SOHO]
    assert state.current == 1


@pytest.mark.parametrize("paid", ["2 pink, 2 taxi", "4 taxi", "1 pink, 3 taxi"])
def test_taxis_stand_for_any_colour(paid: str) -> None:
    """Rulebook, drawing cards: taxis are wild."""
    state = after(table(2, "P1 hand is 2 pink, 4 taxi"), f"P1 claims {CHELSEA_SOHO} with {paid}")
    assert state.owners[state.board.lanes_between(("Chelsea", "Soho"), None)[0]] == 0


def test_a_gray_route_takes_any_one_colour() -> None:
    """Rulebook, claiming a route."""
    state = table(2, "P1 hand is 2 red, 1 blue, 1 taxi")
    assert after(state, f"P1 claims {TWINS} with 2 red").taxis_of(0) == 13
    assert after(state, f"P1 claims {TWINS} with 1 blue, 1 taxi").taxis_of(0) == 13
    assert "cards of one colour" in refusal(state, f"P1 claims {TWINS} with 1 red, 1 blue")


def test_wrong_payments_are_refused_with_the_reason() -> None:
    """Rulebook, claiming a route."""
    state = table(2, "P1 hand is 3 pink, 4 red")
    claim = f"P1 claims {CHELSEA_SOHO} with"
    assert refusal(state, f"{claim} 3 pink") == "The route has 4 spaces, not 3."
    assert refusal(state, f"{claim} 4 red") == "A pink route is not paid with red cards."
    assert refusal(state, f"{claim} 3 pink, 1 taxi") == "Ann does not have 3 pink, 1 taxi."
    assert refusal(state, f"{claim} 5 pink, 3 red") == "Ann has only 7 cards."
    assert refusal(table(2, "P1 hand is 4 pink, 1 taxi"), f"{claim} 4 pink, 1 taxi") == "The route has 4 spaces, not 5."
    assert refusal(state, f"P1 claims {CHELSEA_SOHO}") == "Ann cannot have 4 cards of pink."
    assert refusal(state, f"{claim} unseen cards") == "Ann cannot have 4 cards of pink."
    assert refusal(state, f"P1 claims {TWINS} with unseen cards") == "Say which cards Ann pays."


def test_a_route_belongs_to_one_player() -> None:
    """Rulebook, claiming a route: any free route."""
    state = table(3, f"{CHELSEA_SOHO} belongs to P2", "P1 hand is 4 pink")
    assert refusal(state, f"P1 claims {CHELSEA_SOHO} with 4 pink") == "The route Chelsea - Soho pink belongs to Bob."


def test_there_must_be_a_taxi_for_every_space() -> None:
    """Rulebook, claiming a route."""
    mine = ("Chinatown - Brooklyn red", "Wall Street - Brooklyn blue", "Chelsea - Greenwich Village red")
    more = ("Lower East Side - Brooklyn gray",)
    state = table(2, *(f"{route} belongs to P1" for route in (*mine, *more)), "P1 hand is 4 pink")
    assert state.taxis_of(0) == 3
    assert refusal(state, f"P1 claims {CHELSEA_SOHO} with 4 pink") == "Ann has 3 taxis left and needs 4."


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_owns_both_routes_of_a_double(players: int) -> None:
    """Rulebook, claiming a route."""
    state = table(players, "Lincoln Center - Times Square green belongs to P1", "P1 hand is 2 blue")
    why = refusal(state, "P1 claims Lincoln Center - Times Square blue with 2 blue")
    assert why == "Ann owns the other route between Lincoln Center and Times Square."


def test_with_two_players_the_second_route_of_a_double_is_closed() -> None:
    """Rulebook, claiming a route, important note."""
    claim = "P1 claims Lincoln Center - Times Square blue with 2 blue"
    corrections = ("Lincoln Center - Times Square green belongs to P2", "P1 hand is 2 blue")
    why = refusal(table(2, *corrections), claim)
    assert why == "With so few players the second route between Lincoln Center and Times Square is closed."
    for players in (3, 4):
        assert after(table(players, *corrections), claim).taxis_of(0) == 13


def test_of_gray_twins_the_free_one_is_claimed() -> None:
    """Ruling 7."""
    state = table(3, "P1 hand is 2 red", "P2 hand is 2 red, 2 blue", "P3 hand is 2 green")
    state = after(state, f"P1 claims {TWINS}", f"P2 claims {TWINS} with 2 blue")
    assert [state.owners[lane] for lane in state.board.lanes_between(("Chelsea", "Empire State Building"), None)] == [
        0,
        1,
    ]
    assert refusal(state, f"P3 claims {TWINS}") == f"The route {TWINS} belongs to Ann and Bob."
    names = [player["routes"] for player in GAME.position(state)["players"]]
    assert names[0] == names[1] == [["Chelsea", "Empire State Building", "gray"]]


# Drawing tickets


def test_two_tickets_are_drawn_and_at_least_one_kept() -> None:
    """Rulebook, drawing tickets."""
    state = after(set_up(2), "P1 draws tickets")
    tickets = sorted(state.tickets.unseen)[:2]
    state = after(state, *(f"TABLE deals P1 {ticket}" for ticket in tickets))
    assert state.step is Step.KEEP
    assert "must be kept" in refusal(state, "P1 keeps 0 tickets")
    assert "First the drawn tickets" in refusal(state, "P1 draws a card")
    kept = after(state, f"P1 keeps {tickets[1]}")
    assert kept.bottom == (tickets[0],)
    assert kept.players[0].tickets.size == 3
    assert kept.current == 1
    third, fourth = sorted(kept.tickets.unseen)[:2]
    again = after(kept, "P2 draws tickets", f"TABLE deals {third}", f"TABLE deals {fourth}", f"P2 keeps {third}")
    assert again.bottom == (tickets[0], fourth)


def test_the_last_single_ticket_must_be_kept() -> None:
    """Rulebook, drawing tickets."""
    state = set_up(2)
    last = "Chelsea - Brooklyn"
    others = state.tickets.unseen.without(Cards([last]))
    state = state.with_player(1, tickets=state.players[1].tickets + Hand(others))
    state = replace(state, tickets=Supply(0, state.tickets.unseen - others), bottom=(last,))
    state = after(state, "P1 draws tickets", f"TABLE deals {last}")
    assert [str(move) for move in GAME.legal_moves(state)] == [f"P1 keeps {last}"]
    state = after(state, f"P1 keeps {last}")
    assert refusal(state, "P2 draws tickets") == "There are no tickets left to draw."


def test_tickets_come_back_in_the_order_in_which_they_went_under_the_deck() -> None:
    """Rulebook, drawing tickets: discarded tickets go to the bottom."""
    state = replace(set_up(2), tickets=Supply(0, Cards()), bottom=("Chelsea - Brooklyn", "Times Square - Soho"))
    state = after(state, "P1 draws tickets")
    assert "cannot lie on top" in refusal(state, "TABLE deals P1 Times Square - Soho")
    assert GAME.chances(state) == {GAME.read_move("TABLE deals P1 Chelsea - Brooklyn", state): 1}


# End of the game


ALMOST_OUT = (
    "Chinatown - Brooklyn red belongs to P1",
    "Wall Street - Brooklyn blue belongs to P1",
    "Lower East Side - Brooklyn gray belongs to P1",
    "Central Park - United Nations pink belongs to P1",
)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_taxis_or_fewer_give_everybody_one_more_turn(players: int) -> None:
    """Rulebook, end of the game: that player too."""
    state = table(players, *ALMOST_OUT, "P1 hand is 1 red")
    state = after(state, "P1 claims Empire State Building - Gramercy Park red with 1 red")
    assert (state.taxis_of(0), state.last_turns) == (2, players)
    assert state.remarks == ("Ann has 2 taxis left: everyone has one more turn.",)
    order = [f"P{index % players + 1}" for index in range(1, players + 1)]
    for actor in order:
        assert GAME.turn(state).actors == (actor,)
        assert "last turn" in GAME.turn(state).todo
        for _ in range(2):
            state = after(state, f"{actor} draws a card", f"TABLE deals {next(iter(state.supply.unseen))}")
    assert GAME.turn(state).over
    assert refusal(state, "P1 draws a card") == "The game is over."


def test_three_taxis_are_not_yet_the_end() -> None:
    """Rulebook, end of the game."""
    state = table(2, *ALMOST_OUT, "P1 hand is 1 red")
    assert state.taxis_of(0) == 3
    state = after(state, "P1 draws tickets")
    assert state.last_turns is None


def test_any_action_ends_a_turn_with_few_taxis() -> None:
    """Rulebook, end of the game: it counts what is left at the end of the turn, whatever was done."""
    state = table(2, *ALMOST_OUT, "Chinatown - Wall Street green belongs to P1", "P1 hand is no cards")
    state = after(state, "P1 takes blue", "TABLE shows red", "P1 takes red", "TABLE shows red")
    assert state.last_turns == 2


def test_a_second_player_with_few_taxis_does_not_prolong_the_game() -> None:
    """Rulebook, end of the game: one last turn for everybody."""
    state = table(2, *ALMOST_OUT, "P1 hand is 1 red", "P2 hand is 1 orange")
    for route in ("Chelsea - Soho pink", "Chelsea - Greenwich Village red", "United Nations - Gramercy Park green"):
        state = GAME.correct(state, f"{route} belongs to P2")
    state = GAME.correct(state, "Greenwich Village - Soho orange belongs to P2")
    state = after(state, "P1 claims Empire State Building - Gramercy Park red")
    assert (state.taxis_of(1), state.last_turns) == (3, 2)
    state = after(state, "P2 claims Times Square - Empire State Building orange")
    assert (state.taxis_of(1), state.last_turns) == (2, 1)


# Passing


def test_nobody_passes_who_can_do_something() -> None:
    """Ruling 10."""
    assert refusal(table(2), "P1 passes") == "Ann can still do something."


def test_the_game_ends_when_nobody_can_act() -> None:
    """Ruling 10."""
    state = stuck()
    assert [str(move) for move in GAME.legal_moves(state)] == ["P1 passes"]
    state = after(state, "P1 passes", "P2 passes")
    assert GAME.turn(state).over
    assert state.remarks == ("Nobody can do anything: the game ends.",)


def stuck() -> State:
    """No open card, no deck, no ticket left, and nobody has a card that pays for anything."""
    state = replace(table(2), row=(None,) * 5, supply=Supply(0, Cards()), tickets=Supply(0, Cards()), bottom=())
    return state.with_player(0, hand=Hand()).with_player(1, hand=Hand())


# Texts


def test_what_a_text_leaves_out_is_completed() -> None:
    state = table(2, "P1 hand is 4 pink")
    assert str(GAME.read_move("p1 claims soho - chelsea", state)) == f"P1 claims {CHELSEA_SOHO} with 4 pink"
    drawing = after(state, "P1 draws a card")
    assert str(GAME.read_move("TABLE deals red", drawing)) == "TABLE deals P1 red"
    assert str(GAME.read_move("P1 draws", after(drawing, "TABLE deals red"))) == "P1 draws a card"


def test_a_text_that_fits_several_moves_names_them() -> None:
    state = table(2, "P1 hand is 2 pink, 3 taxi, 2 red")
    with pytest.raises(AmbiguousMove) as several:
        GAME.read_move(f"P1 claims {CHELSEA_SOHO}", state)
    assert several.value.candidates == (
        f"P1 claims {CHELSEA_SOHO} with 2 pink, 2 taxi",
        f"P1 claims {CHELSEA_SOHO} with 1 pink, 3 taxi",
    )
    with pytest.raises(AmbiguousMove):
        GAME.read_move("P1 draws", state)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("P3 draws a card", "There is no P3 in this game."),
        ("P1 takes yellow", "There is no card yellow; the cards are black, blue"),
        ("P1 claims Chelsea", "names both ends"),
        ("P1 claims Chelsea - Brooklyn red with 3 red", "There is no route Chelsea - Brooklyn red on the map."),
        ("P1 claims Chelsea - Soho pink with money", "There is no card money"),
        ("P1 claims Chelsea - Soho pink with 4", "Cards are written like"),
        ("P1 keeps Chelsea - Nowhere", "There is no ticket Chelsea - Nowhere."),
        ("P1 keeps Chelsea", "A ticket is written like"),
        ("P1 draws nothing", "draws a card or draws tickets"),
        ("P1 passes water", "Nothing follows after passes."),
        ("TABLE burns red", "The table deals"),
        ("TABLE deals red", "Say to whom the table deals"),
        ("Ann draws a card", "A move begins with P1 to P4 or TABLE"),
        ("P1 dances", "A player takes, draws, keeps, claims, passes or shows."),
    ],
)
def test_a_text_that_is_no_move_is_refused_in_words(text: str, why: str) -> None:
    with pytest.raises(UnreadableMove) as refused:
        GAME.read_move(text, table(2))
    assert why in refused.value.why
