"""The real program with mock pins and somebody at the panel: lines on standard input press buttons or read lights.

`press flip`, `hold score`, `light left`: the answer to the last one is a line on standard error.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from typing import Any

os.environ["GPIOZERO_PIN_FACTORY"] = "mock"
os.environ["GPIOZERO_MOCK_PIN_CLASS"] = "mockpwmpin"


def press_as_told() -> None:
    from gpiozero import Device

    from hardware.wiring import our_wiring

    pins = dict(our_wiring().pins())
    # Nobody can press before the panel is there: its last device is the state light.
    while Device.pin_factory is None or Device.pin_factory.pin(pins["state blue"]).function != "output":
        time.sleep(0.02)
    time.sleep(0.1)
    for line in sys.stdin:
        what, name = line.split()
        pin: Any = Device.pin_factory.pin(pins[name])
        if what == "light":
            print(f"light {name} {pin.state}", file=sys.stderr, flush=True)
            continue
        pin.drive_low()
        time.sleep(2.3 if what == "hold" else 0.08)
        pin.drive_high()


if __name__ == "__main__":
    from firmware.cli import main

    threading.Thread(target=press_as_told, daemon=True).start()
    sys.exit(main(sys.argv[1:]))
