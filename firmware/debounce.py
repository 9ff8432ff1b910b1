"""Contacts bounce: a level counts when it has stood for a while. Pure, so that every rattle can be tried in a test."""

from __future__ import annotations

from dataclasses import dataclass, replace

SETTLE_S = 0.02
HOLD_S = 2.0

PRESSED, HELD = "pressed", "held"


@dataclass(frozen=True)
class Contact:
    """What is known of one button: the settled level, the raw one with its age, and since when it is held down."""

    is_down: bool = False
    raw: bool = False
    raw_since_s: float = 0.0
    down_since_s: float = 0.0
    is_held: bool = False

    @property
    def is_restless(self) -> bool:
        return self.raw != self.is_down


def feel(contact: Contact, raw: bool, at_s: float) -> tuple[Contact, str | None]:
    """The contact after a look at its pin, and what this look tells.

    A press counts when the finger lifts, so that a hold is never also a press. Looks may come from edges or from a
    timer, in any number; only their times matter.
    """
    happening = None
    if contact.is_restless and at_s - contact.raw_since_s >= SETTLE_S:
        if contact.raw:
            contact = replace(contact, is_down=True, down_since_s=contact.raw_since_s)
        else:
            happening = None if contact.is_held else PRESSED
            contact = replace(contact, is_down=False, is_held=False)
    elif contact.is_down and contact.raw and raw and not contact.is_held and at_s - contact.down_since_s >= HOLD_S:
        contact, happening = replace(contact, is_held=True), HELD
    if raw != contact.raw:
        contact = replace(contact, raw=raw, raw_since_s=at_s)
    return contact, happening
