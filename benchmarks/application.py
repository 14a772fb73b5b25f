"""An application that is given new data at each call and gives its answer back to the host."""

from benchmarks import _inputs, _numpy, _references
from benchmarks._evaluated import _EvaluatedBenchmark
from jaxvelocity import kernels


class ClassProbabilities(_EvaluatedBenchmark):
    """Two layers (64 to 128 to 10) on new rows at each call, weights on the device: its user waits end to end."""

    param_names = ["batch"]
    params = [["32", "1024"]]

    def setup(self, batch):
        self.prepare(
            kernels.perceptrons.class_probabilities,
            lambda: _inputs.layers_and_batch(64, 128, 10, int(batch)),
            reference=_references.perceptrons.class_probabilities,
            rtol=1e-4,
            atol=1e-6,
            numpy=_numpy.class_probabilities,
            fresh=(2,),
        )
