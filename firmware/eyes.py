"""The eyes of the service: one thread watches for motion, another reads pictures of the table at rest.

Neither changes anything: they put what they see on the service's queue.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

import cv2

from engine.errors import CapostazioneError, ClearNo, words_of
from engine.observation import AMBIGUOUS, SAME, UNEXPLAINED, entry_of
from engine.words import say
from firmware.board_lessons import BoardLesson
from firmware.cameras import Bgr, Camera, CameraTrouble
from firmware.inbox import Item, Sight, Trouble, Watching
from firmware.lessons import Lesson, lesson_of
from firmware.reading import Reader, can_explain, explain, reached
from firmware.still import DARKNESS, MOVING, STILL, Stillness
from webui.desk import Seen, Snapshot

RETRY_S = 5.0
FRAME_S = 0.1
GIVE_UP_S = 3.0
DARK_S = 2.0  # a sleeve that passes is no covered lens
# Pictures of one rest that are read before people are troubled, or before nothing is believed to have been done.
LOOKS = {SAME: 2, AMBIGUOUS: 4, UNEXPLAINED: 3}
HURRY_S = 0.9  # from then on nobody waits for more than the second of them

_log = logging.getLogger(__name__)


class Eyes:
    """A camera and a reader at work."""

    def __init__(
        self,
        camera: Camera,
        reader: Reader,
        put: Callable[[Item], None],
        clock: Callable[[], float] = time.monotonic,
        frame_s: float = FRAME_S,
    ) -> None:
        self._camera = camera
        self._reader = reader
        self._put = put
        self._clock = clock
        self._frame_s = frame_s
        self._still = Stillness()
        self._dark = False
        self._doing = "off"
        self._moving = False
        self._reading = False
        self._snapshot = Snapshot()
        self._closing = threading.Event()
        self._look_now = threading.Event()
        self._look_again = threading.Event()
        self._looks = 0
        self._rest_s = 0.0  # when the first picture of this rest was taken
        self._waiting: Bgr | None = None  # the newest picture that nobody has read yet
        self._last: Bgr | None = None
        self._was_read: Bgr | None = None
        self._lesson: Lesson | BoardLesson | None = None
        self._own: set[str] = set()  # corrections that are ours: seeing better is no lesson
        self._observation: Mapping[str, Any] | None = None
        self._agreed: tuple[str, Any] | None = None  # the game and its state when table and record were last the same
        self._told: tuple[Snapshot, Seen] | None = None  # what was last said of the table, and from where
        self._moves = 0  # on record when the table was last looked at
        self._explained: tuple[int, int] | None = None
        self._pictures = 0
        self._work = threading.Condition()
        self._threads = [
            threading.Thread(target=self._watch, name="watch", daemon=True),
            threading.Thread(target=self._read, name="read", daemon=True),
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        self._closing.set()
        with self._work:
            self._work.notify_all()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(GIVE_UP_S)
        self._camera.close()

    def look(self) -> None:
        """Take a picture now, still or not."""
        self._look_now.set()

    def picture(self, drawn: bool = False) -> bytes | None:
        """The last full picture as a JPEG, with what was read drawn on it if wished."""
        last = self._last
        if last is None:
            return None
        fine, data = cv2.imencode(".jpg", self._reader.drawn(last) if drawn else last, [cv2.IMWRITE_JPEG_QUALITY, 85])
        return data.tobytes() if fine else None

    def show(self, snapshot: Snapshot) -> None:
        """Take note of a new snapshot: what was read is explained again from its state."""
        with self._work:
            longer = len(snapshot.story) > len(self._snapshot.story) and snapshot.story[-1].text not in self._own
            self._lesson = (lesson_of(snapshot) if longer else None) or self._lesson
            self._snapshot = snapshot
            self._work.notify_all()

    # Watching.

    def _watch(self) -> None:
        while not self._closing.is_set():
            try:
                self._camera.open()
                self._dark = False
                self._put(Trouble("camera"))
                self._watch_frames()
            except CameraTrouble as trouble:
                self._start_again(trouble.args[0])
            except Exception:  # noqa: BLE001  # a mistake in watching may cost some seconds, never the evening
                _log.exception("the camera failed")
                self._start_again(say("The camera failed and is started again; play goes on by hand."))

    def _start_again(self, words: str) -> None:
        self._camera.close()
        self._doing, self._reading = "off", False
        self._put(Watching("off"))
        self._put(Trouble("camera", words))
        self._closing.wait(RETRY_S)

    def _watch_frames(self) -> None:
        """Follow the small stream; every rest after a motion, and every wish, is worth a full picture."""
        before, dark_since = MOVING, None
        while not self._closing.is_set():
            now = self._clock()
            found = self._still.look(self._camera.small(), now)
            dark_since = (dark_since or now) if found == DARKNESS else None
            self._say_dark(dark_since is not None and now - dark_since >= DARK_S)
            if (found == STILL and before != STILL) or (found != DARKNESS and self._look_now.is_set()):
                self._take()
            elif found == STILL and self._look_again.is_set():
                self._take(again=True)
            elif found == MOVING and before == STILL:
                self._forget()
            self._say_doing(moving=found != STILL)
            before = found
            self._closing.wait(self._frame_s)

    def _say_dark(self, dark: bool) -> None:
        if dark != self._dark:
            self._dark = dark
            words = "The camera sees only darkness: is the lens covered, or the light out? Play goes on by hand."
            self._put(Trouble("camera", say(words) if dark else ""))

    def _say_doing(self, moving: bool | None = None, reading: bool | None = None) -> None:
        """Say what the eyes are busy with; one thread moves, the other reads, and motion goes before reading."""
        with self._work:
            self._moving = self._moving if moving is None else moving
            self._reading = self._reading if reading is None else reading
            doing = "moving" if self._moving else "reading" if self._reading else "looking"
            if doing != self._doing:
                self._doing = doing
                self._put(Watching(doing))

    def _take(self, again: bool = False) -> None:
        """A full picture for the reader; `again` is one more of a rest that was read already."""
        self._look_now.clear()
        self._look_again.clear()
        self._say_doing(moving=False, reading=True)
        if not again:
            self._rest_s = self._clock()
        picture = self._camera.full()
        with self._work:
            self._waiting = self._last = picture
            self._looks = self._looks + 1 if again else 1
            self._work.notify_all()

    def _forget(self) -> None:
        """Hands are at it: what was read says nothing any more."""
        self._look_again.clear()
        with self._work:
            self._observation = None

    # Reading.

    def _read(self) -> None:
        while not self._closing.is_set():
            picture, snapshot = self._next_work()
            try:
                if snapshot.game is not None and self._can_follow(snapshot.game.name):
                    self._read_and_explain(picture, snapshot)
            except ClearNo as nothing:
                self._put(Trouble("reader", words_of(nothing)))
            except CapostazioneError as error:
                self._put(Trouble("reader", say("The picture could not be read: {why}", why=words_of(error))))
            except Exception:  # noqa: BLE001  # a mistake in reading may cost a picture, never the evening
                _log.exception("the reader failed")
                self._put(Trouble("reader", say("The picture could not be read; enter the move on the page.")))
            self._say_doing(reading=self._waiting is not None or self._look_again.is_set())

    def _can_follow(self, game: str) -> bool:
        return self._reader.reads(game) and can_explain(game)

    def _next_work(self) -> tuple[Bgr | None, Snapshot]:
        """Wait for a new picture, or for a new state from which the last one is to be explained."""
        with self._work:
            self._work.wait_for(lambda: self._closing.is_set() or self._has_work())
            picture, self._waiting = self._waiting, None
            if picture is not None:
                self._pictures += 1
            self._explained = (self._snapshot.n, self._pictures)
            return picture, self._snapshot

    def _has_work(self) -> bool:
        if self._waiting is not None:
            return True
        return self._observation is not None and self._explained != (self._snapshot.n, self._pictures)

    def _learn(self, game: str) -> None:
        """Take the last correction to heart, and read the picture again that was misread."""
        with self._work:
            lesson, self._lesson = self._lesson, None
        if lesson is None or self._was_read is None or self._observation is None:
            return
        if self._reader.learn_from(lesson, self._was_read):
            self._observation = self._reader.read(self._was_read, game)

    def _read_and_explain(self, picture: Bgr | None, snapshot: Snapshot) -> None:
        assert snapshot.game is not None
        if self._is_being_taken(snapshot) and picture is None:
            return
        self._learn(snapshot.game.name)
        if picture is not None:
            read = self._reader.read_again if self._looks > 1 else self._reader.read
            self._observation = read(picture, snapshot.game.name)
            self._was_read = picture
            self._moves = len(snapshot.story)
            self._put(Trouble("reader"))
        observation = self._observation
        if observation is None:
            return
        name, state = snapshot.game.name, snapshot.state
        agreed = self._agreed[1] if self._agreed is not None and self._agreed[0] == name and snapshot.story else None
        seen = explain(snapshot, observation, agreed)
        if seen.verdict == SAME or self._is_said_otherwise(seen, snapshot):
            self._agree(name, state)
        if self._looks < LOOKS.get(seen.verdict, 0) and self._has_time():
            self._look_again.set()  # what one picture leaves open, another may tell
        else:
            told = (entry_of(text) for texts in seen.explanations for text in texts)
            self._own |= {text for do, text in told if do == "correct"}
            self._told = (snapshot, seen)
            self._put(Sight(snapshot.n, seen))

    def _is_being_taken(self, snapshot: Snapshot) -> bool:
        """Whether an explanation is being recorded, move by move; once it is, the table was then as recorded.

        That stays true whatever people do next.
        """
        if self._told is None or snapshot.game is None or self._told[0].game is not snapshot.game:
            return False
        (before, seen), game = self._told, snapshot.game
        since = [entry.text for entry in snapshot.story[len(before.story) :]]
        for texts in seen.explanations:
            wanted = [entry_of(text)[1] for text in texts]
            if since and len(since) < len(wanted) and since == wanted[: len(since)]:
                return True
            if since[: len(wanted)] == wanted:
                self._told = None
                self._agree(game.name, reached(game, before.state, texts))
                return False
        return False

    def _agree(self, name: str, state: Any) -> None:
        self._agreed = (name, state) if self._reader.agree(name) else None

    def _has_time(self) -> bool:
        """Whether people can wait for one more look: two looks are always worth it."""
        return self._looks < LOOKS[SAME] or self._clock() - self._rest_s < HURRY_S

    def _is_said_otherwise(self, seen: Seen, snapshot: Snapshot) -> bool:
        """Whether people have entered what lies there since it was looked at: they know better than the camera."""
        said = len(snapshot.story) > self._moves
        return said and seen.verdict == UNEXPLAINED and all(one.recorded for one in seen.contradictions)
