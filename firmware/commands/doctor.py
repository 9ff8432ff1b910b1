"""`capostazione doctor`: checks what the table needs, and says what to do about each lack."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from firmware.checks import FAIL, all_findings
from firmware.packs import data_folder
from firmware.settings import checked_port


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, default=None, help="the folder for logs, packs and settings")
    parser.add_argument("--port", type=int, default=8080, help="of the page")
    parser.add_argument("--json", action="store_true", help="the findings as JSON")


def run(args: argparse.Namespace) -> int:
    findings = list(all_findings(data_folder(args.data), checked_port(args.port)))
    if args.json:
        print(json.dumps([asdict(finding) for finding in findings], ensure_ascii=False, indent=2))
    else:
        for finding in findings:
            print(f"{finding.level:5}{finding.what:13}{finding.found}")
            if finding.do:
                print(f"{'':18}-> {finding.do}")
    return 1 if any(finding.level == FAIL for finding in findings) else 0
