"""Normalisations: reductions of rows whose results every element of the row needs."""

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class Softmax(_JaxBenchmark):
    """Softmax of each row of a square matrix, as in attention: two reductions between three passes, and exp."""

    param_names = ["side"]
    params = [["100", "1000"]]

    def setup(self, side):
        self.prepare(
            kernels.normalisations.softmax_rows,
            lambda: _inputs.rows(int(side), int(side)),
            reference=_references.normalisations.softmax_rows,
            rtol=3e-6,  # x - max, of 10 at most, is rounded by 5e-7: so much, and some roundings, the exponential errs
        )

    def time_steady(self, side):
        self.run()


class LayerNorm(_JaxBenchmark):
    """Layer normalisation of rows of 768, a transformer's width: mean, variance and scaling, bound by memory."""

    param_names = ["rows"]
    params = [["8", "1024"]]

    columns = 768

    def setup(self, rows):
        self.prepare(
            kernels.normalisations.layer_norm,
            lambda: (_inputs.rows(int(rows), self.columns), *_inputs.factors(self.columns)),
            reference=_references.normalisations.layer_norm,
            rtol=1e-6,
            atol=3e-6,  # products of 4 and 4 with an offset, some roundings each
        )

    def time_steady(self, rows):
        self.run()


class LogSumExp(_JaxBenchmark):
    """Log-sum-exp of rows of ten, a classifier's loss: exp as in Softmax, but reductions along very short rows."""

    param_names = ["rows"]
    params = [["100", "100000"]]

    def setup(self, rows):
        self.prepare(
            kernels.normalisations.log_sum_exp_rows,
            lambda: _inputs.rows(int(rows), 10),
            reference=_references.normalisations.log_sum_exp_rows,
            rtol=1e-6,
            atol=1e-6,
        )

    def time_steady(self, rows):
        self.run()
