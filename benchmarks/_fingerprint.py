"""The fingerprint of a benchmark: a hash of the source that its figures depend on, read without running any of it.

From the benchmark's class it follows every name into the kernels and the input builders, so adding a function changes
no other benchmark's fingerprint, and changing one changes just those that use it. Comments, docstrings, formatting and
the order of definitions do not count. References, the harness and what is installed are not followed: the first says
whether a figure is right, not what it is; the second has `METHOD` for that; the third is what is measured.
"""

import ast
import functools
import hashlib
import symtable
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

METHOD = "1"
"""Raised when the harness comes to measure something else under the same name; makes every point stale."""

_NOT_FOLLOWED = ("benchmarks._harness", "benchmarks._references")


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
    for (owner, name), source in sorted(reached.items()):
        # The module's name is left out: moving a function to another file does not change what it does.
        parts[owner.startswith("jaxvelocity.")].append(f"{name}\n{source}")
    return Fingerprint(_digest(parts[True]), _digest(parts[False]))


def _digest(parts: list[str]) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def _follow(module: str, name: str, roots: tuple[tuple[str, Path], ...], reached: dict[tuple[str, str], str]) -> None:
    parsed = _parse(module, roots)
    if parsed is None or module in _NOT_FOLLOWED or (module, name) in reached:
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
    for base, attributes in _references(node):
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
    copy = ast.parse(ast.unparse(node))
    for child in ast.walk(copy):
        if isinstance(child, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(child, clean=False) is not None:
            child.body = child.body[1:] or [ast.Pass()]
    return ast.unparse(copy)


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
    for node in ast.parse(path.read_text()).body:
        match node:
            case ast.FunctionDef() | ast.ClassDef():
                parsed.definitions[node.name] = node
            case ast.Assign():
                for target in node.targets:
                    for name in ast.walk(target):
                        if isinstance(name, ast.Name):
                            parsed.definitions[name.id] = node
            case ast.AnnAssign(target=ast.Name(id=name)):
                parsed.definitions[name] = node
            case ast.Import():
                for alias in node.names:
                    parsed.imports[alias.asname or alias.name.partition(".")[0]] = (
                        alias.name if alias.asname else alias.name.partition(".")[0],
                        None,
                    )
            case ast.ImportFrom():
                origin = _absolute(node, package)
                for alias in node.names:
                    parsed.imports[alias.asname or alias.name] = (origin, alias.name)
            case _:
                pass
    return parsed


def _absolute(node: ast.ImportFrom, package: str) -> str:
    if not node.level:
        return node.module or ""
    parts = package.split(".")
    base = ".".join(parts[: len(parts) - node.level + 1])
    return f"{base}.{node.module}" if node.module else base
