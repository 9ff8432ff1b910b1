"""Who may talk to the page: a table stands in a home network, where any web site in a browser can send requests.

The Host must be one of ours (against rebinding), the Origin must be the Host, and a post must be JSON.
"""

from __future__ import annotations

import ipaddress
import socket

from flask import Flask, Request, Response, abort, request

from engine.words import say

MOST_BYTES = 64 * 1024
MOST_TABLE_BYTES = 1024 * 1024  # the largest position that is described: four players with 500 tiles each
WHOLE_TABLES = ("/api/score", "/api/readings", "/api/lessons", "/api/boards")  # the paths that take such
MOST_PHOTO_BYTES = 20 * 1024 * 1024
UPLOADS = "/api/photos"  # the only paths that take pictures; a form on another site cannot send these types
PICTURES = ("image/jpeg", "image/png")
CSP = "; ".join((
    "default-src 'self'",
    "img-src 'self' data: blob:", "object-src 'none'", "frame-ancestors 'none'", "base-uri 'none'",
    "form-action 'self'",
))  # fmt: skip


def guard(app: Flask) -> None:
    """Check every request, and send every answer with the headers that keep it to itself."""
    app.before_request(_check)
    app.after_request(seal)


def _check() -> None:
    if not is_ours(host_name(request.host)):
        abort(421, say("this table is not called {host!r}", host=request.host))
    if request.method not in ("GET", "HEAD", "OPTIONS") and request.routing_exception is None:
        if not _same_origin(request):
            abort(403, say("this came from another web site"))
        _check_kind(request)


def _check_kind(asked: Request) -> None:
    if asked.path.startswith(UPLOADS):
        asked.max_content_length = MOST_PHOTO_BYTES
        if asked.mimetype not in PICTURES:
            abort(415, say("a photo is sent as JPEG or PNG"))
        return
    if asked.path in WHOLE_TABLES:
        asked.max_content_length = MOST_TABLE_BYTES
    if asked.mimetype != "application/json":
        abort(415, say("commands are sent as JSON"))


def _same_origin(asked: Request) -> bool:
    """A browser says from where a post comes; a program such as curl says nothing and is let through."""
    origin = asked.headers.get("Origin")
    return origin is None or origin == f"{asked.scheme}://{asked.host}"


def host_name(host: str) -> str:
    """The name in a Host header, without the port."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.rpartition(":")[0] or host if host.count(":") == 1 else host


def is_ours(name: str) -> bool:
    """Whether a name can only mean this table: an address, localhost, this machine's name, or one in `.local`."""
    name = name.lower().rstrip(".")
    own = socket.gethostname().lower()
    if name in ("localhost", own, own.partition(".")[0]) or name.endswith(".local"):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def seal(answer: Response) -> Response:
    """The answer with the headers that keep it to itself."""
    answer.headers.setdefault("Content-Security-Policy", CSP)
    answer.headers.setdefault("X-Content-Type-Options", "nosniff")
    answer.headers.setdefault("X-Frame-Options", "DENY")
    answer.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
    answer.headers.setdefault("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
    answer.headers.setdefault("Referrer-Policy", "no-referrer")
    answer.headers.setdefault("Cache-Control", "no-store")
    return answer
