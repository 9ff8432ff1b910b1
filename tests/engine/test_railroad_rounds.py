"""Railroad Tiles rule by rule: objectives, the end of a round, solo games, the end.

Pages are those of the rulebook, numbers those of the rulings.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.errors import BadSetup
from engine.railroad_tiles import GAME
from engine.railroad_tiles.tile import read_tile
from tests.engine.scenes import NAMES, Scene, at_columns

OBJECTIVES = ["town-hall", "temple", "stadium"]


# Objectives


def flagged(round_: int = 1, **more: Any) -> Scene:
    """A game for three with objectives, in a round whose waiting token has a flag."""
    tokens = ["car"] * (round_ - 1) + ["car+flag", "train+flag", "traveller+flag"] + ["train"] * 4
    scene = Scene(3, tokens=tokens, objectives=OBJECTIVES, **more)
    return scene.to_columns(round_)


@pytest.mark.parametrize("round_", [1, 3])
def test_a_flag_asks_for_an_objective_tile(round_: int) -> None:
    """Ruling 7; p. 10: one objective tile in addition to the others, and it is the player's choice which."""
    scene = flagged(round_).play("P1 take 1")
    assert {move.split("=")[1] for move in scene.moves if "=" in move} == set(OBJECTIVES)
    scene.on(lambda state: not state.players[0].hand)
    assert scene.actors == ("P1",)
    assert "First Ann lays" in scene.refused("P2 take 2")
    lay = next(move for move in sorted(scene.moves) if "=temple" in move)
    scene.play(lay)
    assert [tile.objective for tile in scene.player("P1").objectives] == ["town-hall", "stadium"]
    assert scene.actors == ("P2",)


def test_the_objective_comes_at_any_point_among_the_others() -> None:
    """Ruling 7: first, between, last; never twice."""
    for before in range(3):
        scene = flagged().play("P1 take 2")
        for _ in range(before):
            scene.play(next(move for move in sorted(scene.moves) if " lay " in move and "=" not in move))
        scene.play(next(move for move in sorted(scene.moves) if "=stadium" in move))
        assert "no objective tile to lay now" in scene.refused("P1 lay 9,9 H-H-=town-hall")


def test_without_a_flag_no_objective_is_laid() -> None:
    """P. 10."""
    scene = flagged(2)
    scene.state = replace(scene.state, waiting=replace(scene.state.waiting, flag=False))
    scene.play("P1 take 1")
    assert "no objective tile to lay now" in scene.refused("P1 lay 0,1 H-H-=town-hall")
    assert not any("=" in move for move in scene.moves)


def test_without_objectives_flags_mean_nothing() -> None:
    """P. 7: the flag is ignored."""
    scene = Scene(3, tokens=["car+flag"]).to_columns().play("P1 take 1")
    assert not any("=" in move for move in scene.moves)


def test_an_objective_is_discarded_only_if_none_can_be_laid() -> None:
    """Ruling 7; p. 10. No objective may be refused, and the others are laid before one is given up."""
    scene = flagged().play("P1 take 1")
    assert "may not be refused" in scene.refused("P1 refuse H-H-=stadium")
    assert "laid first" in scene.refused("P1 discard H-H-=stadium")
    scene.on(lambda state: not state.players[0].hand)
    assert "can be laid" in scene.refused("P1 discard H-H-=stadium")
    # Between cross-roads of rail on all sides nothing of road fits, and the temple's dead end of rail does not either.
    scene.give("P1", "0,0 RRRR")
    assert {move.split("=")[1] for move in scene.moves} == {"temple"}
    assert "can be laid" in scene.refused("P1 discard H-H-=stadium")
    scene.give("P1", "0,0 RRRR", objectives=tuple(read_tile(f"H-H-={name}") for name in ("town-hall", "stadium")))
    assert scene.moves == {"P1 discard H-H-=town-hall", "P1 discard H-H-=stadium"}
    scene.play("P1 discard H-H-=stadium")
    assert [tile.objective for tile in scene.player("P1").objectives] == ["town-hall"]
    assert scene.actors == ("P2",)


def test_no_objective_is_owed_when_none_is_left() -> None:
    """P. 10: if any is still available."""
    scene = flagged().give("P1", objectives=()).play("P1 take 1")
    assert not any("=" in move for move in scene.moves)


def test_an_objective_of_another_set_is_not_laid() -> None:
    scene = flagged().play("P1 take 1")
    assert "no tile" in scene.refused("P1 lay 0,1 H---=airport")


@pytest.mark.parametrize(
    "objectives", [["temple"], ["temple", "temple", "stadium"], ["temple", "stadium", "zoo"], "temple"]
)
def test_three_different_objectives_are_chosen(objectives: Any) -> None:
    """P. 10, setting up."""
    with pytest.raises(BadSetup):
        GAME.start(NAMES[:2], {"objectives": objectives})


# The end of a round


def two_players_at_the_flip() -> Scene:
    """Columns 1 and 2 are taken; 3 and 4 are left, with stars on both."""
    scene = at_columns(2)
    stars = tuple(replace(column, stars=number) for number, column in enumerate(scene.state.columns))
    scene.state = replace(scene.state, columns=stars, stars=scene.state.stars - 6)
    return scene.to_end_of_round()


@pytest.mark.parametrize(("side", "loses", "stays"), [("left", 2, 3), ("right", 3, 2)])
def test_the_two_player_token_empties_a_column(side: str, loses: int, stays: int) -> None:
    """Ruling 12; p. 8, the rule for two: its tiles to the box, its stars to the supply, a star on the other."""
    scene = two_players_at_the_flip()
    assert scene.state.phase == "round-end"
    assert scene.moves == {"TABLE flip left", "TABLE flip right"}
    before = scene.state
    scene.play(f"TABLE flip {side}")
    after = scene.state
    assert after.columns[loses].tiles == ()
    assert after.columns[loses].stars == 0
    assert after.columns[stays].tiles == before.columns[stays].tiles
    assert after.columns[stays].stars == before.columns[stays].stars + 1
    assert len(after.put_away) - len(before.put_away) == scene.state.sizes[loses]
    assert after.stars == before.stars + before.columns[loses].stars - 1
    assert (after.round, after.phase) == (2, "preparation")


def test_the_token_is_flipped_only_by_two_and_only_when_due() -> None:
    """Ruling 12."""
    for scene in (Scene(), at_columns(), at_columns(3), at_columns(1), at_columns(4)):
        assert "only at the end of a round" in scene.refused("TABLE flip left")


def test_nothing_happens_between_the_round_and_the_flip() -> None:
    scene = two_players_at_the_flip()
    for text in ("P1 take 3", "TABLE fill 1 HH--", "TABLE token train", "P1 pass"):
        scene.refused(text)


def test_no_flip_after_the_last_round() -> None:
    """P. 9: at the end of round 8 the score is counted."""
    scene = Scene(2).to_phase("selection", 8)
    scene.to_end()
    assert scene.moves == set()
    assert "The game is over." in scene.refused("TABLE flip left")


def test_the_turn_order_follows_the_columns() -> None:
    """Ruling 12; p. 8: by chosen column, left to right."""
    scene = Scene(4).play("TABLE order P4 P3 P2 P1").to_columns()
    for text in ("P4 take 5", "P3 take 2", "P2 take 4", "P1 take 1"):
        scene.play(text).on(lambda state: state.laying is None)
    assert scene.state.order == (0, 2, 1, 3)
    assert scene.to_columns(2).actors == ("P1",)


def test_columns_are_refilled_and_the_untaken_one_keeps_its_tiles() -> None:
    """Ruling 12; p. 4."""
    scene = at_columns(3, tile="HHHH.C")
    scene.to_end_of_round()
    assert [len(column.tiles) for column in scene.state.columns] == [0, 0, 0, 4]
    scene.tile = "R-R-"
    scene.to_columns(2)
    assert [len(column.tiles) for column in scene.state.columns] == [2, 3, 3, 4]
    assert {str(tile) for tile in scene.state.columns[3].tiles} == {"HHHH.C"}
    assert all(column.taken_by is None for column in scene.state.columns)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_game_ends_after_round_eight(players: int) -> None:
    """P. 9."""
    scene = Scene(players).to_end()
    assert scene.state.round == 8
    assert scene.actors == ()
    for text in ("P1 take 1", "P1 pass", "TABLE token car"):
        assert scene.refused(text) == "The game is over."


# Solo


@pytest.mark.parametrize(("column", "stars", "prestige", "put_away"), [(1, 2, 0, 7), (2, 1, 1, 6), (3, 1, 0, 5)])
def test_the_columns_of_a_solo_game(column: int, stars: int, prestige: int, put_away: int) -> None:
    """Ruling 13; p. 11: a star, a point, nothing; the other columns are discarded, and get no star."""
    scene = at_columns(1).play(f"P1 take {column}")
    player = scene.player("P1")
    assert (player.stars, player.prestige) == (stars, prestige)
    assert len(scene.state.put_away) == put_away
    assert all(not there.tiles and not there.stars for there in scene.state.columns)
    assert scene.state.stars == 10 - stars
    scene.on(lambda state: state.round == 2)
    assert all(there.stars == 0 for there in scene.state.columns)


def test_the_point_of_the_middle_column_is_scored() -> None:
    """Ruling 13: told as a source of its own."""
    scene = at_columns(1).play("P1 take 2")
    score = GAME.score(GAME.position(scene.state))
    assert score.players[0].parts["pawns"] == 1
    assert "column with 3 tiles" in score.players[0].sources[0].why


def test_a_challenge_is_for_one_player() -> None:
    """P. 11."""
    with pytest.raises(BadSetup):
        GAME.start(NAMES[:2], {"challenge": "holes"})
    with pytest.raises(BadSetup):
        GAME.start(NAMES[:1], {"challenge": "flat-earht"})
    assert GAME.start(NAMES[:1], {"challenge": "holes"}).challenge == "holes"


@pytest.mark.parametrize("players", [0, 5])
def test_one_to_four_play(players: int) -> None:
    with pytest.raises(BadSetup):
        GAME.start(["A", "B", "C", "D", "E"][:players], {})


# Restrictions


def solo(challenge: str, *tiles: str) -> Scene:
    scene = Scene(1, tile="----", challenge=challenge)
    return scene.to_columns(2).give("P1", *tiles)


def test_a_fourth_row_is_reported_at_once() -> None:
    """flat-earth: with the tile that makes it, not at the end."""
    scene = solo("flat-earth", "0,0 ----", "0,1 ----", "1,2 ----", "0,2 ----").play("P1 take 1")
    scene.play("P1 lay 2,2 ----")
    assert scene.problems == []
    scene.play("P1 lay 0,-1 ----")
    assert scene.problems == ["Rows of the territory: 4; at most 3 are allowed."]
    assert GAME.problems(scene.state)[0].what == "flat-earth"


def test_a_second_pawn_in_a_row_is_reported_at_once() -> None:
    """strict-rules."""
    scene = solo("strict-rules", "0,0 -H-H.C *", "1,0 -H-H.C", "0,1 ----").to_placement(2)
    assert scene.problems == []
    scene.play("P1 pawn 1 car 1,0#1")
    assert scene.problems == ["Two pawns of one kind stand in one row."]


def test_a_third_pawn_on_a_network_is_reported_at_once() -> None:
    """traffic-control."""
    scene = solo("traffic-control", "0,0 -H-H.C *", "1,0 -H-H.C *", "2,0 -H-H.C").to_placement(2)
    assert scene.problems == []
    scene.play("P1 pawn 1 car 2,0#1")
    assert scene.problems == ["Pawns of one kind on one network: 3; at most 2 are allowed."]


def test_a_tile_that_joins_two_networks_is_reported_at_once() -> None:
    """traffic-control: two cars on either side, and a highway laid between them."""
    scene = solo("traffic-control", "0,0 -H-H.C.C *", "2,0 -H-H.C.C *", "0,1 ----", "1,1 ----", "2,1 ----")
    scene.play("P1 take 1").hand("P1", "-H-H")
    assert scene.problems == []
    scene.play("P1 lay 1,0 -H-H")
    assert scene.problems == ["Pawns of one kind on one network: 4; at most 2 are allowed."]


def test_what_can_still_be_mended_is_not_reported() -> None:
    """perfection: loose ends may be closed until the end."""
    assert solo("perfection", "0,0 HHHH", "1,0 HHHH").problems == []


# The end


def final(*players: tuple[int, int | None]) -> dict[str, Any]:
    seated = [
        {"name": name, "prestige": points, "column": column, "tiles": []}
        for name, (points, column) in zip(NAMES, players, strict=False)
    ]
    return GAME.score({"players": seated}).as_json()


@pytest.mark.parametrize(
    ("players", "winners"),
    [
        ([(10, 3), (9, 0)], ["Ann"]),
        ([(10, 3), (10, 1), (2, 0)], ["Bob"]),
        ([(10, 0), (10, 1), (10, 2), (10, 3)], ["Ann"]),
        ([(10, None), (10, 1)], ["Ann", "Bob"]),
    ],
)
def test_a_tie_goes_to_the_leftmost_column(players: list[tuple[int, int | None]], winners: list[str]) -> None:
    """Ruling 15; p. 9. Where a column is not known the tie is shared."""
    answer = final(*players)
    assert answer["winners"] == winners
    assert (answer["tie"] is not None) == (sorted(p for p, _ in players)[-1] == sorted(p for p, _ in players)[-2])


def test_a_whole_game_is_won_by_the_column_in_a_tie() -> None:
    """P. 9: the column chosen last, in round 8."""
    scene = Scene(2, tile="----", starts=["H-H-", "HH--"]).to_columns(8)
    seats = list(scene.state.order)
    scene.to_end()
    assert [scene.state.players[index].column for index in seats] == [0, 1]
    for seat in ("P1", "P2"):
        scene.give(seat, "0,0 H-H-", prestige=7, earned=())
    score = GAME.score(GAME.position(scene.state))
    assert score.winners == (scene.state.players[seats[0]].name,)


@pytest.mark.parametrize(("ends", "points"), [(4, 0), (5, 0), (6, -1), (8, -3)])
def test_interruptions_beyond_the_fifth_cost_a_point(ends: int, points: int) -> None:
    """Ruling 15; p. 9."""
    sides = ["HRHR", "HRHR"]
    tiles = [
        {"at": [3 * number, 0], "sides": (sides[number][: max(0, ends - 4 * number)] + "----")[:4]}
        for number in range(2)
    ]
    parts = GAME.score({"players": [{"name": "Ann", "tiles": tiles}]}).players[0].parts
    assert parts["interruptions"] == points


@pytest.mark.parametrize(
    ("cells", "points"),
    [
        ([(0, 0), (1, 0)], 0),
        ([(0, 0), (1, 0), (1, 1)], 5),
        ([(0, 0), (1, 1), (2, 2)], 0),
        ([(x, 0) for x in range(9)], 5),
        ([(x, y) for x in range(3) for y in (0, 2)], 10),
    ],
)
def test_cities_of_three_bring_five_points(cells: list[tuple[int, int]], points: int) -> None:
    """Ruling 15; p. 9: joined by sides, and a larger one brings no more."""
    tiles = [{"at": list(cell), "sides": "----", "urban": True} for cell in cells]
    assert GAME.score({"players": [{"name": "Ann", "tiles": tiles}]}).players[0].parts["cities"] == points


@pytest.mark.parametrize(
    ("rows", "points"),
    [(["XXX", "XXX"], 6), (["XXXX", "X.XX", "XXXX"], 6), (["X"], 1), (["XX.", ".XX"], 2), (["XXXXX", "XX..."], 5)],
)
def test_the_largest_rectangle_without_a_hole(rows: list[str], points: int) -> None:
    """Ruling 15; p. 9: a square is a rectangle, and so is a single row."""
    cells = [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "X"]
    tiles = [{"at": list(cell), "sides": "----"} for cell in cells]
    assert GAME.score({"players": [{"name": "Ann", "tiles": tiles}]}).players[0].parts["rectangle"] == points
