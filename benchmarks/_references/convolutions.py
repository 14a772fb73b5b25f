"""What `kernels.convolutions` must return."""
