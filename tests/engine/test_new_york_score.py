"""The final count of New York against the slow reference, with ties, problems and bad input."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from engine.errors import BadPosition
from engine.ticket_to_ride_new_york import GAME
from firmware.cli import main
from tests.reference import ticket_to_ride_new_york as reference

NAME = "ticket-to-ride-new-york"
LINCOLN_TO_GREENWICH = [
    ["Lincoln Center", "Times Square", "green"],
    ["Empire State Building", "Times Square", "pink"],
    ["Gramercy Park", "Empire State Building", "red"],
    ["Gramercy Park", "Greenwich Village", "black"],
]


def position(*players: dict[str, Any]) -> dict[str, Any]:
    seated = [
        {"name": name, "routes": [], "tickets": [], **player} for name, player in zip("ABCD", players, strict=False)
    ]
    return {"game": NAME, "players": seated}


def lawful_deal(dice: random.Random) -> dict[str, Any]:
    """Routes and tickets dealt out at random without breaking a rule."""
    count = dice.randint(2, 4)
    players = [{"routes": [], "tickets": []} for _ in range(count)]
    routes = [list(route[:3]) for route in reference.PRINTED]
    dice.shuffle(routes)
    for route in routes:
        owner = dice.choice(players)
        owner["routes"].append(route if dice.random() < 0.5 else [route[1], route[0], route[2]])
        if not reference.is_lawful(position(*players)):
            owner["routes"].pop()
    tickets = [sorted(pair) for pair in reference.VALUES]
    dice.shuffle(tickets)
    for ticket in tickets[: dice.randint(2, 18)]:
        dice.choice(players)["tickets"].append(ticket)
    return position(*players)


def wild_deal(dice: random.Random) -> dict[str, Any]:
    """Routes and tickets dealt out with no regard for the rules."""
    routes = [
        *(list(route[:3]) for route in reference.PRINTED),
    ]
    tickets = [sorted(pair) for pair in reference.VALUES]
    players = [
        {
            "routes": [dice.choice(routes) for _ in range(dice.randint(0, 9))],
            "tickets": [dice.choice(tickets) for _ in range(dice.randint(0, 3))],
        }
        for _ in range(dice.randint(1, 4))
    ]
    return position(*players)


def agree(given: dict[str, Any]) -> None:
    ours, theirs = GAME.score(given).as_json(), reference.score(given)
    kept = ("name", "total", "parts", "completed")
    assert [{key: player[key] for key in kept} for player in ours["players"]] == [
        {key: player[key] for key in kept} for player in theirs["players"]
    ]
    assert ours["winners"] == theirs["winners"]
    assert (not ours["problems"]) == reference.is_lawful(given), ours["problems"]


@pytest.mark.parametrize("seed", range(4))
def test_lawful_deals_count_as_the_reference_counts_them(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(60):
        agree(lawful_deal(dice))


@pytest.mark.parametrize("seed", range(4))
def test_lawless_deals_are_scored_and_told_apart_as_by_the_reference(seed: int) -> None:
    dice = random.Random(100 + seed)
    for _ in range(150):
        agree(wild_deal(dice))


def test_the_reference_counts_a_game_worked_out_by_hand() -> None:
    """2 + 1 + 1 + 2 for routes, 6 for the ticket, and three coins: all places but the first and the fourth."""
    player = {
        "routes": LINCOLN_TO_GREENWICH,
        "tickets": [["Lincoln Center", "Greenwich Village"], ["Chelsea", "Brooklyn"]],
    }
    (counted,) = reference.score(position(player))["players"]
    assert counted["parts"] == {"routes": 6, "tickets": 6 - 8, "attractions": 3}


def test_a_completed_ticket_is_shown_with_the_way_that_fulfils_it() -> None:
    """Ruling 12: the way with the fewest spaces, in order, though other own routes lead there too."""
    detour = [["Lincoln Center", "Central Park", "orange"], ["Central Park", "Times Square", "red"]]
    player = {"routes": [*detour, *LINCOLN_TO_GREENWICH], "tickets": [["Greenwich Village", "Lincoln Center"]]}
    (scored,) = GAME.score(position(player)).as_json()["players"]
    assert scored["completed"] == [["Greenwich Village", "Lincoln Center"]]
    (connection,) = scored["connections"]
    assert connection["routes"] == [
        ["Lincoln Center", "Times Square", "green"],
        ["Times Square", "Empire State Building", "pink"],
        ["Empire State Building", "Gramercy Park", "red"],
        ["Gramercy Park", "Greenwich Village", "black"],
    ]
    (source,) = [source for source in scored["sources"] if source["part"] == "tickets"]
    assert source["points"] == 6
    assert source["marks"][0] == "Lincoln Center - Times Square green"
    assert source["why"].endswith(
        "Lincoln Center - Times Square - Empire State Building - Gramercy Park - Greenwich Village"
    )


@pytest.mark.parametrize(("length", "points"), [(1, 1), (2, 2), (3, 4), (4, 7)])
def test_routes_score_by_their_length(length: int, points: int) -> None:
    """Score table of the board; ruling 11."""
    route = next(list(printed[:3]) for printed in reference.PRINTED if printed[3] == length)
    assert GAME.score(position({"routes": [route]})).players[0].parts["routes"] == points


# Ties


def test_a_tie_goes_to_more_completed_tickets() -> None:
    """Rulebook, end of the game. A: 4 + 2 coins - 2; B: 2 + 2 coins + 3 - 3."""
    ann = {"routes": [["Chinatown", "Brooklyn", "red"]], "tickets": [["Lower East Side", "Wall Street"]]}
    bob = {
        "routes": [["Gramercy Park", "Empire State Building", "red"], ["Gramercy Park", "Greenwich Village", "black"]],
        "tickets": [["Empire State Building", "Greenwich Village"], ["Gramercy Park", "Chinatown"]],
    }
    score = GAME.score(position(ann, bob))
    assert [player.total for player in score.players] == [4, 4]
    assert score.winners == ("B",)
    assert score.tie == "B wins the tie with more completed tickets (1)."


def test_a_tie_that_tickets_do_not_break_is_shared() -> None:
    """Rulebook, end of the game."""
    score = GAME.score(
        position({"routes": [["Soho", "Chelsea", "pink"]]}, {}, {"routes": [["Soho", "Chelsea", "pink"]]})
    )
    assert score.winners == ("A", "C")
    assert score.tie == "A and C share the win: as many points and completed tickets."


def test_a_clear_win_has_no_tie() -> None:
    assert GAME.score(position({"routes": [["Soho", "Chelsea", "pink"]]}, {})).tie is None


# Problems


@pytest.mark.parametrize(
    ("players", "who", "why"),
    [
        (
            [{"routes": [["Soho", "Chelsea", "pink"]]}] * 2,
            "B",
            "Chelsea - Soho pink is owned 2 times, by A and B.",
        ),
        (
            [{"routes": [["Chinatown", "Brooklyn", "red"], ["Brooklyn", "Chinatown", "orange"]]}],
            "A",
            "A owns both routes between Chinatown and Brooklyn.",
        ),
        (
            [{"routes": [["Chelsea", "Empire State Building", "gray"]] * 2}],
            "A",
            "A owns both routes between Chelsea and Empire State Building.",
        ),
        (
            [{"routes": [["Chelsea", "Empire State Building", "gray"]]}] * 2,
            "B",
            "With so few players only one route between Chelsea and Empire State Building is open.",
        ),
        (
            [{"tickets": [["Chelsea", "Brooklyn"]]}] * 2,
            "B",
            "There is only one ticket Chelsea - Brooklyn; it is held by A and B.",
        ),
        (
            [{"tickets": [["Chelsea", "Brooklyn"]] * 2}, {}],
            "A",
            "There is only one ticket Chelsea - Brooklyn; A has it 2 times.",
        ),
        ([{"colour": "green"}], "A", "There are no green taxis; there are white, yellow, turquoise, purple."),
    ],
)
def test_every_breach_is_named(players: list[dict[str, Any]], who: str, why: str) -> None:
    problems = GAME.score(position(*players)).problems
    assert [(problem.player, problem.why) for problem in problems] == [(who, why)]


def test_a_colour_that_two_play_with_is_a_breach_of_both() -> None:
    problems = GAME.score(position(*[{"colour": "white"}] * 2)).problems
    why = "A and B have taxis of one colour, white."
    assert [(problem.player, problem.why) for problem in problems] == [("A", why), ("B", why)]


def test_more_than_fifteen_taxis_are_noticed() -> None:
    """Rulebook, list of components: 15 of each colour."""
    routes = [["Soho", "Chelsea", "pink"], ["Chinatown", "Brooklyn", "red"], ["Wall Street", "Brooklyn", "blue"]]
    routes += [["Lower East Side", "Brooklyn", "gray"], ["Chelsea", "Midtown West", "blue"]]
    assert GAME.score(position({"routes": routes})).problems == ()
    routes += [["Midtown West", "Times Square", "gray"]]
    (problem,) = GAME.score(position({"routes": routes})).problems
    assert problem.why == "A has placed 16 taxis of 15."


def test_with_three_players_two_may_own_the_gray_twins_and_a_third_may_not() -> None:
    """Ruling 7: the twins are a list with repetitions."""
    twin = {"routes": [["Empire State Building", "Chelsea", "gray"]]}
    assert GAME.score(position(twin, twin, {})).problems == ()
    (problem,) = GAME.score(position(twin, twin, twin)).problems
    assert problem.why == "Chelsea - Empire State Building gray is owned 3 times, by A and B and C."


ORANGE = ["Lincoln Center", "Central Park", "orange"]  # the only route between them
GREEN, BLUE = (["Lincoln Center", "Times Square", colour] for colour in ("green", "blue"))


@pytest.mark.parametrize(
    ("players", "told"),
    [
        ([[ORANGE, ORANGE], []], [("A", "Lincoln Center - Central Park orange is owned 2 times, by A.")]),
        (
            [[GREEN, GREEN], [], [BLUE]],
            [("A", "Lincoln Center - Times Square green is owned 2 times, by A.")],
        ),
        (
            [[GREEN, GREEN], [BLUE]],
            [
                ("A", "Lincoln Center - Times Square green is owned 2 times, by A."),
                ("B", "With so few players only one route between Lincoln Center and Times Square is open."),
            ],
        ),
        ([[GREEN], [GREEN]], [("B", "Lincoln Center - Times Square green is owned 2 times, by A and B.")]),
        ([[GREEN, BLUE], []], [("A", "A owns both routes between Lincoln Center and Times Square.")]),
    ],
)
def test_one_breach_is_told_once(players: list[list[list[str]]], told: list[tuple[str, str]]) -> None:
    """A route that is named twice is no second lane of a double route."""
    problems = GAME.score(position(*({"routes": routes} for routes in players))).problems
    assert [(problem.player, str(problem.why)) for problem in problems] == told


# Reading


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ([], "the position: must be an object"),
        ({}, "the key 'players' is missing"),
        ({"players": []}, "players: must have 1 to 4 entries, not 0"),
        ({"players": [{}]}, "players[0]: the key 'name' is missing"),
        ({"players": [{"name": "A"}, {"name": "A"}]}, "players: two players have the same name"),
        (
            {"players": [{"name": "A", "routes": [["Soho", "Chelsea"]]}]},
            "players[0].routes[0]: must have 3 entries",
        ),
        ({"players": [{"name": "A", "routes": [["Soho", "Chelsea", 3]]}]}, "players[0].routes[0][2]: must be a text"),
        ({"players": [{"name": "A", "tickets": "all"}]}, "players[0].tickets: must be a list"),
        ({"players": [{"name": "A", "cards": 3}]}, "players[0]: unknown key 'cards'"),
        (
            {"players": [{"name": "A", "routes": [["Soho", "Brooklyn", "red"]]}]},
            "players[0].routes[0]: Soho - Brooklyn red is no route of New York",
        ),
        (
            {"players": [{"name": "A", "tickets": [["Soho", "Brooklyn"]]}]},
            "players[0].tickets[0]: Soho - Brooklyn is no ticket of New York",
        ),
        ({"game": "chess", "players": [{"name": "A"}]}, "game: must be one of ticket-to-ride-new-york"),
    ],
)
def test_a_position_that_cannot_be_read_is_refused_in_one_sentence(given: Any, why: str) -> None:
    from engine.ticket_to_ride_new_york.scoring import read_position

    with pytest.raises(BadPosition) as refused:
        read_position(given)
    assert why in str(refused.value)


def test_the_commands_score_and_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "position.json"
    file.write_text(json.dumps(position({"colour": "purple", "routes": LINCOLN_TO_GREENWICH})))
    assert main(["score", str(file)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["players"][0]["parts"] == {"routes": 6, "tickets": 0, "attractions": 3}
    log = tmp_path / "game.jsonl"
    header = {"capostazione": 1, "game": NAME, "rules": 1, "players": ["Ann", "Bob"], "setup": {"hands": "hidden"}}
    moves = [f"TABLE shows {card}" for card in ("red", "blue", "taxi", "pink", "green")]
    moves += ["P1 keeps 1 ticket", "P2 keeps 2 tickets", "P1 claims Midtown West - Times Square", "P2 takes yellow"]
    lines = [header, *({"do": "move", "text": text} for text in moves)]
    log.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    assert main(["replay", str(log)]) == 1
    told = capsys.readouterr()
    assert json.loads(told.out)["position"]["players"][0]["routes"] == [["Midtown West", "Times Square", "gray"]]
    assert "There is no card yellow" in told.err
