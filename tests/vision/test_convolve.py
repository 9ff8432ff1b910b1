"""The convolution of the small nets beside one that is written as in a textbook."""

from __future__ import annotations

import numpy as np
import pytest

from vision.convolve import rectified


@pytest.mark.parametrize(("size", "stride"), [(3, 1), (3, 2), (4, 2), (6, 4)])
@pytest.mark.parametrize("room", [1, 400, 1 << 17])
def test_the_convolution_is_the_textbook_one(
    size: int, stride: int, room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However few windows are copied at once, and whatever the picture's shape."""
    monkeypatch.setattr("vision.convolve.ROOM", room)
    rng = np.random.default_rng(9)
    x, kernel = (rng.normal(size=shape).astype(np.float32) for shape in ((3, 14, 10, 2), (size, size, 2, 4)))
    bias = np.array([0.5, -0.5, 0.0, 1.0], np.float32)
    padded = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    rows, columns = (range(0, side + 3 - size, stride) for side in (14, 10))
    wanted = [
        [np.einsum("nyxc,yxco->no", padded[:, y : y + size, x : x + size], kernel) + bias for x in columns]
        for y in rows
    ]
    found = rectified(x, kernel, bias, stride)
    assert np.allclose(found, np.maximum(np.array(wanted), 0).transpose(2, 0, 1, 3), atol=1e-4)
