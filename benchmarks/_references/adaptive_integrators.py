"""What `kernels.adaptive_integrators` must return."""

import numpy as np

_STAGES = [
    np.array([1 / 5]),
    np.array([3 / 40, 9 / 40]),
    np.array([44 / 45, -56 / 15, 32 / 9]),
    np.array([19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729]),
    np.array([9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656]),
    np.array([35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84]),
]
_LOWER_ORDER = np.array([5179 / 57600, 0, 7571 / 16695, 393 / 640, -92097 / 339200, 187 / 2100, 1 / 40])


def van_der_pol(
    starts: np.ndarray, stiffness: np.ndarray, duration: float, first_step: float, tolerance: float
) -> tuple[np.ndarray, np.ndarray]:
    """Of `adaptive_integrators.van_der_pol`: the same method, which its test holds against SciPy's.

    All oscillators go on until the last is done; those that are done before take steps of length 0.
    """
    mu = stiffness.astype(np.float64)
    y = starts.astype(np.float64).T.copy()
    left = np.full(mu.shape, float(duration))
    step = np.full(mu.shape, float(first_step))
    tries = np.zeros(mu.shape, np.int32)
    slopes = np.empty((7, *y.shape))

    def slope_at(y: np.ndarray, out: np.ndarray) -> None:
        out[0] = y[1]
        out[1] = mu * (1 - y[0] * y[0]) * y[1] - y[0]

    slope_at(y, slopes[0])
    while np.any(left > 0):
        tries += left > 0
        step = np.minimum(step, left)
        for number, weights in enumerate(_STAGES, 1):
            z = y + step * np.tensordot(weights, slopes[:number], 1)
            slope_at(z, slopes[number])
        lower = y + step * np.tensordot(_LOWER_ORDER, slopes, 1)
        ratio = np.sqrt(
            np.mean(((z - lower) / (tolerance + tolerance * np.maximum(np.abs(y), np.abs(z)))) ** 2, axis=0)
        )
        stands = ratio <= 1
        left = np.where(stands, left - step, left)
        step = step * np.clip(0.9 * np.maximum(ratio, 1e-300) ** -0.2, 0.2, 5.0)
        y = np.where(stands, z, y)
        slopes[0] = np.where(stands, slopes[6], slopes[0])
    return y.T.astype(starts.dtype), tries
