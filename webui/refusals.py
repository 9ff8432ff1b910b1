"""What is said in place of the web server's own words, and how it is told before Flask has seen a request."""

from __future__ import annotations

import json

from flask import Response
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.task import ErrorTask
from waitress.utilities import RequestEntityTooLarge

from engine.words import Said, say
from webui.guard import MOST_PHOTO_BYTES, seal
from webui.words import language_of, translate

# So much of a request that is too large is passed over: closed in its midst, a phone would never hear why.
MOST_PASSED_OVER = 10 * MOST_PHOTO_BYTES


def plain_words() -> dict[int, Said]:
    """What is said of a request, by status."""
    return {
        400: say("this request cannot be read"),
        404: say("there is nothing at this address"),
        405: say("this address is not asked in this way"),
        408: say("the request took too long"),
        413: say("this is more than the table takes at once"),
        431: say("the head of this request is too long"),
        500: say("something went wrong in the table's program; the game is stored"),
        501: say("this request is sent in a way that the table does not know"),
    }


def refusal(words: str, status: int) -> Response:
    """A clear no in the form that the interface has for all of them."""
    told = json.dumps({"ok": False, "error": words, "status": status}, ensure_ascii=False)
    return Response(f"{told}\n", status, mimetype="application/json")


class Refusal(ErrorTask):  # type: ignore[misc]  # waitress has no types
    """Tells what waitress refuses as all else is told."""

    def execute(self) -> None:
        status = self.request.error.code
        language = language_of(None, self.request.headers.get("ACCEPT_LANGUAGE", ""))
        words = plain_words().get(status, plain_words()[400])
        answer = seal(refusal(translate(words, language), status))
        self.status = answer.status
        self.response_headers.extend(answer.headers.items())
        self.set_close_on_finish()
        self.content_length = len(answer.data)
        self.write(answer.data)


class Parser(HTTPRequestParser):  # type: ignore[misc]
    """Passes over the body of a request that is too large, and keeps none of it."""

    expect_continue = False
    _left = 0

    def received(self, data: bytes) -> int:
        if self._left:
            passed = min(self._left, len(data))
            self._left -= passed
            self.completed = not self._left
            return passed
        consumed = int(super().received(data))
        if isinstance(self.error, RequestEntityTooLarge) and not self.chunked:
            if self.expect_continue:  # it asks before it sends: then it need not
                self.expect_continue = False
            else:
                self._left, self.completed = min(self.content_length, MOST_PASSED_OVER), False
        return consumed


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection that is answered in our own words."""

    error_task_class = Refusal
    parser_class = Parser
