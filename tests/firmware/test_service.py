"""The writer: what a command, a press or a sight does to the game, and what it leaves alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.errors import ClearNo, IllegalMove, LogNotWritten
from engine.log import read_log
from engine.observation import Contradiction
from engine.words import say
from firmware.folder import BLOCK, DataFolder
from firmware.inbox import Ask, Press, Sight, Stop, Trouble, Watching
from firmware.service import BUTTON, ITSELF, Service
from tests.firmware.games import RAILROAD, moves_of_a_game
from webui.desk import FLIP, IDLE, OFFER, OVER, OWING, PLAY, PUZZLE, QUESTION, Seen, Snapshot, StaleNumber


class Eyes:
    """Counts how often it was told to look."""

    looks = 0

    def look(self) -> None:
        self.looks += 1

    def picture(self) -> bytes | None:
        return None


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[DataFolder]:
    with DataFolder(tmp_path) as folder:
        yield folder


@pytest.fixture
def service(folder: DataFolder) -> Iterator[Service]:
    service = Service(folder)
    service.begin(RAILROAD, ("Ann", "Bob"), {})
    yield service
    service.close()


def do(service: Service, what: str, n: int | None = None, **details: Any) -> Snapshot:
    """Have the writer do one thing and give its answer, in this thread."""
    asked = Ask(what, service.snapshot.n if n is None else n, details)
    service.handle(asked)
    return asked.answer.result(0)


def play(service: Service, count: int, start: int = 0) -> None:
    for text in moves_of_a_game()[start : start + count]:
        do(service, "move", text=text)


def until_flip(service: Service) -> None:
    for text in moves_of_a_game():
        if service.snapshot.moment == FLIP:
            return
        do(service, "move", text=text)


def sight(service: Service, verdict: str, *explanations: tuple[str, ...], n: int | None = None) -> None:
    askew = (Contradiction(say("A tile lies askew."), "P1", (0, 0), sure=True),)
    seen = Seen(verdict, explanations, askew if verdict == "unexplained" else ())
    service.handle(Sight(service.snapshot.n if n is None else n, seen))


def stored(service: Service, folder: DataFolder) -> list[str]:
    assert folder.current is not None
    return [entry.text or entry.do for entry in read_log(folder.current).entries]


def test_a_move_is_stored_before_it_is_shown(service: Service, folder: DataFolder) -> None:
    seen_by_listener: list[list[str]] = []
    service.listen(lambda snapshot: seen_by_listener.append(stored(service, folder)))
    first = moves_of_a_game()[0]
    do(service, "move", text=first)
    assert seen_by_listener == [[first]]


def test_a_stale_number_is_refused_and_changes_nothing(service: Service) -> None:
    before = service.snapshot
    with pytest.raises(StaleNumber, match="moved on"):
        do(service, "move", n=before.n - 1, text=moves_of_a_game()[0])
    assert service.snapshot is before


def test_a_refused_move_is_said_and_stores_nothing(service: Service, folder: DataFolder) -> None:
    with pytest.raises(IllegalMove):
        do(service, "move", text="P1 pass")
    assert service.snapshot.refusal is not None
    assert stored(service, folder) == []
    play(service, 1)
    assert service.snapshot.refusal is None


def test_undo_redo_and_correct_are_entries(service: Service, folder: DataFolder) -> None:
    play(service, 3)
    do(service, "undo")
    do(service, "redo")
    do(service, "correct", text="P1 stars 2")
    assert stored(service, folder) == [*moves_of_a_game()[:3], "undo", "redo", "P1 stars 2"]
    assert service.snapshot.game is not None
    assert service.snapshot.game.view(service.snapshot.state)["players"][0]["stars"] == 2


def test_a_whole_game_ends_with_the_score_of_the_rules(service: Service) -> None:
    for text in moves_of_a_game():
        do(service, "move", text=text)
    snapshot = service.snapshot
    assert snapshot.moment == OVER
    assert snapshot.game is not None
    assert snapshot.score == snapshot.game.score(snapshot.game.position(snapshot.state))


def test_a_press_that_means_nothing_does_nothing(service: Service) -> None:
    play(service, 2)
    before = service.snapshot
    service.handle(Press("flip"))
    assert service.snapshot is before


def test_a_flip_is_thrown_once_when_it_is_due(service: Service, folder: DataFolder) -> None:
    until_flip(service)
    count = len(stored(service, folder))
    service.handle(Press("flip"))
    service.handle(Press("flip"))
    assert [text.split()[:2] for text in stored(service, folder)[count:]] == [["TABLE", "flip"]]
    flipped = service.snapshot.flipped
    assert flipped is not None
    assert flipped.n == service.snapshot.n
    assert stored(service, folder)[-1] == f"TABLE flip {flipped.side}"


def test_a_flip_from_the_page_is_refused_in_words_when_none_is_due(service: Service) -> None:
    with pytest.raises(IllegalMove, match="No flip is due"):
        do(service, "flip")


def test_a_certain_move_is_taken_by_itself(service: Service, folder: DataFolder) -> None:
    service.watch_with(Eyes())
    sight(service, "found", moves_of_a_game()[:2])
    assert stored(service, folder) == list(moves_of_a_game()[:2])
    assert service.snapshot.moment == PLAY


def test_what_the_camera_sees_better_is_a_correction_in_the_log(service: Service, folder: DataFolder) -> None:
    lay = next(k for k, text in enumerate(moves_of_a_game()) if " lay " in text)
    play(service, lay)
    text = moves_of_a_game()[lay]
    seat, _, cell, _ = text.split()
    sight(service, "found", (text, f"correct {seat} tile {cell} HHHH.u"))
    assert folder.current is not None
    last = read_log(folder.current).entries[-2:]
    assert [(entry.do, entry.text) for entry in last] == [("move", text), ("correct", f"{seat} tile {cell} HHHH.u")]
    do(service, "undo")
    assert service.snapshot.story[-1].text == text


def test_a_certain_move_is_offered_where_the_table_wants_to_be_asked(folder: DataFolder) -> None:
    service = Service(folder, take=BUTTON)
    service.watch_with(Eyes())
    service.begin(RAILROAD, ("Ann", "Bob"), {})
    sight(service, "found", moves_of_a_game()[:1])
    assert service.snapshot.moment == OFFER
    assert stored(service, folder) == []
    service.handle(Press("undo"))
    assert service.snapshot.moment == PLAY
    sight(service, "found", moves_of_a_game()[:1])
    service.handle(Press("confirm"))
    assert stored(service, folder) == list(moves_of_a_game()[:1])
    service.close()


def test_a_doubtful_move_is_asked(service: Service, folder: DataFolder) -> None:
    service.watch_with(Eyes())
    sight(service, "ambiguous", ("TABLE order P1 P2",), ("TABLE order P2 P1",))
    assert service.snapshot.moment == QUESTION
    with pytest.raises(ClearNo, match="no such move"):
        do(service, "choose", choice=2)
    do(service, "choose", choice=1)
    assert stored(service, folder) == ["TABLE order P2 P1"]


def test_an_unexplained_table_is_shown_and_forgotten_when_it_agrees_again(service: Service) -> None:
    service.watch_with(Eyes())
    n = service.snapshot.n
    sight(service, "unexplained")
    assert service.snapshot.moment == PUZZLE
    assert service.snapshot.n == n + 1
    sight(service, "unexplained")
    assert service.snapshot.n == n + 1, "the same sight again is no news"
    sight(service, "same")
    assert service.snapshot.moment == PLAY


def test_a_sight_explained_from_an_old_state_is_passed_over(service: Service, folder: DataFolder) -> None:
    service.watch_with(Eyes())
    n = service.snapshot.n
    play(service, 1)
    sight(service, "found", moves_of_a_game()[:1], n=n)
    assert stored(service, folder) == list(moves_of_a_game()[:1])


def test_after_an_undo_the_wood_owes_until_the_camera_agrees(service: Service, folder: DataFolder) -> None:
    service.watch_with(Eyes())
    play(service, 5)
    undone = moves_of_a_game()[4]
    service.handle(Press("undo"))
    assert service.snapshot.moment == OWING
    assert undone in service.snapshot.guide[0]
    sight(service, "found", (undone,))
    assert service.snapshot.moment == OWING, "the wood still shows what was undone"
    assert stored(service, folder)[-1] == "undo"
    sight(service, "same")
    assert service.snapshot.moment == PLAY
    assert service.snapshot.guide == ()
    sight(service, "found", (undone,))
    assert stored(service, folder)[-1] == undone, "done once more on purpose"


def test_while_owing_another_certain_move_is_taken_all_the_same(service: Service, folder: DataFolder) -> None:
    service.watch_with(Eyes())
    do(service, "move", text="TABLE order P1 P2")
    do(service, "undo")
    sight(service, "found", ("TABLE order P2 P1",))
    assert stored(service, folder)[-1] == "TABLE order P2 P1"
    assert service.snapshot.moment == PLAY


def test_an_undo_and_its_redo_owe_nothing(service: Service) -> None:
    service.watch_with(Eyes())
    play(service, 2)
    do(service, "undo")
    do(service, "undo")
    do(service, "redo")
    assert len(service.snapshot.guide) == 1
    do(service, "redo")
    assert service.snapshot.guide == ()


def test_people_may_say_that_the_wood_is_right(service: Service) -> None:
    service.watch_with(Eyes())
    play(service, 2)
    do(service, "undo")
    service.handle(Press("confirm"))
    assert service.snapshot.moment == PLAY


def test_without_a_camera_nothing_is_owed(service: Service) -> None:
    play(service, 2)
    do(service, "undo")
    assert service.snapshot.moment == PLAY


def test_confirm_has_the_camera_look(service: Service) -> None:
    eyes = Eyes()
    service.watch_with(eyes)
    service.handle(Press("confirm"))
    do(service, "confirm")
    assert eyes.looks == 2


def test_troubles_come_and_go_without_making_a_command_stale(service: Service) -> None:
    n, serial = service.snapshot.n, service.snapshot.serial
    service.handle(Trouble("camera", "The camera does not answer."))
    service.handle(Watching("looking"))
    assert dict(service.snapshot.troubles) == {"camera": "The camera does not answer."}
    assert (service.snapshot.n, service.snapshot.serial) == (n, serial + 2)
    do(service, "move", n=n, text=moves_of_a_game()[0])
    service.handle(Trouble("camera"))
    assert not service.snapshot.troubles


def test_the_game_goes_on_after_a_restart(service: Service, folder: DataFolder) -> None:
    play(service, 9)
    state = service.snapshot.state
    assert service._table is not None
    service._table.close()
    again = Service(folder)
    assert again.resume()
    assert again.snapshot.state == state
    again.close()


def test_no_number_is_used_again_after_a_restart(service: Service, folder: DataFolder) -> None:
    """Whatever a phone kept from before is stale then, however little the log has grown."""
    assert service.snapshot.n < 10
    for _ in range(BLOCK):
        do(service, "settle")
    before = service.snapshot.n
    assert service._table is not None
    service._table.close()  # all that a kill leaves
    again = Service(folder)
    assert again.resume()
    assert again.snapshot.n > before
    with pytest.raises(StaleNumber):
        do(again, "move", n=before, text=moves_of_a_game()[0])
    again.close()


def test_numbers_go_on_where_they_cannot_be_kept(service: Service, folder: DataFolder) -> None:
    folder.path.joinpath("next-n.new").mkdir()
    n = service.snapshot.n
    for _ in range(BLOCK):
        do(service, "settle")
    assert service.snapshot.n == n + BLOCK


def test_a_damaged_log_is_said_and_kept(service: Service, folder: DataFolder) -> None:
    play(service, 3)
    path = folder.current
    assert path is not None
    lines = path.read_bytes().splitlines(keepends=True)
    damaged = b"".join([lines[0], lines[1].replace(b"order", b"xrder"), *lines[2:]])
    path.write_bytes(damaged)
    assert service._table is not None
    service._table.close()
    again = Service(folder)
    assert not again.resume()
    assert "damaged" in again.snapshot.troubles["log"]
    assert again.snapshot.moment == IDLE
    assert path.read_bytes() == damaged
    do(again, "new", game=RAILROAD, players=("Ann", "Bob"))
    assert folder.current != path
    assert not again.snapshot.troubles
    again.close()


def test_a_disk_that_takes_nothing_is_a_trouble_until_it_does(
    service: Service, folder: DataFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr("engine.log.os.pwrite", full)
        with pytest.raises(LogNotWritten):
            do(service, "move", text=moves_of_a_game()[0])
    assert "No space left" in service.snapshot.troubles["disk"]
    assert service.snapshot.lights["state"] == "red blink"
    assert stored(service, folder) == []
    play(service, 1)
    assert not service.snapshot.troubles


def test_a_rematch_is_a_new_log(service: Service, folder: DataFolder) -> None:
    play(service, 4)
    do(service, "rematch")
    assert len(folder.logs()) == 2
    assert stored(service, folder) == []
    assert service.snapshot.players == ("Ann", "Bob")


def test_a_set_up_that_cannot_be_played_leaves_the_game_alone(service: Service, folder: DataFolder) -> None:
    play(service, 2)
    with pytest.raises(ValueError, match="1 to 4 players"):
        do(service, "new", game=RAILROAD, players=())
    assert len(folder.logs()) == 1
    assert len(service.snapshot.story) == 2


def test_the_idle_service_says_what_to_do(folder: DataFolder) -> None:
    service = Service(folder)
    for what in ("undo", "flip", "score", "rematch"):
        with pytest.raises(ClearNo, match="start one on the page"):
            do(service, what)
    with pytest.raises(ValueError, match="nothing called 'dance'"):
        do(service, "dance")


def test_asking_from_another_thread_and_stopping(service: Service) -> None:
    from threading import Thread

    answers: list[Snapshot] = []

    def phone() -> None:
        answers.append(service.ask("move", service.snapshot.n, text=moves_of_a_game()[0]))
        service.put(Stop("enough"))

    caller = Thread(target=phone)
    caller.start()
    assert service.run() == "enough"
    caller.join(5)
    assert [entry.text for entry in answers[0].story] == [moves_of_a_game()[0]]
    assert service.is_alive()
    assert service.wait_for_news(0, 0).serial == service.snapshot.serial


def test_taking_by_itself_is_the_usual_way(folder: DataFolder) -> None:
    assert Service(folder)._take == ITSELF
