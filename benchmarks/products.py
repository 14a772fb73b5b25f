"""Products of matrices: of narrow dtypes, and of many small ones."""

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class ProductByDtype(_JaxBenchmark):
    """A square product in float32, in bfloat16 and in int8 with wider sums: is the narrow one the faster one?"""

    param_names = ["dtype"]
    params = [["float32", "bfloat16", "int8"]]

    side = 512

    def setup(self, dtype):
        self.prepare(
            kernels.matrix_products.product,
            lambda: _inputs.matrix_pair(self.side, dtype),
            reference=_references.matrix_products.product,
            static={"accumulator": "int32" if dtype == "int8" else "float32"},
            atol=self.side * 4.8e-7,  # 4 eps a term, twice what a float32 product of NumPy's is off; no whole number
        )

    def time_steady(self, dtype):
        self.run()


class SmallProducts(_JaxBenchmark):
    """Products of many 4 × 4 matrices at once, too small for a library's: is each a loop of its own, or a call?"""

    param_names = ["count"]
    params = [["256", "16384"]]

    def setup(self, count):
        self.prepare(
            kernels.matrix_products.product_each,
            lambda: _inputs.factors(int(count), 4, 4),
            reference=_references.matrix_products.product_each,
            rtol=1e-5,
            atol=1e-5,
        )

    def time_steady(self, count):
        self.run()
