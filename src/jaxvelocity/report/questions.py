"""What a first evaluation asks beside the clocks of each function: a row a question, the ways that are its sides."""

from dataclasses import dataclass

AGREEMENT = "agreement"
"""Stands among a question's metrics for how near the result is to its reference."""

COMPARED = frozenset({"steady", "eager", "total_seconds", "compilations", "traces"})
"""Metrics of which less is better: each side is held against the least."""


@dataclass(frozen=True)
class Question:
    """sides: what a side is called, and its benchmark. metrics: those shown, in order."""

    title: str
    reading: str
    sides: tuple[tuple[str, str], ...]
    metrics: tuple[str, ...]


QUESTIONS = (
    Question(
        "One matrix on a batch of ten",
        "By hand the batch is one product; vmap makes that product of the code for one vector.",
        (
            ("Python loop", "quickstart.MatrixOnBatchByLoop"),
            ("by hand", "quickstart.MatrixOnBatchByHand"),
            ("vmap", "quickstart.MatrixOnBatchByVmap"),
        ),
        ("steady", "eager", AGREEMENT),
    ),
    Question(
        "The same with a nested input whose examples are columns",
        "Here vmap has to be told which part carries the batch, and along which axis.",
        (
            ("Python loop", "batching.AffineByLoop"),
            ("by hand", "batching.AffineByHand"),
            ("vmap", "batching.AffineByVmap"),
        ),
        ("steady", AGREEMENT),
    ),
    Question(
        "jit(grad(f)) or grad(jit(f))",
        "Both give the same gradient; with jit inside, grad runs in Python at each call.",
        (("jit(grad(f))", "quickstart.SumLogisticGradient"), ("grad(jit(f))", "gradients.GradientOfJit")),
        ("steady", "compilations", AGREEMENT),
    ),
    Question(
        "The gradients of each example, or of the batch's sum",
        "Each example's own gradient is more to write; this is what it costs beyond the gradient of the sum.",
        (("of each example", "gradients.OfEachExample"), ("of the sum", "gradients.OfTheSum")),
        ("steady", AGREEMENT),
    ),
    Question(
        "Requests of ever-changing shape and dtype",
        "Each new shape or dtype compiles once more; padded to a few shapes in one dtype, the requests share programs.",
        (("as they come", "retracing.RequestsAsTheyCome"), ("padded", "retracing.RequestsPadded")),
        ("compilations", "total_seconds"),
    ),
    Question(
        "A pipeline jitted whole, or step by step",
        "Step by step each step is a call and a pass over memory of its own.",
        (("whole", "pipelines.Whole"), ("by step", "pipelines.ByStep")),
        ("steady",),
    ),
    Question(
        "A number that decides the structure",
        "Static, each new value traces the function once more; as data, one trace serves all values.",
        (("static", "retracing.PowerStatic"), ("as data", "retracing.PowerAsData")),
        ("traces",),
    ),
    Question(
        "The gradient against central differences",
        "The step at which the differences come nearest to the gradient, and how near they come.",
        (("central differences", "gradients.CentralDifferences"),),
        ("best_step", "least_error"),
    ),
)
