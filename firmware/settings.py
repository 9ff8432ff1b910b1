"""Settings of one table, `settings.toml` in the data folder: read, never written, overruled by the command line."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.data import read_toml
from engine.errors import BadInput

FILE = "settings.toml"
MOST_PORT = 65535
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Setting:
    """One key: its type, what it is if nothing is said, and what it means."""

    kind: type
    usual: Any
    about: str


KEYS: Mapping[str, Setting] = {
    "table": Setting(str, None, "simulated, camera, webcam or folder:DIR; else what this machine has"),
    "game": Setting(str, None, "the game to begin with"),
    "players": Setting(str, None, "names with commas between them"),
    "port": Setting(int, 8080, "of the page; 0 for any free one"),
    "host": Setting(str, "0.0.0.0", "the address to listen on; 127.0.0.1 keeps the page to this machine"),
    "pack": Setting(str, None, "the taught art of your box: a name or a folder"),
    "take": Setting(str, "itself", "itself or button: whether a certain move waits for the button"),
    "speed": Setting(float, 1.0, "of the simulated players; 2 is twice as fast"),
}


def read_settings(folder: Path) -> dict[str, Any]:
    """What the file says; a key that there is not is warned about, a value of the wrong kind is refused."""
    path = folder / FILE
    try:
        text = path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return {}  # a folder that cannot be one is refused when it is opened
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: cannot be read: {error}") from error
    found = read_toml(text, str(path))
    for key in sorted(found.keys() - KEYS.keys()):
        _log.warning("%s: there is no setting %r; there are %s", path, key, ", ".join(KEYS))
    return {key: _checked(path, key, value) for key, value in found.items() if key in KEYS}


def _checked(path: Path, key: str, value: Any) -> Any:
    kind = KEYS[key].kind
    fits = isinstance(value, (int, float) if kind is float else kind) and not isinstance(value, bool)
    if not fits:
        raise BadInput(f"{path}: {key} must be {'a number' if kind in (int, float) else 'a text'}, not {value!r}")
    return value


def checked_port(port: int) -> int:
    """A port that there can be, 0 for any free one."""
    if not 0 <= port <= MOST_PORT:
        raise BadInput(f"--port {port}: a port is a number from 0 to {MOST_PORT}")
    return port


def settle(given: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Every setting: from the command line, else from the file, else the usual one."""
    stored = read_settings(folder)
    return {
        key: given[key] if given.get(key) is not None else stored.get(key, setting.usual)
        for key, setting in KEYS.items()
    }
