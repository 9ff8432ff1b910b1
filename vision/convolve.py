"""Convolutions with numpy alone, for all the small nets; pictures come as count, rows, columns, depth."""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

Floats = NDArray[np.float32]

# So many numbers of the windows are copied at once, to stay in the fast memory next to the processor.
ROOM = 1 << 17


def rectified(x: Floats, kernel: Floats, bias: Floats, stride: int = 1) -> Floats:
    """A rectified convolution with one pixel of zeros around; the kernel is rows, columns, in, out."""
    windows = _around(x, kernel.shape[0], stride)
    count, rows, columns, _, _ = windows.shape
    flat = kernel.reshape(-1, kernel.shape[3])
    out = np.empty((count, rows, columns, flat.shape[1]), np.float32)
    high = min(rows, max(1, ROOM // (columns * len(flat))))
    many = max(1, ROOM // (high * columns * len(flat)))
    for n in range(0, count, many):
        for row in range(0, rows, high):
            some = windows[n : n + many, row : row + high]
            found = (some.reshape(-1, len(flat)) @ flat).reshape(*some.shape[:3], -1)
            found += bias
            np.maximum(found, 0, out=out[n : n + many, row : row + high])
    return out


def _around(x: Floats, size: int, stride: int) -> Floats:
    """The pixels of the window at every pixel or every second one, with zeros around the picture, uncopied.

    The axes are pictures, rows, columns, the window's rows, and all numbers in one row of the window.
    """
    count, height, width, depth = x.shape
    padded = np.zeros((count, height + 2, width + 2, depth), np.float32)
    padded[:, 1:-1, 1:-1] = x
    whole, down, across, number = padded.strides
    rows, columns = ((side + 2 - size) // stride + 1 for side in (height, width))
    strides = (whole, down * stride, across * stride, down, number)
    return as_strided(padded, (count, rows, columns, size, size * depth), strides, writeable=False)
