"""The table: what is played, undone, redone and corrected is what its log tells."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import IllegalMove, LogNotWritten, MoveError
from engine.log import Entry, Header
from engine.table import RefusedEntry, Table, replay


@pytest.fixture
def table(path: Path) -> Iterator[Table]:
    with Table.start(path, "railroad-tiles", ("Ann", "Bob")) as opened:
        yield opened


def test_undo_and_redo_walk_over_the_entries_in_force(table: Table) -> None:
    first = table.state
    second = table.play("TABLE order P2 P1")
    third = table.correct("P1 prestige 9")
    assert (table.undo(), table.undo()) == (second, first)
    assert not table.can_undo
    with pytest.raises(IllegalMove, match="nothing to undo"):
        table.undo()
    assert (table.redo(), table.redo()) == (second, third)
    assert not table.can_redo
    with pytest.raises(IllegalMove, match="nothing to redo"):
        table.redo()
    assert [entry.do for entry in table.log.entries] == ["move", "correct", "undo", "undo", "redo", "redo"]
    assert [entry.do for entry in table.in_force] == ["move", "correct"]
    assert table.n == 6


@pytest.mark.parametrize("new", ["move", "correct"])
def test_a_new_move_or_correction_ends_redoing(table: Table, new: str) -> None:
    table.play("TABLE order P2 P1")
    table.undo()
    if new == "move":
        table.play("TABLE order P1 P2")
    else:
        table.correct("P1 stars 3")
    assert not table.can_redo
    with pytest.raises(IllegalMove):
        table.redo()


def test_a_refused_change_leaves_no_line(table: Table, path: Path) -> None:
    size = path.stat().st_size
    for change in (table.undo, table.redo, lambda: table.play("P1 pass"), lambda: table.correct("P1 zoo")):
        with pytest.raises(MoveError):
            change()
    assert path.stat().st_size == size
    assert table.n == 0


def test_a_short_move_is_stored_whole(path: Path) -> None:
    """The log does not depend on how a text is completed."""
    one_token = {"data": {"tokens": {"faces": ["car"]}}}
    with Table.start(path, "railroad-tiles", ("Ann",), one_token) as table:
        table.play("TABLE token")
        assert table.log.entries[-1].text == "TABLE token car"


def test_a_closed_table_refuses(path: Path) -> None:
    table = Table.start(path, "railroad-tiles", ("Ann",))
    table.close()
    table.close()
    with pytest.raises(LogNotWritten, match="closed"):
        table.play("TABLE token car")


def test_the_first_entry_that_the_rules_refuse_is_named() -> None:
    header = Header("railroad-tiles", ("Ann", "Bob"))
    entries = [Entry("move", "TABLE order P1 P2"), Entry("undo"), Entry("move", "P1 take 1"), Entry("move", "P1 pass")]
    with pytest.raises(RefusedEntry, match="entry 3: P1 take 1: Tiles are chosen only") as refused:
        replay(header, entries)
    assert refused.value.history.done == []
