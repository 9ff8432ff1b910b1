"""Collects every sentence that a player may read from the source itself, so that none can be forgotten."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("engine", "firmware", "webui")
# Of vision, what answers an upload.
PHOTOS = (
    "vision/boards/claims.py", "vision/boards/drawn.py", "vision/cards/teach.py", "vision/face.py",
    "vision/mine/labels.py", "vision/other_photo.py", "vision/photo.py", "vision/readers.py", "vision/teach.py",
)  # fmt: skip
# Errors that reach the page as they are, when their words are written out in full.
SPOKEN_ERRORS = (
    "BadInput", "BadPosition", "BadSetup", "CameraMissing", "CameraStalled", "ClearNo", "DamagedLog", "JoinFirst",
    "LogError", "LogNotWritten", "NotAllowed", "NotAnswered", "NotNow", "NotThere",
    "NothingToSee", "StaleNumber", "TooManyTries", "Unfitting", "UnreadablePhoto", "Untaught",
)  # fmt: skip
SAYING = ("say", "clause", "wrong", "clash", "_refused", "take", "number", "sides")
TERMINAL = (
    "bench.py", "cli.py", "doctor.py", "drawings.py", "folder.py", "install_service.py", "packs.py", "print.py",
    "replay.py", "run.py", "score.py", "see.py", "settings.py", "teach.py", "unit.py",
)  # fmt: skip  # speak to nobody else
_IN_PAGES = re.compile(r"""\bt\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')""")


@cache
def sentences() -> frozenset[str]:
    """The templates of all sentences in the Python code."""
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in _sources())
    return frozenset(text for tree in trees for text in _spoken(tree))


def page_words() -> set[str]:
    """The words of the page itself: `t("...")` in templates and scripts."""
    found: set[str] = set()
    for folder, ends in (("templates", "*.html"), ("static", "*.js")):
        for path in (ROOT / "webui" / folder).rglob(ends):
            found |= {one or other for one, other in _IN_PAGES.findall(path.read_text(encoding="utf-8"))}
    return found


def _sources() -> Iterator[Path]:
    for package in PACKAGES:
        found = (ROOT / package).rglob("*.py")
        yield from (path for path in found if package != "firmware" or path.name not in TERMINAL)
    yield from (ROOT / path for path in PHOTOS)


def hand_made() -> list[str]:
    """Errors whose words are put together by hand, so that nobody can translate them; options are for a terminal."""
    found = []
    for path in _sources():
        calls = (node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call))
        told = (call.args[0] for call in calls if call.args and _name(call.func) in ("wrong", "clash", *SPOKEN_ERRORS))
        made = (ast.unparse(words) for words in told if isinstance(words, ast.JoinedStr))
        found += [f"{path.relative_to(ROOT)}: {words}" for words in made if not words.startswith("f'--")]
    return found


def _spoken(tree: ast.AST) -> Iterator[str]:
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and node.args and _name(node.func) in ("say", "clause", *SPOKEN_ERRORS):
                yield from _literals(node.args[0], function)
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        if _name(call.func) in SAYING:
            yield from (word.value for word in call.args if isinstance(word, ast.Constant) and word.value)


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _literals(node: ast.expr, function: ast.AST) -> Iterator[str]:
    """The strings that an expression may be: written there, chosen there, or given a name in the same function."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _literals(node.body, function)
        yield from _literals(node.orelse, function)
    elif isinstance(node, ast.Subscript):
        yield from _literals(node.value, function)
    elif isinstance(node, ast.Dict):
        for value in node.values:
            yield from _literals(value, function)
    elif isinstance(node, ast.Name):
        for other in ast.walk(function):
            if isinstance(other, ast.Assign) and any(_name(target) == node.id for target in other.targets):
                yield from _literals(other.value, function)
