"""What `kernels.quasiseparable` must return."""

import numpy as np


def cholesky(
    diagonal: np.ndarray, readouts: np.ndarray, sources: np.ndarray, transitions: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Of `quasiseparable.cholesky`: its recurrence, which its test holds against the factor of the whole matrix."""
    d, p, q, a = (array.astype(np.float64) for array in (diagonal, readouts, sources, transitions))
    c, w = np.empty_like(d), np.empty_like(q)
    f = np.zeros(a.shape[1:])
    for row in range(len(d)):
        c[row] = np.sqrt(d[row] - p[row] @ f @ p[row])
        w[row] = (q[row] - a[row] @ f @ p[row]) / c[row]
        f = a[row] @ f @ a[row].T + np.outer(w[row], w[row])
    return c.astype(diagonal.dtype), w.astype(diagonal.dtype)
