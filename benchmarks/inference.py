"""What data say of what is behind them: filters, likelihoods, samples."""

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class KalmanFilter(_JaxBenchmark):
    """A float32 scan of 4 × 4 products, a 2 × 2 Cholesky factor and its solve: library calls inside a loop."""

    param_names = ["steps"]
    params = [["20", "1000"]]

    def setup(self, steps):
        self.prepare(
            kernels.kalman_filters.filtered_means,
            lambda: _inputs.tracked_motion(int(steps)),
            reference=_references.kalman_filters.filtered_means,
            rtol=1e-6,
            atol=1e-5,
        )

    def time_steady(self, steps):
        self.run()


class GaussianProcess(_JaxBenchmark):
    """A likelihood and its gradient in three parameters, float64: a Cholesky factor and its reverse, dense solves."""

    x64 = True
    param_names = ["points"]
    params = [["32", "256"]]

    def setup(self, points):
        self.prepare(
            kernels.gaussian_processes.log_evidence_gradient,
            lambda: _inputs.noisy_curve(int(points)),
            reference=_references.gaussian_processes.log_evidence_gradient,
            atol=1e-9,
        )

    def time_steady(self, points):
        self.run()


class HamiltonianMonteCarlo(_JaxBenchmark):
    """Chains on a logistic regression: a loop in a scan, whose products are of vectors, and of matrices under vmap."""

    param_names = ["chains"]
    params = [["1", "100"]]

    def setup(self, chains):
        self.prepare(
            kernels.markov_chains.hamiltonian_draws,
            lambda: _inputs.chains_and_classes(int(chains), 10, 100),
            reference=_references.markov_chains.hamiltonian_draws,
            static={"leaps": 8, "leap": 0.2},
            atol=1e-5,
        )

    def time_steady(self, chains):
        self.run()
