"""What `kernels.transformers` must return."""

import numpy as np
import scipy.special

Weights = dict[str, np.ndarray]


def causal_attention(attention: Weights, tokens: np.ndarray, heads: int) -> np.ndarray:
    """Of `transformers.causal_attention`."""
    return _attention(_wide(attention), tokens.astype(np.float64), heads).astype(tokens.dtype)


def transformer_block(block: Weights, tokens: np.ndarray, heads: int) -> np.ndarray:
    """Of `transformers.transformer_block`."""
    return transformer((block,), tokens, heads)


def transformer(blocks: tuple[Weights, ...], tokens: np.ndarray, heads: int) -> np.ndarray:
    """Of `transformers.transformer`."""
    x = tokens.astype(np.float64)
    for block in map(_wide, blocks):
        x = x + _attention(block, _standard(x) * block["scale"] + block["shift"], heads)
        values = (_standard(x) * block["hidden_scale"] + block["hidden_shift"]) @ block["hidden"]
        values += block["hidden_offset"]
        gelu = 0.5 * values * (1.0 + np.tanh(np.sqrt(2.0 / np.pi) * (values + 0.044715 * values * values * values)))
        x = x + gelu @ block["contract"]
    return x.astype(tokens.dtype)


def _wide(weights: Weights) -> Weights:
    return {name: array.astype(np.float64) for name, array in weights.items()}


def _standard(x: np.ndarray) -> np.ndarray:
    return (x - np.mean(x, axis=-1, keepdims=True)) / np.sqrt(np.var(x, axis=-1, keepdims=True) + 1e-5)


def _attention(attention: Weights, tokens: np.ndarray, heads: int) -> np.ndarray:
    """Head after head, each as products of matrices."""
    width = tokens.shape[-1] // heads
    hidden = np.triu(np.full((tokens.shape[1],) * 2, -np.inf), k=1)
    query, key, value = (tokens @ attention[name] for name in ("query", "key", "value"))
    given = []
    for head in range(heads):
        part = np.s_[..., head * width : (head + 1) * width]
        scores = query[part] @ np.swapaxes(key[part], 1, 2) / np.sqrt(width) + hidden
        given.append(scipy.special.softmax(scores, axis=-1) @ value[part])
    return np.concatenate(given, axis=-1) @ attention["output"]
