"""The simulated table through the real vision: rendered pictures in, moves out, and mistakes that are noticed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from engine.observation import FOUND, SAME
from firmware.folder import DataFolder
from firmware.readers import VisionReader
from firmware.simulation.box import taught_box
from firmware.simulation.painter import Painter
from firmware.simulation.wood import alike, wood_of
from tests.firmware.games import RAILROAD
from tests.firmware.mistakes import is_reported, mistakes
from tests.firmware.sequences import Watcher, gestures, played, style_of
from tests.firmware.test_simulation import Evening, is_puzzled, wish


@pytest.fixture(scope="module")
def packs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the simulated box is taught, once for all."""
    folder = tmp_path_factory.mktemp("packs")
    taught_box(folder)
    return folder


@pytest.fixture
def watcher(packs: Path) -> Watcher:
    return Watcher(style_of("meadow"), packs, seed=1)


def test_the_first_round_is_recorded_without_a_word(watcher: Watcher) -> None:
    """Market, start tiles, columns taken and laid: every gesture is found, and nothing but what was done."""
    record, shown = None, 0
    for before, after, texts, is_shown in islice(gestures(2, 3), 10):
        record = before if record is None else record
        if not is_shown:
            record = played(record, texts)
            continue
        _, inference, _ = watcher.look(record, after)
        assert inference.verdict == FOUND, (texts, inference)
        record = played(record, map(str, inference.moves))
        assert alike(wood_of(record), wood_of(after)), texts
        shown += 1
    assert shown >= 4


def test_nothing_is_found_where_nothing_was_done(watcher: Watcher) -> None:
    before, _, _, _ = next(islice(gestures(1, 4), 6, None))
    assert watcher.look(before, before)[1].verdict == SAME


def test_illegal_tiles_on_pictures_are_reported_where_they_lie(watcher: Watcher) -> None:
    tried = list(islice(mistakes(40, 5), 6))
    watcher.see_a_market()
    told = [watcher.look_at(mistake.state, mistake.wood)[1] for mistake in tried]
    assert not [one for one in told if one.verdict == FOUND], "none may be recorded as another move"
    assert sum(map(is_reported, tried, told)) >= len(tried) - 1


@pytest.fixture
def evening(packs: Path, tmp_path: Path) -> Iterator[Evening]:
    """A table with hands and real eyes, some rounds into a game."""
    with DataFolder(tmp_path) as folder:
        evening = Evening(folder, ("Ann",), seed=1)
        evening.table._paint = Painter().paint
        evening.eyes._reader = VisionReader(taught_box(packs), games=(RAILROAD,))
        yield evening


def test_a_visitor_makes_mistakes_on_pictures(evening: Evening) -> None:
    with evening.playing():
        evening.until(lambda snapshot: len(snapshot.story) > 12)
        wish(evening, what="pause")
        evening.until(lambda snapshot: snapshot.table.get("paused") is True and snapshot.watching == "looking")
        count = len(evening.service.snapshot.story)
        wish(evening, what="illegal")
        seen = evening.until(is_puzzled).seen
        assert seen is not None
        assert any(one.at for one in seen.contradictions)
        wish(evening, what="tidy")
        evening.until(lambda snapshot: not is_puzzled(snapshot))
        wish(evening, what="hand")  # what it hides is remembered: it may puzzle the eyes, but nothing is recorded
        evening.until(lambda snapshot: evening.table.wood.hand_left)
        evening.table.wait_for_frames(20, 20.0)
        evening.until(lambda snapshot: snapshot.watching == "looking")
        wish(evening, what="hand")
        evening.until(lambda snapshot: not evening.table.wood.hand_left)
        evening.until(lambda snapshot: not is_puzzled(snapshot) and "reader" not in snapshot.troubles)
        assert len(evening.service.snapshot.story) == count, "a mistake is shown and never recorded"


def test_the_eyes_read_the_table_again_when_in_doubt(packs: Path) -> None:
    """Several looks at one rest: their chances are kept side by side, and the rules weigh them together."""
    watcher = Watcher(style_of("meadow"), packs, seed=2)
    *_, (_, after, _, _) = (step for step in islice(gestures(1, 4), 4) if step[3])
    picture = watcher.painter.paint(wood_of(after))
    watcher.reader.read(picture, RAILROAD)
    told = watcher.reader.read_again(picture, RAILROAD)
    looks = [len(entry["chances"]) for zone in told["zones"] for entry in zone.get("tiles", ())]
    assert set(looks) <= {1, 2}
    assert 2 in looks
