import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from jaxvelocity import kernels

FOLDER = Path(kernels.__file__).parent


def test_the_list_of_families_is_the_folder():
    assert kernels.__all__ == sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")


def test_every_family_is_an_attribute():
    for family in kernels.__all__:
        assert getattr(kernels, family).__name__ == f"jaxvelocity.kernels.{family}"


def test_a_family_that_is_not_there_is_an_attribute_error_that_says_which_are():
    with pytest.raises(
        AttributeError, match="no family of kernels is called 'absent'; wanted one of activations"
    ) as info:
        _ = kernels.absent
    assert info.value.name == "absent"
    assert info.value.obj is kernels


def test_a_family_is_imported_when_it_is_named_and_starts_no_backend():
    program = (
        "import sys; from jaxvelocity import kernels\n"
        "assert 'jax' not in sys.modules\n"
        "kernels.loops\n"
        "assert 'jaxvelocity.kernels.loops' in sys.modules\n"
        "assert 'jaxvelocity.kernels.floor' not in sys.modules\n"
        "for family in kernels.__all__: getattr(kernels, family)\n"
    )
    # In a process of its own, because this one has imported every family; under a platform that does not exist,
    # because there the first JAX array raises.
    environment = {**os.environ, "JAX_PLATFORMS": "nowhere"}
    subprocess.run([sys.executable, "-c", program], check=True, env=environment)


@pytest.mark.parametrize("family", kernels.__all__)
def test_a_family_imports_jax_and_kernels_alone(family):
    imported = set()
    for node in ast.walk(ast.parse((FOLDER / f"{family}.py").read_text())):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported |= {node.module}
    others = {name for name in imported if not name.startswith("jaxvelocity.kernels")}
    assert {name.partition(".")[0] for name in others} <= {"jax", "collections", "typing"}  # the last two: annotations
