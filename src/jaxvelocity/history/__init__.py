"""Recorded results become series, series become changes: pure functions over frozen records, never JAX."""
