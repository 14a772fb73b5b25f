"""What `kernels.scatters` must return, for positions of 0 and more and within the table."""

import numpy as np
import scipy.sparse


def scatter_rows(table: np.ndarray, positions: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Of `scatters.scatter_rows`, as a product with the matrix that has a 1 where row i goes to row k."""
    count = len(positions)
    ones = (np.ones(count), (positions, np.arange(count)))
    sums = scipy.sparse.csr_array(ones, shape=(len(table), count)) @ rows.astype(np.float64)
    return (table + sums).astype(table.dtype)


def bin_counts(bins: np.ndarray, length: int) -> np.ndarray:
    """Of `scatters.bin_counts`."""
    return np.bincount(bins, minlength=length)[:length].astype(np.int32)


def scatter_in_loop(values: np.ndarray, positions: np.ndarray, terms: np.ndarray) -> np.ndarray:
    """Of `scatters.scatter_in_loop`."""
    sums = np.bincount(positions, weights=terms.astype(np.float64), minlength=len(values))
    return (values + sums).astype(values.dtype)
