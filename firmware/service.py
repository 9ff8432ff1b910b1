"""The service: one queue, one writer. Whatever happens on the table, at the panel or on a phone comes through here.

A change is played, stored on the disk, put in place of the old snapshot, and only then told to lights and pages.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from engine.errors import BadInput, CapostazioneError, IllegalMove, LogNotWritten, NotNow, words_of
from engine.games import find_game
from engine.observation import entry_of
from engine.table import Table
from engine.words import Said, say
from firmware.actions import action_of
from firmware.flip import side_of, sides_due, throw
from firmware.folder import DataFolder, FolderNotWritable
from firmware.heart import Heart
from firmware.inbox import Ask, Item, Press, Sight, Stop, TableNews, Trouble, Watching
from firmware.lights import lights_of
from webui.desk import (
    FLIP,
    IDLE,
    OFFER,
    OVER,
    OWING,
    PLAY,
    PUZZLE,
    QUESTION,
    Flipped,
    NotAnswered,
    Seen,
    Snapshot,
    StaleNumber,
)

BEAT_S = 1.0
ANSWER_S = 8.0
MOMENT_OF = {"found": OFFER, "ambiguous": QUESTION, "unexplained": PUZZLE}
ITSELF, BUTTON = "itself", "button"


class Eyes(Protocol):
    """Whatever watches the table for the service."""

    def look(self) -> None:
        """Take a picture now, still or not."""

    def picture(self, drawn: bool = False) -> bytes | None:
        """The last full picture as a JPEG, with what was read drawn on it if wished."""


class Service:
    """The stationmaster. Everything that changes is changed by the thread that is in `run`."""

    def __init__(self, folder: DataFolder, take: str = ITSELF, heart: Heart | None = None) -> None:
        # A signal's handler puts on it too, in the midst of anything: only SimpleQueue allows that.
        self.inbox: queue.SimpleQueue[Item] = queue.SimpleQueue()
        self.heart = heart or Heart()
        self._folder = folder
        self._take = take
        self._table: Table | None = None
        self._eyes: Eyes | None = None
        self._listeners: list[Callable[[Snapshot], None]] = []
        self._simulation: Callable[[Mapping[str, Any]], None] | None = None
        self._use_pack: Callable[[str], None] | None = None
        self._snapshot = Snapshot(n=folder.next_n)
        self._kept_n = self._snapshot.n  # the first number that a later process might use
        self._news = threading.Condition()
        self._seen: Seen | None = None
        self._evidence: Mapping[str, Any] | None = None  # of the last sight, whatever was made of it
        self._owes: tuple[tuple[str, str], ...] = ()
        self._counted: tuple[Path, int] | None = None

    # What others may call, from any thread.

    @property
    def snapshot(self) -> Snapshot:
        return self._snapshot

    def put(self, item: Item) -> None:
        self.inbox.put(item)

    def ask(self, do: str, n: int | None, **what: Any) -> Snapshot:
        asked = Ask(do, n, what)
        self.inbox.put(asked)
        try:
            return asked.answer.result(ANSWER_S)
        except TimeoutError as late:
            raise NotAnswered(say("the stationmaster did not answer in time; look whether it was done")) from late

    def wait_for_news(self, serial: int, longest_s: float) -> Snapshot:
        with self._news:
            self._news.wait_for(lambda: self._snapshot.serial > serial, longest_s)
        return self._snapshot

    def is_alive(self) -> bool:
        return self.heart.is_beating()

    def picture(self, drawn: bool = False) -> bytes | None:
        return self._eyes.picture(drawn) if self._eyes else None

    # Put together before `run`.

    def listen(self, listener: Callable[[Snapshot], None]) -> None:
        """Have someone told of every new snapshot, in the writer's thread: it must be quick and may not raise."""
        self._listeners.append(listener)

    def watch_with(self, eyes: Eyes) -> None:
        self._eyes = eyes

    def choose_packs_with(self, use_pack: Callable[[str], None]) -> None:
        """Whom to tell which taught box lies on the table; it raises BadInput if there is no such box."""
        self._use_pack = use_pack

    def simulate_with(self, simulation: Callable[[Mapping[str, Any]], None]) -> None:
        self._simulation = simulation

    def resume(self) -> bool:
        """Go on with the game on the table; a log that cannot be replayed is kept and said, and stops nothing."""
        path = self._folder.current
        if path is None:
            return False
        try:
            self._table = Table.open(path)
        except CapostazioneError as error:
            self._renew(troubles=self._with_trouble("log", words_of(error)))
            return False
        self._renew(n=max(self._snapshot.n, self._table.n) + 1)
        return True

    def begin(self, game: str, players: tuple[str, ...], setup: Mapping[str, Any]) -> None:
        """Start a game with a log of its own and make it the game on the table."""
        rules = find_game(game)
        if len(players) not in rules.seats:
            most = rules.seats.stop - 1
            raise BadInput(
                say(
                    "{game} is for {least} to {most} players, not {count}",
                    game=rules.name,
                    least=rules.seats.start,
                    most=most,
                    count=len(players),
                )
            )
        table = Table.start(self._folder.new_log(rules.name), game, players, setup)
        try:
            self._folder.point_to(table.log.path)
        except BaseException:
            table.close()
            raise
        if self._table is not None:
            self._table.close()
        self._table = table
        self._seen, self._evidence, self._owes = None, None, ()
        troubles = self._with_trouble("log", "")
        self._renew(n=self._snapshot.n + 1, flipped=None, refusal=None, showing="", troubles=troubles)

    # The writer.

    def run(self) -> str:
        """Serve until a Stop comes; returns why it came."""
        while True:
            self.heart.beat()
            try:
                item = self.inbox.get(timeout=BEAT_S)
            except queue.Empty:
                continue
            if isinstance(item, Stop):
                return item.why
            self.handle(item)

    def handle(self, item: Item) -> None:
        """Do what one item of the queue asks for."""
        match item:
            case Ask():
                self._answer(item)
            case Press():
                self._press(item)
            case Sight():
                self._look_at(item)
            case Watching(doing):
                if doing != self._snapshot.watching:
                    self._renew(watching=doing)
            case Trouble(part, words):
                if words != self._snapshot.troubles.get(part, ""):
                    self._renew(troubles=self._with_trouble(part, words))
            case TableNews(told):
                self._renew(table=MappingProxyType(dict(told)))

    def close(self) -> None:
        if self._table is not None:
            self._table.close()
        self._folder.close()

    def _answer(self, asked: Ask) -> None:
        if not asked.answer.set_running_or_notify_cancel():
            return
        try:
            if asked.n is not None and asked.n != self._snapshot.n:
                words = "the table has moved on: this was meant for state {asked}, and it is at {now}"
                raise StaleNumber(say(words, asked=asked.n, now=self._snapshot.n))
            self._do(asked.do, asked.what)
        except CapostazioneError as error:
            self._note(error)
            asked.answer.set_exception(error)
        else:
            asked.answer.set_result(self._snapshot)

    def _press(self, press: Press) -> None:
        action = action_of(self._snapshot.moment, press.button, press.held)
        if action is None:
            return
        try:
            self._do(action, {})
        except CapostazioneError as error:
            self._note(error)

    def _note(self, error: CapostazioneError) -> None:
        """Show a refusal; a disk that does not take an entry is a trouble that stays until one is stored."""
        if isinstance(error, LogNotWritten):
            self._renew(troubles=self._with_trouble("disk", words_of(error)))
        elif not isinstance(error, StaleNumber):
            why = words_of(error)
            self._renew(refusal=why if isinstance(why, Said) else say(why))

    def _do(self, do: str, what: Mapping[str, Any]) -> None:
        if do == "confirm":
            do = action_of(self._snapshot.moment, "confirm") or "look"
        doings: dict[str, Callable[..., None]] = {
            "accept": self._accept, "address": self._show_address, "choose": self._choose, "correct": self._correct,
            "dismiss": self._dismiss, "flip": self._flip, "look": self._look, "move": self._move, "new": self._new,
            "redo": self._redo, "rematch": self._rematch, "score": self._show_score, "settle": self._settle,
            "show_address": self._show_address, "shut_down": self._shut_down, "simulate": self._simulate,
            "undo": self._undo,
        }  # fmt: skip
        if do not in doings:
            raise BadInput(say("there is nothing called {do!r} to be done", do=do))
        doings[do](**what)

    # What can be done.

    def _move(self, text: str, insist: bool = False) -> None:
        self._play((text,), insist)

    def _correct(self, text: str) -> None:
        self._playing().correct(text)
        self._stored()

    def _undo(self) -> None:
        table = self._playing()
        text = table.in_force[-1].text if table.can_undo else ""
        table.undo()
        self._stored(owes=_owing(self._owes, "undo", text))

    def _redo(self) -> None:
        table = self._playing()
        table.redo()
        self._stored(owes=_owing(self._owes, "redo", table.in_force[-1].text))

    def _flip(self) -> None:
        table = self._playing()
        ways = sides_due(table.game, table.state)
        if not ways:
            raise IllegalMove("flip", say("No flip is due now."))
        text = throw(ways)
        table.play(text)
        self._stored(flipped=Flipped(side_of(text), self._snapshot.n + 1))

    def _accept(self) -> None:
        self._choose(0)

    def _choose(self, choice: int) -> None:
        """Take one of the explanations of what the camera sees."""
        explanations = self._seen.explanations if self._seen else ()
        if not 0 <= choice < len(explanations):
            raise NotNow("There is no such move to choose.")
        self._play(explanations[choice])

    def _dismiss(self) -> None:
        """No, it was not that: the camera looks again when something moves."""
        self._seen = None
        self._renew(n=self._snapshot.n + 1)

    def _settle(self) -> None:
        """Somebody says that the wood is as recorded."""
        self._owes = ()
        self._renew(n=self._snapshot.n + 1)

    def _look(self) -> None:
        if self._eyes is None:
            raise NotNow("There is no camera; enter the move on the page.")
        self._eyes.look()

    def _show_score(self) -> None:
        self._playing()
        self._renew(showing="" if self._snapshot.showing == "score" else "score")

    def _show_address(self) -> None:
        self._renew(showing="" if self._snapshot.showing == "address" else "address")

    def _new(self, game: str, players: tuple[str, ...], setup: Mapping[str, Any] | None = None, pack: str = "") -> None:
        if pack and self._use_pack is None:
            raise NotNow("There is no camera here that could read a taught box.")
        if pack and self._use_pack is not None:
            self._use_pack(pack)  # first: a box that is not there begins no game
        self.begin(game, tuple(players), setup or {})

    def _rematch(self) -> None:
        """The same game by the same players once more."""
        header = self._playing().log.header
        self.begin(header.game, header.players, header.setup)

    def _shut_down(self) -> None:
        self.inbox.put(Stop("shut down"))

    def _simulate(self, **what: Any) -> None:
        if self._simulation is None:
            raise NotNow("This is a real table: what happens there, hands do.")
        self._simulation(what)

    def _playing(self) -> Table:
        if self._table is None:
            raise NotNow("There is no game on the table; start one on the page.")
        return self._table

    def _play(self, texts: tuple[str, ...], insist: bool = False) -> None:
        table = self._playing()
        for do, text in map(entry_of, texts):
            if do == "correct":
                table.correct(text)
            else:
                table.play(text, insist)
            self._stored()

    # What the camera says.

    def _look_at(self, sight: Sight) -> None:
        """The camera never writes: a certain move is taken or offered, a doubtful one asked, the rest shown."""
        if self._table is None or sight.n != self._snapshot.n:
            return  # explained from a state that is gone; the eyes explain it again
        if self._snapshot.turn is None or self._snapshot.turn.over:
            return  # people tidy up
        self._evidence = sight.seen.evidence or self._evidence
        seen, verdict = replace(sight.seen, evidence=None), sight.seen.verdict
        if verdict == "same":
            self._agree()
        elif self._owes and not self._is_something_new(seen):
            self._show(seen)
        elif verdict == "found" and self._take == ITSELF:
            self._take_it(seen)
        else:
            self._owes = () if verdict == "found" else self._owes
            self._show(seen)

    def _agree(self) -> None:
        if self._owes or self._seen is not None:
            self._owes, self._seen = (), None
            self._renew(n=self._snapshot.n + 1)

    def _is_something_new(self, seen: Seen) -> bool:
        """Whether hands have gone on; while the wood still shows an undone move, it is that move that explains it."""
        undone = {text for do, text in self._owes if do == "undo"}
        return seen.verdict == "found" and not undone & set(seen.explanations[0])

    def _take_it(self, seen: Seen) -> None:
        try:
            self._play(seen.explanations[0])
        except CapostazioneError as error:
            self._note(error)

    def _show(self, seen: Seen) -> None:
        if self._seen is None or replace(self._seen, observation=None) != replace(seen, observation=None):
            self._seen = seen
            self._renew(n=self._snapshot.n + 1)

    # Swap and tell.

    def _stored(self, owes: tuple[tuple[str, str], ...] = (), **fields: Any) -> None:
        """An entry has been stored: what was seen before it says nothing any more."""
        self._seen = None
        self._owes = owes if self._eyes else ()
        troubles = self._with_trouble("disk", "")
        self._renew(**{"n": self._snapshot.n + 1, "troubles": troubles, "refusal": None, "showing": "", **fields})

    def _with_trouble(self, part: str, words: str) -> Mapping[str, str]:
        others = {name: said for name, said in self._snapshot.troubles.items() if name != part}
        return MappingProxyType({**others, part: words} if words else others)

    def _renew(self, **fields: Any) -> None:
        """Put a new snapshot in place of the old one and tell everybody."""
        old = self._snapshot
        new = replace(old, serial=old.serial + 1, evidence=self._evidence, **fields)
        self._keep(new.n)
        if new.n != old.n or new.game is None:
            new = replace(new, **self._table_fields(), seen=self._seen, guide=_guide(self._owes, self._seen))
        new = replace(new, moment=self._moment_of(new))
        new = replace(new, lights=lights_of(new))
        with self._news:
            self._snapshot = new
            self._news.notify_all()
        for listener in self._listeners:
            listener(new)

    def _keep(self, n: int) -> None:
        """See to it that no process after this one uses this number again: a phone may sleep through a restart."""
        if n >= self._kept_n:
            with suppress(FolderNotWritable):  # a full disk; the next number tries again
                self._kept_n = self._folder.keep_from(n)

    def _table_fields(self) -> dict[str, Any]:
        table = self._table
        if table is None:
            return {}
        game, state = table.game, table.state
        if self._counted == (table.log.path, table.n):
            return {}  # only the camera's opinion is new
        self._counted = (table.log.path, table.n)
        return {
            "game": game, "state": state, "players": table.log.header.players, "setup": table.log.header.setup,
            "turn": game.turn(state), "score": game.score(game.position(state)), "problems": game.problems(state),
            "story": table.in_force, "can_undo": table.can_undo, "can_redo": table.can_redo,
        }  # fmt: skip

    def _moment_of(self, snapshot: Snapshot) -> str:
        if snapshot.game is None or snapshot.turn is None:
            return IDLE
        if self._owes:
            return OWING
        if snapshot.turn.over:
            return OVER
        if sides_due(snapshot.game, snapshot.state):
            return FLIP
        return MOMENT_OF.get(self._seen.verdict, PLAY) if self._seen else PLAY


def _owing(owes: tuple[tuple[str, str], ...], do: str, text: str) -> tuple[tuple[str, str], ...]:
    """What the wood still owes after an undo or a redo: the one takes back what the other asked for."""
    other = "redo" if do == "undo" else "undo"
    return owes[:-1] if owes and owes[-1] == (other, text) else (*owes, (do, text))


def _guide(owes: tuple[tuple[str, str], ...], seen: Seen | None) -> tuple[Said, ...]:
    """What hands have to do until the wood matches the log again."""
    steps = [
        say("Put back what this move did: {move}.", move=text) if do == "undo" else say("Do again: {move}.", move=text)
        for do, text in reversed(owes)
    ]
    return (*steps, *(one.why for one in seen.contradictions if owes)) if seen else tuple(steps)
