"""Drive asv: machine, plan, lock, run, filing. Imports history and releases, never JAX."""
