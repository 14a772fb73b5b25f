"""The command line's own words: help, exit codes, errors."""

import sys

import pytest

from jaxvelocity import cli


def ends(monkeypatch, *words):
    monkeypatch.setattr(sys, "argv", ["jaxvelocity", *words])
    try:
        cli.main()
    except SystemExit as ended:
        return ended.code or 0
    return 0


def test_help_lists_the_commands(monkeypatch, capsys):
    assert ends(monkeypatch, "--help") == 0
    said = capsys.readouterr().out
    for command in ("publish", "releases", "report", "run"):
        assert command in said


def test_without_a_command_the_help_comes_line_by_line_with_exit_code_4(monkeypatch, capsys):
    assert ends(monkeypatch) == 4
    assert [line.strip().partition(" ")[0] for line in capsys.readouterr().err.splitlines()].count("run") == 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["rn"], "error: No such command 'rn'."),
        (["run", "--last", "0"], "error: Invalid value for '--last'"),
        (["report", "--json", "--markdown"], "error: --json and --markdown were both given, one is wanted"),
    ],
)
def test_bad_words_are_one_line_and_exit_code_4(monkeypatch, capsys, words, says):
    assert ends(monkeypatch, *words) == 4
    captured = capsys.readouterr()
    assert captured.err.startswith(says)
    assert captured.err.count("\n") == 1
    assert captured.out == ""


def test_nothing_heavy_is_imported_before_the_first_line():
    """The first words must be out within a second: asv, NumPy and JAX come later."""
    import subprocess

    code = "import sys, jaxvelocity.cli; print([name for name in ('asv', 'numpy', 'jax') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
