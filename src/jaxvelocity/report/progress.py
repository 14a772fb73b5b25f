"""Progress with the time left: a bar where stderr is a terminal, plain lines elsewhere."""

import contextlib
import time
from collections.abc import Iterator

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn

_BLIND_SECONDS = 15.0
"""For so long nothing is said of the time left: the first installation and launch are no measure of the rest."""

_LINE_SECONDS = 10.0
"""How often a plain line comes."""


class Display:
    """Shows what is going on on stderr. `done` and `total` are in any unit of work."""

    def __init__(self, console: Console, progress: Progress, task: TaskID) -> None:
        self._console, self._progress, self._task = console, progress, task
        self._started = self._line = time.monotonic()

    def say(self, line: str) -> None:
        """Show a line that stays."""
        self._console.print(line, markup=False, highlight=False, soft_wrap=True)

    def advance(self, what: str, done: float, total: float) -> None:
        """Show how far the work has come, and the time left if the rest goes on as so far."""
        now = time.monotonic()
        elapsed = now - self._started
        left = left_text(elapsed * (total / done - 1)) if done and elapsed > _BLIND_SECONDS else ""
        if self._console.is_terminal:
            self._progress.update(self._task, completed=done, total=total, description=what, left=left, visible=True)
        elif now - self._line >= _LINE_SECONDS:
            self._line = now
            self.say(f"{done / total:4.0%}  {left}  {what}")


@contextlib.contextmanager
def shown() -> Iterator[Display]:
    """Give a Display for as long as the block runs."""
    console = Console(stderr=True)
    text = TextColumn("{task.percentage:>3.0f}%  {task.fields[left]}  {task.description}", markup=False)
    with Progress(BarColumn(), text, console=console, transient=True, disable=not console.is_terminal) as progress:
        yield Display(console, progress, progress.add_task("", left="", visible=False))


def left_text(seconds: float) -> str:
    """Say how long the rest takes, as people say it: `about 40 s left`, `about 3 min left`."""
    if seconds < 90:
        return f"about {max(1, round(seconds))} s left"
    return f"about {round(seconds / 60)} min left"
