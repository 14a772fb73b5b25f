"""The check that every result passes before a clock runs."""

import math
from typing import Any

import jax
import numpy as np


class WrongResultError(Exception):
    """The result is not the reference's structure, shape, dtype or value; `error` is the largest relative one."""

    def __init__(self, message: str, error: float | None = None) -> None:
        super().__init__(message)
        self.error = error


def check(result: Any, reference: Any, rtol: float, atol: float) -> float | None:
    """Hold a result against a reference: structure, then dtype, shape and values of each leaf.

    Returns how far they are apart: the largest difference over the largest value of the reference; None where that is
    not a number. Raises WrongResultError at the first leaf that differs by more than atol + rtol |reference|.
    """
    got, structure = jax.tree.flatten(result)
    wanted, wanted_structure = jax.tree.flatten(reference)
    if structure != wanted_structure:
        raise WrongResultError(f"structure {structure}, wanted {wanted_structure}")
    apart = []
    for position, (value, want) in enumerate(zip(got, wanted, strict=True)):
        want = np.asarray(want)
        where = f"output {position}: " if len(got) > 1 else ""
        if value.dtype != want.dtype:
            raise WrongResultError(f"{where}dtype {value.dtype}, wanted {want.dtype}")
        if value.shape != want.shape:
            raise WrongResultError(f"{where}shape {value.shape}, wanted {want.shape}")
        close = np.isclose(value, want, rtol=rtol, atol=atol, equal_nan=True)
        if not close.all():
            error = _largest_error(value[~close], want[~close])
            size = "is not finite" if error is None else f"of {error:.3g}"
            allowed = f"{rtol:.3g}" + (f", or {atol:.3g} absolute" if atol else "")
            raise WrongResultError(f"{where}largest relative error {size}, allowed {allowed}", error)
        apart.append(_deviation(value, want))
    deviation = max(apart, default=0.0)
    return deviation if math.isfinite(deviation) else None


def _deviation(value: np.ndarray, want: np.ndarray) -> float:
    """Give the largest difference over the reference's largest value; as it is, where the reference is 0."""
    with np.errstate(invalid="ignore"):  # where both are infinite
        difference = np.max(np.abs(_wide(value) - _wide(want)), initial=0.0)
    return float(difference / (np.max(np.abs(_wide(want)), initial=0.0) or 1.0))


def _wide(values: np.ndarray) -> np.ndarray:
    return values.astype(np.complex128 if np.iscomplexobj(values) else np.float64)


def _largest_error(value: np.ndarray, want: np.ndarray) -> float | None:
    value, want = _wide(value), _wide(want)
    with np.errstate(all="ignore"):
        error = np.max(np.abs(value - want) / np.maximum(np.abs(want), np.finfo(np.float64).tiny))
    return float(error) if math.isfinite(error) else None
