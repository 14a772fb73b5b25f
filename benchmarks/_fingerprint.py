"""The fingerprint of a benchmark: a hash of the source that its figures depend on, read without running any of it.

From the benchmark's class it follows every name into the kernels and the input builders, so adding a function changes
no other benchmark's fingerprint, and changing one changes just those that use it. Comments, docstrings, formatting and
the order of definitions do not count. References and tolerances, the harness and what is installed do not either: the
first say whether a figure is right, not what it is; the second has `METHOD` for that; the third is what is measured.
"""

import ast
import functools
import hashlib
import symtable
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

METHOD = "3"
"""Raised when the harness comes to measure something else under the same name; makes every point stale. 2: the heap is
settled first, and OpenBLAS chooses its own kernels. 3: a first call is measured where JAX has compiled before."""

_FOLLOWED = ("benchmarks._inputs.", "benchmarks._numpy.")
"""Of the modules and packages here that start with `_`. The others are the harness and the references."""


@dataclass(frozen=True)
class Fingerprint:
    """`functions`: the kernels' part. `inputs`: the benchmark's own code and its input builders."""

    functions: str
    inputs: str


@dataclass
class _Module:
    name: str
    definitions: dict[str, ast.stmt] = field(default_factory=dict)
    imports: dict[str, tuple[str, str | None]] = field(default_factory=dict)
    """local name → (module, member of it or None)"""


def fingerprint(module: str, class_name: str, roots: dict[str, Path]) -> Fingerprint:
    """Hash what `module.class_name` depends on.

    `roots`: package → its folder, for `benchmarks` and `jaxvelocity.kernels`; names that lead elsewhere are not
    followed.
    """
    reached: dict[tuple[str, str], str] = {}
    _follow(module, class_name, tuple(roots.items()), reached)
    parts: dict[bool, list[str]] = {True: [], False: [METHOD]}
    # Neither the module's name nor its place counts: moving a function to another file does not change what it does.
    for name, source, owner in sorted((name, source, owner) for (owner, name), source in reached.items()):
        parts[owner.startswith("jaxvelocity.")].append(f"{name}\n{source}")
    return Fingerprint(_digest(parts[True]), _digest(parts[False]))


def _digest(parts: list[str]) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def _follow(module: str, name: str, roots: tuple[tuple[str, Path], ...], reached: dict[tuple[str, str], str]) -> None:
    parsed = _parse(module, roots)
    harness = module.startswith("benchmarks._") and not f"{module}.".startswith(_FOLLOWED)
    if parsed is None or harness or (module, name) in reached:
        return
    if name in parsed.imports:
        target, member = parsed.imports[name]
        _follow_import(target, member, (), roots, reached)
        return
    node = parsed.definitions.get(name)
    if node is None:
        return
    reached[module, name] = _source(node)
    outside = _names_from_outside(reached[module, name])
    for base, attributes in _references(ast.parse(reached[module, name])):
        if base not in outside:
            continue
        if base in parsed.imports:
            target, member = parsed.imports[base]
            _follow_import(target, member, attributes, roots, reached)
        elif base in parsed.definitions:
            _follow(module, base, roots, reached)


def _follow_import(
    target: str,
    member: str | None,
    attributes: tuple[str, ...],
    roots: tuple[tuple[str, Path], ...],
    reached: dict[tuple[str, str], str],
) -> None:
    chain = ((member,) if member else ()) + attributes
    while chain and _path(f"{target}.{chain[0]}", roots) is not None:
        target, chain = f"{target}.{chain[0]}", chain[1:]
    if chain:
        _follow(target, chain[0], roots, reached)
        return
    parsed = _parse(target, roots)  # the module itself is handed on: all of it may be used
    for name in parsed.definitions if parsed else ():
        _follow(target, name, roots, reached)


def _references(node: ast.AST) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Give each name that is read in `node` with the attributes taken of it: `a.b.c` gives ("a", ("b", "c")) alone."""
    attributes: tuple[str, ...] = ()
    inner = node
    while isinstance(inner, ast.Attribute):
        attributes = (inner.attr, *attributes)
        inner = inner.value
    if isinstance(inner, ast.Name):
        yield inner.id, attributes
    else:
        for child in ast.iter_child_nodes(inner):
            yield from _references(child)


def _names_from_outside(source: str) -> set[str]:
    """Give the names that `source` reads and does not bind: a parameter called like a function is not that function."""

    def read(table: symtable.SymbolTable) -> set[str]:
        found = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_referenced() and symbol.is_global()}
        return found.union(*map(read, table.get_children()))

    top = symtable.symtable(source, "<definition>", "exec")
    return read(top) | {symbol.get_name() for symbol in top.get_symbols() if symbol.is_referenced()}


def _source(node: ast.stmt) -> str:
    return ast.unparse(_Essence().visit(ast.parse(ast.unparse(node))))


class _Essence(ast.NodeTransformer):
    """Takes out what a figure does not depend on: docstrings, what a result is checked against, the list of sizes.

    One more size costs the others nothing: each size is a point of its own.
    """

    _CHECKS = ("reference", "rtol", "atol")

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:  # ast's own names
        return self._without_docstring(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.body = [part for part in node.body if not self._lists_sizes(part)] or [ast.Pass()]
        return self._without_docstring(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("prepare", "sweep"):
            node.keywords = [keyword for keyword in node.keywords if keyword.arg not in self._CHECKS]
        return self.generic_visit(node)

    def _without_docstring(self, node: ast.FunctionDef | ast.ClassDef) -> ast.AST:
        if ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:] or [ast.Pass()]
        return self.generic_visit(node)

    @staticmethod
    def _lists_sizes(part: ast.stmt) -> bool:
        return isinstance(part, ast.Assign) and [ast.unparse(target) for target in part.targets] == ["params"]


def _path(module: str, roots: tuple[tuple[str, Path], ...]) -> Path | None:
    for package, folder in roots:
        if module == package or module.startswith(f"{package}."):
            inner = folder.joinpath(*module[len(package) + 1 :].split(".")) if module != package else folder
            for candidate in (inner.with_name(f"{inner.name}.py"), inner / "__init__.py"):
                if candidate.is_file() and (module != package or candidate.name == "__init__.py"):
                    return candidate
    return None


@functools.cache
def _parse(module: str, roots: tuple[tuple[str, Path], ...]) -> _Module | None:
    path = _path(module, roots)
    if path is None:
        return None
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    parsed = _Module(module)
    _collect(ast.parse(path.read_text()).body, parsed, package)
    return parsed


def _collect(body: list[ast.stmt], parsed: _Module, package: str) -> None:
    for node in body:
        match node:
            case ast.FunctionDef() | ast.ClassDef():
                parsed.definitions[node.name] = node
            case ast.Assign():
                for target in node.targets:
                    for name in target.elts if isinstance(target, ast.Tuple | ast.List) else [target]:
                        if isinstance(name, ast.Name):
                            parsed.definitions[name.id] = node
            case ast.AnnAssign(target=ast.Name(id=name)):
                parsed.definitions[name] = node
            case ast.Import():
                for alias in node.names:
                    first = alias.name.partition(".")[0]
                    parsed.imports[alias.asname or first] = (alias.name if alias.asname else first, None)
            case ast.ImportFrom():
                if node.names[0].name == "*":
                    raise ImportError(f"{parsed.name}: `import *` hides what a benchmark depends on; name what is used")
                for alias in node.names:
                    parsed.imports[alias.asname or alias.name] = (_absolute(node, package), alias.name)
            case ast.If():
                _collect(node.body + node.orelse, parsed, package)
            case ast.Try():
                handlers = [statement for handler in node.handlers for statement in handler.body]
                _collect(node.body + handlers + node.orelse + node.finalbody, parsed, package)
            case _:
                pass


def _absolute(node: ast.ImportFrom, package: str) -> str:
    if not node.level:
        return node.module or ""
    parts = package.split(".")
    base = ".".join(parts[: len(parts) - node.level + 1])
    return f"{base}.{node.module}" if node.module else base
