"""Which JAX releases exist, their pins, and the git branch made of them. Knows nothing of JAX or asv."""
