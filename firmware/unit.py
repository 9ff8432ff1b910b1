"""The systemd unit that starts the service with the machine, and how it is put in place."""

from __future__ import annotations

import grp
import os
import pwd
import shutil
import stat
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from engine.errors import BadInput, ClearNo

NAME = "capostazione.service"
UNITS = Path("/etc/systemd/system")
POLKIT = Path("/etc/polkit-1/rules.d/50-capostazione.rules")
GROUPS = ("video", "gpio", "render")

# Type=notify and the watchdog: the service says when it is ready and that its loop still comes round. Devices are named
# one by one, because PrivateDevices would hide camera and pins; the clock stays open for the same reason.
UNIT = """\
[Unit]
Description=Capostazione, the stationmaster of the game table
After=network.target
StartLimitIntervalSec=120
StartLimitBurst=10

[Service]
Type=notify
ExecStart={program} run --port {port} --power-off
User={user}
{groups}Restart=on-failure
RestartSec=2
WatchdogSec=30
TimeoutStartSec=120
TimeoutStopSec=15
StateDirectory=capostazione
RuntimeDirectory=capostazione
WorkingDirectory=%t/capostazione
Environment=PYTHONUNBUFFERED=1 GPIOZERO_PIN_FACTORY=lgpio LIBCAMERA_LOG_LEVELS=*:WARN
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=read-only
PrivateTmp=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectControlGroups=yes
RestrictSUIDSGID=yes
RestrictRealtime=yes
LockPersonality=yes
CapabilityBoundingSet=
DevicePolicy=closed
DeviceAllow=char-gpiochip rw
DeviceAllow=char-video4linux rw
DeviceAllow=char-media rw
DeviceAllow=char-dma_heap rw
DeviceAllow=char-drm rw

[Install]
WantedBy=multi-user.target
"""

# The score button may switch the machine off, and nothing else.
RULE = """\
polkit.addRule(function(action, subject) {{
    if (action.id == "org.freedesktop.login1.power-off" && subject.user == "{user}") {{
        return polkit.Result.YES;
    }}
}});
"""


@dataclass(frozen=True)
class Plan:
    """What would be installed: the unit, the rule, and the user to be made, who needs some paths."""

    unit: str
    rule: str
    user: str
    makes_user: bool
    needs: tuple[Path, ...]

    @property
    def hindrance(self) -> str:
        """Why the user could not start the program, if so; the data folder is made and handed over by systemd."""
        for path in self.needs:
            closed = closed_to(self.user, path)
            if closed is not None:
                return (
                    f"the user {self.user} may not read {closed}, and the program needs it; put the program where all "
                    "may read, such as /opt/capostazione, or choose another --user"
                )
        return ""


def plan(user: str = "capostazione", port: int = 8080, program: str | None = None) -> Plan:
    """The unit for this machine; groups that it does not have are left out."""
    if not user.replace("-", "").replace("_", "").isalnum() or not user[0].isalpha():
        raise BadInput(f"--user {user}: a user's name has letters, digits, - and _")
    if not 1 <= port <= 65535:
        raise BadInput(f"--port {port}: a port is a number from 1 to 65535")
    groups = " ".join(group for group in GROUPS if _exists(group))
    line = f"SupplementaryGroups={groups}\n" if groups else ""
    needs = (Path(program),) if program else (Path(find_program()), *own_paths())
    unit = UNIT.format(program=needs[0], port=port, user=user, groups=line)
    return Plan(unit, RULE.format(user=user), user, not _is_user(user), needs)


def find_program() -> str:
    """The installed `capostazione` beside this Python; systemd wants a whole path."""
    beside = Path(sys.executable).parent / "capostazione"
    found = str(beside) if beside.exists() else shutil.which("capostazione")
    if found is None:
        raise ClearNo("the command capostazione is not installed; run make venv first")
    return found


def own_paths() -> tuple[Path, ...]:
    """What the program runs on: this Python and our own code."""
    return Path(sys.executable), Path(__file__)


def closed_to(user: str, path: Path) -> Path | None:
    """The first folder on the way to a file, or the file, that the user may not read; what is not there is not closed.

    A user who is still to be made is none of the owners and in no group.
    """
    places = [*reversed(path.parents), path, *reversed(path.resolve().parents), path.resolve()]
    return next((place for place in places if place.exists() and not _may_read(user, place.stat())), None)


def _may_read(user: str, found: os.stat_result) -> bool:
    """Whether a user may enter a folder or read a file."""
    right = 1 if stat.S_ISDIR(found.st_mode) else 4
    if not _is_user(user):
        return bool(found.st_mode & right)
    account = pwd.getpwnam(user)
    if account.pw_uid in (0, found.st_uid):
        return account.pw_uid == 0 or bool(found.st_mode & right << 6)
    if found.st_gid in os.getgrouplist(user, account.pw_gid):
        return bool(found.st_mode & right << 3)
    return bool(found.st_mode & right)


def install(planned: Plan) -> None:
    """Write the files and start the service; needs root and says so."""
    if os.geteuid() != 0:
        raise ClearNo("installing needs root: sudo capostazione install-service; or look with --dry-run")
    if shutil.which("systemctl") is None:
        raise ClearNo("this machine has no systemd; start capostazione run by hand")
    if planned.hindrance:
        raise ClearNo(planned.hindrance)
    if planned.makes_user:
        _call("useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", planned.user)
    _write(UNITS / NAME, planned.unit)
    if POLKIT.parent.is_dir():
        _write(POLKIT, planned.rule)
    _call("systemctl", "daemon-reload")
    _call("systemctl", "enable", "--now", NAME)


def uninstall() -> None:
    """Stop the service and take its files away; the games stay."""
    if os.geteuid() != 0:
        raise ClearNo("uninstalling needs root: sudo capostazione install-service --remove")
    if shutil.which("systemctl") is not None:
        subprocess.run(["systemctl", "disable", "--now", NAME], check=False)
    for path in (UNITS / NAME, POLKIT):
        path.unlink(missing_ok=True)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ClearNo(f"{path}: cannot be written: {error.strerror or error}") from error


def _call(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        last = (done.stderr.strip() or "it failed").splitlines()[-1]
        raise ClearNo(f"{' '.join(command)}: {last}")


def _exists(group: str) -> bool:
    try:
        grp.getgrnam(group)
    except KeyError:
        return False
    return True


def _is_user(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True
