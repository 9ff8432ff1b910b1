"""Railroad Tiles rule by rule: preparing a round, taking tiles, laying them.

Pages are those of the rulebook, numbers those of the rulings.
"""

from __future__ import annotations

import pytest

from engine.errors import AmbiguousMove
from engine.railroad_tiles import GAME
from engine.railroad_tiles.tile import read_tile, shape
from tests.engine.scenes import Scene, at_columns, laying

# Start tiles


@pytest.mark.parametrize("players", [2, 3, 4])
def test_start_tiles_are_taken_in_reverse_turn_order(players: int) -> None:
    """Ruling 10; p. 4, starting route tiles."""
    scene = Scene(players).to_phase("selection")
    order = []
    while scene.state.choosing_start is not None:
        order.append(scene.actors)
        scene.play(str(scene.usual_move()))
    assert order == [(f"P{index}",) for index in range(players, 0, -1)]
    assert all(len(player.territory.tiles) == 1 for player in scene.state.players)
    assert scene.actors == ("P1",)


@pytest.mark.parametrize(
    ("first", "second"), [("HH--", "-HH-"), ("HR--", "RH--"), ("RR-R", "R-RR"), ("HH--.u.C", "--HH"), ("HRH-", "-HRH")]
)
def test_start_tiles_differ_in_their_connections(first: str, second: str) -> None:
    """Ruling 4; p. 3, starting tiles: equal after turning or flipping is the same, whatever else is on them."""
    scene = Scene().play("TABLE order P1 P2", f"TABLE start {first}")
    assert "same connections" in scene.refused(f"TABLE start {second}")
    scene.play("TABLE start HHHH")


def test_chance_never_gives_two_equal_start_tiles() -> None:
    """Ruling 4."""
    scene = Scene().play("TABLE order P1 P2", "TABLE start HR--.s")
    assert shape("RH--") not in {shape(move.tile.sides) for move in GAME.chances(scene.state)}


def test_there_is_one_start_tile_for_each_player() -> None:
    """P. 3, starting tiles."""
    scene = Scene().play("TABLE order P1 P2", "TABLE start H---", "TABLE start R---")
    assert "every player already" in scene.refused("TABLE start HHHH")


def test_solo_and_later_rounds_have_no_start_tile() -> None:
    """Ruling 10; p. 11, solo mode."""
    assert "only in the first round" in Scene(1).refused("TABLE start H---")
    assert "only in the first round" in Scene(2).to_phase("preparation", 2).refused("TABLE start H---")


def test_a_start_tile_may_be_turned_and_flipped() -> None:
    """Ruling 3."""
    scene = Scene(starts=["HR--", "HHHH"]).to_phase("selection")
    ways = {move.split()[-1] for move in scene.moves if "HHHH" not in move}
    assert ways == {"HR--", "-HR-", "--HR", "R--H", "H--R", "RH--", "-RH-", "--RH"}
    scene.play("P2 start --RH")
    assert scene.player("P2").territory.tiles[0, 0] == read_tile("--RH")


def test_start_tiles_come_before_columns_and_from_the_row_alone() -> None:
    """Ruling 10."""
    scene = Scene().to_phase("selection")
    assert "Bob takes a start tile" in scene.refused("P1 take 1")
    assert "Bob's turn" in scene.refused("P1 start H-H-")
    assert "none of the start tiles" in scene.refused("P2 start HHHH")
    scene.play("P2 start H-H-")
    assert "none of the start tiles" in scene.refused("P1 start H-H-")
    scene.play("P1 start R-R-")
    assert "no start tile" in scene.refused("P1 start R-R-")


# Columns and what the table gives


@pytest.mark.parametrize(
    ("players", "sizes"), [(1, [2, 3, 4]), (2, [2, 3, 3, 4]), (3, [2, 3, 3, 4]), (4, [2, 2, 3, 3, 4])]
)
def test_columns_in_use(players: int, sizes: list[int]) -> None:
    """Ruling 8; p. 4 and, solo, p. 11."""
    scene = at_columns(players)
    assert [len(column.tiles) for column in scene.state.columns] == sizes
    assert "no column" in scene.refused(f"P1 take {len(sizes) + 1}")
    assert "no column" in scene.refused("P1 take 0")


def test_a_column_is_filled_to_its_number() -> None:
    """Ruling 12; p. 4, preparation of a round."""
    scene = Scene().play("TABLE fill 1 HH--", "TABLE fill 1 RR--")
    assert scene.refused("TABLE fill 1 HH--") == "Column 1 is full."
    assert "no column" in scene.refused("TABLE fill 5 HH--")
    assert "no column" in scene.refused("TABLE fill 0 HH--")


def test_the_bag_holds_no_objective_and_no_strange_tile() -> None:
    """P. 10: objective tiles are dealt; a box whose tiles are all known gives no others."""
    assert "not in the bag" in Scene().refused("TABLE fill 1 H-H-=temple")
    small = {"route_tiles": {"complete": True, "counts": {"H-H-": 1, "RRRR": 20, "R---": 20}}}
    scene = Scene(data=small).play("TABLE fill 1 -H-H")
    assert "left in the bag" in scene.refused("TABLE fill 1 H-H-")
    assert "left in the bag" in scene.refused("TABLE fill 1 HHHH")


def test_an_unknown_tile_may_come_out_of_a_box_that_we_do_not_know() -> None:
    """The mix of the 106 tiles is our default (sureness D): what the table shows is right."""
    scene = Scene().play("TABLE fill 1 HHHH.u.s.C.Vs")
    assert scene.state.bag_count == 105


def test_the_table_prepares_and_nothing_else() -> None:
    scene = at_columns()
    for text in ("TABLE fill 1 HH--", "TABLE token car", "TABLE start HHHH", "TABLE order P1 P2"):
        assert "only in the preparation" in scene.refused(text)


def test_the_turn_order_is_drawn_once_and_names_everybody() -> None:
    """P. 3: the player pawns in random order."""
    scene = Scene(3)
    for text in ("TABLE order P1 P2", "TABLE order P1 P2 P2", "TABLE order P1 P2 P4", "TABLE order"):
        assert "every player once" in scene.refused(text)
    scene.play("TABLE order P3 P1 P2")
    assert scene.state.order == (2, 0, 1)
    assert "known already" in scene.refused("TABLE order P1 P2 P3")


def test_an_empty_bag_leaves_columns_short() -> None:
    """Ruling 11's spirit: nothing can be taken from an empty supply; the round goes on with what lies there."""
    small = {"route_tiles": {"complete": True, "counts": {"RRRR": 3, "H-H-": 2}}}
    scene = Scene(1, data=small).play(*["TABLE fill 3 RRRR"] * 3, *["TABLE fill 1 H-H-"] * 2)
    assert scene.refused("TABLE fill 2 RRRR") == "The bag is empty."
    scene.play("TABLE token car")
    assert scene.state.phase == "selection"
    scene.play("P1 take 2")
    assert scene.player("P1").hand == ()
    assert scene.state.round == 2


# Taking


def test_columns_are_taken_in_turn_order_and_laid_at_once() -> None:
    """P. 5, selection phase."""
    scene = Scene(3).play("TABLE order P2 P3 P1").to_columns()
    assert "Bob's turn" in scene.refused("P1 take 1")
    scene.play("P2 take 3")
    assert "First Bob lays" in scene.refused("P3 take 1")
    scene.on(lambda state: state.laying is None)
    assert scene.refused("P3 take 3") == "Bob has taken column 3 already."
    scene.play("P3 take 4")
    assert len(scene.player("P3").hand) == 4
    assert scene.state.columns[3].tiles == ()


def test_all_tiles_and_all_stars_of_a_column_are_taken() -> None:
    """P. 5 and p. 8, end of the round: stars pile up on a column that stays untaken."""
    scene = at_columns(3)
    scene.to_columns(4)
    assert [column.stars for column in scene.state.columns] == [0, 0, 0, 3]
    before = scene.player("P1").stars
    scene.play("P1 take 4")
    assert scene.player("P1").stars == before + 3
    assert scene.state.columns[3].stars == 0


def test_nobody_lays_before_a_column_is_taken() -> None:
    scene = at_columns()
    assert "first a column is taken" in scene.refused("P1 lay 0,1 H-H-")
    assert "selection phase" in Scene().refused("P1 take 1")
    assert "selection phase" in Scene().refused("P1 lay 0,0 HH--")


def test_there_is_no_third_player_at_a_table_for_two() -> None:
    scene = at_columns()
    for text in ("P3 take 1", "P3 pass", "P4 lay 0,0 HH--"):
        assert "no player" in scene.refused(text)


# Laying


def test_a_tile_touches_an_earlier_one() -> None:
    """Ruling 5; p. 5, A. A corner is no touch."""
    scene = laying("0,0 HHHH")
    for place in ("1,1", "2,0", "-1,-1", "5,5"):
        assert "touches no tile" in scene.refused(f"P1 lay {place} HH--")
    scene.play("P1 lay 0,1 HH--")


def test_blank_to_blank_is_enough() -> None:
    """Ruling 5; p. 6, example."""
    laying("0,0 H-H-").play("P1 lay 1,0 HH--")


@pytest.mark.parametrize(
    ("sides", "why"),
    [
        ("--HH", "Its west side is highway, and the tile at 0,0 has rail there."),
        ("HH--", "Its west side is blank, and the tile at 0,0 has rail there."),
    ],
)
def test_every_touching_side_matches(sides: str, why: str) -> None:
    """Ruling 5; p. 5, B."""
    assert laying("0,0 -R--").refused(f"P1 lay 1,0 {sides}") == why


def test_all_touching_sides_must_match_not_only_one() -> None:
    """Ruling 5: in the corner of two tiles."""
    scene = laying("0,0 -HH-", "1,0 --RH", "0,1 HH--", hand=("HR--",))
    assert "north side is highway" in scene.refused("P1 lay 1,1 H--R")
    scene.play("P1 lay 1,1 R--H")


def test_a_cell_holds_one_tile() -> None:
    assert "lies at 0,0 already" in laying("0,0 HHHH").refused("P1 lay 0,0 HH--")


def test_only_own_taken_tiles_are_laid() -> None:
    """P. 5: the tiles of the column taken."""
    scene = laying("0,0 HHHH", hand=("HH--.u.C",))
    for tile in ("RR--.u.T", "HH--", "HH--.u", "HH--.C", "HH--.u.s.C", "HH--.u.Vh"):
        assert "no tile" in scene.refused(f"P1 lay 0,1 {tile}")
        assert "no tile" in scene.refused(f"P1 refuse {tile}")
        assert "no tile" in scene.refused(f"P1 discard {tile}")
    assert "Ann's turn" in scene.refused("P2 lay 0,1 H-H-")


def test_a_tile_may_be_turned_and_flipped() -> None:
    """Ruling 3; p. 5, A: a corner of road and rail fits eight ways around, four of them only flipped."""
    around = laying("0,0 ----", hand=("HR--",))
    north = {move.split()[-1] for move in around.moves if " lay 0,-1 " in move}
    assert north == {"HR--", "RH--", "H--R", "R--H"}  # the side to the south is blank
    around.play("P1 lay 0,-1 R--H")


def test_bare_sides_stand_for_the_tile_in_the_hand() -> None:
    """The camera and people see sides first; ground, station and spots follow from the hand."""
    scene = laying("0,0 HHHH", hand=("HH--.u.C", "H-H-")).play("P1 lay 0,1 H--H")
    assert scene.player("P1").territory.tiles[0, 1] == read_tile("H--H.u.C")
    scene = laying("0,0 ----", hand=("HHHH.u.C",)).play("P1 discard HHHH")
    assert scene.state.put_away == (read_tile("HHHH.u.C"),)
    scene = Scene(starts=["HR--.s.Vs", "HHHH"]).to_phase("selection").play("P2 start RH--")
    assert scene.player("P2").territory.tiles[0, 0] == read_tile("RH--.s.Vs")
    two = laying("0,0 HHHH", hand=("HH--.u.C", "HH--.C"))
    with pytest.raises(AmbiguousMove):
        two.play("P1 lay 0,1 H--H")


def test_the_first_tile_of_a_solo_game_lies_anywhere() -> None:
    """Ruling 5: anywhere is written as 0,0."""
    scene = at_columns(1).play("P1 take 1")
    assert scene.moves >= {"P1 lay 0,0 H-H-", "P1 lay 0,0 -H-H"}
    assert "first tile" in scene.refused("P1 lay 3,3 H-H-")


def test_a_tile_is_discarded_only_if_it_fits_nowhere() -> None:
    """Ruling 6; p. 5, C."""
    scene = laying("0,0 ----", hand=("HHHH", "H---"))
    assert "can be laid" in scene.refused("P1 discard H---")
    scene.play("P1 discard HHHH")
    assert scene.state.put_away == (read_tile("HHHH"),)
    assert scene.player("P1").refused == ()


def test_a_tile_that_fits_after_another_is_not_discarded_then() -> None:
    """Ruling 6: at that moment."""
    scene = laying("0,0 ----", hand=("HHHH", "H---"))
    assert "P1 discard HHHH" in scene.moves
    scene.play("P1 lay 0,-1 H---")
    assert "can be laid" in scene.refused("P1 discard HHHH")
    scene.play("P1 lay 0,-2 HHHH")


def test_a_tile_that_fits_only_flipped_is_not_discarded() -> None:
    """Rulings 3 and 6."""
    ring = ["0,0 -H--", "1,-1 --R-", "2,0 ---R", "1,1 H---", "0,-1 ----", "2,-1 ----", "2,1 ----", "0,1 ----"]
    scene = laying(*ring, hand=("RRHH",))
    fits = {move for move in scene.moves if " lay 1,0 " in move}
    assert fits == {"P1 lay 1,0 RRHH"}
    assert "can be laid" in scene.refused("P1 discard HRRH")


def test_two_tiles_a_game_may_be_refused() -> None:
    """Ruling 6; p. 5, D: kept before the player and counted over all rounds."""
    scene = at_columns(3).play("P1 take 1", "P1 refuse H-H-")
    scene.to_columns(2).play("P1 take 1", "P1 refuse -H-H")
    assert len(scene.player("P1").refused) == 2
    scene.to_columns(3).play("P1 take 1")
    assert "has refused 2 tiles already" in scene.refused("P1 refuse H-H-")
    assert not any("P1 refuse" in move for move in scene.moves)
