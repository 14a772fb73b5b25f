"""INT and TERM as an exception, so that what is open is closed and what was measured is kept."""

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType


class Interrupted(BaseException):  # like KeyboardInterrupt, which asv would swallow
    """A signal asked the tool to stop."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextlib.contextmanager
def interruptible() -> Iterator[None]:
    """Turn the first INT or TERM into Interrupted and pass over the rest, so that the clean-up is not cut short."""

    def interrupt(number: int, _: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        raise Interrupted(number)

    before = {number: signal.signal(number, interrupt) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
