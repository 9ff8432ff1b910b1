"""`capostazione install-service`: have systemd start the service with the machine."""

from __future__ import annotations

import argparse

from firmware.unit import NAME, POLKIT, UNITS, install, plan, uninstall


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="print the unit and change nothing")
    parser.add_argument("--remove", action="store_true", help="stop the service and take it away; games are kept")
    parser.add_argument("--user", default="capostazione", help="the user it runs as; made if there is none")
    parser.add_argument("--port", type=int, default=8080, help="of the page")


def run(args: argparse.Namespace) -> int:
    if args.remove:
        uninstall()
        print("The service is gone; the games stay in /var/lib/capostazione.")
        return 0
    planned = plan(args.user, args.port)
    if args.dry_run:
        print(planned.unit, end="")
        if planned.hindrance:
            print(f"\n# It would not be installed: {planned.hindrance}")
        return 0
    install(planned)
    print(f"{UNITS / NAME} and {POLKIT} are in place; look at it with: systemctl status {NAME}")
    return 0
