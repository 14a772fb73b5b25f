"""The performance history of JAX code, over a project's commits and over JAX's releases."""
