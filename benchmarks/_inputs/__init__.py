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
from benchmarks._inputs.networks import layers_and_batch
from benchmarks._inputs.requests import padded, requests
from benchmarks._inputs.science import observed_process, ring_of_cells, serial_chain, state_and_gates
from benchmarks._inputs.systems import spd_systems, systems

__all__ = [
    "complex_volume",
    "factors",
    "identity_and_ramp",
    "layers_and_batch",
    "leaves",
    "magnitudes",
    "matrix_and_batch",
    "observed_process",
    "padded",
    "parameters_and_columns",
    "ramp",
    "requests",
    "ring_of_cells",
    "rows",
    "serial_chain",
    "signs",
    "spd_systems",
    "state_and_gates",
    "systems",
    "values_and_segments",
    "vector",
    "volume",
    "weights_rows_targets",
]
