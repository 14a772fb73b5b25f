"""Linear algebra: on batches of small matrices, and on one matrix by LAPACK's routines."""

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class Solve3x3(_JaxBenchmark):
    """Solutions of many tiny systems, where what each call adds outweighs its arithmetic (jax-ml/jax#36799, #36927)."""

    param_names = ["count"]
    params = [["128", "86268"]]

    def setup(self, count):
        self.prepare(
            kernels.solves.solve_each,
            lambda: _inputs.spd_systems(int(count), 3),
            reference=_references.solves.solve_each,
            rtol=1e-4,
            atol=1e-5,
        )

    def time_steady(self, count):
        self.run()


class Solve8x8(_JaxBenchmark):
    """Solutions of a few small systems: soon done, so that compiling them is the greater cost."""

    param_names = ["count"]
    params = [["8", "128"]]

    def setup(self, count):
        self.prepare(
            kernels.solves.solve_each,
            lambda: _inputs.systems(int(count), 8),
            reference=_references.solves.solve_each,
            rtol=1e-4,
            atol=1e-5,
        )

    def time_steady(self, count):
        self.run()


class Solve3x3Gradient(_JaxBenchmark):
    """The gradient through Solve3x3 in all its inputs: are the factors taken over, or is it factored anew?"""

    param_names = ["count"]
    params = [["128", "8192"]]

    def setup(self, count):
        self.prepare(
            kernels.solves.solve_gradients,
            lambda: _inputs.spd_systems(int(count), 3),
            reference=_references.solves.solve_gradients,
            rtol=1e-5,
            atol=1e-6,
        )

    def time_steady(self, count):
        self.run()


class Cholesky(_JaxBenchmark):
    """The Cholesky factor of one matrix: the call into LAPACK, then the least arithmetic of all factorisations."""

    param_names = ["side"]
    params = [["16", "256"]]

    def setup(self, side):
        self.prepare(
            kernels.factorisations.cholesky_factor,
            lambda: _inputs.spd_systems(1, int(side))[0][0],
            reference=_references.factorisations.cholesky_factor,
            atol=1e-5,  # 4 eps of the largest value, 23
        )

    def time_steady(self, side):
        self.run()


class QR(_JaxBenchmark):
    """Orthonormal columns and a triangle of a matrix twice as tall as wide: two LAPACK routines in a row."""

    param_names = ["columns"]
    params = [["16", "128"]]

    def setup(self, columns):
        self.prepare(
            kernels.factorisations.orthonormal_and_triangular,
            lambda: _inputs.rows(2 * int(columns), int(columns)),
            reference=_references.factorisations.orthonormal_and_triangular,
            atol=5e-6 * int(columns) ** 0.5,  # some 20 eps of the largest singular value, 2.4 √columns
        )

    def time_steady(self, columns):
        self.run()


class SVD(_JaxBenchmark):
    """The singular value decomposition of QR's matrix, and two products of its parts: LAPACK's dearest routine."""

    param_names = ["columns"]
    params = [["16", "128"]]

    def setup(self, columns):
        self.prepare(
            kernels.factorisations.polar_factors,
            lambda: _inputs.rows(2 * int(columns), int(columns)),
            reference=_references.factorisations.polar_factors,
            atol=5e-6 * int(columns) ** 0.5,  # some 20 eps of the largest singular value, 2.4 √columns
        )

    def time_steady(self, columns):
        self.run()


class Eigh(_JaxBenchmark):
    """A function of a symmetric matrix by its eigenvalues and eigenvectors: another LAPACK routine than SVD's."""

    param_names = ["side"]
    params = [["16", "128"]]

    def setup(self, side):
        self.prepare(
            kernels.matrix_functions.inverse_square_root,
            lambda: _inputs.spd_systems(1, int(side))[0][0],
            reference=_references.matrix_functions.inverse_square_root,
            atol=4e-6 / int(side) ** 0.5,  # some 30 eps of the largest value, 1 / √side
        )

    def time_steady(self, side):
        self.run()


class LeastSquares(_JaxBenchmark):
    """A fit of eight coefficients: SVD's routine on a matrix so tall that memory is the cost, not its iterations."""

    param_names = ["equations"]
    params = [["64", "16384"]]

    def setup(self, equations):
        self.prepare(
            kernels.least_squares.least_squares,
            lambda: (_inputs.rows(int(equations), 8), _inputs.vector(int(equations))),
            reference=_references.least_squares.least_squares,
            atol=1e-5 / int(equations) ** 0.5,  # some 80 eps of a coefficient's root mean square, 1 / √equations
        )

    def time_steady(self, equations):
        self.run()


class MatrixExponential(_JaxBenchmark):
    """The exponential of one matrix: branches and a loop around products and a solve, much of it to compile."""

    param_names = ["side"]
    params = [["4", "128"]]

    def setup(self, side):
        self.prepare(
            kernels.matrix_functions.matrix_exponential,
            lambda: _inputs.drifts(1, int(side))[0],
            reference=_references.matrix_functions.matrix_exponential,
            atol=1e-5,
        )

    def time_steady(self, side):
        self.run()


class MatrixExponentialByVmap(_JaxBenchmark):
    """The exponentials of 256 matrices under vmap: each branch is now taken, for one to be kept."""

    def setup(self):
        self.prepare(
            kernels.matrix_functions.matrix_exponentials,
            lambda: _inputs.drifts(256, 4),
            reference=_references.matrix_functions.matrix_exponentials,
            atol=1e-5,
        )

    def time_steady(self):
        self.run()
