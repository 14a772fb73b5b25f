"""Sparse matrices and graphs: arrays of indices, and what stands at them."""

import numpy as np


def sparse_matrix_and_vector(side: int, each: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """A sparse square matrix with side · each random entries, sorted by row, and a vector.

    Standard normal values, float32, the row and the column of each, int32, all (side · each,); then standard normal
    values, (side,), float32. A row may have no entry, and a place may have more than one, which add up.
    """
    generator = np.random.default_rng(96)
    values = generator.standard_normal(side * each, dtype=np.float32)
    rows = np.sort(generator.integers(side, size=side * each, dtype=np.int32))
    columns = generator.integers(side, size=side * each, dtype=np.int32)
    return values, rows, columns, generator.standard_normal(side, dtype=np.float32)


def graph_and_weights(
    nodes: int, edges: int, features: int
) -> tuple[dict[str, np.ndarray], np.ndarray, np.ndarray, np.ndarray]:
    """A layer of a graph network, a random directed graph, and its nodes' features, standard normal.

    The layer's weights, each (2 · features, features), under "message" and "update", normal with a variance of one over
    2 · features; the features, (nodes, features), both float32; the node that each edge leaves and the one that it
    reaches, in any order, (edges,), int32.
    """
    generator = np.random.default_rng(97)
    scale = np.float32(np.sqrt(2 * features))
    layer = {
        name: generator.standard_normal((2 * features, features), dtype=np.float32) / scale
        for name in ("message", "update")
    }
    values = generator.standard_normal((nodes, features), dtype=np.float32)
    senders = generator.integers(nodes, size=edges, dtype=np.int32)
    return layer, values, senders, generator.integers(nodes, size=edges, dtype=np.int32)
