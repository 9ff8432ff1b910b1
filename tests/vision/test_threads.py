"""How many threads the arithmetic of a look may take."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

ASKED = "import sys; import {}; print('numpy' in sys.modules, __import__('os').environ['OPENBLAS_NUM_THREADS'])"


@pytest.mark.parametrize("package", ["vision", "firmware.cli"])
@pytest.mark.parametrize(("told", "taken"), [(None, "1"), ("3", "3")])
def test_one_thread_is_told_before_numpy_is_loaded(package: str, told: str | None, taken: str) -> None:
    known = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    known |= {} if told is None else {"OPENBLAS_NUM_THREADS": told}
    asked = [sys.executable, "-c", ASKED.format(package)]
    answer = subprocess.run(asked, capture_output=True, text=True, check=True, env=known)
    assert answer.stdout.split() == ["False", taken]
