"""Arguments whose memory the call may reuse."""

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class ReadByLoop(_JaxBenchmark):
    """A donated vector that a loop reads between two passes: temporaries, and memory's speed (openxla/xla#45912)."""

    param_names = ["size"]
    params = [["1048576", "16777216"]]

    def setup(self, size):
        self.prepare(
            kernels.donation.exponential_times_sum,
            lambda: _inputs.vector(int(size)),
            reference=_references.donation.exponential_times_sum,
            rtol=1e-5,
            donate=(0,),
        )

    def time_steady(self, size):
        self.run()
