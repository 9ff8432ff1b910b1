"""Real Chromium for the tests of the page, and the checks that every page must pass."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from firmware.service import Service

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install -e '.[dev]'")
from playwright.sync_api import Page, expect  # only after the check above

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PATIENCE_MS = 20_000
PHONE, LAPTOP = {"width": 360, "height": 740}, {"width": 1366, "height": 900}

Open = Callable[..., Page]


def is_complaint(kind: str, text: str) -> bool:
    """A refused command is an answer, not a fault of the page; everything else is."""
    return kind == "error" and not re.search(r"status of 4(01|03|09|13|22|29|04|00)", text)


expect.set_options(timeout=PATIENCE_MS)


def is_level(page: Page, service: Service) -> bool:
    """Whether the page shows the service's newest state."""
    return page.locator("body").get_attribute("data-n") == str(service.snapshot.n)


def wait(page: Page, ready: Callable[[], bool]) -> None:
    for _ in range(PATIENCE_MS // 20):
        if ready():
            return
        page.wait_for_timeout(20)
    raise AssertionError(f"waited in vain; the page says: {page.locator('#next').text_content()}")


CHECKS = Path(__file__).with_name("checks.js").read_text(encoding="utf-8") if CHROMIUM else ""
_AXE = find_spec("axe_playwright_python")
AXE = Path(str(_AXE.origin)).with_name("axe.min.js").read_text(encoding="utf-8") if CHROMIUM and _AXE else ""


UNDER_AXE: set[Page] = set()


def complaints_of(page: Page) -> list[str]:
    """What our own checks and those of axe find wrong on a page as it stands."""
    found = [str(one) for one in page.evaluate(CHECKS)]
    UNDER_AXE.add(page)  # axe styles what it looks at, and our policy says so on the console
    page.evaluate(AXE)
    told = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    page.wait_for_timeout(50)
    UNDER_AXE.discard(page)
    return found + [f"{one['id']}: {one['nodes'][0]['html'][:90]}" for one in told["violations"]]
