"""What a mine box's lessons tell of habits at the rim and beside carts, and what of its print is seen again."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.mine_field import flat_view
from vision.mine import gems, read
from vision.mine.habits import Habits
from vision.mine.labels import TRACKS, Cart, Laid, Square
from vision.mine.pack import usual_lore
from vision.mine.rim import USUAL, Outwards, strangeness
from vision.mine.view import COARSE_PX, RIM, MineView

STARTS = ((1, 0), (3, 0), (4, 5), (0, 2))


def with_starts(rng: np.random.Generator) -> MineView:
    """A speckled field of six by six with start tracks printed beyond four of its squares."""
    view = flat_view(columns=6, rows=6)
    view.blank_bgr[:] = 120 + rng.integers(0, 8, view.blank_bgr.shape)
    for column, row in STARTS:
        x, y = (round((at + 0.5 + RIM) * COARSE_PX) for at in (column, row))
        x, y = (x - COARSE_PX, y) if column == 0 else (x, y + (COARSE_PX if row else -COARSE_PX))
        view.blank_bgr[y - 20 : y + 30, x - 6 : x + 6] = 30
    return view


def laid_at_rim(by_starts: bool) -> Laid:
    """Tracks all around, that leave the field over every start, or over every second square."""
    squares = {}
    for at in ((column, row) for column in range(6) for row in range(6) if {column, row} & {0, 5}):
        leaves = at in STARTS if by_starts else sum(at) % 2 == 0
        squares[at] = Square("NESW" if leaves else "".join(side for side in "NESW" if side not in rims(at)))
    return Laid(squares, {})


def rims(at: tuple[int, int]) -> str:
    column, row = at
    return (
        ("N" if row == 0 else "")
        + ("E" if column == 5 else "")
        + ("S" if row == 5 else "")
        + ("W" if column == 0 else "")
    )


def test_tracks_leave_the_field_where_the_board_shows_starts_if_the_lessons_do() -> None:
    view = with_starts(np.random.default_rng(1))
    far = strangeness(view).reshape(6, 6, 4)
    assert np.isnan(far[2, 2]).all(), "within the field there is no rim"
    assert not np.isnan(far[0, 0, 0])
    learned = Outwards.learned([(view, laid_at_rim(True))] * 2)
    assert learned.plain < -1 < 0 < learned.marked
    odds = Outwards.from_told(json.loads(json.dumps(learned.told()))).odds(view).reshape(6, 6, 4)
    assert odds[0, 1, 0] == odds[5, 4, 2] == odds[2, 0, 3] == learned.marked
    assert odds[0, 2, 0] == odds[3, 5, 1] == learned.plain
    assert odds[2, 2].tolist() == [0, 0, 0, 0]
    anyhow = Outwards.learned([(view, laid_at_rim(False))] * 2)
    assert anyhow.plain == anyhow.marked, "starts that are no matter in the lessons count for nothing"
    assert Outwards.learned([(view, Laid({}, {}))]) == Outwards()
    assert Outwards.learned([]).odds(view).max() == 0 < USUAL


def test_what_a_cart_hides_at_the_rim_is_no_exit_where_tracks_seldom_leave() -> None:
    logs = np.full((9, len(TRACKS)), -9.0)
    logs[1, TRACKS.index("NS")], logs[1, TRACKS.index("NES")] = 0.0, -9.0
    logs[2, TRACKS.index("SW")], logs[2, TRACKS.index("NSW")] = 0.0, 0.4
    outwards = np.zeros((9, 4))
    outwards[2, 0] = -2.0
    weighed = Habits().weighed(logs, np.array([2]), 3, outwards)
    assert TRACKS[int(weighed[2].argmax())] == "SW"
    assert (weighed[1] == logs[1]).all()
    assert TRACKS[int(Habits().weighed(logs, np.array([2]), 3, -outwards)[2].argmax())] == "NSW"


@pytest.mark.parametrize(("share", "shift"), [(1.0, 0), (0.6, 12)])
def test_a_print_is_seen_again_in_any_light(share: float, shift: int) -> None:
    view = flat_view()
    x, y = (round((at + 0.5 + RIM) * COARSE_PX) for at in (1, 1))
    view.blank_bgr[y - 8 : y + 8, x - 8 : x + 8] = (40, 160, 220)
    view.coarse_bgr[:] = share * view.blank_bgr + shift
    assert view.print_seen((1, 1)) > 0.95
    assert view.print_seen((2, 1)) == 0, "nothing is printed there"
    view.coarse_bgr[y - 12 : y + 12, x - 14 : x + 4] = (200, 60, 40)
    assert view.print_seen((1, 1)) < 0.7, "something lies on it"


def test_tracks_end_beside_bare_squares_where_the_lessons_tracks_do() -> None:
    """A cart hides the north of the middle square, beyond which lies nothing."""
    ending = Laid({(0, 1): Square("ES"), (1, 1): Square("EW"), (2, 1): Square("SW")}, {}), (3, 2)
    loose = Laid({(0, 1): Square("NS"), (1, 1): Square("NS"), (2, 1): Square("NE")}, {}), (3, 2)
    logs = np.full((6, len(TRACKS)), -9.0)
    logs[:3, 0] = 0.0
    for square, track in ((3, "ES"), (4, "EW"), (5, "SW")):
        logs[square, TRACKS.index(track)] = 0.0
    logs[4, TRACKS.index("NEW")] = 0.5

    def read_as(lesson: tuple[Laid, tuple[int, int]]) -> str:
        habits = Habits(leaves=Habits.learned([lesson] * 20).leaves)
        again = Habits.from_told(json.loads(json.dumps(habits.told())))
        return TRACKS[int(again.weighed(logs, np.array([4]), 3, np.zeros((6, 4)))[4].argmax())]

    assert read_as(ending) == "EW"
    assert read_as(loose) == "NEW"


def test_habits_never_say_that_there_is_no_track() -> None:
    logs = np.full((3, len(TRACKS)), -9.0)
    logs[[0, 2], 0] = 0.0
    logs[1, TRACKS.index("EW")], logs[1, 0] = 0.0, -1.0
    weighed = Habits(leaves=-3.0).weighed(logs, np.array([1]), 3, np.zeros((3, 4)))
    assert TRACKS[int(weighed[1].argmax())] == "EW", "it leaves towards bare squares, but it is all that is seen"


def test_of_a_side_that_is_hidden_the_comparison_says_less() -> None:
    likeness = np.zeros((2, len(TRACKS)))
    likeness[:, TRACKS.index("NEW")] = 4.0
    seen = np.ones((2, 4))
    seen[1, 0] = 0.0
    found = read._guessed_less(likeness, seen)
    assert (found[0] == likeness[0]).all()
    more = found[1, TRACKS.index("NEW")] - found[1, TRACKS.index("EW")]
    assert more == pytest.approx(4 * read.GUESSED)
    assert found[1, TRACKS.index("NS")] == 0, "it has no like without its north"


def test_jewels_beside_carts_are_rarer_where_the_lessons_show_none() -> None:
    def laid(*jewels: str) -> tuple[Laid, tuple[int, int]]:
        carts = {(column, 0): Cart("red", (column, 0), "N", 3) for column in range(8)}
        return Laid({at: Square("NS", jewels) for at in carts}, carts), (8, 1)

    assert Habits.learned([laid()] * 2).rarer > 1
    assert Habits.learned([laid("ruby")] * 2).rarer == 0
    told = Habits.learned([laid()])
    assert Habits.from_told(json.loads(json.dumps(told.told()))).rarer == pytest.approx(told.rarer, abs=1e-3)


def test_what_a_jewel_beside_a_cart_is_taken_for_depends_on_the_lessons(monkeypatch: pytest.MonkeyPatch) -> None:
    view, places = flat_view(), np.array([[0.2, 0.2], [1.2, 0.2]])
    hills = gems.Hills([(0, 0), (1, 0)], places, np.zeros((1, 2, 3), np.float32))
    doubtful = np.tile(np.array([0.3, 0.7, 0, 0, 0, 0]), (2, 1))
    monkeypatch.setattr(read, "jewel_chances", lambda *_: (hills, doubtful.copy()))
    rare = replace(usual_lore(), habits=Habits(rarer=2.0))
    shares = read._jewel_shares(view, hills, rare, {(1, 0)})
    assert shares[0, 0][0].argmax() == 1
    assert shares[1, 0][0].argmax() == 0, "beside the cart"
    assert shares[1, 0][0].sum() == pytest.approx(1)
