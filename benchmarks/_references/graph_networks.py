"""What `kernels.graph_networks` must return."""

import numpy as np


def pass_messages(
    layer: dict[str, np.ndarray], features: np.ndarray, senders: np.ndarray, receivers: np.ndarray
) -> np.ndarray:
    """Of `graph_networks.pass_messages`: halves of a weight are applied to the nodes, and edges add the results."""
    h = features.astype(np.float64)
    message, update = layer["message"].astype(np.float64), layer["update"].astype(np.float64)
    nodes, width = h.shape
    messages = np.maximum((h @ message[:width])[senders] + (h @ message[width:])[receivers], 0)
    received = np.stack([np.bincount(receivers, column, minlength=nodes) for column in messages.T], axis=1)
    return np.maximum(h @ update[:width] + received @ update[width:], 0).astype(features.dtype)
