"""Input builders: seeded, so that every process and every release is given the same numbers.

They are append-only. A changed input is a new builder with a new name, because what is recorded under the
old one was measured on the old numbers. They return NumPy arrays, so that building an input never depends on
the JAX under test; placing them on the device is the harness's work.
"""

from benchmarks._inputs.arrays import (
    complex_volume,
    factors,
    identity_and_ramp,
    leaves,
    magnitudes,
    matrix_and_batch,
    parameters_and_columns,
    ramp,
    rows,
    signs,
    values_and_segments,
    vector,
    volume,
    weights_rows_targets,
)
from benchmarks._inputs.graphs import graph_and_weights, sparse_matrix_and_vector
from benchmarks._inputs.indices import grid_and_points, positions
from benchmarks._inputs.keys import logits, threefry_key
from benchmarks._inputs.networks import (
    attention_and_tokens,
    blocks_and_tokens,
    cell_and_sequence,
    coefficients_and_points,
    filters_output_images,
    layers_and_batch,
    layers_rows_labels,
    training_state,
)
from benchmarks._inputs.recurrences import decays_and_terms
from benchmarks._inputs.requests import padded, requests
from benchmarks._inputs.science import (
    bodies,
    chains_and_classes,
    noisy_curve,
    observed_process,
    oscillators,
    point_clouds,
    ring_of_cells,
    serial_chain,
    state_and_gates,
    tracked_motion,
)
from benchmarks._inputs.signals import complex_signal, low_pass, signals_and_filters
from benchmarks._inputs.systems import drifts, matrix_pair, spd_systems, systems

__all__ = [
    "attention_and_tokens",
    "blocks_and_tokens",
    "bodies",
    "cell_and_sequence",
    "chains_and_classes",
    "coefficients_and_points",
    "complex_signal",
    "complex_volume",
    "decays_and_terms",
    "drifts",
    "factors",
    "filters_output_images",
    "graph_and_weights",
    "grid_and_points",
    "identity_and_ramp",
    "layers_and_batch",
    "layers_rows_labels",
    "leaves",
    "logits",
    "low_pass",
    "magnitudes",
    "matrix_and_batch",
    "matrix_pair",
    "noisy_curve",
    "observed_process",
    "oscillators",
    "padded",
    "parameters_and_columns",
    "point_clouds",
    "positions",
    "ramp",
    "requests",
    "ring_of_cells",
    "rows",
    "serial_chain",
    "signals_and_filters",
    "signs",
    "sparse_matrix_and_vector",
    "spd_systems",
    "state_and_gates",
    "systems",
    "threefry_key",
    "tracked_motion",
    "training_state",
    "values_and_segments",
    "vector",
    "volume",
    "weights_rows_targets",
]
